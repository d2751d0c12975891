import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { canonical, canonicalJson, compareText, fingerprint } from "../../src/model/fingerprint";
import type { Field, Fields } from "../../src/model/field";
import { isOrdered, mayTurn, sameSet } from "../../src/model/same-set";
import { analyzerFields, notificationFields, settingsFields } from "../../src/model/settings";
import { normalSettings, type Plain } from "./fields";
import { normalForm, spelledAs } from "../../src/model/normal-form";

const same = (left: Plain, right: Plain): boolean =>
  canonical(settingsFields, left) === canonical(settingsFields, right);

const repeating = (members: readonly string[]) => [...members.toReversed(), ...members.slice(0, 1)];

/** The same meaning in another order: keys, sets without an order and keyed lists turned round, members repeated. */
function shuffled(fields: Fields, values: Plain): Plain {
  const pairs = Object.entries(values).map(([key, value]): [string, unknown] => {
    const field: Field | undefined = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field?.kind === "set") {
      const members = value as readonly string[];
      return [key, isOrdered(field, members) ? members : repeating(members)];
    }
    if (field?.kind === "keyed")
      return [key, (value as readonly Plain[]).map((entry) => shuffled(field.entry, entry)).toReversed()];
    if (field?.kind === "object") return [key, shuffled(field.fields, value as Plain)];
    if (field?.kind !== "map") return [key, value];
    const entries = Object.entries(value as Plain).map(([slug, entry]) => [
      slug,
      shuffled(field.entry, entry as Plain),
    ]);
    return [key, Object.fromEntries(entries.toReversed())];
  });
  return Object.fromEntries(pairs.toReversed());
}

test("the text ignores the order of keys, sets and keyed lists", () => {
  fc.assert(
    fc.property(normalSettings, (settings) => {
      expect(canonical(settingsFields, shuffled(settingsFields, settings))).toBe(canonical(settingsFields, settings));
    }),
    { numRuns: 40 },
  );
});

test("two random settings have equal texts only if they are equal", () => {
  const ordered = (settings: Plain): unknown =>
    JSON.parse(JSON.stringify(settings), (key, value: unknown) =>
      (key.endsWith("cludes") && !(value as string[]).some(mayTurn)) || key === "integration_names"
        ? (value as string[]).toSorted()
        : value,
    );
  const small = normalSettings.map((settings) => JSON.parse(JSON.stringify(settings)) as Plain);
  fc.assert(
    fc.property(small, small, (left, right) => {
      fc.pre(!JSON.stringify([left, right]).includes('"id"'));
      expect(same(left, right)).toBe(isDeepStrictEqual(ordered(left), ordered(right)));
    }),
    { numRuns: 40 },
  );
});

test.each<readonly [string, Plain, Plain]>([
  ["a value", { comment: "silent" }, { comment: "enabled" }],
  ["a type", { next: 1 }, { next: "1" }],
  ["null and absent, of what is not ours", { next: null }, {}],
  ["empty and absent", { analyzers: {} }, {}],
  ["an empty set and an absent one", { notifications: { integration_names: [] } }, { notifications: {} }],
  ["a slug", { analyzers: { a: {} } }, { analyzers: { b: {} } }],
  ["the order of a list that is not ours", { next: [1, 2] }, { next: [2, 1] }],
  ["an object and the list of its pairs", { next: { a: 1 } }, { next: [["a", 1]] }],
  ["what belongs to which policy", policies(true, false), policies(false, true)],
])("settings that differ in %s have different texts", (_what, left, right) => {
  expect(same(left, right)).toBe(false);
  expect(same(left, structuredClone(left))).toBe(true);
});

function policies(first: boolean, second: boolean): Plain {
  return {
    code_policies: [
      { id: "a", enabled: first },
      { id: "b", enabled: second },
    ],
  };
}

test("the text ignores undefined keys, and includes a key __proto__", () => {
  expect(same({ comment: undefined }, {})).toBe(true);
  const proto = (text: string) => JSON.parse(`{"analyzers": {"__proto__": ${text}}}`) as Plain;
  expect(same(proto('{"enabled": true}'), proto('{"enabled": false}'))).toBe(false);
  expect(same(proto("{}"), { analyzers: {} })).toBe(false);
});

test("a fingerprint is SHA-256 in hexadecimal", () => {
  expect(fingerprint("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("orders text by code unit, whatever the locale", () => {
  expect(["b", "ä", "a", "Z", "", "a"].sort(compareText)).toEqual(["", "Z", "a", "a", "b", "ä"]);
});

type Members = readonly string[] | undefined;

const rows: readonly (readonly [string, left: Members, right: Members, isSame: boolean])[] = [
  ["in another order", ["a", "b"], ["b", "a"], true],
  ["one of them twice", ["a", "b"], ["a", "b", "a"], true],
  ["in another normal form", ["caf\u00e9/**"], ["cafe\u0301/**"], true],
  ["none and not set", undefined, [], true],
  ["others", ["a"], ["b"], false],
  ["of which the second has more", ["a"], ["a", "b"], false],
  ["with one that begins with !, in another order", ["a", "!b"], ["!b", "a"], false],
  ["with an empty one, in another order", ["", "a"], ["a", ""], false],
  ["with one that begins with !, which is there twice", ["!b", "a"], ["!b", "a", "!b"], false],
  ["with one that begins with !, in the same order", ["a", "!b"], ["a", "!b"], true],
  ["with one that begins with !, in another normal form", ["a", "!caf\u00e9"], ["a", "!cafe\u0301"], true],
];

test.each(rows)("patterns %s: %j and %j are the same: %p", (_title, left, right, isSame) => {
  for (const field of [analyzerFields.excludes, analyzerFields.includes]) {
    expect(sameSet(field, left, right)).toBe(isSame);
    expect(sameSet(field, right, left)).toBe(isSame);
  }
});

test("the names of integrations have no order, however they begin", () => {
  expect(isOrdered(notificationFields.integration_names, ["!a", "b"])).toBe(false);
  expect(sameSet(notificationFields.integration_names, ["!a", "b"], ["b", "!a"])).toBe(true);
});

test.each(rows.filter(([title, left]) => left !== undefined && !title.includes("normal form")))(
  "settings with patterns %s: %j and %j have one text: %p",
  (_title, left, right, isSame) => {
    const text = (excludes: Members) => canonical(settingsFields, { analyzers: { xss: { excludes } } });
    expect(text(left) === text(right)).toBe(isSame);
  },
);

test("JSON for a digest sorts every list but one with a pattern that may turn others around", () => {
  expect(canonicalJson({ excludes: ["b", "a"] })).toBe('{"excludes":["a","b"]}');
  expect(canonicalJson({ excludes: ["b", "!a", "a"] })).toBe('{"excludes":["b","!a","a"]}');
  expect(canonicalJson([{ excludes: ["", "b"] }, { excludes: ["b", "a"] }])).toBe(
    '[{"excludes":["","b"]},{"excludes":["a","b"]}]',
  );
});

const [typed, compatible] = ["caf\u00e9", "cafe\u0301"];

test("a text is spelled as the live one in its place, whatever other places have", () => {
  const declared = { name: typed, settings: { notifications: { integration_names: [typed] } } };
  const live = { name: typed, settings: { notifications: { integration_names: [compatible] } } };
  expect(spelledAs(declared, live)).toEqual(live);
  expect(spelledAs(declared, { name: compatible, settings: {} })).toEqual({ ...declared, name: compatible });
});

test("keys and the texts of lists are spelled as those of the live value, in the declared order", () => {
  const entry = { enabled: true, excludes: ["a", `${typed}/**`] };
  expect(spelledAs({ [typed]: entry }, { other: 1, [compatible]: { excludes: [`${compatible}/**`, "b"] } })).toEqual({
    [compatible]: { enabled: true, excludes: ["a", `${compatible}/**`] },
  });
});

test("a text that is live in both normal forms stays as it is", () => {
  for (const live of [
    [typed, compatible],
    [compatible, typed],
  ])
    expect(spelledAs([typed], live)).toEqual([typed]);
});

test("without a live text in another normal form the declared value itself is given back", () => {
  const declared = { name: typed };
  expect(spelledAs(declared, { name: "plain", comment: null })).toBe(declared);
  expect(spelledAs({ name: "plain" }, { name: [compatible] })).toEqual({ name: "plain" });
  expect(normalForm(compatible)).toBe(typed);
});

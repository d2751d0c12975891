import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { canonical, compareText, fingerprint } from "../../src/model/fingerprint";
import type { Field, Fields } from "../../src/model/field";
import { isOrdered, mayTurn } from "../../src/model/same-set";
import { settingsFields } from "../../src/model/settings";
import { normalSettings, type Plain } from "./fields";

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

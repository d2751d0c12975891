import { canonical, canonicalJson } from "../../src/model/fingerprint";
import { isOrdered, sameSet } from "../../src/model/same-set";
import { analyzerFields, notificationFields, settingsFields } from "../../src/model/settings";

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

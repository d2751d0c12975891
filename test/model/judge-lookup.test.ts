import { judgeLookup } from "../../src/model/judge";

type Given = Readonly<Record<string, string | undefined>>;
const codesOf = (given: Given, hasStandard = false) =>
  judgeLookup("name", new Map(Object.entries(given)), hasStandard).map(({ kind, path }) => [kind, path[0]]);

test("exactly one of an id and a key is right, also one that is not known yet", () => {
  for (const given of [
    { id: "a" },
    { name: "a" },
    { id: undefined },
    { name: undefined },
    { id: "a", name: undefined },
  ])
    expect(codesOf(given)).toEqual([]);
});

test.each<[string, Given, readonly unknown[]]>([
  ["both", { id: "a", name: "b" }, [["lookup-ambiguous", undefined]]],
  ["neither", {}, [["lookup-empty", undefined]]],
  ["an empty id", { id: " " }, [["lookup-empty", "id"]]],
  [
    "two that are empty",
    { id: "", name: " " },
    [
      ["lookup-empty", "id"],
      ["lookup-empty", "name"],
    ],
  ],
])("%s is wrong", (_what, given, expected) => {
  expect(codesOf(given)).toEqual(expected);
});

test("nothing has to be given where there is a standard", () => {
  expect(codesOf({}, true)).toEqual([]);
});

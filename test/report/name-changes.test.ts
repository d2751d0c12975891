import { nameChangeLines } from "../../src/report/name-changes";

const named = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ kind: "repositories", name: `r${String(at)}` }) as const);

test("twenty names of a sign are shown, and of more it is said how many", () => {
  expect(nameChangeLines(named(20), named(22)).filter((line) => !line.includes("repository"))).toEqual([
    "  - and 2 more names",
  ]);
  expect(nameChangeLines(named(20), named(22))).toHaveLength(41);
});

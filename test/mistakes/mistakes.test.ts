import { mistakes, right, ways } from "./table";
import { waysIn } from "./ways-in";

test("the table has more than sixty mistakes, and every kind of problem of a single value", () => {
  expect(mistakes.length).toBeGreaterThan(60);
});

describe("the same mistake has the same code, title and sentence, at its place, in every way in", () => {
  test.each(mistakes.map((each) => [`${each.block} ${JSON.stringify(each.attributes)}: ${each.code}`, each] as const))(
    "%s",
    (_title, mistake) => {
      const { code, place, not = [] } = mistake;
      const said = ways.filter((way) => !not.includes(way)).map((way) => ({ way, said: waysIn[way](mistake) }));
      const [first] = said[0]?.said ?? [];
      expect(said).toEqual(
        said.map(({ way }) => ({
          way,
          said: [{ code, place, title: first?.title, sentence: first?.sentence }],
        })),
      );
    },
  );
});

test.each(right.map((each) => [`${each.block} ${JSON.stringify(each.attributes)}`, each] as const))(
  "every way in takes %s",
  (_title, { not = [], ...declared }) => {
    const said = ways
      .filter((way) => !not.includes(way))
      .map((way) => [way, waysIn[way]({ ...declared, code: "", place: "" })]);
    expect(said).toEqual(said.map(([way]) => [way, []]));
  },
);

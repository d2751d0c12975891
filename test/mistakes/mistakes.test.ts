import { phrasebook } from "../../src/diagnostics/phrasebook";
import { mistakes, right, ways } from "./table";
import { waysIn } from "./ways-in";

/** Problems of expressions, frameworks, stacks and provider blocks, which no value has by itself. */
const ofNoValue = [
  "expression-misplaced",
  "declaration-invalid",
  "framework-mismatch",
  "framework-missing",
  "stack-missing",
  "account-declared-twice",
  "provider-not-chosen",
];

test("the table has every kind of problem that a value can have", () => {
  const kinds = Object.keys(phrasebook).filter((kind) => !ofNoValue.includes(kind));
  expect([...new Set(mistakes.map(({ code }) => code))].filter((code) => code in phrasebook).sort()).toEqual(
    kinds.sort(),
  );
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

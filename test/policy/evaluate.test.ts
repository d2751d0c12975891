import { evaluate, type Said } from "../../src/policy/evaluate";
import { deny, needs } from "../../src/policy/index";
import { waiverProblems } from "../../src/policy/waivers";
import { given } from "./judge";
import { mixed } from "./mixed";

/** Why what a file exports fails. */
function failureOf(exported: unknown): string | undefined {
  const all: Said[] = [];
  evaluate({ default: exported }, [given(mixed)], (said) => all.push(said));
  return all.find((each) => "failed" in each)?.failed;
}

type Account = Readonly<{ effects: object[] }>;

test.each<[what: string, check: (account: Account) => unknown, said: string]>([
  [
    "throws",
    () => {
      throw new Error("no idea");
    },
    "it throws: no idea",
  ],
  ["returns a promise", () => Promise.resolve([]), "it returns a promise"],
  ["returns nothing", () => undefined, "it returns a value of type undefined"],
  ["returns what is no finding", () => ["no"], "item 1 of what it returns is no finding"],
  ["finds something in a copy", ({ effects }) => [deny("x", { ...effects[0] } as never)], "not a copy"],
  ["has nothing to say", ({ effects }) => [deny(" ", effects[0] as never)], "has no message"],
  ["names nobody", ({ effects }) => [needs("", "x", effects[0] as never)], "does not name a reviewer"],
  [
    "changes the account",
    ({ effects }) => {
      effects.length = 0;
      return [];
    },
    "it throws: Cannot assign",
  ],
])("a policy that %s fails", (_what, check, said) => {
  const fine = { name: "fine", check: () => [] };
  expect(failureOf([fine, { name: "odd", check }])).toContain(said);
});

const one = { name: "one", check: () => [] };
test.each([
  ["no list", undefined, "it exports no list of policies by default"],
  ["an empty list", [], "it exports an empty list"],
  ["what is no policy", [one, {}], "item 2 of its list is not a policy"],
  ["a policy twice", [one, one], "two policies are named"],
  ["a name that is none", [{ ...one, name: "a b" }], "is no name of a policy"],
])("a file that exports %s fails", (_what, exported, said) => {
  expect(failureOf(exported)).toContain(said);
});

const waiver = {
  ...{ policy: "one", at: { configuration: "strict" } },
  ...{ reason: "because", owner: "appsec", expires: "2027-01-31" },
};
test.each([
  [{}, undefined],
  [{ expires: undefined }, "waivers[0]: `expires` is missing or empty"],
  [{ expires: "soon" }, "waivers[0]: `expires` must be a date such as 2027-01-31, or a date-time with an offset"],
  [{ at: {} }, "waivers[0]: `at` is empty: it names what is waived"],
  [{ at: { account: "acme" } }, "waivers[0]: `at` names an account alone: it names what is waived in it"],
  [{ at: { configuraton: "x" } }, expect.stringContaining("waivers[0]: `at.configuraton` is unknown")],
  [{ reason: " " }, "waivers[0]: `reason` is missing or empty"],
])("a waiver with %j has the problem %s", (more, problem) => {
  expect(waiverProblems([{ ...waiver, ...more }])).toEqual(problem === undefined ? [] : [problem]);
});

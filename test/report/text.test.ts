import fc from "fast-check";
import pc from "picocolors";
import { error } from "../../src/diagnostics/diagnostic";
import { address } from "../../src/model/ids";
import { diagnosticsText } from "../../src/report/diagnostics-text";
import { hostileName, hostileNames, raw } from "./hostile";
import { declared, live, planOf, repositories, routing, to, varied } from "./plans";
import { accountDocuments, outcomeText, planText } from "./rendered";

const plain = pc.createColors(false);
const rawIn = (text: string): readonly string[] => text.split("\n").filter((line) => raw.test(line));

describe("text for a terminal", () => {
  test("has no raw control character of a name, and no line that a name has made", () => {
    fc.assert(
      fc.property(hostileNames(5), ([name = "", goal = "", from = "", org = "", setting = ""]) => {
        const text = planText(
          planOf(
            {
              configurations: [
                { ...declared("a", goal, { notifications: { integration_names: [setting] } }), address: address(org) },
                { ...declared("b", `${from}!`, {}), renamedFrom: [from] },
              ],
              assignments: routing(
                { target: { leave: true }, repositoryNames: [`${name}.`] },
                { target: to("a"), repositoryPattern: "%" },
              ),
            },
            { configurations: [live(1, from, {})], repositories: repositories([name, `${name}.`], 1) },
            org,
          ),
          plain,
        );
        expect(rawIn(text)).toEqual([]);
        for (const line of text.split("\n"))
          expect(line).toMatch(
            /^$|^ {2}[-+~>] |^ {2}(weaker|stronger|unclassified|neutral) |^ {16}|^ {6}(weaker|stronger|sets|unclassified|neutral|namely|such as|rule \d:|and \d) ?|^ {6}scanform_|^ {20}|^account |^ {2}\d|^[A-Z]+ \d|^(WEAKENS|weakens) |^left where |^ {2}(its|their|the) configuration|^ {2}(namely|such as) |^digest /,
          );
      }),
      { numRuns: 30 },
    );
  });

  test("has none of an outcome or a diagnostic either", () => {
    fc.assert(
      fc.property(hostileName, hostileName, (one, other) => {
        const outcomes = [{ address: address(one), status: "skipped" as const, error: other }];
        const applied = {
          outcomes,
          sent: 1,
          verified: false,
          wrote: true,
          unread: false,
          diagnostics: [],
          created: new Map(),
          unexpected: [],
        };
        expect(rawIn(outcomeText(applied))).toEqual([]);
        const said = diagnosticsText([error("write-failed", one, { address: other, path: one })], plain);
        expect(rawIn(said)).toEqual([]);
        // a message may have lines of its own, but none that looks like another message
        for (const line of said.split("\n").slice(1)) expect(line).toMatch(/^( {2}|$)/);
      }),
      { numRuns: 30 },
    );
  });
});

test("300 rules that leave repositories take few lines, and say how many there are", () => {
  const names = Array.from({ length: 300 }, (_, at) => `repository-${String(at)}`);
  const plan = planOf(
    {
      configurations: [declared("old", "old", { comment: "silent" })],
      assignments: routing(...names.map((name) => ({ target: { leave: true } as const, repositoryNames: [name] }))),
    },
    { configurations: [live(1, "old", { comment: "enabled" })], repositories: repositories(names, 1) },
  );
  const text = planText(plan, plain);
  expect(text).toContain("295 more rules leave 295 repositories");
  expect(text.split("\n").length).toBeLessThan(60);
});

test("what a rule leaves has its name whole, on a line of its own where the line is full", () => {
  const names = Array.from({ length: 300 }, (_, at) => `billing-batch-cache-${String(at + 100)}`);
  const plan = planOf(
    {
      configurations: [declared("old", "old", {})],
      assignments: routing({ target: { leave: true }, repositoryNames: names }),
    },
    { configurations: [live(1, "old", {})], repositories: repositories(names, 1) },
  );
  expect(planText(plan, plain)).toContain(
    `left where they are (rule 1, 300 repositories):\n  such as "billing-batch-cache-100", "billing-batch-cache-101" and 298 more\n`,
  );
});

test("an error says the line of the code that it is about", () => {
  const place = { address: "scanform_configuration.strict", location: "main.ts:31:5" };
  expect(diagnosticsText([error("declaration-invalid", "It is wrong.", place)], plain)).toContain(
    "\n  scanform_configuration.strict  at main.ts:31:5\n  It is wrong.\n",
  );
});

test("plans of several accounts share the room of one", () => {
  const lines = (plans: number): number => planText(varied(100), plain, {}, plans).split("\n").length;
  expect(lines(1)).toBeGreaterThan(100);
  expect(lines(2)).toBeLessThan(120);
  expect(lines(100)).toBe(lines(4));
});

test("what follows the verdict has a line of its own where both do not fit into one", () => {
  const plan = planOf(
    {
      configurations: [declared("a", "a", { comment: "silent" }), declared("b", "b", { risk_threshold: 3 })],
      assignments: [],
    },
    {
      configurations: [live(1, "a", { comment: "enabled" }), live(2, "b", {})],
      repositories: [...repositories(["api"], 1), ...repositories(["web"], 2, 10)],
    },
  );
  const [verdict, rest] = ["WEAKENS 1 of 2 repositories", "1 unclassified"];
  expect(planText(plan, plain, { columns: 43 })).toContain(`\n${verdict}, ${rest}\n`);
  expect(planText(plan, plain, { columns: 42 })).toContain(`\n${verdict}\n  ${rest}\n`);
});

test("the verdict counts those that weaken, and among them those that also get stronger settings", () => {
  const plan = planOf(
    {
      configurations: [
        declared("a", "a", { comment: "disabled", analyzers: { xss: { enabled: true } } }),
        declared("b", "b", { comment: "disabled" }),
      ],
      assignments: [],
    },
    {
      configurations: [
        live(1, "a", { comment: "enabled", analyzers: { xss: { enabled: false } } }),
        live(2, "b", { comment: "enabled" }),
      ],
      repositories: [...repositories(["api"], 1), ...repositories(["web", "docs"], 2, 10)],
    },
  );
  expect(planText(plan, plain)).toContain("\nWEAKENS 3 of 3 repositories (1 of which also gets stronger settings)\n");
});

test("a configuration that gets another name is renamed: in the head, in its section and in the document", () => {
  const renamed = planOf(
    { configurations: [{ ...declared("team", "team", {}), renamedFrom: ["squad"] }], assignments: [] },
    { configurations: [live(1, "squad", {})], repositories: [] },
  );
  const text = planText(renamed, plain);
  expect(text).toContain("1 configuration to rename");
  expect(text).toMatch(/^CONFIGURATIONS 1 renamed\n {2}~ team \(was squad\)/m);
  expect(accountDocuments([renamed])).toMatchObject([{ summary: { rename: 1 }, changes: [{ action: "rename" }] }]);
});

import pc from "picocolors";
import { error, warning } from "../../src/diagnostics/diagnostic";
import { address } from "../../src/model/ids";
import type { Applied } from "../../src/reconcile/apply/apply";
import { planDocument } from "../../src/report/document";
import { errorMarkdown, plansMarkdown } from "../../src/report/markdown";
import { diagnosticsText, outcomeText, planText } from "../../src/report/text";
import { expectGolden } from "./golden";
import { moving, planOf, rich } from "./plans";

const plain = pc.createColors(false);

const diagnostics = [
  error("declaration-invalid", "risk_threshold: must be a whole number (it is 1.5).", {
    address: "scanform_configuration.a",
    path: "stacks/s/cdk.tf.json#/resource/scanform_configuration/a/risk_threshold",
  }),
  warning("rule-matches-nothing", 'The pattern "x-%" matches none.\nMove it up, or remove it.'),
];

const partly: Applied = {
  outcomes: [
    { address: address("scanform_configuration.a"), status: "succeeded", requestId: "r1" },
    { address: address("scanform_configuration.b"), status: "failed", error: "status 500", requestId: "r2" },
    { address: address("scanform_configuration.c"), status: "skipped", error: "scanform_configuration.b failed" },
  ],
  sent: 2,
  verified: false,
  wrote: true,
  unread: false,
  created: new Map(),
  diagnostics: [],
};

describe("a rich plan", () => {
  test("as text begins with how much, then what weakens", () => {
    expectGolden("rich.txt", planText(rich(), plain));
  });

  test("as a comment begins with the summary, and folds the details", () => {
    expectGolden("rich.md", plansMarkdown([rich()]));
  });

  test("as a document has the public fields", () => {
    expectGolden("rich.json", `${JSON.stringify(planDocument([rich()]), null, 2)}\n`);
  });

  test("is told apart by colour alone in nothing", () => {
    const coloured = planText(rich(), pc.createColors(true));
    expect(coloured).toContain("\x1b[31m");
    const escape = String.fromCharCode(27);
    expect(coloured.replaceAll(new RegExp(`${escape}\\[\\d+m`, "g"), "")).toBe(planText(rich(), plain));
  });
});

describe("a plan that does nothing", () => {
  const empty = () => planOf({ configurations: [], assignments: [] }, { configurations: [], repositories: [] });

  test("is one line of text", () => {
    expect(planText(empty(), plain)).toBe("account acme (5f0c41d2)   no changes (0 configurations, 0 repositories)\n");
  });

  test("is a short comment without anything to unfold", () => {
    expectGolden("empty.md", plansMarkdown([empty()]));
  });
});

describe("errors and warnings", () => {
  test("stand with their place, one below the other", () => {
    expectGolden("diagnostics.txt", diagnosticsText(diagnostics, plain));
  });

  test("take the place of the plan in a comment", () => {
    expectGolden("diagnostics.md", errorMarkdown(diagnostics));
  });
});

describe("the outcome of an apply", () => {
  test("counts what became of each, and says why something was skipped", () => {
    expectGolden("outcome.txt", outcomeText(partly, plain));
  });
});

/** Each group moves as many repositories, the last twice as many. */
describe.each([
  [2, 1, 1],
  [45, 8, 5],
  [5000, 99, 50],
])("a plan of %d moves", (moves, groups, each) => {
  const plan = moving(groups, each, true);

  test("as text", () => {
    expect(plan.moves).toHaveLength(moves);
    expectGolden(`moves-${String(moves)}.txt`, planText(plan, plain));
  });

  test("as a comment", () => {
    const text = plansMarkdown([plan]);
    expect(text.length).toBeLessThan(65_536);
    expectGolden(`moves-${String(moves)}.md`, text);
  });

  test("as a document, of which the lists are as long as the plan", () => {
    const [account] = planDocument([plan]).accounts;
    const { summary, requests, effects = [], moves: moved = [] } = account ?? {};
    expect(effects.flatMap(({ repositories }) => repositories)).toHaveLength(moves);
    expect(moved).toHaveLength(moves);
    const first = effects.slice(0, 1).map((effect) => ({ ...effect, repositories: effect.repositories.slice(0, 2) }));
    expectGolden(`moves-${String(moves)}.json`, `${JSON.stringify({ summary, requests, effects: first }, null, 2)}\n`);
  });
});

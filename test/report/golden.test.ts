import pc from "picocolors";
import { error, warning } from "../../src/diagnostics/diagnostic";
import { address } from "../../src/model/ids";
import type { Applied } from "../../src/reconcile/apply/apply";
import { errorMarkdown } from "../../src/report/markdown";
import { diagnosticsText } from "../../src/report/diagnostics-text";
import { expectGolden } from "./golden";
import { raw } from "./hostile";
import { moving, planOf, reviewed, rich } from "./plans";
import {
  accountDocuments,
  driftedDocument,
  outcomeText,
  planDocument,
  plansMarkdown,
  plansText,
  planText,
} from "./rendered";
import { namedIn } from "../../src/cli/commands/explain-account";
import type { Settings } from "../../src/model/settings";
import { explainRepository } from "../../src/reconcile/explain/explain";
import { driftJunit, driftMarkdown, driftText } from "../../src/report/drift/drift-renderers";
import { repositoryText } from "../../src/report/explain/explain-text";
import { declare, desired, give, live, names, planned } from "../reconcile/account";
import { noted, nothingUnread } from "../reconcile/drift/drifting";
import { formatVersion } from "../../src/report/format-version";

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
    { address: address("scanform_configuration.strict"), status: "succeeded", requestId: "r1" },
    { address: address("scanform_configuration.b"), status: "failed", error: "status 500", requestId: "r2" },
    { address: address("scanform_repository_assignments.routing"), status: "failed", error: "status 500" },
    { address: address("scanform_configuration.c"), status: "skipped", error: "scanform_configuration.b failed" },
  ],
  sent: 2,
  verified: false,
  wrote: true,
  unread: false,
  created: new Map(),
  unexpected: [],
  diagnostics: [],
};

test("a rich plan as text begins with how much, then what weakens", () => {
  expectGolden("rich.txt", planText(rich(), plain));
});

test("a rich plan as a comment begins with the summary, and folds the details", () => {
  expectGolden("rich.md", plansMarkdown([rich()]));
});

test("a rich plan as a document has the public fields", () => {
  expectGolden("rich.json", `${JSON.stringify(planDocument([rich()]), null, 2)}\n`);
});

test("a rich plan distinguishes nothing by colour alone", () => {
  const coloured = planText(rich(), pc.createColors(true));
  expect(coloured).toContain("\x1b[31m");
  const escape = String.fromCharCode(27);
  expect(coloured.replaceAll(new RegExp(`${escape}\\[\\d+m`, "g"), "")).toBe(planText(rich(), plain));
});

const empty = (name?: string) =>
  planOf({ configurations: [], assignments: [] }, { configurations: [], repositories: [] }, name);

test("a plan that does nothing is one line of text", () => {
  expect(planText(empty(), plain)).toBe("account acme (5f0c41d2)   no changes (0 configurations, 0 repositories)\n");
});

test("a plan that does nothing is a short comment without anything to unfold", () => {
  expectGolden("empty.md", plansMarkdown([empty()]));
});

test("errors and warnings stand with their place, one below the other", () => {
  expectGolden("diagnostics.txt", diagnosticsText(diagnostics, plain));
});

test("errors and warnings take the place of the plan in a comment", () => {
  expectGolden("diagnostics.md", errorMarkdown(diagnostics));
});

test("the outcome of an apply counts the configurations, and the repositories that move, by what became of them, and says why something was skipped", () => {
  expectGolden("outcome.txt", outcomeText(partly));
});

/** Each group moves as many repositories, the last twice as many. */
test.each([
  [45, 8, 5],
  [5000, 99, 50],
])(
  "a plan of %d moves fits into a text and a comment, and its document has lists as long as the plan",
  (moves, groups, each) => {
    const plan = moving(groups, each, true);
    expect(plan.moves).toHaveLength(moves);
    expectGolden(`moves-${String(moves)}.txt`, planText(plan, plain));

    const text = plansMarkdown([plan]);
    expect(text.length).toBeLessThan(65_536);
    expectGolden(`moves-${String(moves)}.md`, text);

    const [account] = accountDocuments([plan]);
    const { summary, requests, effects = [], moves: moved = [] } = account ?? {};
    expect(effects.flatMap(({ repositories }) => repositories)).toHaveLength(moves);
    expect(moved).toHaveLength(moves);
    expect(summary).toMatchObject({ create: 1, move: moves, repositories: { weakens: moves, mixed: moves } });
    expect(requests).toEqual({ planned: 1, one_by_one: moves + 1, lower_bound: 1 });
  },
);

/** Names that would do something in a terminal or in Markdown, and one that is longer than a line. */
const hostile = {
  configuration: "\x1b[31m```</details>@everyone ",
  analyzer: `[link](http://evil.example)|${"long-".repeat(30)}\n::error::`,
};
const several = () => [empty("idle"), moving(2, 1, true), rich(), reviewed()];

test.each([80, 200])(
  "a reviewed plan, one with hostile names, and several accounts fit into %d columns of text",
  (columns) => {
    expectGolden(`reviewed-${String(columns)}.txt`, planText(reviewed(), plain, { columns }));
    const text = planText(reviewed(hostile), plain, { columns });
    expect(text.split("\n").filter((line) => raw.test(line))).toEqual([]);
    expectGolden(`hostile-${String(columns)}.txt`, text);
    expectGolden(`accounts-${String(columns)}.txt`, plansText(several(), { colors: plain, columns }));
  },
);

test("a reviewed plan, one with hostile names, and several accounts as comments", () => {
  expectGolden("reviewed.md", plansMarkdown([reviewed()]));
  expectGolden("hostile.md", plansMarkdown([reviewed(hostile)]));
  expectGolden("accounts.md", plansMarkdown(several()));
});

test("the summary of a reviewed plan and that of several accounts as documents", () => {
  const [account] = accountDocuments([reviewed()]);
  const { summary, lines } = account ?? {};
  expectGolden("reviewed.json", `${JSON.stringify({ summary, lines }, null, 2)}\n`);
  expectGolden("accounts.json", `${JSON.stringify(planDocument(several()).overall, null, 2)}\n`);
});

test.each([80, 200])(
  "the first 25 lines of %d columns say what gets weaker, for how many, and where in the code",
  (columns) => {
    const first = planText(reviewed(), plain, { columns }).split("\n").slice(0, 25).join("\n");
    expect(first).toContain("WEAKENS 251 of 350 repositories");
    expect(first).toMatch(
      /weaker {8}sql-injection no longer blocks pull\s+requests[^]*?\s251 repositories, 6 configurations {3}settings.ts:40 and 5 more/,
    );
  },
);

test("what decides is coloured: what gets weaker, and what nobody can tell", () => {
  const colors = pc.createColors(true);
  const lines = planText(reviewed(), colors).split("\n");
  for (const line of lines.filter((each) => / weaker {8}/.test(each))) expect(line).toMatch(/^\x1b\[31m/);
  for (const line of lines.filter((each) => / unclassified {2}/.test(each))) expect(line).toMatch(/^\x1b\[33m/);
});

test("a place is in the code, not a generated address, wherever it is known", () => {
  const text = planText(reviewed(), plain);
  expect(text).not.toContain("scanform_configuration.");
});

describe("an explanation", () => {
  const view = { colors: pc.createColors(false) };
  const hostile = '\u001b[31m"]]>`@team</details>';

  const strict: Settings = {
    comment: "enabled",
    risk_threshold: 3,
    analyzers: {
      a: { enabled: true, blocking: true, risk_level: "high", excludes: ["test/**", hostile], includes: [] },
      b: { enabled: false, blocking: true },
    },
    code_policies: [{ id: "p", enabled: true, silent: true }],
    notifications: { enabled: true, integration_names: ["appsec-chat"] },
  };
  const observed = live({ base: { settings: { comment: "silent" }, has: ["payments-api", hostile] } });
  const declaration = desired(
    [declare("base"), declare("strict", strict)],
    give("strict", { repositoryPattern: "payments-%" }),
    give("base", names("payments-api", hostile)),
  );

  test("an explanation says the rule with its line, what it means now, and what it will mean", () => {
    const plan = planned(declaration, observed);
    const [repository] = observed.repositories;
    if (repository === undefined) throw new Error("no repository");
    const text = repositoryText(
      {
        ...explainRepository(plan, observed, repository),
        account: { ...plan.account, name: "acme", baseUrl: "https://findings.example.com" },
        exists: true,
        hint: "",
        titles: new Map([["p", hostile]]),
        locationOf: (address) => (address.includes("assignments") ? "main.ts:31:5" : "settings/strict.ts:12:3"),
        ...namedIn(plan, observed),
      },
      view,
    );
    expectGolden("explain.txt", text);
  });

  const applied = live({
    base: { settings: { comment: "silent" }, has: [hostile] },
    strict: { settings: strict, has: ["payments-api"] },
  });
  const now = live({
    base: { settings: { comment: "silent" }, has: [hostile] },
    strict: {
      settings: { ...strict, comment: "disabled", notifications: { enabled: false } },
      has: ["payments-api"],
      name: hostile,
    },
  });
  const { drift, pending } = driftedDocument(now, declaration, noted(declaration, applied));
  const account = planned(declaration, now).account;
  const report = {
    account,
    drift,
    due: [],
    unread: nothingUnread,
    dismissed: null,
    pending,
    titles: new Map<string, string>(),
  };

  test("drift as text begins with what weakens", () => {
    expectGolden("drift.txt", driftText(report, view));
  });

  test("drift as Markdown folds the details", () => {
    expectGolden("drift.md", driftMarkdown([report], []));
  });

  test("drift as JUnit is valid, whatever names there are", () => {
    expectGolden("drift.xml", driftJunit([report]));
  });
});

const document = () => planDocument([rich(), rich()]);
const [account] = accountDocuments([rich()]);

test("a plan is valid by the JSON Schema in the package, and so is an error before there is one", () => {
  const withoutPlan = { format_version: formatVersion, diagnostics: [error("usage", "No command was given.")] };
  for (const each of [document(), withoutPlan]) expect(planDocumentProblems(each)).toEqual([]);
});

test.each([
  ["another version", { ...document(), format_version: "0.1" }],
  ["no diagnostics", { format_version: formatVersion, accounts: [] }],
  ["an unknown key", { ...document(), more: true }],
  ["an unknown key in an account", { ...document(), accounts: [{ ...account, more: true }] }],
  ["an account without effects", { ...document(), accounts: [{ ...account, effects: undefined }] }],
])("a document with %s is not", (_what, given) => {
  expect(planDocumentProblems(given)).not.toEqual([]);
});

test("every repository that is affected is in one effect, and the counts add up to all of the account", () => {
  const { mixed, ...counts } = account?.summary.repositories ?? { mixed: 0 };
  expect(Object.values(counts).reduce((sum, each) => sum + each, 0)).toBe(9);
  expect(mixed).toBeLessThanOrEqual(account?.summary.repositories.weakens ?? 0);
  const ids = (account?.effects ?? []).flatMap(({ repositories }) => repositories.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
});

test("the words of a leaf are a whole sentence", () => {
  expect(account?.effects[0]?.weaker).toEqual([
    {
      path: 'analyzers["sql-injection"].blocking',
      before: true,
      after: false,
      words: "sql-injection no longer blocks pull requests",
    },
  ]);
});

test("a document counts the requests as planned, one by one, and at least", () => {
  const [counted] = accountDocuments([{ ...rich(), requests: { planned: 3, oneByOne: 9, lowerBound: 2 } }]);
  expect(counted?.requests).toEqual({ planned: 3, one_by_one: 9, lower_bound: 2 });
});

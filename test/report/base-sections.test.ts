import pc from "picocolors";
import type { LeafChange } from "../../src/model/compare-settings";
import { address, configurationId } from "../../src/model/ids";
import type { BaseComparison, FutureChange } from "../../src/reconcile/plan/base-comparison";
import type { RuleMatch } from "../../src/reconcile/plan/change";
import type { Plan } from "../../src/reconcile/plan/plan";
import { verdictOf } from "../../src/report/head";
import { accountDocument } from "../../src/report/make-document";
import { expectGolden } from "./golden";
import { expectHarmless } from "./harmless";
import { raw } from "./hostile";
import { declared, live, planOf, repositories, rich } from "./plans";
import { accountDocuments, planText, plansMarkdown, plansText } from "./rendered";

const plain = pc.createColors(false);
const idle = (name = "idle") =>
  planOf({ configurations: [], assignments: [] }, { configurations: [], repositories: [] }, name);

const side = (name: string, at: number) => ({
  id: configurationId(`eeeeeeee-0000-4000-8000-00000000000${String(at)}`),
  address: address(`scanform_configuration.${name}`),
  name,
});
const { id: _notYet, ...strict } = side("strict", 1);
const [lax, web] = [side("lax", 2), side("web", 3)];

const noLongerBlocks = (slug: string): LeafChange => ({
  path: `analyzers["${slug}"].blocking`,
  setting: "analyzers",
  key: slug,
  removes: false,
  before: true,
  after: false,
  verdict: "weaker",
});

const weakened = (
  like: string,
  [from, to]: readonly [FutureChange["from"], FutureChange["to"]],
  [before, after]: readonly [RuleMatch | null, RuleMatch | null],
): FutureChange => ({
  like,
  from,
  to,
  class: "weakens",
  weaker: [noLongerBlocks("business-logic-authorization-bypass")],
  rules: { before, after },
});

const dropped = (name: string) =>
  ({ kind: "setting", address: address(`scanform_configuration.${name}`), name, path: 'analyzers["xss"]' }) as const;

/** What a base can say, in each form. */
const comparison: BaseComparison = {
  future: [
    weakened(
      "payments-…",
      [strict, lax],
      [
        { rule: 0, matched: "payments-%" },
        { rule: 11, matched: "payments-and-everything-else-%" },
      ],
    ),
    weakened(
      "web-…",
      [web, web],
      [
        { rule: 1, matched: "web-%" },
        { rule: 2, matched: "web-%" },
      ],
    ),
    weakened(
      "pay-…",
      [strict, strict],
      [
        { rule: 3, matched: "pay-%" },
        { rule: 3, matched: "pay-%" },
      ],
    ),
    weakened("docs-…", [strict, null], [{ rule: 4, matched: "docs-%" }, null]),
    { ...weakened("new-…", [null, lax], [null, { rule: 5, matched: "new-%" }]), class: "strengthens", weaker: [] },
  ],
  noLongerDeclared: [
    dropped("data"),
    { kind: "configuration", address: address("scanform_configuration.partner"), name: "partner" },
    dropped("web"),
    { kind: "rule", address: address("scanform_repository_assignments.routing"), name: "partner-%", path: "rules[3]" },
    dropped("mobile"),
    { kind: "triage", address: address("scanform_finding_triage.key") },
  ],
  prolonged: [
    {
      address: address("scanform_finding_triage.one"),
      findingId: "ffffffff-0000-4000-8000-000000000001",
      before: "2027-03-01T00:00:00.000Z",
      after: "2027-06-01T00:00:00.000Z",
    },
  ],
  problems: [],
};
const compared = (plan: Plan, base: Partial<BaseComparison> = {}): Plan => ({
  ...plan,
  base: { ...comparison, ...base },
});

test("what a declaration changes beside its base", () => {
  expectGolden("base-sections-80.txt", planText(compared(idle()), plain, { columns: 80 }));
  expectGolden("base-sections-200.txt", planText(compared(idle()), plain, { columns: 200 }));
  expectGolden("base.md", plansMarkdown([compared(rich())]));
  const [account] = accountDocuments([compared(rich())]);
  const { future, no_longer_declared: dropped } = account ?? {};
  expectGolden("base.json", `${JSON.stringify({ future, no_longer_declared: dropped }, null, 2)}\n`);
});

test("weaker settings of new repositories alone make the verdict a warning", () => {
  const nothing = { effects: [], unused: [], deletions: [] };
  expect(verdictOf(accountDocument({ ...compared(rich()), ...nothing })).isWeaker).toBe(true);
  expect(verdictOf(accountDocument({ ...rich(), ...nothing })).isWeaker).toBe(false);
});

test("settings that are live and not declared have a line, beside a base too", () => {
  const undeclared: Plan["undeclared"] = {
    configurations: [{ id: configurationId("a"), name: "old", repositories: 2 }],
    leaves: ['analyzers["xss"]', 'analyzers["xss"].silent', "comment", "risk_threshold", "show_scan_confirmation"].map(
      (path) => ({ path, configurations: 5 }),
    ),
  };
  const plan = { ...rich(), undeclared };
  expect(planText(plan, plain)).toContain(
    '\nnot declared: 1 configuration, "xss" in 5, "xss" silent in 5, comment in 5,\n              2 more settings\n',
  );
  expect(planText(compared(plan), plain)).toContain("\nnot declared: 1 configuration");
  expect(accountDocuments([plan])[0]).not.toHaveProperty(["future"]);
  expect(accountDocuments([plan])[0]).not.toHaveProperty(["no_longer_declared"]);
});

test("names of a base cannot do anything where they are shown", () => {
  const hostile = "\x1b[2J```</details>@everyone\n# heading";
  const [from, to] = [side("strict", 1), { ...side("lax", 2), name: hostile }];
  const plan = compared(rich(), {
    future: [
      weakened(
        hostile,
        [from, to],
        [
          { rule: 0, matched: "payments-%" },
          { rule: 1, matched: `${hostile}%` },
        ],
      ),
    ],
    noLongerDeclared: [dropped(hostile), { ...dropped(hostile), kind: "configuration" }],
    prolonged: comparison.prolonged.map((each) => ({ ...each, findingId: hostile })),
  });
  const lines = planText(plan, plain).split("\n");
  expect(lines.filter((line) => raw.test(line))).toEqual([]);
  expectHarmless(plansMarkdown([plan]));
});

test("without a request, the difference from the base is the plan", () => {
  const [first = "", , verdict] = planText(compared(idle()), plain, { columns: 120 }).split("\n");
  expect(first).toContain("no changes");
  expect(verdict).toBe("weakens no existing repository; new repositories get weaker settings; 1 triage ends later");
  expect(plansMarkdown([compared(idle())])).toContain(
    "**weakens no existing repository**; new repositories get weaker",
  );
});

test("among accounts, one that only new repositories weaken is shown before those that change and weaken nothing", () => {
  const stronger = planOf(
    { configurations: [declared("base", "base", { comment: "enabled" })], assignments: [] },
    { configurations: [live(1, "base", { comment: "silent" })], repositories: repositories(["web"], 1) },
    "stronger",
  );
  const plans = [idle("quiet"), stronger, compared(idle("future"))];
  const text = plansText(plans, { colors: plain });
  expect(text.indexOf("account future")).toBeGreaterThan(0);
  expect(text.indexOf("account future")).toBeLessThan(text.indexOf("account stronger"));
  expect(text).toContain("no changes in 1 account: quiet");
  expect(plansMarkdown(plans)).toContain("` account future (5f0c41d2) `");
});

test.each<[many: number, weaker: number, title: string]>([
  [1, 1, "FUTURE 1 kind of new repositories gets weaker settings"],
  [2, 2, "FUTURE 2 kinds of new repositories get weaker settings"],
  [1, 0, "FUTURE 1 kind of new repositories changes; none of them gets weaker settings"],
  [3, 1, "FUTURE 3 kinds of new repositories change; 1 of them gets weaker settings"],
  [3, 2, "FUTURE 3 kinds of new repositories change; 2 of them get weaker settings"],
])("%d kinds of new repositories, %d of them weaker", (many, weaker, title) => {
  const future = Array.from({ length: many }, (_, at) =>
    weakened(`n${String(at)}-…`, [at < weaker ? strict : null, lax], [null, { rule: 0, matched: "%" }]),
  );
  expect(planText(compared(idle(), { future }), plain).split("\n")).toContain(title);
});

test("where the search for kinds of new repositories ended early, there may be more of them", () => {
  const title = "FUTURE 5 kinds of new repositories, or more, change; 4 of them get weaker settings";
  expect(planText(compared(idle(), { isCut: true }), plain).split("\n")).toContain(title);
});

test("no name of a rule or of an analyzer is cut, whatever the width", () => {
  const text = planText(compared(rich()), plain, { columns: 60 });
  expect(text).toContain("business-logic-authorization-bypass");
  expect(text).toMatch(/rule 1: payments-% ->\s+rule 12:\s+payments-and-everything-else-%/);
  expect(text).toContain("finding ffffffff-0000-4000-8000-000000000001");
});

test("what is live and not declared goes on below where it does not fit into a line", () => {
  const leaves = ["business-logic-authorization-bypass", "insecure-deserialization", "xss"].map((slug) => ({
    path: `analyzers["${slug}"].blocking`,
    configurations: 7,
  }));
  const text = planText({ ...idle(), undeclared: { configurations: [], leaves } }, plain, { columns: 80 });
  expect(text).toContain(`not declared: "business-logic-authorization-bypass" blocking in 7,
              "insecure-deserialization" blocking in 7, "xss" blocking in 7\n`);
});

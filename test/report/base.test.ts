import pc from "picocolors";
import { address } from "../../src/model/ids";
import type { LeafChange } from "../../src/model/compare-settings";
import type { Plan } from "../../src/reconcile/plan/plan";
import { planDocument } from "../../src/report/document";
import { verdictOf } from "../../src/report/head";
import { plansMarkdown } from "../../src/report/markdown";
import { planText } from "../../src/report/text";
import { expectGolden } from "./golden";
import { expectHarmless } from "./harmless";
import { raw } from "./hostile";
import { rich } from "./plans";

const plain = pc.createColors(false);
const weaker: LeafChange = {
  path: 'analyzers["sql-injection"].blocking',
  setting: "analyzers",
  key: "sql-injection",
  before: true,
  after: false,
  verdict: "weaker",
  words: "no longer blocks pull requests",
  removes: false,
};

const compared = (name = "lax"): Plan => ({
  ...rich(),
  base: {
    future: [
      {
        like: `payments-${name}`,
        from: { name: "strict" },
        to: { name, address: address("scanform_configuration.lax") },
        class: "weakens",
        weaker: [weaker],
        rules: { before: "rule 1: payments-%", after: `rule 2: ${name}%` },
      },
      {
        like: "docs-…",
        from: null,
        to: { name: "strict" },
        class: "strengthens",
        weaker: [],
        rules: { before: null, after: "rule 3: docs-%" },
      },
    ],
    noLongerDeclared: [
      { kind: "configuration", address: address("scanform_configuration.old"), name },
      { kind: "setting", address: address("scanform_configuration.baseline"), name, path: 'analyzers["xss"]' },
      { kind: "triage", address: address("scanform_finding_triage.key") },
    ],
    prolonged: [{ address: address("scanform_finding_triage.key"), findingId: name, before: "2026-01-01" }],
    problems: [],
  },
});

test("beside a base a plan says what new repositories would get, and what is no longer declared", () => {
  const text = planText(compared(), plain);
  expectGolden("base.txt", text);
  expect(text).toMatch(/; new repositories get weaker\s+settings/);
  expect(text).not.toContain("not declared: ");
  expectGolden("base.md", plansMarkdown([compared()]));
});

test("weaker settings of new repositories alone make the verdict a warning", () => {
  const harmless = { ...compared(), effects: [], unused: [], deletions: [] };
  expect(verdictOf(harmless).isWeaker).toBe(true);
  const { base: _, ...without } = harmless;
  expect(verdictOf(without).isWeaker).toBe(false);
});

test("as a document it has both", () => {
  const [account] = planDocument([compared()]).accounts;
  const { future, no_longer_declared: dropped } = account ?? {};
  expectGolden("base.json", `${JSON.stringify({ future, no_longer_declared: dropped }, null, 2)}\n`);
});

test("without a base neither is there, and what is live and not declared has a line", () => {
  const [account] = planDocument([rich()]).accounts;
  expect(account).not.toHaveProperty("future");
  expect(account).not.toHaveProperty("no_longer_declared");
  const undeclared = {
    configurations: [{ id: "a", name: "old", repositories: 2 }],
    leaves: ['analyzers["xss"]', 'analyzers["xss"].silent', "comment", "risk_threshold"].map((path) => ({
      path,
      configurations: 5,
    })),
  } as unknown as Plan["undeclared"];
  expect(planText({ ...rich(), undeclared }, plain)).toContain(
    '\nnot declared: 1 configuration, "xss" in 5, "xss" silent in 5, comment in 5,\n              1 more setting\n',
  );
});

test("names of a base cannot do anything where they are shown", () => {
  const hostile = "\x1b[2J```</details>@everyone\n# heading";
  expect(
    planText(compared(hostile), plain)
      .split("\n")
      .filter((line) => raw.test(line)),
  ).toEqual([]);
  expectHarmless(plansMarkdown([compared(hostile)]));
});

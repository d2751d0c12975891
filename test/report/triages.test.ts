import { htmlRenderer } from "../../src/page/html";
import { textWidth } from "../../src/diagnostics/text-width";
import fc from "fast-check";
import pc from "picocolors";
import type { DesiredTriage } from "../../src/model/desired";
import { address } from "../../src/model/ids";
import { nothingCompared } from "../../src/reconcile/plan/base-comparison";
import { accountDocument } from "../../src/report/make-document";
import { hostileNames, raw } from "./hostile";
import { planOf } from "./plans";
import { planDocument, planText, plansMarkdown, plansText } from "./rendered";

const idOf = (at: number): string => `3d9f4a0e-6c1b-4e57-9a83-${String(at).padStart(12, "0")}`;
const plain = pc.createColors(false);

/** A plan that sets these triages, each in place of what the service holds. */
const planned = (triages: readonly Omit<DesiredTriage, "findingId">[], held = "in_progress", name?: string) =>
  planOf(
    { configurations: [], assignments: [], triages: triages.map((each, at) => ({ ...each, findingId: idOf(at) })) },
    {
      configurations: [],
      repositories: [],
      triages: { at: 0, found: new Map(triages.map((_, at) => [idOf(at), { is: "set", category: held }])) },
    },
    name,
  );

const triage = (justification: string) =>
  ({ address: address("scanform_finding_triage.key"), category: "wont_fix", justification }) as const;

test("no line begins with a reason, an address or a category of somebody else", () => {
  fc.assert(
    fc.property(hostileNames(3), ([reason = "", at = "", held = ""]) => {
      const text = planText(planned([{ ...triage(`x${reason}`), address: address(at) }], held), plain);
      expect(text.split("\n").filter((line) => raw.test(line))).toEqual([]);
      for (const line of text.split("\n"))
        expect(line).toMatch(
          /^$|^ {2}~ | {6}because "| {12}\| |^ {6}\S|^account |^ {2}\d|^ {2}(dismisses|changes the category of) |^TRIAGES 1 set|^weakens nothing|^digest |^--full/,
        );
    }),
  );
});

test("a long reason is on several lines, and is whole with --full", () => {
  const words = Array.from({ length: 300 }, (_, at) => `word${String(at)}`);
  const plan = planned([triage(words.join(" "))]);
  const lines = planText(plan, plain).split("\n");
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
  expect(lines.filter((line) => /because|\| /.test(line)).length).toBeLessThan(9);
  const full = planText(plan, plain, { full: true });
  for (const word of words) expect(full).toContain(word);
});

test.each([
  ["a link", `https://tickets.example.com/${"segment/".repeat(30)}end`],
  ["a language without spaces", "テストでのみ使われる".repeat(15)],
])("%s is not cut, but goes on in the next line", (_, reason) => {
  const lines = planText(planned([triage(reason)]), plain)
    .split("\n")
    .filter((line) => /because|\| /.test(line));
  expect(lines.map((line) => line.slice(14)).join("")).toBe(`"${reason}"`);
  expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(80);
});

test("triages are shown before what else there is no room for", () => {
  const many = Array.from({ length: 30 }, (_, at) => triage(`reason ${String(at)}`));
  for (const shown of [planText(planned(many), plain), plansMarkdown([planned(many)])])
    for (const { justification } of many) expect(shown).toContain(`because "${justification}"`);
});

test("the verdict over several accounts says what becomes of findings", () => {
  const plans = [
    planned([triage("one")], "in_progress", "acme"),
    planned([triage("two"), { ...triage("three"), category: null }], "in_progress", "globex"),
  ];
  const verdict = "changes the category of 2 findings (2 of unknown severity); 1 triage to remove";
  expect(plansText(plans, { colors: plain, columns: 200 })).toMatch(`weakens nothing in 2 accounts; ${verdict}\n`);
  expect(plansMarkdown(plans)).toContain(`**weakens nothing in 2 accounts**; ${verdict}\n`);
  expect(htmlRenderer.plans(planDocument(plans), { colors: plain })).toContain(
    `weakens nothing in 2 accounts <span class="rest">${verdict}</span></h1>`,
  );
});

test("an account that there is no room for says what becomes of its findings", () => {
  const plans = Array.from({ length: 11 }, (_, at) => planned([triage("one")], "in_progress", `team-${String(at)}`));
  expect(plansText(plans, { colors: plain, columns: 200 })).toMatch(
    /^account team-\d+ \(5f0c41d2\) {3}weakens nothing; changes the category of 1 finding \(1 of unknown severity\)$/m,
  );
});

test("a triage that is removed says until when it was to hold, if it had an end", () => {
  const at = Date.parse("2026-06-01T00:00:00Z");
  const found = new Map([idOf(0), idOf(1)].map((id) => [id, { is: "set", category: "wont_fix" }] as const));
  const plan = planOf(
    {
      configurations: [],
      assignments: [],
      triages: [
        { ...triage("until the move"), findingId: idOf(0), expires: "2026-03-31" },
        { ...triage("undone"), findingId: idOf(1), category: null },
      ],
    },
    { configurations: [], repositories: [], triages: { at, found } },
  );
  for (const shown of [planText(plan, plain), plansMarkdown([plan])]) {
    expect(shown).toContain(`  - wont_fix, expired 2026-03-31   finding ${idOf(0)}\n`);
    expect(shown).toContain(`  - wont_fix   finding ${idOf(1)}\n`);
  }
});

test("a triage that is as it should be is counted as unchanged", () => {
  expect(accountDocument(planned([triage("as before"), triage("too")], "wont_fix")).summary.unchanged).toBe(2);
});

test("a triage that gets another category is no dismissal", () => {
  const text = planText(planned([triage("one"), triage("two")], "false_positive"), plain);
  expect(text).toContain("changes the category of 2 findings (2 of unknown severity)");
  expect(text).not.toContain("dismisses");
});

test("a document says where a triage is declared, where that is known", () => {
  const { triages, ...plan } = planned([triage("here"), triage("anywhere")]);
  const located = triages.map((each, at) => (at === 0 ? { ...each, location: "main.ts:31:5" } : each));
  const documents = accountDocument({ ...plan, digest: plan.digest, triages: located }).triages;
  expect(documents.map(({ location }) => location)).toEqual(["main.ts:31:5", undefined]);
});

test("of the findings that get another category, those of the worst severity are counted", () => {
  const { triages, ...plan } = planned([triage("one"), triage("two"), triage("three")]);
  const severities = ["low", "critical", "high"] as const;
  const found = triages.map((each, at) => ({ ...each, finding: { title: "?", severity: severities[at] ?? "low" } }));
  expect(planText({ ...plan, digest: plan.digest, triages: found }, plain)).toContain(
    "changes the category of 3 findings (1 critical)",
  );
});

test("a triage that ends later than in the base is shown with its finding, where the plan knows that", () => {
  const plan = planned([triage("one")]);
  const prolonged = [{ address: address("scanform_finding_triage.key"), findingId: idOf(0), before: "2027-03-01" }];
  const finding = { title: "SQL injection", severity: "high", file: "src/db.ts" };
  const [section = ""] = planText(
    {
      ...plan,
      triages: plan.triages.map((each) => ({ ...each, finding })),
      base: { ...nothingCompared, prolonged },
    },
    plain,
  )
    .split("\n\n")
    .filter((each) => each.startsWith("TRIAGES 1 with a later end"));
  expect(section.split("\n").slice(1)).toEqual([
    `  ~ until 2027-03-01 -> no end   finding ${idOf(0)}`,
    '      high "SQL injection" in src/db.ts',
  ]);
});

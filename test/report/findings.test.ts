import fc from "fast-check";
import pc from "picocolors";
import { like } from "../../src/model/sql-like";
import { concernsFindings, type OpenFindings } from "../../src/reconcile/plan/open-findings";
import type { Plan } from "../../src/reconcile/plan/plan";
import { accountShape } from "../../src/report/document-shape";
import { expectGolden } from "./golden";
import { expectHarmless } from "./harmless";
import { hostileName, hostileNames, raw } from "./hostile";
import { planOf, rich } from "./plans";
import { finding, withFindings } from "./with-findings";
import { accountDocuments, planDocument, plansMarkdown, plansText, planText } from "./rendered";
import { htmlRenderer } from "../../src/page/html";
import { textWidth } from "../../src/diagnostics/text-width";
import type { DesiredTriage } from "../../src/model/desired";
import { address } from "../../src/model/ids";
import { nothingCompared } from "../../src/reconcile/plan/base-comparison";
import { accountDocument } from "../../src/report/make-document";

const plain = pc.createColors(false);

/** The lines below the verdict, up to the next blank one, as one text. */
const below = (...plans: readonly Plan[]): string => {
  const text = plansText(plans, { colors: plain });
  const [paragraph = ""] = text.split("\n\n").filter((each) => /^(WEAKENS|weakens)/.test(each));
  return paragraph.replace(/\n +/g, " ");
};

test("findings have a line below the verdict, and those of a group are with the group", () => {
  expectGolden("findings.txt", planText(withFindings(), plain));
  expectGolden("findings.md", plansMarkdown([withFindings()]));
});

test("the document has open findings in all and for each effect, with exactly the documented fields", () => {
  const [account] = accountDocuments([withFindings()]);
  accountShape.parse(account);
  const { findings, effects } = account ?? {};
  const each = effects?.map(({ class: kind, findings: own }) => ({ class: kind, findings: own }));
  expectGolden("findings.json", `${JSON.stringify({ findings, effects: each }, null, 2)}\n`);
});

test("without open findings nothing is said of them", () => {
  const [account] = accountDocuments([rich()]);
  expect(account).not.toHaveProperty("findings");
  expect(account?.effects[0]).not.toHaveProperty("findings");
  expect(planText(rich(), plain)).not.toContain("findings");
});

test.each<[what: string, findings: Partial<OpenFindings & { readonly days: number }>, line: string]>([
  ["some", {}, "these 9 repositories have 41 open findings of the last 30 days (3 critical, 38 high)"],
  ["one", { open: 1, critical: 1, high: 0, days: 1 }, "have 1 open finding of the last day (1 critical)"],
  [
    "one of a severity that is not known",
    { open: 42 },
    "have 42 open findings of the last 30 days (3 critical, 38 high, 1 of another severity)",
  ],
  [
    "some that were not read",
    { unread: 1200 },
    "have at least 41 open findings of the last 30 days (3 critical, 38 high); 1,200 more findings were not read, or name no repository",
  ],
  ["one that was not read", { unread: 1 }, "; 1 more finding was not read, or names no repository"],
])("the line says that there are %s", (_what, findings, line) => {
  const repositories = rich()
    .effects.filter(concernsFindings)
    .flatMap((each) => each.repositories);
  expect(below(withFindings(rich(), findings))).toContain(
    line.replace("these 9", `these ${String(repositories.length)}`),
  );
});

test("a plan that weakens nothing says nothing of findings", () => {
  const neutral = { ...rich(), effects: rich().effects.filter((each) => !concernsFindings(each)) };
  expect(planText(withFindings(neutral, { open: 0 }), plain)).not.toContain("finding");
});

test("several accounts are summed in the first lines, and each has its own", () => {
  const one = withFindings();
  const other = { ...one, account: { ...one.account, name: "globex" } };
  expect(below(one, other)).toContain("have 82 open findings of the last 30 days (6 critical, 76 high)");
  expect(plansText([one, other], { colors: plain })).toContain("41 open of the last 30 days");
  const { findings: _unread, ...unknown } = other;
  expect(below(one, unknown)).toContain("have 41 open findings");
});

test("where two groups have findings, the most severe of both are listed together", () => {
  const plan = withFindings();
  const effects = plan.findings?.effects ?? {};
  const [first, second, ...others] = Object.entries(effects);
  expect(second).toBeDefined();
  expect(planText(plan, plain)).not.toContain("the worst");
  const findings = {
    ...plan.findings,
    effects: Object.fromEntries([first, [second?.[0], first?.[1]], ...others] as never),
  };
  const text = planText({ ...plan, findings } as Plan, plain);
  expect(text).toMatch(/^FINDINGS 41 open of the last 30 days \(3 critical, 38 high\): the worst$/m);
  expect(text).toMatch(
    /^ {2}- critical "SQL injection" in web-shop, src\/db\.ts\n {4}https:\/\/findings\.example\.com\//m,
  );
});

test("--only shows the findings of whole groups", () => {
  const only = planText(withFindings(), plain, { only: { pattern: "web-blog", matches: like("web-blog") } });
  expect(only).toContain("41 open of the last 30 days");
});

test("only an address of http or https is a link", () => {
  const url = (text: string): string =>
    planText(withFindings(rich(), { worst: [finding("low", { url: text })] }), plain);
  expect(url("https://findings.example.com/a b")).toContain("https://findings.example.com/a%20b");
  for (const text of [
    "javascript:alert(1)",
    "https://user:secret@findings.example.com/",
    "none",
    `https://e.com/${"x".repeat(400)}`,
  ])
    expect(url(text)).not.toMatch(/alert|user:|xxxx/);
});

test("names of findings cannot do anything where they are shown", () => {
  fc.assert(
    fc.property(hostileName, (name) => {
      const hostile = finding(name, { title: name, file: name, repository: name, url: `https://e.com/${name}` });
      const plan = withFindings(rich(), { worst: [hostile] });
      expect(
        planText(plan, plain)
          .split("\n")
          .filter((line) => raw.test(line)),
      ).toEqual([]);
      expectHarmless(plansMarkdown([plan]));
    }),
    { numRuns: 6 },
  );
});

describe("triages", () => {
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
      { numRuns: 8 },
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
});

import fc from "fast-check";
import pc from "picocolors";
import { like } from "../../src/model/sql-like";
import { concernsFindings, type OpenFindings } from "../../src/reconcile/plan/open-findings";
import type { Plan } from "../../src/reconcile/plan/plan";
import { accountShape } from "../../src/report/document-shape";
import { expectGolden } from "./golden";
import { expectHarmless } from "./harmless";
import { hostileName, raw } from "./hostile";
import { rich } from "./plans";
import { finding, withFindings } from "./with-findings";
import { accountDocuments, planText, plansMarkdown, plansText } from "./rendered";

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

test("the document has them in all and for each effect, with exactly the documented fields", () => {
  const [account] = accountDocuments([withFindings()]);
  accountShape.parse(account);
  const { findings, effects } = account ?? {};
  const each = effects?.map(({ class: kind, findings: own }) => ({ class: kind, findings: own }));
  expectGolden("findings.json", `${JSON.stringify({ findings, effects: each }, null, 2)}\n`);
});

test("without them nothing is said", () => {
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
    { numRuns: 15 },
  );
});

import fc from "fast-check";
import pc from "picocolors";
import type { Impact } from "../../src/reconcile/plan/impact";
import type { Plan } from "../../src/reconcile/plan/plan";
import { like } from "../../src/model/sql-like";
import { planDocument } from "../../src/report/document";
import { accountShape } from "../../src/report/document-shape";
import { plansMarkdown } from "../../src/report/markdown";
import { exampleTexts } from "../../src/report/impact-sections";
import { planText, textRenderer } from "../../src/report/text";
import { expectGolden } from "./golden";
import { expectHarmless } from "./harmless";
import { hostileName, raw } from "./hostile";
import { rich } from "./plans";
import { example, impactOf, weighed } from "./weighed";

const plain = pc.createColors(false);

/** The lines below the verdict, up to the next blank one, as one text. */
const below = (plan: Plan, ...others: readonly Plan[]): string => {
  const text = textRenderer.plans([plan, ...others], { colors: plain });
  const [paragraph = ""] = text.split("\n\n").filter((each) => /^(WEAKENS|weakens)/.test(each));
  return paragraph.replace(/\n +/g, " ");
};

test("an impact has a line below the verdict, and its details further down", () => {
  expectGolden("weighed.txt", planText(weighed(), plain));
  expectGolden("weighed.md", plansMarkdown([weighed()]));
});

test("the document has it, with exactly the documented fields", () => {
  const [account] = planDocument([weighed()]).accounts;
  accountShape.parse(account);
  const { impact, effects } = account ?? {};
  expectGolden(
    "weighed.json",
    `${JSON.stringify({ impact, effects: effects?.map((each) => each.impact) }, null, 2)}\n`,
  );
});

test("without an impact nothing is said", () => {
  const [account] = planDocument([rich()]).accounts;
  expect(account).not.toHaveProperty("impact");
  expect(account?.effects[0]).not.toHaveProperty("impact");
  expect(planText(rich(), plain)).not.toMatch(/impact/i);
});

test.each<[what: string, impact: Partial<Impact>, line: string]>([
  [
    "has intervals",
    {},
    "impact of the last 30 days (estimate): 0 to 12 findings no longer reported, 3 no longer blocking, none newly blocking",
  ],
  [
    "has a single day",
    { since: "2026-11-26T09:00:00.000Z", noLongerReported: [1, 1] },
    "impact of the last day (estimate): 1 finding no longer reported, 3 no longer blocking, none newly blocking",
  ],
  [
    "touches nothing",
    { noLongerReported: [0, 0], noLongerBlocking: [0, 0] },
    "impact of the last 30 days (estimate): 0 findings no longer reported, none no longer blocking, none newly blocking",
  ],
])("an impact that %s", (_what, impact, line) => {
  const plan = rich();
  expect(below({ ...plan, impact: { ...impactOf(plan), ...impact } })).toContain(line);
});

test("a figure that nothing bounds is not shown, and without any the impact is not known", () => {
  const { noLongerReported: _reported, ...bounded } = impactOf(rich());
  expect(below({ ...rich(), impact: bounded })).toContain(
    "(estimate): 3 findings no longer blocking, none newly blocking",
  );
  const { noLongerBlocking: _blocking, newlyBlocking: _newly, ...unbounded } = bounded;
  const cut: Plan = { ...rich(), impact: { ...unbounded, isCut: true, effects: [] } };
  expect(below(cut)).toContain("impact of the last 30 days (estimate): not known");
  const text = planText(cut, plain).replace(/\n +/g, " ");
  expect(text).toContain("An unknown number of findings of 2026-10-28 to 2026-11-27");
  expect(text).toContain("which is the limit: not all are read (--impact-limit)");
});

test("several accounts are summed in the first lines, and each has its own", () => {
  const [one, other] = [weighed(), weighed()];
  const named = { ...other, account: { ...other.account, name: "globex" } };
  expect(below(one, named)).toContain("0 to 24 findings no longer reported, 6 no longer blocking");
  const { impact: _, ...unknown } = named;
  expect(below(one, unknown)).toContain("0 to 12 findings");
});

test("--only shows the figures of whole effects, and the examples of the repositories that match", () => {
  const examples = [example("critical"), example("low", { repository: "web-blog", title: "Open redirect" })];
  const plan = { ...rich(), impact: impactOf(rich(), examples) };
  const only = (pattern: string) => planText(plan, plain, { only: { pattern, matches: like(pattern) } });
  expect(only("baseline")).toContain("0 to 12 findings no longer reported");
  const part = only("web-blog");
  expect(part).toContain("Open redirect");
  expect(part).not.toContain("SQL injection");
  expect(part.match(/0 to 12 findings/g)).toHaveLength(1);
});

test("a finding that may stop or begin to block is not said to do both", () => {
  const either = example("high", { noLongerBlocking: "possible", newlyBlocking: "possible" });
  expect(exampleTexts(either).join(" ")).toContain("may no longer block or may block from now on");
});

test("only an address of http or https is a link", () => {
  const url = (text: string): string =>
    planText({ ...rich(), impact: impactOf(rich(), [example("low", { url: text })]) }, plain);
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
      const plan: Plan = {
        ...rich(),
        impact: impactOf(rich(), [
          example(name, { title: name, file: name, repository: name, url: `https://e.com/${name}` }),
        ]),
      };
      const shown = planText(plan, plain).split("\n");
      expect(shown.filter((line) => raw.test(line))).toEqual([]);
      expectHarmless(plansMarkdown([plan]));
    }),
    { numRuns: 50 },
  );
});

import { createHash } from "node:crypto";
import fc from "fast-check";
import { error } from "../../src/diagnostics/diagnostic";
import { accountId } from "../../src/model/ids";
import { assets } from "../../src/page/assets";
import { accountOf, entriesOf } from "../../src/page/browser/model";
import { htmlRenderer } from "../../src/page/html";
import { explainRepository } from "../../src/reconcile/explain/explain";
import { plan, type Plan } from "../../src/reconcile/plan/plan";
import { planDocument } from "../../src/report/make-document";
import { desiredFor, observed } from "../reconcile/arbitrary";
import { hostileName, raw } from "../report/hostile";
import { declared, live, moving, planOf, repositories, reviewed, rich, routing, to, varied } from "../report/plans";
import { finding, withFindings } from "../report/with-findings";
import { documentOf, pageOf, rollback } from "./pages";
import { documentIn, factsIn, shownOf } from "./read-back";

const golden = {
  rich: () => documentOf(rich()),
  reviewed: () => documentOf(reviewed()),
  "moves between thirty configurations": () => documentOf(moving(30, 10, true)),
  "fifty changes": () => documentOf(varied(50, 2)),
  "a plan with open findings": () => documentOf(withFindings()),
  "a rollback": () => documentOf(rollback()),
  "two accounts and one that has failed": () =>
    planDocument({
      madeAt: 0,
      plans: [rich(), reviewed()],
      failed: [{ account: { id: accountId("initech"), name: "initech" }, diagnostics: [error("usage", "No key.")] }],
      diagnostics: [error("usage", "Of no account.")],
    }),
} as const;

test.each(Object.entries(golden))("a page says what the document says, and nothing else: %s", (_title, make) => {
  expect(documentIn(pageOf(make()))).toEqual(shownOf(make()));
});

test("a page says how many of the changes that it folds are weaker", () => {
  expect(pageOf(documentOf(varied(50, 2)))).toContain("<summary>and 42 more changes, 41 of them weaker</summary>");
});

const random = observed.chain((there) => desiredFor(there).map((wanted) => ({ there, wanted })));

test("a page of a random plan says what its document says", () => {
  fc.assert(
    fc.property(random, fc.boolean(), ({ there, wanted }, prune) => {
      const declared = { ...wanted, managedScope: { all: true } };
      const made = documentOf(plan({ id: accountId("a") }, declared, there, { force: true, prune }));
      expect(documentIn(pageOf(made))).toEqual(shownOf(made));
    }),
    { numRuns: 30 },
  );
});

test("a page of a random plan has each repository with the rule that decides and those that lose, as `explain` says", () => {
  fc.assert(
    fc.property(random, ({ there, wanted }) => {
      const made = plan({ id: accountId("a") }, wanted, there, { force: true });
      const accounts = factsIn(pageOf(documentOf(made))).accounts.map(accountOf);
      const entries = entriesOf(accounts);
      expect(entries).toHaveLength(there.repositories.length);
      for (const { account, id, name, rule: position, from, to } of entries) {
        const repository = there.repositories.find((each) => each.id === id);
        if (repository === undefined) throw new Error(`no repository ${id}`);
        const { rule, lost, before, after } = explainRepository(made, there, repository);
        const sideAt = (at: number | null) => (at === null ? undefined : account.configurations[at]);
        const { winner, lost: losing } = account.matches({ id, name });
        expect(account.rules[position ?? -1]?.rule).toBe(rule && rule.rule + 1);
        expect(winner?.matched).toBe(rule?.matched);
        expect(losing.map((each) => [each.rule, each.why])).toEqual(lost.map((each) => [each.rule, each.why]));
        expect(sideAt(from)?.id ?? undefined).toBe(before?.id);
        expect(sideAt(to)?.id ?? sideAt(to)?.address ?? undefined).toBe(after?.id ?? after?.address);
      }
    }),
    { numRuns: 15 },
  );
});

/** What would begin markup, end the element that it is in, or be taken for a comment. */
const breaking = [
  "</script>",
  "<!--",
  "<script>",
  "</style>",
  '"><svg onload=alert(1)>',
  "]]>",
  "${alert(1)}",
  "javascript:",
];

const hostile = fc.tuple(hostileName, fc.constantFrom(...breaking)).map(([name, end]) => name + end);

const planNamed = (name: string): Plan => {
  const made = planOf(
    {
      configurations: [
        declared("goal", `${name}1`, { comment: "disabled", analyzers: { [name]: { enabled: false } } }),
      ],
      assignments: routing({ target: to("goal"), repositoryNames: [`${name}2`] }),
    },
    {
      configurations: [live(1, `${name}3`, { comment: "enabled", analyzers: { [name]: { enabled: true } } })],
      repositories: repositories([`${name}2`], 1),
    },
    name,
  );
  const open = finding(name, { title: name, file: name, repository: name });
  return withFindings(made, { worst: [open, { ...open, url: `javascript:${name}` }] });
};

/** The tags of a page, without their attributes. */
const tagsOf = (html: string): readonly string[] =>
  html
    .replace(/<script type="application\/json" id="facts">.*?<\/script>/s, "")
    .replace(/<(style|script)>.*?<\/\1>/gs, "")
    .match(/<!--|<\/?[a-z!][^\s>]*/gi) ?? [];

test("a name adds no markup, whatever it is, and is in the facts as it is", () => {
  const usual = tagsOf(pageOf(documentOf(planNamed("plain"))));
  fc.assert(
    fc.property(hostile, (name) => {
      const html = pageOf(documentOf(planNamed(name)));
      expect(tagsOf(html)).toEqual(usual);
      expect(html.split("\n").filter((line) => raw.test(line))).toEqual([]);
      expect(factsIn(html).accounts[0]?.repositories[0]?.[1]).toBe(`${name}2`);
    }),
    { numRuns: 10, examples: breaking.map((each): [string] => [each]) },
  );
});

test("the policy of a page allows its own style and script by their hashes, and nothing else", () => {
  const html = pageOf(documentOf(planNamed("plain")));
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]?.replaceAll("&#39;", "'");
  const hashOf = (element: string): string => {
    const text = new RegExp(`<${element}>(.*?)</${element}>`, "s").exec(html)?.[1] ?? "";
    return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  };
  expect(policy).toBe(
    `default-src 'none'; style-src ${hashOf("style")}; script-src ${hashOf("script")}; img-src data:; base-uri 'none'; form-action 'none'`,
  );
  expect(html).not.toMatch(/\sstyle="|\son\w+="|(?:src|href)="(?!#|https:\/\/findings\.example\.com\/)/);
});

test("neither the style sheet nor the script contains what would end its element, or an address", () => {
  const { style, script } = assets();
  expect(style.text + script.text).not.toMatch(/<\/|<!--|https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
});

test("errors in place of a plan are on a page too", () => {
  const html = htmlRenderer.errors([error("usage", "No <b>command</b> was given.")]);
  expect(html).toContain("No &lt;b&gt;command&lt;/b&gt; was given.");
  expect(html).toContain("<title>scanform: no plan, because of errors</title>");
});

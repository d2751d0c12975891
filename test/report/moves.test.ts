import pc from "picocolors";
import type { DesiredRule } from "../../src/model/desired";
import { address, configurationId } from "../../src/model/ids";
import { like } from "../../src/model/sql-like";
import { declared, live, planOf, repositories, routing, to } from "./plans";
import { driftedDocument, planDocument, plansMarkdown, plansText, planText } from "./rendered";
import { namedIn } from "../../src/cli/commands/explain-account";
import { distinctions } from "../../src/model/namesakes";
import { explainAccount } from "../../src/reconcile/explain/explain";
import { decidedDifferently, decisionsOf } from "../../src/reconcile/plan/decisions";
import { driftText } from "../../src/report/drift/drift-renderers";
import { accountText } from "../../src/report/explain/explain-text";
import { listingText } from "../../src/report/listing";
import { accountOf } from "../../src/page/browser/model";
import { factsIn } from "../page/read-back";
import { pageOf } from "../page/pages";
import { declare, desired, give, live as liveById, names, planned } from "../reconcile/account";
import { noted, nothingUnread } from "../reconcile/drift/drifting";

const plain = pc.createColors(false);

/** What is said of the repositories that these rules leave; the service lists them in this order. */
function said(listed: readonly string[], rules: readonly Omit<DesiredRule, "target">[], full = false): string[] {
  const plan = planOf(
    {
      configurations: [],
      assignments: routing(...rules.map((each) => ({ target: { leave: true } as const, ...each }))),
    },
    { configurations: [live(1, "base", {})], repositories: repositories(listed, 1) },
  );
  const lines = planText(plan, plain, { full, columns: 150 }).split("\n");
  return lines.slice(
    lines.findIndex((line) => line.startsWith("left where")),
    lines.findIndex((line) => line.startsWith("not declared: ")),
  );
}

const letters = (text: string): readonly string[] => text.split("").map((letter) => `repo-${letter}`);

test("what a rule leaves is listed in the order of the names, whatever the order of the list", () => {
  const expected = 'left where they are (rule 1, 3 repositories): "repo-a", "repo-b" and "repo-c"';
  for (const listed of ["abc", "cba", "bca"])
    expect(said(letters(listed), [{ repositoryPattern: "repo-%" }])).toEqual([expected]);
});

test("what rules leave is listed in the order of the rules, whatever the order of the list", () => {
  const rules = ["b", "c", "a"].map((letter) => ({ repositoryNames: [`repo-${letter}`] }));
  for (const listed of ["abc", "cba", "bca"])
    expect(said(letters(listed), rules)).toEqual([
      'left where it is (rule 1): "repo-b"',
      'left where it is (rule 2): "repo-c"',
      'left where it is (rule 3): "repo-a"',
    ]);
});

test.each([
  ["in order", "abcdefghijklmnop"],
  ["in reverse", "ponmlkjihgfedcba"],
  ["with the last of them first, and the first of them tenth", "ponmlkjihabcdefg"],
  ["with the first of them last", "hgpjlkmionfbecda"],
])("of many that a rule leaves the first names are listed, where they are listed %s", (_how, listed) => {
  expect(said(letters(listed), [{ repositoryPattern: "repo-%" }])).toEqual([
    'left where they are (rule 1, 16 repositories): such as "repo-a", "repo-b", "repo-c", "repo-d", "repo-e", "repo-f", "repo-g", "repo-h" and 8 more',
  ]);
});

test("all that a rule leaves are in the order of their names with --full", () => {
  const names = said(letters("ponmlkjihgfedcba"), [{ repositoryPattern: "repo-%" }], true).slice(1);
  expect(names).toEqual(letters("abcdefghijklmnop").map((name) => `  - "${name}"`));
});

test.each([
  [["api", "web"], [], "their configurations change, which weakens 2"],
  [["api"], ["site", "wiki"], "the configuration of 2 of them changes, which weakens 1"],
])(
  "of those that are left, it is counted for how many anything changes, and gets weaker: %j, %j",
  (weaker, same, says) => {
    const plan = planOf(
      {
        configurations: [declared("one", "one", { comment: "silent" }), declared("two", "two", { risk_threshold: 3 })],
        assignments: routing({ target: { leave: true }, repositoryPattern: "%" }),
      },
      {
        configurations: [live(1, "one", { comment: "enabled" }), live(2, "two", {}), live(3, "three", {})],
        repositories: [...repositories(weaker, 1), ...repositories(["docs"], 2, 10), ...repositories(same, 3, 20)],
      },
    );
    expect(planText(plan, plain)).toContain(`\n  ${says}\n`);
  },
);

test("where several RepositoryAssignments leave repositories, it is said which one does", () => {
  const assignments = ["first", "second"].map((name) => ({
    address: address(`scanform_repository_assignments.${name}`),
    rules: [{ target: { leave: true } as const, repositoryNames: [name] }],
  }));
  const observed = { configurations: [live(1, "base", {})], repositories: repositories(["first", "second"], 1) };
  const lines = planText(planOf({ configurations: [], assignments }, observed), plain, { columns: 150 }).split("\n");
  expect(lines.filter((line) => line.startsWith("left"))).toEqual([
    'left where it is (rule 1 of scanform_repository_assignments.first): "first"',
    'left where it is (rule 1 of scanform_repository_assignments.second): "second"',
  ]);
});

test("repositories that no rule matches are counted, and not mentioned where no rules are declared", () => {
  const observed = { configurations: [live(1, "base", {})], repositories: repositories(["api", "web"], 1) };
  const textOf = (assignments: ReturnType<typeof routing>) =>
    planText(planOf({ configurations: [], assignments }, observed), plain);
  const rules = routing({ target: { leave: true }, repositoryNames: ["api"] });
  expect(textOf(rules)).toContain("matched by no rule, and left where they are: 1 repository");
  expect(textOf([])).not.toContain("matched by no rule");
});

test("repositories that lose their configuration are not among those that are left with one", () => {
  const observed = {
    configurations: [live(1, "gone", {}), live(2, "base", {})],
    repositories: [...repositories(["api", "web"], 1), ...repositories(["docs", "site"], 2, 10)],
  };
  const assignments = routing({ target: { leave: true }, repositoryNames: ["api", "docs"] });
  const deletions = [live(1, "gone", {}).id];
  const plan = planOf({ configurations: [declared("base", "base", {})], assignments, deletions }, observed);
  const text = planText(plan, plain, { columns: 150 });
  expect(text).toContain(
    'left where they are (rule 1, 2 repositories): "api" and "docs"\n  1 of them loses its configuration, which is deleted\n',
  );
  expect(text).toContain("matched by no rule, and left where they are: 1 repository\n");
});

const same = { comment: "enabled" } as const;

/** Repositories that move from `first` and `second` to two declared configurations that mean the same. */
const unfelt = () =>
  planOf(
    {
      configurations: ["third", "fourth"].map((name) => declared(name, name, same)),
      assignments: routing(
        { target: to("third"), repositoryPattern: "web-%" },
        { target: to("fourth"), repositoryPattern: "job-%" },
      ),
    },
    {
      configurations: ["first", "second", "third", "fourth"].map((name, at) => live(at + 1, name, same)),
      repositories: [
        ...repositories(["web-shop", "web-blog", "job-mail"], 1),
        ...repositories(["web-docs", "web-wiki", "web-help"], 2, 10),
      ],
    },
  );

test("repositories that move and are affected neither weaker nor stronger are shown once", () => {
  const quiet = declared("quiet", "quiet", { show_scan_confirmation: false });
  const plan = planOf(
    {
      configurations: [quiet],
      assignments: routing({ target: to("quiet"), repositoryPattern: "%" }),
    },
    {
      configurations: [live(1, "first", { show_scan_confirmation: true }), live(2, "quiet", quiet.settings)],
      repositories: repositories(["web"], 1),
    },
  );
  const text = planText(plan, plain);
  expect(text).toContain("NEUTRAL 1 repository");
  expect(text).not.toContain("UNAFFECTED");
});

test("repositories that move and are not affected are distinguished by the configurations between which they move", () => {
  const text = planText(unfelt(), plain);
  expect(text.slice(text.indexOf("UNAFFECTED"), text.indexOf("\n\nnot declared: "))).toBe(
    [
      "UNAFFECTED 6 repositories that move",
      "  > first -> fourth   1 repository",
      "      afterwards no repository has first",
      '      rule 2: job-%   namely "job-mail"',
      "",
      "  > first -> third   2 repositories",
      "      afterwards no repository has first",
      '      rule 1: web-%   namely "web-blog" and "web-shop"',
      "",
      "  > second -> third   3 repositories",
      "      afterwards no repository has second",
      '      rule 1: web-%   namely "web-docs", "web-help" and "web-wiki"',
    ].join("\n"),
  );
});

/** What is said below a move to `web` of repositories that had `pay` and `web`, beside the names of those that move. */
function notesOf(names: readonly string[], first: DesiredRule, more: readonly DesiredRule[] = [], only?: string) {
  const plan = planOf(
    {
      configurations: [declared("pay", "pay", { comment: "enabled" }), declared("web", "web", {})],
      assignments: routing(first, ...more, { target: to("web"), repositoryPattern: "web-%" }),
    },
    {
      configurations: [live(1, "pay", { comment: "enabled" }), live(2, "web", { comment: "silent" })],
      repositories: [...repositories(names, 1), ...repositories(["web-docs"], 2, 10)],
    },
  );
  const lines = planText(plan, plain, only === undefined ? {} : { only: { pattern: only, matches: like(only) } });
  return lines.split("\n").filter((line) => /afterwards|may be/.test(line));
}

const paying = (...repositoryNames: readonly string[]): DesiredRule => ({ target: to("pay"), repositoryNames });
const leaving = (...repositoryNames: readonly string[]): DesiredRule => ({ target: { leave: true }, repositoryNames });
const renamed = '      "web-checkouts" may be a new name of "web-checkout", which rule 1 names';
const emptied = "      afterwards no repository has pay";

test.each<[string, readonly string[], Parameters<typeof notesOf>]>([
  ["the rule that gave it what it had", [emptied, renamed], [["web-checkouts"], paying("web-checkout")]],
  ["a rule that left it", [emptied, renamed], [["web-checkouts"], leaving("web-checkout")]],
  ["the rule, where others stay", [renamed], [["web-checkouts", "other"], paying("web-checkout", "other")]],
  ["no rule, where none has a name like it", [emptied], [["web-checkouts"], paying("api")]],
  ["no rule, where the one that is named is there", [], [["web-checkouts", "web-checkout"], paying("web-checkout")]],
  [
    "no rule that gives another configuration",
    [emptied],
    [["web-checkouts"], leaving("none"), [{ target: to("web"), repositoryNames: ["web-checkout"] }]],
  ],
  [
    "the rule in a part of the plan too",
    [renamed],
    [["web-checkouts", "web-shop", "x"], paying("web-checkout"), [], "%-checkouts"],
  ],
])("a repository that moves, and was probably renamed, is shown with %s", (_which, expected, given) => {
  expect(notesOf(...given)).toEqual(expected);
});

test("a repository that had no configuration is no new name of one that a rule gives a configuration yet to be created", () => {
  const plan = planOf(
    {
      configurations: [declared("new", "new", {})],
      assignments: routing(
        { target: to("new"), repositoryNames: ["docs-sitex"] },
        { target: to("new"), repositoryPattern: "docs-%" },
      ),
    },
    { configurations: [], repositories: repositories(["docs-site"]) },
  );
  expect(planText(plan, plain)).not.toContain("may be");
});

test("a part of a plan does not say that a configuration is left where the other part has its repositories", () => {
  expect(notesOf(["web-checkouts", "other"], paying("none"), [], "web-checkouts")).toEqual([]);
});

const view = { colors: pc.createColors(false) };
const enabled = { comment: "enabled" } as const;
const silent = { comment: "silent" } as const;

/** `one` and `two` have the same name, in two normal forms of it; `api` moves from one to the other. */
const account = liveById({
  one: { name: "caf\u00e9", settings: enabled, has: ["api"] },
  two: { name: "cafe\u0301", settings: silent, has: ["web"] },
});
const declaration = desired(
  [declare("caf\u00e9", silent, { id: configurationId("two") })],
  give("caf\u00e9", names("api", "web")),
);
const plan = planned(declaration, account);

const sides = "caf\u00e9 (one) -> cafe\u0301 (two)";

test.each<[string, () => string, string]>([
  ["the text of a plan", () => planText(plan, view.colors), `  > ${sides}   1 repository`],
  ["its Markdown", () => plansMarkdown([plan]), `  > ${sides}   1 repository`],
  ["an explanation", explained, "api         rule 1: api  cafe\u0301 (two)"],
  ["a list", listedText, "api   caf\u00e9 (one)     -        -\nweb   cafe\u0301 (two)"],
  ["a drift", () => driftText(driftReport(), view), `  > ${sides}   1 repository`],
  ["what is new since an earlier plan", compared, `  NEW > ${sides}   1 repository`],
  ["what differs from a reviewed plan", differing, 'repository "api": reviewed caf\u00e9 (one) -> cafe\u0301 (two)'],
])("two configurations of one name are distinguished by id in %s", (_where, text, expected) => {
  expect(text()).toContain(expected);
});

test("two configurations of one name are distinguished by id on the page", () => {
  const [shown] = factsIn(pageOf(planDocument([plan]))).accounts.map(accountOf);
  const all = shown?.configurations.map(({ id, after }) => shown.labels({ id, name: after?.[0] }));
  expect(all?.toSorted()).toEqual(["cafe\u0301 (two)", "caf\u00e9 (one)"]);
});

function explained(): string {
  const shown = { account: plan.account, locationOf: () => undefined, ...namedIn(plan, account) };
  return accountText({ ...explainAccount(plan, account), ...shown }, view);
}

function listedText(): string {
  const named = new Map(account.configurations.map((each) => [each.id, each.name]));
  const items = account.repositories.map(({ name, configuration_id: own = configurationId("") }) => ({
    name,
    configuration_id: own,
    configuration_name: named.get(own),
  }));
  return listingText("repositories", items, undefined);
}

function driftReport() {
  const moved = liveById({
    one: { name: "caf\u00e9", settings: enabled },
    two: { name: "cafe\u0301", settings: silent, has: ["web", "api"] },
  });
  const byId = desired(
    [declare("one", enabled, { id: configurationId("one"), name: "caf\u00e9" })],
    give("one", names("api")),
  );
  const since = noted(byId, account);
  return {
    account: plan.account,
    due: [],
    unread: nothingUnread,
    dismissed: null,
    titles: new Map<string, string>(),
    ...driftedDocument(moved, byId, since),
  };
}

function compared(): string {
  return plansText([plan], { ...view, since: planDocument([planned(desired([]), account)]) });
}

function differing(): string {
  return decidedDifferently(decisionsOf(plan), decisionsOf(planned(desired([]), account))).join("\n");
}

test.each<[string, readonly [id: string | undefined, name: string][], readonly string[]]>([
  ["nothing where each name is that of one", [["a", "x"], ["b", "y"], ["a", "x"]], ["", "", ""]], // prettier-ignore
  ["the start of the ids", [["5f0c41d2-9a3e", "x"], ["6f0c41d2-9a3e", "x"]], [" (5f0c41d2)", " (6f0c41d2)"]], // prettier-ignore
  ["whole ids that begin alike", [["5f0c41d2-1", "x"], ["5f0c41d2-2", "x"]], [" (5f0c41d2-1)", " (5f0c41d2-2)"]], // prettier-ignore
  ["that one is new", [["5f0c41d2-1", "x"], [undefined, "x"]], [" (5f0c41d2)", " (new)"]], // prettier-ignore
])("what distinguishes configurations is %s", (_what, given, expected) => {
  const all = given.map(([id, name]) => ({ id, name }));
  expect(all.map(distinctions(all))).toEqual(expected);
});

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { address } from "../../src/model/ids";
import {
  alwaysBlock,
  atMostRepositories,
  criticalDismissalsNeed,
  everyRepositoryCovered,
  nothingDeletedWithRepositories,
  nothingUnused,
  nothingWeakens,
  policy,
  type Policy,
  warn,
  withinNames,
} from "../../src/policy";
import type { Plan } from "../../src/reconcile/plan/plan";
import type { AccountDocument } from "../../src/report/document";
import { declared, live, planOf, repositories, routing, to } from "../report/plans";
import type { App } from "../support/declare";
import { type Desk, desk, documentOf } from "../support/desk";
import { repositoryRoot } from "../support/spawned";
import { triageDesk, wontFix } from "../support/triages";
import { given, judge, lines } from "./judge";
import { mixed } from "./mixed";

const blocking = { enabled: true, blocking: true };

const said = (one: Policy, plan: Plan): readonly string[] => lines(judge([one], given(plan)));

/** Nothing changes. */
const unchanged = planOf(
  { configurations: [], assignments: [] },
  { configurations: [live(1, "kept", {})], repositories: [] },
);

/** One repository with these settings. */
const withSettings = (settings: Parameters<typeof live>[2]): Plan =>
  planOf(
    { configurations: [], assignments: [] },
    { configurations: [live(1, "one", settings)], repositories: repositories(["web"], 1) },
  );

test("nothingWeakens denies each effect that weakens", () => {
  expect(said(nothingWeakens(), mixed)).toEqual(["deny effect weak: weakens its repositories"]);
});

test.each([
  ["runs and blocks", { analyzers: { xss: blocking } }, 0],
  ["does not block", { analyzers: { xss: { enabled: true, blocking: false } } }, 1],
  ["is off", { analyzers: { xss: { enabled: false, blocking: true } } }, 1],
  ["may be off", { analyzers: { xss: { blocking: true } } }, 1],
  ["may not block", { analyzers: { xss: { enabled: true } } }, 1],
  ["is silent", { analyzers: { xss: { ...blocking, silent: true } } }, 1],
  ["excludes every file", { analyzers: { xss: { ...blocking, excludes: ["test/**", "**"] } } }, 1],
  ["excludes a folder", { analyzers: { xss: { ...blocking, silent: false, excludes: ["test/**"] } } }, 0],
  ["is not set", {}, 1],
])("alwaysBlock of an analyzer that %s", (_what, settings, count) => {
  expect(said(alwaysBlock({ analyzers: ["xss"] }), withSettings(settings))).toHaveLength(count);
});

test("alwaysBlock without analyzers would check nothing, and throws", () => {
  expect(() => alwaysBlock({ analyzers: [] })).toThrow("alwaysBlock() is given no analyzer");
});

test("a finding about a move to a new configuration has no id, neither that of the former one", () => {
  const plan = planOf(
    {
      configurations: [declared("new", "new", { comment: "disabled" })],
      assignments: routing({ target: to("new"), repositoryPattern: "%" }),
    },
    { configurations: [live(1, "strict", { comment: "enabled" })], repositories: repositories(["web"], 1) },
  );
  expect(judge([nothingWeakens()], given(plan)).map(({ at }) => at)).toEqual([
    { kind: "effect", name: "new", from: { id: live(1, "strict", {}).id, name: "strict" } },
  ]);
});

test("a finding about a configuration that is renamed names the former name, so that no waiver of the new one matches", () => {
  const renamed = (former: string, name: string) => ({
    ...declared(name, name, { comment: "disabled" as const }),
    renamedFrom: [former],
  });
  const plan = planOf(
    { configurations: [renamed("strict", "waived"), renamed("spare", "waived-too")], assignments: [] },
    {
      configurations: [live(1, "strict", { comment: "enabled" }), live(2, "spare", { comment: "enabled" })],
      repositories: repositories(["web"], 1),
    },
  );
  const findings = judge([nothingWeakens(), nothingUnused()], given(plan));
  expect(lines(findings)).toEqual([
    "deny effect strict -> waived: weakens its repositories",
    "deny change spare -> waived-too: becomes weaker, and no repository has it",
  ]);
});

test("alwaysBlock looks at what holds afterwards, and denies each analyzer by itself", () => {
  expect(said(alwaysBlock({ analyzers: ["xss", "toString"] }), mixed).filter((each) => each.includes("xss"))).toEqual([
    "deny repository lonely: xss may not block its pull requests",
    "deny repository web-a: xss may not block its pull requests",
    "deny repository web-b: xss may not block its pull requests",
  ]);
  expect(said(alwaysBlock({ analyzers: ["toString"] }), mixed)).toHaveLength(5);
});

test("alwaysBlock denies a repository whose configuration is not listed", () => {
  const plan = planOf(
    { configurations: [], assignments: [] },
    { configurations: [], repositories: repositories(["web"], 1) },
  );
  expect(said(alwaysBlock({ analyzers: ["xss"] }), plan)).toHaveLength(1);
  expect(said(everyRepositoryCovered(), plan)).toEqual([]);
});

test("everyRepositoryCovered denies what has no configuration afterwards", () => {
  expect(said(everyRepositoryCovered(), mixed)).toEqual(["deny repository lonely: has no configuration"]);
});

test("atMostRepositories denies once, at the largest effect", () => {
  expect(said(atMostRepositories({ count: 4 }), mixed)).toEqual([]);
  expect(said(atMostRepositories({ count: 3 }), mixed)).toEqual([
    "deny effect weak: changes 4 repositories, but only 3 are allowed",
  ]);
  expect(said(atMostRepositories({ count: Number.NaN }), mixed)).toHaveLength(1);
});

test("atMostRepositories counts moves between configurations that are alike", () => {
  const plan = planOf(
    {
      configurations: [declared("new", "new", {})],
      assignments: routing({ target: to("new"), repositoryPattern: "%" }),
    },
    { configurations: [live(1, "old", {})], repositories: repositories(["a", "b"], 1) },
  );
  expect(said(atMostRepositories({ count: 1 }), plan)).toEqual([
    "deny repository a: changes 2 repositories, but only 1 are allowed",
  ]);
});

test("nothingUnused denies what becomes weaker and no repository has", () => {
  expect(said(nothingUnused(), mixed)).toEqual(["deny change spare: becomes weaker, and no repository has it"]);
});

test("nothingDeletedWithRepositories denies a deletion that leaves repositories without a configuration", () => {
  const plan = planOf(
    { configurations: [], assignments: [], deletions: [live(1, "", {}).id, live(2, "", {}).id] },
    { configurations: [live(1, "used", {}), live(2, "free", {})], repositories: repositories(["a"], 1) },
  );
  expect(said(nothingDeletedWithRepositories(), plan)).toEqual([
    "deny deletion used: is deleted while repositories have it",
  ]);
  expect(said(nothingWeakens(), plan)).toEqual(["deny effect used -> : weakens its repositories"]);
  expect(said(withinNames({ names: ["used", "free"] }), plan)).toEqual([
    "deny repository a: loses its configuration, and its name is outside",
  ]);
});

test("withinNames denies configurations and moves whose names are outside", () => {
  expect(said(withinNames({ names: ["weak", "s%"] }), mixed)).toEqual([
    "deny repository docs: moves, and its name is outside",
  ]);
  expect(said(withinNames({ names: "docs" }), mixed)).toEqual([
    "deny change weak: changes, and its name is outside",
    "deny change strong: changes, and its name is outside",
    "deny change spare: changes, and its name is outside",
  ]);
});

test("withinNames denies a configuration that gets a name inside, or has one without a name", () => {
  const plan = planOf(
    {
      configurations: [{ ...declared("new", "mine-new", {}), renamedFrom: ["theirs"] }],
      assignments: [],
      deletions: [live(2, "", {}).id],
    },
    { configurations: [live(1, "theirs", {}), live(2, "theirs-too", {})], repositories: [] },
  );
  expect(said(withinNames({ names: "mine-%" }), plan)).toEqual([
    "deny change theirs -> mine-new: changes, and its name is outside",
    "deny deletion theirs-too: is deleted, and its name is outside",
  ]);
  expect(() => withinNames({ names: "mine\\" })).toThrow("a pattern cannot end in a single backslash");
});

const triage = (finding: object | null, action = "set") => ({
  address: address("scanform_finding_triage.one"),
  finding_id: "f-1",
  finding,
  category: "wont_fix",
  action,
  before: null,
  after: "wont_fix",
  justification: "Tests only.",
  expires: null,
});

test("withinNames denies triages of findings in repositories that are outside, or not known", () => {
  const inWeb = { title: "x", severity: "low", file: null, repository: { id: "r", name: "web" } };
  const nowhere = { ...inWeb, repository: null };
  const account = { ...given(unchanged), triages: [triage(inWeb), triage(nowhere), triage(null)] } as AccountDocument;
  expect(lines(judge([withinNames({ names: "web" })], account))).toEqual([
    "deny triage f-1: is triaged, and its repository's name is outside",
    "deny triage f-1: is triaged, and its repository's name is outside",
  ]);
});

test("a finding can be about a configuration of what holds afterwards", () => {
  const each = policy("all", (_account, { configurations }) => configurations.map((one) => warn("is there", one)));
  expect(lines(judge([each], given(unchanged)))).toEqual(["warn configuration kept: is there"]);
});

test.each([
  ["critical", { title: "SQL injection", severity: "Critical", file: null, repository: { id: "r", name: "web" } }, 1],
  ["of a severity that is not known", { title: "x", severity: "grave", file: null, repository: null }, 1],
  ["not known", null, 1],
  ["high", { title: "x", severity: "high", file: null, repository: null }, 0],
])("criticalDismissalsNeed asks for a dismissal of a finding that is %s", (_what, finding, count) => {
  const account = { ...given(mixed), triages: [triage(finding), triage(finding, "remove")] } as AccountDocument;
  const findings = judge([criticalDismissalsNeed({ reviewer: "octo/appsec" })], account);
  expect(findings).toHaveLength(count);
  if (finding?.repository != null)
    expect(lines(findings)).toEqual([
      "needs octo/appsec triage webf-1: dismisses a finding that is critical or not known",
    ]);
});

// The example's policies, written from the guide alone, on documents of plans that scanform has made.

const file = join(repositoryRoot, "examples/policies/scanform.policy.ts");

/** What the policies say about the document of a plan, a line each. */
async function saidOf(at: Desk, ...flags: readonly string[]): Promise<readonly string[]> {
  writeFileSync(join(at.folder, "plan.json"), (await at.plan("--json", ...flags)).out);
  const ran = await at.run(["policy", "check", "--plan", "plan.json", "--policy", file, "--json"], { env: {} });
  const { accounts } = documentOf(ran) as unknown as { readonly accounts: readonly Account[] };
  return accounts.flatMap(({ policies }) =>
    policies.map(
      ({ level, policy, at: { kind, name, path }, message, waived_until: until }) =>
        `${level} ${policy}: ${kind} ${name ?? path ?? ""}: ${message}${until === undefined ? "" : " (waived)"}`,
    ),
  );
}

interface Account {
  readonly policies: readonly {
    readonly level: string;
    readonly policy: string;
    readonly at: { readonly kind: string; readonly name?: string; readonly path?: string };
    readonly message: string;
    readonly waived_until?: string;
  }[];
}

const raised: App = { configurations: { baseline: { name: "baseline", risk_threshold: 9 } } };

test("deny a threshold that is raised, an interface that secrets does not block, and a chat that is not notified", async () => {
  expect(await saidOf(await desk(raised))).toEqual([
    "deny interfaces-block: repository payments-api: is an interface, and secrets does not block it",
    "deny threshold-is-not-raised: line risk_threshold: goes from null to 9",
    "deny chat-is-told: configuration baseline: does not tell appsec-chat",
    "deny chat-is-told: configuration relaxed: does not tell appsec-chat (waived)",
  ]);
});

const sound: App = {
  provider: { managed_scope: { all: true } },
  configurations: {
    baseline: {
      name: "baseline",
      analyzers: { secrets: { enabled: true, blocking: true } },
      notifications: { integration_names: ["appsec-chat"] },
    },
  },
};

test("say nothing of what is sound, but ask the platform team about a deletion", async () => {
  const at = await desk(sound);
  expect(await saidOf(at, "--prune")).toEqual(["needs platform-sees-deletions: deletion relaxed: is deleted"]);
});

test("deny a dismissal without an end", async () => {
  const denied = expect.stringMatching(/^deny dismissals-end: triage .*: has no end, or hardly a reason$/) as unknown;
  expect(await saidOf(await triageDesk())).toContainEqual(denied);
  const ends = { ...wontFix, justification: "The code runs in tests alone.", expires: "2199-01-31" };
  expect(await saidOf(await triageDesk({ key: ends }))).not.toContainEqual(denied);
});

test("each has at most ten lines", () => {
  const policies = readFileSync(file, "utf8").match(/^const \w+ = policy\([^]*?^\);$/gm) ?? [];
  expect(policies).toHaveLength(5);
  expect(policies.filter((text) => text.split("\n").length > 10)).toEqual([]);
});

import fc from "fast-check";
import { parsePlans } from "../../src/cli/plan-file";
import type { LeafChange } from "../../src/model/compare-settings";
import { accountId, address, configurationId, repositoryId } from "../../src/model/ids";
import type { BaseComparison, FutureChange } from "../../src/reconcile/plan/base-comparison";
import type { ConfigurationChange, LiveChange } from "../../src/reconcile/plan/change";
import { digestOf } from "../../src/reconcile/plan/decisions";
import type { Effect } from "../../src/reconcile/plan/effects";
import { type Plan, plan } from "../../src/reconcile/plan/plan";
import type { TriageChange } from "../../src/reconcile/plan/triages";
import { warning } from "../../src/diagnostics/diagnostic";
import { type AccountDocument, jsonText } from "../../src/report/document";
import { accountShape } from "../../src/report/document-shape";
import { accountDocument, planDocument } from "../../src/report/make-document";
import {
  decide,
  deciding,
  declare,
  desired,
  first,
  give,
  live,
  names,
  planned,
  second,
  triaged,
} from "../reconcile/account";
import { desiredFor, observed } from "../reconcile/arbitrary";
import { reviewed, rich } from "./plans";

const madeAt = Date.parse("2026-01-31T09:30:00Z");

const random = observed
  .chain((there) => desiredFor(there).map((wanted) => ({ there, wanted })))
  .map(({ there, wanted }) => {
    const desired = { ...wanted, managedScope: { all: true } };
    return plan({ id: accountId("a"), baseUrl: "https://service.example" }, desired, there, {
      force: true,
      prune: true,
    });
  });

/** A finding to triage, one that is triaged as declared, and two whose triage has expired, of which one is gone. */
const triaging = planned(
  deciding(
    ...[decide(first), decide(second)],
    ...["gone", "due"].map((finding) => decide(finding, { expires: "2026-01-01" })),
  ),
  { ...live({}), triages: triaged({ [first]: null, [second]: "wont_fix", gone: null, due: "wont_fix" }, madeAt) },
);

test("a plan that is read from its document is the plan that was written", () => {
  fc.assert(
    fc.property(random, (made) => {
      const document = planDocument({ madeAt, plans: [made] });
      const read = parsePlans("plan.json", jsonText(document));
      expect(JSON.stringify(read.document)).toBe(JSON.stringify(document));
      expect(read.plans.map(({ plan: again }) => [again.digest, again.writes])).toEqual([[made.digest, made.writes]]);
    }),
    { numRuns: 7, examples: [[rich()], [reviewed()], [triaging]] },
  );
});

test.each(["__proto__", "constructor", "toString"])(
  "a plan in which everything is called %s is read from its document as it was written",
  (called) => {
    const entry = { [called]: true };
    const before = { ...entry, analyzers: { [called]: { enabled: true, ...entry } } };
    const wanted = { analyzers: { [called]: { enabled: false } } };
    const made = planned(desired([declare(called, wanted), declare("new", wanted)], give(called, names(called))), {
      ...live({ [called]: { settings: before } }, [called]),
      analyzers: [{ id: "a", name: called, slug: called, enabled: true }],
    });
    const document = planDocument({ madeAt, plans: [made] });
    const [read] = parsePlans("plan.json", jsonText(document)).plans;
    expect([read?.plan.digest, read?.plan.writes]).toEqual([made.digest, made.writes]);
  },
);

const baseUrl = "https://findings.example.com";
/** What the pending triages are about. */
const finding = { title: "xss", severity: "high", repository: "r" };

/** An update, two creations, a move, a deletion, a triage; and one of each that is settled already. */
function decided(): Plan {
  const observed = live(
    {
      one: { settings: { comment: "enabled" }, has: ["r1", "r2", "r3"] },
      settled: { settings: { comment: "enabled" }, has: ["r4"] },
      gone: {},
    },
    ["r5"],
  );
  const declaration = {
    ...desired(
      [
        declare("one", { comment: "silent", risk_threshold: 3 }),
        declare("new", { comment: "silent" }),
        declare("newer", { comment: "disabled" }),
        declare("settled", { comment: "enabled" }),
      ],
      give("new", names("r3", "r5")),
    ),
    deletions: [configurationId("gone")],
    triages: ["open", "other", "held"].map((finding) => decide(finding)),
  };
  const triages = {
    ...triaged({ open: null, other: null, held: "wont_fix" }),
    listed: new Map(["open", "other"].map((id) => [id, finding])),
  };
  return plan({ id: accountId("account"), baseUrl }, declaration, { ...observed, triages });
}

const each =
  <K extends "configurations" | "deletions" | "effects" | "moves" | "triages">(
    part: K,
    edit: (item: Plan[K][number]) => Plan[K][number],
  ) =>
  (from: Plan): Plan => ({ ...from, [part]: from[part].map((item) => edit(item)) });

/** Edits what is updated. */
const updates = (edit: (change: LiveChange) => ConfigurationChange) =>
  each("configurations", (change) =>
    change.action === "update" && change.live !== undefined ? edit({ ...change, live: change.live }) : change,
  );
const ownLeaves = (edit: Partial<LeafChange>) =>
  updates((change) => ({ ...change, changes: change.changes.map((leaf) => ({ ...leaf, ...edit })) }));
const effects = (edit: (effect: Effect) => Partial<Effect>) =>
  each("effects", (effect) => ({ ...effect, ...edit(effect) }));
const leaves = (edit: Partial<Effect["changes"][number]>) =>
  effects(({ changes }) => ({ changes: changes.map((leaf) => ({ ...leaf, ...edit })) }));
const repositories = (edit: () => Partial<Effect["repositories"][number]["repository"]>) =>
  effects((effect) => ({
    repositories: effect.repositories.map(({ repository, ...rest }) => ({
      ...rest,
      repository: { ...repository, ...edit() },
    })),
  }));
const triages = (edit: () => Partial<Pick<TriageChange, "declared" | "before" | "location" | "finding">>) =>
  each("triages", (change) => (change.action === "no-op" ? change : { ...change, ...edit() }));

/** What the comparison with a base says. */
const base = (edit: Partial<BaseComparison>) => (from: Plan) => ({
  ...from,
  base: { future: [], noLongerDeclared: [], prolonged: [], problems: [], ...edit },
});
const lost = { path: "comment", setting: "comment", before: "enabled", verdict: "weaker", removes: true } as const;
const future: FutureChange = {
  ...{ like: "new-…", from: { id: configurationId("one") }, to: null, weaker: [lost] },
  class: "weakens",
  rules: { before: { rule: 1, matched: "new-%" }, after: null },
};

type Edit = (from: Plan) => Plan;
/** A member of the document in which an edit makes a difference, what is edited, and the edit. */
type Row = readonly [member: keyof AccountDocument, what: string, edit: Edit];

const coveredByDigest: readonly Row[] = [
  ["account_id", "the account", (from) => ({ ...from, account: { ...from.account, id: accountId("another") } })],
  [
    "account",
    "where the service is",
    (from) => ({ ...from, account: { ...from.account, baseUrl: "https://x.example.com" } }),
  ],
  [
    "account",
    "that the operator says where the service is",
    ({ account: { id }, ...rest }) => ({ ...rest, account: { id } }),
  ],
  ["changes", "a change more or less", (from) => ({ ...from, configurations: from.configurations.slice(1) })],
  ["changes", "what is changed", each("configurations", (change) => ({ ...change, address: address("x") }))],
  [
    "changes",
    "whether it is changed or created",
    each("configurations", (change) =>
      change.action === "update" ? { ...change, action: "create", live: undefined } : change,
    ),
  ],
  [
    "changes",
    "which live configuration is changed",
    updates(({ live, ...change }) => ({ ...change, live: { ...live, id: configurationId("x") } })),
  ],
  [
    "changes",
    "the name after",
    each("configurations", (change) => ({ ...change, declared: { ...change.declared, name: "x" } })),
  ],
  ["changes", "which leaf of a configuration changes", ownLeaves({ path: "x" })],
  ["changes", "the value of a leaf of a configuration before", ownLeaves({ before: "x" })],
  ["changes", "the value of a leaf of a configuration after", ownLeaves({ after: "x" })],
  ["changes", "the verdict on a leaf of a configuration", ownLeaves({ verdict: "neutral" })],
  ["moves", "a move more or less", (from) => ({ ...from, moves: from.moves.slice(1) })],
  [
    "moves",
    "which repository moves",
    each("moves", (move) => ({ ...move, repository: { ...move.repository, id: repositoryId("x") } })),
  ],
  ["moves", "where a repository moves from", each("moves", (move) => ({ ...move, from: configurationId("x") }))],
  ["moves", "where a repository moves to", each("moves", (move) => ({ ...move, to: { id: configurationId("x") } }))],
  ["effects", "an effect more or less", (from) => ({ ...from, effects: from.effects.slice(1) })],
  ["effects", "where repositories come from", effects(() => ({ from: null }))],
  ["effects", "where repositories go to", effects(() => ({ to: null }))],
  ["effects", "the class of an effect", effects(() => ({ class: "neutral" }))],
  ["effects", "whether an effect is mixed", effects(({ mixed }) => ({ mixed: !mixed }))],
  ["effects", "which leaf changes", leaves({ path: "x" })],
  ["effects", "the value of a leaf before", leaves({ before: "x" })],
  ["effects", "the value of a leaf after", leaves({ after: "x" })],
  ["effects", "the verdict on a leaf", leaves({ verdict: "neutral" })],
  ["effects", "which repository is affected", repositories(() => ({ id: repositoryId("x") }))],
  ["effects", "the name of a repository that is affected", repositories(() => ({ name: "x" }))],
  ["effects", "one repository more or less", effects(({ repositories: all }) => ({ repositories: all.slice(1) }))],
  ["deletions", "a deletion more or less", (from) => ({ ...from, deletions: [] })],
  [
    "deletions",
    "what is deleted",
    each("deletions", (deletion) => ({ ...deletion, live: { ...deletion.live, id: configurationId("x") } })),
  ],
  [
    "deletions",
    "the name of what is deleted",
    each("deletions", (deletion) => ({ ...deletion, live: { ...deletion.live, name: "x" } })),
  ],
  [
    "apply",
    "whether analyzers that are not declared are removed",
    (from) => {
      const configurations = from.desired.configurations.map((each) => ({ ...each, exclusiveAnalyzers: true }));
      const edited = { ...from, desired: { ...from.desired, configurations } };
      return updates((change) => ({ ...change, declared: { ...change.declared, exclusiveAnalyzers: true } }))(edited);
    },
  ],
  ["triages", "a triage more or less", (from) => ({ ...from, triages: from.triages.slice(1) })],
  [
    "triages",
    "why a finding is triaged",
    triages(() => ({ declared: { ...decide("open"), justification: "Another reason." } })),
  ],
  [
    "triages",
    "what a finding is",
    triages(() => ({ finding: { ...finding, severity: "low", repository: { name: "r" } } })),
  ],
  ["triages", "the category that a finding has", triages(() => ({ before: "in_progress" }))],
  [
    "triages",
    "the category that a finding gets",
    each("triages", (change) => (change.action === "set" ? { ...change, after: "in_progress" } : change)),
  ],
];

const coveredByReviewDigest: readonly Row[] = [
  ["future", "what repositories to come would get", base({ future: [future] })],
  [
    "no_longer_declared",
    "what is no longer declared",
    base({ noLongerDeclared: [{ kind: "configuration", address: address("x") }] }),
  ],
  [
    "prolonged",
    "a triage that ends later",
    base({ prolonged: [{ address: address("x"), findingId: "one", before: "2026-01-01" }] }),
  ],
];

const coveredByNone: readonly Row[] = [
  [
    "account",
    "the names that people give the account",
    (from) => ({ ...from, account: { ...from.account, name: "acme", alias: "main" } }),
  ],
  ["summary", "how much is as it should be", (from) => ({ ...from, settled: from.settled + 1 })],
  [
    "lines",
    "where in the code a setting is written",
    (from) => ({ ...from, locations: new Map([["scanform_configuration.one", "main.ts:1:1"]]) }),
  ],
  [
    "unused",
    "what becomes weaker that no repository has",
    (from) => ({
      ...from,
      unused: [{ address: address("x"), id: configurationId("x"), name: "x", changes: [lost] }],
    }),
  ],
  ["future_is_cut", "that more is to come than is listed", base({ isCut: true })],
  [
    "base_problems",
    "why the comparison with the base is not whole",
    base({ problems: [warning("base-unusable", "x")] }),
  ],
  [
    "undeclared",
    "what is live and not declared",
    (from) => ({ ...from, undeclared: { configurations: [], leaves: [{ path: "comment", configurations: 1 }] } }),
  ],
  [
    "findings",
    "open findings",
    (from) => ({
      ...from,
      findings: {
        ...{ days: 30, open: 1, critical: 1, high: 0, medium: 0, low: 0, unread: 0 },
        worst: [],
        effects: {},
      },
    }),
  ],
  ["effects", "in which order effects are listed", (from) => ({ ...from, effects: from.effects.toReversed() })],
  [
    "effects",
    "in which order repositories are listed",
    effects((effect) => ({ repositories: effect.repositories.toReversed() })),
  ],
  [
    "effects",
    "the number of the rule that moves a repository",
    effects((effect) => ({
      repositories: effect.repositories.map((one) => ({ ...one, by: { rule: 8, matched: "x" } })),
    })),
  ],
  [
    "changes",
    "in which order configurations are declared",
    (from) => ({ ...from, configurations: from.configurations.toReversed() }),
  ],
  ["moves", "in which order moves are listed", (from) => ({ ...from, moves: from.moves.toReversed() })],
  ["moves", "the rule of a move", each("moves", (move) => ({ ...move, by: { rule: 8, matched: "x" } }))],
  [
    "triages",
    "whether one repository alone has the name of that of a finding",
    triages(() => ({ finding: { ...finding, repository: { id: repositoryId("r"), name: "r" } } })),
  ],
  ["triages", "where in the code a triage is declared", triages(() => ({ location: "main.ts:31:5" }))],
  [
    "rules",
    "a rule that selects nothing",
    (from) => ({
      ...from,
      desired: {
        ...from.desired,
        assignments: from.desired.assignments.map((one) => ({
          ...one,
          rules: [...one.rules, { target: { leave: true }, repositoryNames: ["nobody"] }],
        })),
      },
    }),
  ],
  [
    "before",
    "what is live and undeclared",
    (from) => ({
      ...from,
      observed: {
        ...from.observed,
        configurations: from.observed.configurations.map((one) => ({
          ...one,
          settings: { ...one.settings, show_scan_confirmation: true },
        })),
      },
    }),
  ],
  [
    "after",
    "what goes along undeclared",
    updates((change) => ({ ...change, after: { ...change.after, show_scan_confirmation: true } })),
  ],
  ["policy_titles", "the titles of policies", (from) => ({ ...from, policyTitles: new Map([["p", "Another title"]]) })],
  [
    "requests",
    "the number of requests",
    (from) => ({ ...from, requests: { ...from.requests, planned: from.requests.planned + 1 } }),
  ],
  ["diagnostics", "messages", (from) => ({ ...from, diagnostics: [warning("triage-expired", "x")] })],
  ["apply", "the options of the plan", (from) => ({ ...from, options: { force: true } })],
  [
    "apply",
    "what else is declared",
    (from) => ({ ...from, desired: { ...from.desired, managedScope: { all: true } } }),
  ],
];

/** A plan with and without an edit: whether the member differs, and whether the digests do. */
function compared([member, , edit]: Row) {
  const [one, other] = [(from: Plan) => from, edit].map((change) => {
    const made = change(base({})(decided()));
    return accountDocument({ ...made, digest: digestOf(made) });
  });
  const differs = (at: keyof AccountDocument) => JSON.stringify(one?.[at]) !== JSON.stringify(other?.[at]);
  return { [member]: differs(member), digest: differs("digest"), review_digest: differs("review_digest") };
}

test.each(coveredByDigest)("%s: another digest for %s", (...row) => {
  expect(compared(row)).toEqual({ [row[0]]: true, digest: true, review_digest: true });
});

test.each(coveredByReviewDigest)("%s: the same digest and another review digest for %s", (...row) => {
  expect(compared(row)).toEqual({ [row[0]]: true, digest: false, review_digest: true });
});

test.each(coveredByNone)("%s: the same digests for %s", (...row) => {
  expect(compared(row)).toEqual({ [row[0]]: true, digest: false, review_digest: false });
});

test("the schema says of each member by which digest it is covered", () => {
  const rowsOf = (rows: readonly Row[]) => new Set<string>(rows.map(([member]) => member));
  const covered = { digest: rowsOf(coveredByDigest), review_digest: rowsOf(coveredByReviewDigest) };
  // policies judge the document once it is made
  const all = new Set([
    ...rowsOf(coveredByNone),
    ...Object.values(covered).flatMap((each) => [...each]),
    "policies",
    "waivers",
  ]);
  for (const [member, { description = "" }] of Object.entries(accountShape.shape)) {
    if (member in covered) continue;
    expect([member, all.has(member)]).toEqual([member, true]);
    for (const [digest, members] of Object.entries(covered))
      expect([member, digest, description.includes(`\`${digest}\` covers it`)]).toEqual([
        member,
        digest,
        members.has(member),
      ]);
  }
});

import { accountId, address, configurationId, repositoryId } from "../../../src/model/ids";
import { type Decided, digestOf } from "../../../src/reconcile/plan/decisions";
import type { LeafChange } from "../../../src/model/compare-settings";
import type { ConfigurationChange, LiveChange } from "../../../src/reconcile/plan/change";
import type { Effect } from "../../../src/reconcile/plan/effects";
import type { Settings } from "../../../src/model/settings";
import { plan } from "../../../src/reconcile/plan/plan";
import type { TriageChange } from "../../../src/reconcile/plan/triages";
import { decide, declare, desired, give, live, names, triaged } from "../account";

const baseUrl = "https://findings.example.com";
/** An update, two creations, a move, a deletion, a triage; and one of each that is settled already. */
function reviewed(): Decided {
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
  const triages = triaged({ open: null, other: null, held: "wont_fix" });
  return plan({ id: accountId("account"), baseUrl }, declaration, { ...observed, triages });
}

const each =
  <K extends "configurations" | "deletions" | "effects" | "moves" | "triages">(
    part: K,
    edit: (item: Decided[K][number]) => Decided[K][number],
  ) =>
  (from: Decided): Decided => ({ ...from, [part]: from[part].map((item) => edit(item)) });

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
const triages = (edit: () => Partial<Pick<TriageChange, "declared" | "before" | "location">>) =>
  each("triages", (change) => (change.action === "no-op" ? change : { ...change, ...edit() }));

test("the plan under review has every part, so that each can be changed", () => {
  const { configurations, deletions, effects: felt, moves, triages: decided } = reviewed();
  expect({
    configurations: configurations.map(({ action }) => action),
    deletions: deletions.map(({ live: { id } }) => id),
    effects: felt.map(({ from, to, class: verdict, repositories: all }) => [from?.id, to?.name, verdict, all.length]),
    triages: decided.map(({ action }) => action),
    moves: moves.map(({ repository, from, toName }) => [repository.name, from, toName]),
  }).toEqual({
    configurations: ["update", "create", "create", "no-op"],
    deletions: ["gone"],
    effects: [
      ["one", "one", "weakens", 2],
      ["one", "new", "weakens", 1],
      [undefined, "new", "unclassified", 1],
    ],
    triages: ["set", "set", "no-op"],
    moves: [
      ["r3", "one", "new"],
      ["r5", undefined, "new"],
    ],
  });
});

type Edit = (from: Decided) => Decided;

test.each<[string, Edit]>([
  ["the account", (from) => ({ ...from, account: { ...from.account, id: accountId("another") } })],
  ["where the service is", (from) => ({ ...from, account: { ...from.account, baseUrl: "https://x.example.com" } })],
  ["that the operator says where the service is", ({ account: { id }, ...rest }) => ({ ...rest, account: { id } })],
  ["a change more or less", (from) => ({ ...from, configurations: from.configurations.slice(1) })],
  ["what is changed", each("configurations", (change) => ({ ...change, address: address("x") }))],
  [
    "whether it is changed or created",
    each("configurations", (change) =>
      change.action === "update" ? { ...change, action: "create", live: undefined } : change,
    ),
  ],
  [
    "which live configuration is changed",
    updates(({ live, ...change }) => ({ ...change, live: { ...live, id: configurationId("x") } })),
  ],
  ["the name before", updates(({ live, ...change }) => ({ ...change, live: { ...live, name: "x" } }))],
  ["the name after", each("configurations", (change) => ({ ...change, declared: { ...change.declared, name: "x" } }))],
  ["which leaf of a configuration changes", ownLeaves({ path: "x" })],
  ["the value of a leaf of a configuration before", ownLeaves({ before: "x" })],
  ["the value of a leaf of a configuration after", ownLeaves({ after: "x" })],
  ["the verdict on a leaf of a configuration", ownLeaves({ verdict: "neutral" })],
  ["a move more or less", (from) => ({ ...from, moves: from.moves.slice(1) })],
  [
    "which repository moves",
    each("moves", (move) => ({ ...move, repository: { ...move.repository, id: repositoryId("x") } })),
  ],
  ["where a repository moves from", each("moves", (move) => ({ ...move, from: configurationId("x") }))],
  ["where a repository moves to", each("moves", (move) => ({ ...move, to: { id: configurationId("x") } }))],
  ["an effect more or less", (from) => ({ ...from, effects: from.effects.slice(1) })],
  ["where repositories come from", effects(() => ({ from: null }))],
  ["where repositories go to", effects(() => ({ to: null }))],
  ["the class of an effect", effects(() => ({ class: "neutral" }))],
  ["whether an effect is mixed", effects(({ mixed }) => ({ mixed: !mixed }))],
  ["which leaf changes", leaves({ path: "x" })],
  ["the value of a leaf before", leaves({ before: "x" })],
  ["the value of a leaf after", leaves({ after: "x" })],
  ["the verdict on a leaf", leaves({ verdict: "neutral" })],
  ["which repository is affected", repositories(() => ({ id: repositoryId("x") }))],
  ["the name of a repository that is affected", repositories(() => ({ name: "x" }))],
  ["one repository more or less", effects(({ repositories: all }) => ({ repositories: all.slice(1) }))],
  ["a deletion more or less", (from) => ({ ...from, deletions: [] })],
  [
    "what is deleted",
    each("deletions", (deletion) => ({ ...deletion, live: { ...deletion.live, id: configurationId("x") } })),
  ],
  [
    "the name of what is deleted",
    each("deletions", (deletion) => ({ ...deletion, live: { ...deletion.live, name: "x" } })),
  ],
  [
    "what is deleted with it",
    each("deletions", (deletion) => ({ ...deletion, live: { ...deletion.live, settings: { comment: "enabled" } } })),
  ],
  ["a triage more or less", (from) => ({ ...from, triages: from.triages.slice(1) })],
  ["why a finding is triaged", triages(() => ({ declared: { ...decide("open"), justification: "Another reason." } }))],
  ["the category that a finding has", triages(() => ({ before: "in_progress" }))],
  [
    "the category that a finding gets",
    each("triages", (change) => (change.action === "set" ? { ...change, after: "in_progress" } : change)),
  ],
])("another digest: %s", (_what, edit) => {
  const from = reviewed();
  const edited = edit(from);
  expect(edited).not.toEqual(from);
  expect(digestOf(edited)).not.toBe(digestOf(from));
});

test.each<[string, Edit]>([
  [
    "the names that people give the account",
    (from) => ({ ...from, account: { ...from.account, name: "acme", alias: "main" } }),
  ],
  ["in which order moves are listed", (from) => ({ ...from, moves: from.moves.toReversed() })],
  ["in which order effects are listed", (from) => ({ ...from, effects: from.effects.toReversed() })],
  ["in which order repositories are listed", effects((effect) => ({ repositories: effect.repositories.toReversed() }))],
  ["in which order leaves are listed", effects(({ changes }) => ({ changes: changes.toReversed() }))],
  [
    "the number of the rule that moves a repository",
    effects((effect) => ({
      repositories: effect.repositories.map((one) => ({ ...one, by: { rule: 8, matched: "x" } })),
    })),
  ],
  ["whether a repository is scanned", repositories(() => ({ enabled: false }))],
  ["by which kind of request a leaf is written", leaves({ removes: true })],
  [
    "in which order configurations are declared",
    (from) => ({ ...from, configurations: from.configurations.toReversed() }),
  ],
  [
    "the declaration of what does not change",
    each("configurations", (change) =>
      change.action === "no-op" ? { ...change, declared: { ...change.declared, preventDestroy: true } } : change,
    ),
  ],
  [
    "whether deletion is prevented of what is changed",
    each("configurations", (change) => ({ ...change, declared: { ...change.declared, preventDestroy: true } })),
  ],
  [
    "what goes along undeclared",
    updates((change) => ({ ...change, after: { ...change.after, show_scan_confirmation: true } })),
  ],
  [
    "that something is declared which does not change",
    (from) => ({ ...from, configurations: from.configurations.filter(({ action }) => action !== "no-op") }),
  ],
  ["where in the code a triage is declared", triages(() => ({ location: "main.ts:31:5" }))],
  [
    "a triage that holds already",
    (from) => ({ ...from, triages: from.triages.filter(({ action }) => action !== "no-op") }),
  ],
])("the same digest: %s", (_what, edit) => {
  const from = reviewed();
  const edited = edit(from);
  expect(edited).not.toEqual(from);
  expect(digestOf(edited)).toBe(digestOf(from));
});

describe("the digest of a plan that is made", () => {
  const digest = (settings: Settings, before: Settings = { comment: "silent" }, has: readonly string[] = []) =>
    plan({ id: accountId("account") }, desired([declare("one", settings)]), live({ one: { settings: before, has } }))
      .digest;
  const excludes = (...all: string[]): Settings => ({ analyzers: { a: { enabled: true, excludes: all } } });

  test("is another one where a declared value is another one, or the value that it replaces", () => {
    const [one, declaredOther, liveOther] = [
      digest({ comment: "enabled" }),
      digest({ comment: "disabled" }),
      digest({ comment: "enabled" }, { comment: "disabled" }),
    ];
    expect(new Set([one, declaredOther, liveOther]).size).toBe(3);
  });

  test("is another one where another pattern comes last in a list with one that begins with !", () => {
    expect(digest(excludes("**", "!src/**"))).not.toBe(digest(excludes("!src/**", "**")));
    expect(digest(excludes("x"), excludes("**", "!src/**"))).not.toBe(digest(excludes("x"), excludes("!src/**", "**")));
  });

  test("is the same in whatever order a list without such a pattern is declared or listed", () => {
    expect(digest(excludes("x", "y"))).toBe(digest(excludes("y", "x")));
    expect(digest(excludes("z"), excludes("x", "y"))).toBe(digest(excludes("z"), excludes("y", "x")));
  });

  test("is the same whatever goes along undeclared in the body of a request", () => {
    const one = digest({ comment: "enabled" }, { comment: "silent", risk_threshold: 1 });
    expect(digest({ comment: "enabled" }, { comment: "silent", risk_threshold: 2 })).toBe(one);
    const others = { code_policies: [{ id: "p", enabled: true }], analyzers: { a: { enabled: true } } };
    expect(digest({ comment: "enabled" }, { comment: "silent", ...others })).toBe(one);
  });
});

/** What was reviewed with one version is applied with the next one: these digests must stay as they are. */
test("the digest of a plan without triages is the same in every version", () => {
  const small = plan({ id: accountId("account") }, desired([declare("one", { comment: "enabled" })]), live({}));
  expect([digestOf(small), digestOf({ ...small, account: { ...small.account, baseUrl } })]).toEqual([
    "e42c4d59a2cb4484967f5c3a81d11791e85b18409e889e82d7f5c087913613eb",
    "41c3cc421b989e5d22945b9f8091c52704e154c2e8befe69d9d586b3e6e3ec71",
  ]);
});

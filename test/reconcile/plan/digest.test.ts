import { accountId, address, configurationId, repositoryId } from "../../../src/model/ids";
import { type Digested, digestOf } from "../../../src/reconcile/plan/digest";
import type { Effect } from "../../../src/reconcile/plan/effects";
import { plan } from "../../../src/reconcile/plan/plan";
import type { TriageChange } from "../../../src/reconcile/plan/triages";
import { decide, declare, desired, give, live, names, triaged } from "../account";

const baseUrl = "https://findings.example.com";
/** An update, two creations, a move, a deletion, a triage; and one of each that is settled already. */
function reviewed(): Digested {
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
  <K extends "configurations" | "deletions" | "effects" | "triages" | "writes">(
    part: K,
    edit: (item: Digested[K][number]) => Digested[K][number],
  ) =>
  (from: Digested): Digested => ({ ...from, [part]: from[part].map((item) => edit(item)) });

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
  const { configurations, deletions, effects: felt, triages: decided, writes } = reviewed();
  expect({
    configurations: configurations.map(({ action }) => action),
    deletions: deletions.map(({ live: { id } }) => id),
    effects: felt.map(({ from, to, class: verdict, repositories: all }) => [from?.id, to?.name, verdict, all.length]),
    triages: decided.map(({ action }) => action),
    writes: writes.map(({ kind }) => kind),
  }).toEqual({
    configurations: ["update", "create", "create", "no-op"],
    deletions: ["gone"],
    effects: [
      ["one", "one", "weakens", 2],
      ["one", "new", "weakens", 1],
      [undefined, "new", "unclassified", 1],
    ],
    triages: ["set", "set", "no-op"],
    writes: ["patch", "create", "create", "delete", "set-triage", "set-triage"],
  });
});

type Edit = (from: Digested) => Digested;

test.each<[string, Edit]>([
  ["the account", (from) => ({ ...from, account: { ...from.account, id: accountId("another") } })],
  ["where the service is", (from) => ({ ...from, account: { ...from.account, baseUrl: "https://x.example.com" } })],
  ["that the operator says where the service is", ({ account: { id }, ...rest }) => ({ ...rest, account: { id } })],
  ["a request more or less", (from) => ({ ...from, writes: from.writes.slice(1) })],
  [
    "the body of a request",
    each("writes", (write) =>
      write.kind === "create" ? { ...write, body: { ...write.body, comment: "enabled" } } : write,
    ),
  ],
  [
    "the configuration that a request writes to",
    each("writes", (write) => (write.kind === "patch" ? { ...write, configuration: configurationId("x") } : write)),
  ],
  ["the verb of a request", each("writes", (write) => (write.kind === "patch" ? { ...write, kind: "put" } : write))],
  ["whose changes a request carries", each("writes", (write) => ({ ...write, carries: [address("x")] }))],
  ["an effect more or less", (from) => ({ ...from, effects: from.effects.slice(1) })],
  ["where repositories come from", effects(() => ({ from: null }))],
  ["where repositories go to", effects(() => ({ to: null }))],
  ["the class of an effect", effects(() => ({ class: "neutral" }))],
  ["whether an effect is mixed", effects(({ mixed }) => ({ mixed: !mixed }))],
  ["which leaf changes", leaves({ path: "x" })],
  ["what is said of a leaf", leaves({ words: "x" })],
  ["the value of a leaf before", leaves({ before: "x" })],
  ["the value of a leaf after", leaves({ after: "x" })],
  ["the verdict on a leaf", leaves({ verdict: "neutral" })],
  ["which repository is affected", repositories(() => ({ id: repositoryId("x") }))],
  ["the name of a repository that is affected", repositories(() => ({ name: "x" }))],
  ["one repository more or less", effects(({ repositories: all }) => ({ repositories: all.slice(1) }))],
  [
    "the declaration of what is changed",
    each("configurations", (change) =>
      change.action === "update" ? { ...change, declared: { ...change.declared, preventDestroy: true } } : change,
    ),
  ],
  [
    "the declaration of what is new",
    each("configurations", (change) =>
      change.action === "create" ? { ...change, declared: { ...change.declared, exclusiveAnalyzers: true } } : change,
    ),
  ],
  [
    "what is deleted",
    each("deletions", (deletion) => ({ ...deletion, live: { ...deletion.live, id: configurationId("x") } })),
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
  ["in which order independent requests are listed", (from) => ({ ...from, writes: from.writes.toReversed() })],
  ["the numbers of requests", each("writes", (write) => ({ ...write, id: write.id + 1, after: [7] }))],
  ["in which order effects are listed", (from) => ({ ...from, effects: from.effects.toReversed() })],
  ["in which order repositories are listed", effects((effect) => ({ repositories: effect.repositories.toReversed() }))],
  ["in which order leaves are listed", effects(({ changes }) => ({ changes: changes.toReversed() }))],
  [
    "the number of the rule that moves a repository",
    effects((effect) => ({ repositories: effect.repositories.map((one) => ({ ...one, rule: "rule 9: x" })) })),
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
    "that something is declared which does not change",
    (from) => ({ ...from, configurations: from.configurations.filter(({ action }) => action !== "no-op") }),
  ],
  [
    "the name of what is deleted",
    each("deletions", (deletion) => ({ ...deletion, live: { ...deletion.live, name: "x" } })),
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

test("a plan has the digest of its parts", () => {
  const made = plan({ id: accountId("account"), baseUrl }, desired([declare("one")]), live({}));
  expect(made.digest).toBe(digestOf(made));
  expect(made.digest).toMatch(/^[0-9a-f]{64}$/);
});

test.each([
  ["another digest", ["**", "!src/**"], false],
  ["the same digest", ["a/**", "b/**"], true],
])("a plan of patterns in another order has %s: %j", (_, excludes, isSame) => {
  const digests = [excludes, excludes.toReversed()].map(
    (each) =>
      plan(
        { id: accountId("account"), baseUrl },
        desired([declare("one", { analyzers: { a: { excludes: each } } })]),
        live({}),
      ).digest,
  );
  expect(digests[0] === digests[1]).toBe(isSame);
});

/** What was reviewed with one version is applied with the next one: these digests must stay as they are. */
test("the digest of a plan without triages is the same in every version", () => {
  const small = plan({ id: accountId("account") }, desired([declare("one", { comment: "enabled" })]), live({}));
  expect([digestOf(small), digestOf({ ...small, account: { ...small.account, baseUrl } })]).toEqual([
    "2c675562fb7207b2ae74418e5c2e282449c220b9cfea24cb614423621143e982",
    "63b7e7969c197d11730641a2744465c32d5687e01e4a32532d0b04380f59a373",
  ]);
});

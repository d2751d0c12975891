import type { Desired } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { address, configurationId, repositoryId } from "../../../src/model/ids";
import type { LeafVerdict } from "../../../src/model/leaf-verdict";
import { type Effect, judged, type Side } from "../../../src/reconcile/plan/effects";
import type { Plan } from "../../../src/reconcile/plan/plan";
import {
  planDifferences,
  type ReviewedEffect,
  type ReviewedParts,
  verdictRegressions,
} from "../../../src/reconcile/refresh/staleness";
import { declare, desired, give, live, names, planned } from "../account";

const finding = "3d9f4a0e-6c1b-4e57-9a83-0b2f7d1c5e64";

/** Every part of a plan at once. */
const declared: Desired = {
  ...desired(
    [declare("one", { comment: "silent", risk_threshold: 3 }), declare("same", { comment: "enabled" })],
    { target: { leave: true }, ...names("left") },
    give("one", names("moves")),
  ),
  deletions: [configurationId("old")],
  triages: [{ address: address("t"), findingId: finding, category: "wont_fix", justification: "Only in tests." }],
};

const account = (
  one: readonly string[] = ["stays", "too"],
  same: { readonly risk_threshold?: number } = {},
): Observed => ({
  ...live({
    one: { settings: { comment: "enabled" }, has: one },
    same: { settings: { comment: "enabled", ...same }, has: ["left"] },
    two: { has: ["moves"] },
    old: {},
  }),
  triages: { at: 0, found: new Map([[finding, { is: "none" }]]) },
});

let fresh: Plan;
beforeAll(() => {
  fresh = planned(declared, account());
});

test("a plan is like the reviewed one when every part is the same", () => {
  expect(planDifferences(fresh, planned(declared, account()))).toEqual([]);
  expect(planDifferences(JSON.parse(JSON.stringify(fresh)) as ReviewedParts, fresh)).toEqual([]);
});

/** The plan with other values in each item of a list. */
const forged =
  <K extends keyof ReviewedParts>(list: K, edit: (item: ReviewedParts[K][number]) => object) =>
  (): ReviewedParts => ({ ...fresh, [list]: fresh[list].map((item) => ({ ...item, ...edit(item) })) });

const elsewhere = { address: address("elsewhere") };
const renamed = ({ repository }: Plan["unmoved"][number] | Plan["moves"][number]) => ({
  repository: { ...repository, name: "sandbox" },
});
const ifTouched =
  (more: object) =>
  ({ action }: Plan["configurations"][number]) =>
    action === "no-op" ? {} : more;

describe("a plan is unlike the reviewed one when that showed", () => {
  test.each<[string, () => ReviewedParts, readonly string[]]>([
    ["no requests", () => ({ ...fresh, writes: [] }), ["requests"]],
    ["the requests of other resources", forged("writes", () => ({ carries: [elsewhere.address] })), ["requests"]],
    ["no configurations", () => ({ ...fresh, configurations: [] }), ["changes of configurations"]],
    [
      "other settings of a configuration",
      forged("configurations", ifTouched({ after: {} })),
      ["changes of configurations"],
    ],
    [
      "other differences of a configuration",
      forged("configurations", ifTouched({ changes: [] })),
      ["changes of configurations"],
    ],
    [
      "that a configuration is taken over",
      forged("configurations", ifTouched({ action: "adopt" })),
      ["changes of configurations"],
    ],
    ["another resource of a configuration", forged("configurations", () => elsewhere), ["changes of configurations"]],
    ["no deletions", () => ({ ...fresh, deletions: [] }), ["deletions"]],
    ["that a deletion was not asked for by name", forged("deletions", () => ({ named: false })), ["deletions"]],
    [
      "the deletion of another configuration",
      forged("deletions", ({ live: old }) => ({ live: { ...old, id: configurationId("older") } })),
      ["deletions"],
    ],
    ["no moves", () => ({ ...fresh, moves: [] }), ["moves"]],
    ["a move from a configuration of another name", forged("moves", () => ({ fromName: "sandbox" })), ["moves"]],
    ["a move to a configuration of another name", forged("moves", () => ({ toName: "sandbox" })), ["moves"]],
    ["a move that is not felt", forged("moves", () => ({ class: "unaffected" })), ["moves"]],
    ["a move by another rule", forged("moves", () => ({ rule: "rule 1: moves" })), ["moves"]],
    ["a move of a repository of another name", forged("moves", renamed), ["moves"]],
    ["no triages", () => ({ ...fresh, triages: [] }), ["triages"]],
    [
      "another reason for a triage",
      forged("triages", ({ declared: of }) => ({ declared: { ...of, justification: "Reachable." } })),
      ["triages"],
    ],
    ["that no repository stays", () => ({ ...fresh, unmoved: [] }), ["repositories that stay"]],
    ["that a repository of another name stays", forged("unmoved", renamed), ["repositories that stay"]],
    ["that a repository stays by another rule", forged("unmoved", () => ({ rule: 7 })), ["repositories that stay"]],
    [
      "what weakens among what does not",
      forged("effects", (each) => (each.class === "weakens" ? { class: "neutral" } : {})),
      ["classes of effects"],
    ],
    [
      "that what weakens strengthens as well",
      forged("effects", (each) => (each.class === "weakens" ? { mixed: true } : {})),
      ["classes of effects"],
    ],
    ["an effect without a change", forged("effects", () => ({ changes: [] })), ["classes of effects"]],
    [
      "nothing",
      () => ({ ...planned(desired([]), account()), effects: fresh.effects }),
      ["requests", "changes of configurations", "deletions", "moves", "triages", "repositories that stay"],
    ],
  ])("%s", (_what, reviewed, expected) => {
    expect(planDifferences(reviewed(), fresh)).toEqual(expected);
  });
});

test("a plan is like the reviewed one whatever the order of the requests and of the lists", () => {
  const lists = ["writes", "configurations", "deletions", "moves", "effects", "unmoved", "triages"] as const;
  const reversed = Object.fromEntries(lists.map((list) => [list, fresh[list].toReversed()]));
  const numbered = fresh.writes.map((write) => ({ ...write, id: 10 - write.id, after: [] }));
  expect(planDifferences({ ...fresh, ...reversed, writes: numbered.reverse() }, fresh)).toEqual([]);
});

test("a plan is like the reviewed one when a setting has changed that no request touches", () => {
  expect(planDifferences(planned(declared, account(["stays", "too"], { risk_threshold: 7 })), fresh)).toEqual([]);
});

describe("the words of a plan", () => {
  const editing = desired([declare("one", { comment: "silent", risk_threshold: 3 })]);
  let now: Plan;
  let later: Plan;
  beforeAll(() => {
    now = planned(editing, account());
    later = planned(editing, account(["stays", "comes"]));
  });
  /** What other effects would have been shown, each in the class that it has then. */
  const telling = (edit: (effect: Effect) => Partial<Effect>): ReviewedParts => ({
    ...now,
    effects: judged(now.effects.map((each) => ({ ...each, ...edit(each) }))),
  });

  test("are others when the last of several changes is described otherwise", () => {
    const reviewed = telling(({ changes }) => ({
      changes: changes.map((leaf, at) => (at === changes.length - 1 ? { ...leaf, words: "is better" } : leaf)),
    }));
    expect(now.effects).toMatchObject([{ changes: [{ path: "comment" }, { path: "risk_threshold" }] }]);
    expect(planDifferences(reviewed, now)).toEqual(["words"]);
    expect(planDifferences(reviewed, later)).toEqual(["words"]);
  });

  test("are others when the second of two effects that were reviewed as one is described otherwise", () => {
    const [only] = now.effects;
    if (only === undefined) throw new Error("no effect");
    const split = (words: Partial<Effect["changes"][number]>): ReviewedParts => ({
      ...now,
      effects: only.repositories.map((each, at) => ({
        ...only,
        changes: at === 0 ? only.changes : only.changes.map((leaf) => ({ ...leaf, ...words })),
        repositories: [each],
      })),
    });
    expect(planDifferences(now, split({}))).toEqual([]);
    expect(planDifferences(now, split({ words: "is better" }))).toEqual(["words"]);
  });

  test("are others when a repository has another name", () => {
    const reviewed = telling(({ repositories }) => ({
      repositories: repositories.map(({ repository }) =>
        repository.name === "too" ? { repository: { ...repository, name: "sandbox" } } : { repository },
      ),
    }));
    expect(planDifferences(reviewed, now)).toEqual(["words"]);
  });

  test("are the same when other repositories feel it, or one has a change that the reviewer was not told", () => {
    expect(planDifferences(now, later)).toEqual([]);
    expect(planDifferences(later, now)).toEqual([]);
    expect(
      planDifferences(
        telling(({ changes }) => ({ changes: changes.slice(1) })),
        now,
      ),
    ).toEqual([]);
    expect(planDifferences({ ...now, effects: [] }, now)).toEqual([]);
  });

  test("are the same when a change has another verdict: `verdictRegressions` judges that", () => {
    const harmless = telling(({ changes }) => ({
      changes: changes.map((leaf) => ({ ...leaf, verdict: "neutral", words: "is better" })),
    }));
    expect(planDifferences(harmless, now)).toEqual([]);
  });
});

const leaf = (path: string, verdict: LeafVerdict) => ({ path, verdict, setting: path, removes: false });

const sideOf = (name: string): Side => ({ id: configurationId(`id of ${name}`), name });

/** What the repositories feel, which have no name where it is `undefined`. */
const effects = (
  leaves: Readonly<Record<string, LeafVerdict>>,
  felt: readonly (string | undefined)[] = ["r"],
  from: Side | null = sideOf("one"),
  to: Side | null = from,
): readonly Effect[] =>
  judged([
    {
      from,
      to,
      changes: Object.entries(leaves).map(([path, verdict]) => leaf(path, verdict)),
      repositories: felt.map((name, at) => ({
        repository: {
          id: repositoryId(name === undefined ? `nameless-${String(at)}` : `id of ${name}`),
          ...(name === undefined ? {} : { name }),
          provider_repo_id: at,
          enabled: true,
        },
      })),
    },
  ]);

const none: readonly ReviewedEffect[] = [];

describe("a change that the reviewer saw as", () => {
  const said = ['"r": weaker or less certain than reviewed ("one": comment)'];
  const table: readonly (readonly [LeafVerdict | "absent", Readonly<Record<LeafVerdict, boolean>>])[] = [
    ["weaker", { weaker: false, unclassified: false, stronger: false, neutral: false }],
    ["unclassified", { weaker: true, unclassified: false, stronger: false, neutral: false }],
    ["stronger", { weaker: true, unclassified: true, stronger: false, neutral: false }],
    ["neutral", { weaker: true, unclassified: true, stronger: false, neutral: false }],
    ["absent", { weaker: true, unclassified: true, stronger: false, neutral: false }],
  ];

  test.each(table)("%s is worse now only if it is less certain, or weaker than was said", (before, isWorse) => {
    // another leaf that was weaker excuses nothing
    const reviewed = effects({ risk_threshold: "weaker", ...(before === "absent" ? {} : { comment: before }) });
    const verdicts = ["weaker", "unclassified", "stronger", "neutral"] as const;
    const found = verdicts.map((now) => [now, verdictRegressions(reviewed, effects({ comment: now }))]);
    expect(found).toEqual(verdicts.map((now) => [now, isWorse[now] ? said : []]));
  });
});

test("says once for all repositories which of them are worse off, where and by which settings", () => {
  const reviewed = [...effects({ comment: "weaker" }, ["told"]), ...effects({ comment: "neutral" }, ["a"])];
  const now = effects({ comment: "weaker", beta: "neutral", risk_threshold: "unclassified" }, ["a", "told", undefined]);
  expect(verdictRegressions(reviewed, now)).toEqual([
    '"a", "told" and "nameless-2": weaker or less certain than reviewed ("one": comment, risk_threshold)',
  ]);
  expect(verdictRegressions(effects({ comment: "weaker", risk_threshold: "weaker" }, ["told", "a"]), now)).toEqual([
    '"nameless-2": weaker or less certain than reviewed ("one": comment, risk_threshold)',
  ]);
  expect(verdictRegressions(now, now)).toEqual([]);
});

test("names only the settings that the repositories of its own line feel", () => {
  const now = [...effects({ risk_threshold: "weaker" }, ["a"]), ...effects({ comment: "weaker" }, ["b"])];
  expect(verdictRegressions(none, now)).toEqual([
    '"a": weaker or less certain than reviewed ("one": risk_threshold)',
    '"b": weaker or less certain than reviewed ("one": comment)',
  ]);
});

test.each<[string, Side | null, Side | null, string]>([
  ["a repository that gets its first configuration", null, sideOf("two"), 'none -> "two"'],
  ["a repository that loses its configuration", sideOf("one"), null, '"one" -> none'],
  ["a repository that moves", sideOf("one"), sideOf("two"), '"one" -> "two"'],
  ["a repository whose configuration is renamed", sideOf("one"), { ...sideOf("one"), name: "eins" }, '"one" -> "eins"'],
  ["a configuration without a name by its id", { id: configurationId("x") }, sideOf("two"), '"x" -> "two"'],
  ["a new configuration of no name", null, { address: address("new") }, 'none -> "new"'],
])("names both configurations of %s", (_of, from, to, where) => {
  expect(verdictRegressions(none, effects({ comment: "weaker" }, ["r"], from, to))).toEqual([
    `"r": weaker or less certain than reviewed (${where}: comment)`,
  ]);
});

test("each group of repositories that is worse off has a line, and the others have none", () => {
  const strict = { comment: "enabled", risk_threshold: 3 } as const;
  const declared = desired([declare("one", { comment: "silent" }), declare("two")], give("two", names("moves")));
  const account = (held: readonly string[]) =>
    live({ one: { settings: strict, has: held }, two: { settings: { comment: "disabled" } } }, []);
  const reviewed = planned(declared, account(["stays", "moves"])).effects;
  const now = planned(declared, account(["stays", "moves", "comes"])).effects;
  expect(verdictRegressions(reviewed, now)).toEqual(['"comes": weaker or less certain than reviewed ("one": comment)']);
  expect(verdictRegressions(none, now)).toEqual([
    '"comes" and "stays": weaker or less certain than reviewed ("one": comment)',
    '"moves": weaker or less certain than reviewed ("one" -> "two": comment, risk_threshold)',
  ]);
  expect(verdictRegressions(now, reviewed)).toEqual([]);
});

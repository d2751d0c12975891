import type { Desired, DesiredTriage } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { address, configurationId, repositoryId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import type { LeafVerdict } from "../../../src/model/leaf-verdict";
import { type Effect, judged, type Side } from "../../../src/reconcile/plan/effects";
import type { Plan } from "../../../src/reconcile/plan/plan";
import {
  planDifferences,
  type ReviewedEffect,
  type ReviewedParts,
  staleness,
  verdictRegressions,
} from "../../../src/reconcile/refresh/staleness";
import { decide, deciding, declare, desired, first, give, live, names, planned, second, triaged } from "../account";

const before = { code_policies: [{ id: "p", enabled: true }] } as const;
const declaration = desired([declare("one", { code_policies: [] })], give("one", names("r")));

/** What is said of a plan that was made when the account was the first, and is to be applied to the second. */
const moved = (was: Observed, is: Observed, declared = declaration) =>
  staleness(planned(declared, was), is.configurations, planned(declared, is));

test("a plan is stale when a repository has already moved, even if the request would still list it", () => {
  const was = live({ one: { settings: before }, two: { has: ["r"] } });
  const is = live({ one: { settings: before, has: ["r"] }, two: {} });
  expect(moved(was, is)).toEqual(["repository id of r would not move any more"]);
  expect(moved(was, was)).toEqual([]);
});

describe("a plan is stale when", () => {
  const held: Settings = { ...before, comment: "silent" };
  const two = { has: ["r", "other"] };
  const was = live({ one: { settings: held, has: ["own"] }, two });
  const now = (one: Settings, more: Parameters<typeof live>[0] = { two }, without: readonly string[] = []) =>
    live({ one: { settings: one, has: ["own"] }, ...more }, without);
  const newField = { ...held, beta: { x: 2 } } as Settings;

  test.each<[string, Observed, readonly string[]]>([
    [
      "a field that nobody knows has changed",
      now(newField),
      ["configuration one (one) has changed in a field that scanform does not know"],
    ],
    [
      "an analyzer has come of which nothing is known here",
      now({ ...held, analyzers: { a: { beta: 2 } } } as Settings),
      ['configuration one (one): analyzers["a"].beta was not set and is 2'],
    ],
    [
      "a setting that it does not write has changed",
      now({ ...held, comment: "enabled" }),
      ['configuration one (one): comment was "silent" and is "enabled"'],
    ],
    ["a setting has gone", now(before), ['configuration one (one): comment was "silent" and is not set']],
    [
      "a configuration that it takes from has another name",
      now(held, { two: { ...two, name: "zwei" } }),
      ["configuration two (two) is now named zwei"],
    ],
    [
      "a repository that it moves has another configuration",
      now(held, { two: { has: ["other"] }, three: { has: ["r"] } }),
      ["configuration three (three) would be written to as well", "repository r had two and has three"],
    ],
    [
      "a repository that it moves has no configuration any more",
      now(held, { two: { has: ["other"] } }, ["r"]),
      ["repository r had two and has no configuration"],
    ],
    [
      "a configuration that it takes from is gone",
      now(held, {}, ["r"]),
      ["configuration two (two) is gone", "repository r had two and has no configuration"],
    ],
    [
      "a request that names all repositories of a configuration would name others",
      live({ one: { settings: held, has: ["own", "another"] }, two }),
      ["repositories have other configurations than when the plan was made"],
    ],
  ])("%s", (_title, is, expected) => {
    expect(moved(was, is)).toEqual(expected);
  });

  test("a repository without a configuration has got one", () => {
    const is = live({ one: { settings: before }, two: { has: ["r"] } });
    expect(moved(live({ one: { settings: before }, two: {} }, ["r"]), is)).toEqual([
      "configuration two (two) would be written to as well",
      "repository r had no configuration and has two",
    ]);
  });

  test("its rules match different repositories", () => {
    const pattern = desired([declare("one")], give("one", { repositoryPattern: "r%" }));
    const all = live({ one: { has: ["r1"] }, two: { has: ["r2"] } });
    expect(moved(all, live({ one: { has: ["r1", "r3"] }, two: { has: ["r2"] } }), pattern)).toEqual([
      "scanform_repository_assignments.routing matched 2 repositories and matches 3 now, not the same ones or by other rules",
    ]);
    expect(moved(all, live({ one: { has: ["r1"] }, two: { has: ["r2", "r3"] } }), pattern)).toEqual([
      "repository r3 would move as well",
      "scanform_repository_assignments.routing matched 2 repositories and matches 3 now, not the same ones or by other rules",
    ]);
  });

  test("the same number of repositories falls under different rules", () => {
    const rules = desired(
      [declare("one")],
      give("one", { repositoryPattern: "a%" }),
      give("one", { repositoryPattern: "b%" }),
    );
    const [was, is] = [live({ one: { has: ["a1", "b1", "b2"] } }), live({ one: { has: ["a1", "a2", "b1"] } })];
    expect(moved(was, is, rules)).toEqual([
      "scanform_repository_assignments.routing matched 3 repositories and matches 3 now, not the same ones or by other rules",
    ]);
  });
});

test("a plan is current when only unrelated objects change, or lists come in another order", () => {
  const was = live({ one: { settings: before, has: ["a", "b"] }, two: { has: ["r"] }, other: {} });
  const is = live({
    other: { settings: { comment: "silent" } },
    two: { has: ["r"] },
    one: { settings: before, has: ["b", "a"] },
  });
  expect(moved(was, is)).toEqual([]);
});

describe("a plan is current although a repository was renamed and so sorts differently in its request", () => {
  const gives = (to: string) => ({
    target: give(to, {}).target,
    repositoryIds: ["r1", "r2"].map((name) => repositoryId(`id of ${name}`)),
  });
  const renamed = (observed: Observed): Observed => ({
    ...observed,
    repositories: observed.repositories.map((each) => (each.name === "r1" ? { ...each, name: "z" } : each)),
  });

  test.each<[string, Desired]>([
    ["create", desired([declare("new")], gives("new"))],
    ["put", desired([declare("one", { code_policies: [] })], gives("one"))],
    ["patch", desired([declare("one", { comment: "enabled" })], gives("one"))],
    ["assign", desired([declare("one")], gives("one"))],
  ])("%s", (kind, declared) => {
    const was = live({ one: { settings: before }, two: { has: ["r1", "r2"] } });
    const saved = planned(declared, was);
    expect(saved.writes.map((write) => write.kind)).toEqual([kind]);
    expect(planned(declared, renamed(was)).writes).not.toEqual(saved.writes);
    expect(moved(was, renamed(was), declared)).toEqual([]);
  });
});

test("a plan is stale when it would create a different configuration", () => {
  const declared = desired([declare("one", { comment: "enabled" }), declare("two", { comment: "enabled" })]);
  const there = { settings: { comment: "enabled" } } as const;
  expect(moved(live({ two: there }), live({ two: there }), declared)).toEqual([]);
  expect(moved(live({ two: there }), live({ one: there }), declared)).toHaveLength(1);
});

test("names a configuration without a name by its id", () => {
  const nameless = (settings: Settings): Observed => {
    const [{ name: _none, ...only } = { id: configurationId("x"), settings: {} }] = live({ x: {} }).configurations;
    return { configurations: [{ ...only, settings }], repositories: [] };
  };
  const taken = desired([declare("named", { comment: "enabled" }, { id: configurationId("x") })]);
  expect(moved(nameless({}), nameless({ risk_threshold: 3 }), taken)).toEqual([
    "configuration without a name (x): risk_threshold was not set and is 3",
  ]);
});

const [today, nextYear] = [Date.parse("2030-01-01"), Date.parse("2031-01-01")];
const expires = "2030-12-31";

/** The category that the service holds for each finding; null for none. */
const held = (categories: Readonly<Record<string, string | null>>, at = today): Observed => ({
  ...live({}),
  triages: triaged(categories, at),
});

const untouched = held({ [first]: null, [second]: null });
const ours = { [first]: "wont_fix", [second]: "wont_fix" };
const plan = (observed: Observed, ...triages: readonly DesiredTriage[]): Plan =>
  planned(deciding(...triages), observed);
const said = (saved: Parameters<typeof staleness>[0], fresh: Plan) => staleness(saved, [], fresh);

const other = ["a triage has expired, or its declaration has changed, since the plan was made"];

describe("a plan is stale when", () => {
  test("somebody has decided about a finding since, which is said of that finding alone", () => {
    const both = [decide(first), decide(second)];
    const saved = plan(held({ [first]: null, [second]: "in_progress" }), ...both);
    expect(said(saved, plan(held({ [first]: "in_progress", [second]: "in_progress" }), ...both))).toEqual([
      `finding ${first} was not triaged and is in_progress`,
    ]);
    expect(said(saved, plan(untouched, ...both))).toEqual([`finding ${second} was in_progress and is not triaged`]);
    expect(said(saved, saved)).toEqual([]);
  });

  test("a finding that was triaged as declared is not any more", () => {
    const saved = plan(held({ [first]: null, [second]: "wont_fix" }), decide(first), decide(second));
    expect(said(saved, plan(untouched, decide(first), decide(second)))).toEqual([
      `the triage of the finding ${second} would change as well`,
    ]);
    expect(said(plan(held(ours), decide(first)), plan(untouched, decide(first)))).toEqual([
      `the triage of the finding ${first} would change as well`,
    ]);
  });

  test("it decides about another finding", () => {
    expect(said(plan(untouched, decide(first)), plan(untouched, decide(second)))).toEqual([
      `the triage of the finding ${first} is not declared any more`,
      `the triage of the finding ${second} would change as well`,
    ]);
  });

  test("a triage that it sets has expired", () => {
    const saved = plan(untouched, decide(first, { expires }), decide(second));
    const later = held({ [first]: null, [second]: null }, nextYear);
    expect(said(saved, plan(later, decide(first, { expires }), decide(second)))).toEqual(other);
  });

  test("it sets another category", () => {
    const fresh = plan(untouched, decide(first, { category: "in_progress" }));
    expect(said(plan(untouched, decide(first)), fresh)).toEqual(other);
  });

  test("its request removes the triage of a finding that is not the declared one", () => {
    const saved = plan(held(ours, nextYear), decide(first, { expires }));
    expect(saved.writes).toMatchObject([{ kind: "remove-triage", finding: first }]);
    const forged = { ...saved, writes: saved.writes.map((write) => ({ ...write, finding: second })) };
    expect(said(forged, saved)).toEqual(other);
  });

  test("its requests for configurations are others and those for triages the same", () => {
    const declared = { ...deciding(decide(first)), configurations: [declare("new")] };
    const fresh = planned(declared, untouched);
    expect(said({ ...fresh, writes: fresh.writes.slice(1) }, fresh)).toEqual([
      "repositories have other configurations than when the plan was made",
    ]);
  });
});

test.each<[string, Observed]>([
  ["sets", untouched],
  ["removes", held(ours, nextYear)],
])("a plan that %s a triage is current whatever the resource is called and whatever the reason", (_what, seen) => {
  const renamed = { address: address("scanform_finding_triage.renamed"), justification: "Not reachable.", expires };
  const date = { expires: seen === untouched ? "2032-01-01" : expires };
  const [saved, fresh] = [plan(seen, decide(first, date)), plan(seen, decide(first, { ...renamed, ...date }))];
  expect(saved.writes).toHaveLength(1);
  expect(fresh.writes).not.toEqual(saved.writes);
  expect(said(saved, fresh)).toEqual([]);
});

test("a triage that is as declared, or was left to somebody else, may change without making a plan stale", () => {
  const all = [decide(first), decide(second, { expires })];
  const saved = plan(held({ [first]: null, [second]: "in_progress" }, nextYear), ...all);
  expect(said(saved, plan(held({ [first]: null, [second]: null }, nextYear), ...all))).toEqual([]);
});

/** Every part of a plan at once. */
const everything: Desired = {
  ...desired(
    [declare("one", { comment: "silent", risk_threshold: 3 }), declare("same", { comment: "enabled" })],
    { target: { leave: true }, ...names("left") },
    give("one", names("moves")),
  ),
  deletions: [configurationId("old")],
  triages: [decide(first)],
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
  triages: triaged({ [first]: null }),
});

let fresh: Plan;
beforeAll(() => {
  fresh = planned(everything, account());
});

test("a plan is like the reviewed one when every part is the same", () => {
  expect(planDifferences(fresh, planned(everything, account()))).toEqual([]);
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
  const weakening = (more: Partial<Effect>) => forged("effects", (each) => (each.class === "weakens" ? more : {}));
  const older = forged("deletions", ({ live: old }) => ({ live: { ...old, id: configurationId("older") } }));
  const because = forged("triages", ({ declared: of }) => ({ declared: { ...of, justification: "Reachable." } }));

  const ofParts: Readonly<Record<string, Readonly<Record<string, () => ReviewedParts>>>> = {
    requests: {
      "no requests": () => ({ ...fresh, writes: [] }),
      "the requests of other resources": forged("writes", () => ({ carries: [elsewhere.address] })),
    },
    "changes of configurations": {
      "no configurations": () => ({ ...fresh, configurations: [] }),
      "other settings of a configuration": forged("configurations", ifTouched({ after: {} })),
      "other differences of a configuration": forged("configurations", ifTouched({ changes: [] })),
      "that a configuration is taken over": forged("configurations", ifTouched({ action: "adopt" })),
      "another resource of a configuration": forged("configurations", () => elsewhere),
    },
    deletions: {
      "no deletions": () => ({ ...fresh, deletions: [] }),
      "that a deletion was not asked for by name": forged("deletions", () => ({ named: false })),
      "the deletion of another configuration": older,
    },
    moves: {
      "no moves": () => ({ ...fresh, moves: [] }),
      "a move from a configuration of another name": forged("moves", () => ({ fromName: "sandbox" })),
      "a move to a configuration of another name": forged("moves", () => ({ toName: "sandbox" })),
      "a move that affects nothing": forged("moves", () => ({ class: "unaffected" })),
      "a move by another rule": forged("moves", () => ({ rule: "rule 1: moves" })),
      "a move of a repository of another name": forged("moves", renamed),
    },
    triages: {
      "no triages": () => ({ ...fresh, triages: [] }),
      "another reason for a triage": because,
    },
    "repositories that stay": {
      "that no repository stays": () => ({ ...fresh, unmoved: [] }),
      "that a repository of another name stays": forged("unmoved", renamed),
      "that a repository stays by another rule": forged("unmoved", () => ({ rule: 7 })),
    },
    "classes of effects": {
      "what weakens among what does not": weakening({ class: "neutral" }),
      "that what weakens strengthens as well": weakening({ mixed: true }),
      "an effect without a change": forged("effects", () => ({ changes: [] })),
    },
  };

  for (const [part, rows] of Object.entries(ofParts))
    test.each(Object.entries(rows))("%s", (_what, reviewed) => {
      expect(planDifferences(reviewed(), fresh)).toEqual([part]);
    });

  test("nothing", () => {
    const parts = Object.keys(ofParts).filter((part) => part !== "classes of effects");
    expect(planDifferences({ ...planned(desired([]), account()), effects: fresh.effects }, fresh)).toEqual(parts);
  });
});

test("a plan is like the reviewed one whatever the order of the requests and of the lists", () => {
  const lists = ["writes", "configurations", "deletions", "moves", "effects", "unmoved", "triages"] as const;
  const reversed = Object.fromEntries(lists.map((list) => [list, fresh[list].toReversed()]));
  const numbered = fresh.writes.map((write) => ({ ...write, id: 10 - write.id, after: [] }));
  expect(planDifferences({ ...fresh, ...reversed, writes: numbered.reverse() }, fresh)).toEqual([]);
});

test("a plan is like the reviewed one when a setting has changed that no request touches", () => {
  expect(planDifferences(planned(everything, account(["stays", "too"], { risk_threshold: 7 })), fresh)).toEqual([]);
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

  test("are the same when other repositories are affected, or one has a change that the review did not show", () => {
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

/** The effects on these repositories, which have no name where it is `undefined`. */
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

test("names only the settings that affect the repositories of its own line", () => {
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

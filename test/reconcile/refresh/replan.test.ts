import type { Desired } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/observed";
import { accountId, configurationId } from "../../../src/model/ids";
import { isEmpty, type Plan, plan } from "../../../src/reconcile/plan/plan";
import type { Reader } from "../../../src/reconcile/ports";
import { refreshAndPlan } from "../../../src/reconcile/refresh/refresh";
import { replan, type Reviewed } from "../../../src/reconcile/refresh/replan";
import { decide, deciding, declare, desired, first, give, live, names, planned, second } from "../account";
import { answering, noFindings, paging, refusal } from "../service";
import fc from "fast-check";
import { apply } from "../../../src/reconcile/apply/apply";
import { undone } from "../../../src/reconcile/refresh/undone";
import { desiredFor, observed } from "../arbitrary";
import { memory } from "../memory";
import { Account, type Reading, readings } from "../readings";

const account = { id: accountId("account"), name: "acme" };

/** Shows an account, and the category that each finding has; null for none. */
function showing(
  observed: Observed,
  triages: Readonly<Record<string, string | null>> = {},
  hidden: readonly string[] = [],
): Reader {
  return answering({
    configuration: (_account, id) =>
      hidden.includes(id) ? Promise.resolve({ id, settings: {} }) : Promise.reject(refusal(404)),
    ...paging(observed),
    getTriage: (_account, finding) => Promise.resolve({ data: { triage: { category: triages[finding] ?? null } } }),
    allFindings: noFindings,
  });
}

const days = (text: string) => ({ now: () => Date.parse(text) });

/** What is reviewed on the first day of 2030. */
const review = (reader: Reader, declared: Desired): Promise<Plan> =>
  refreshAndPlan(reader, account, declared, {}, days("2030-01-01"));

const again = (reader: Reader, reviewed: Reviewed, day = "2030-01-02"): Promise<Plan> =>
  replan(reader, reviewed, "saved.plan", days(day));

async function expectStale(fresh: Promise<Plan>, ...differences: readonly string[]): Promise<void> {
  const detail = [
    "saved.plan no longer matches the account, and nothing was written:",
    ...differences,
    "Plan again, and have it reviewed.",
  ].join("\n");
  await expect(fresh).rejects.toMatchObject({ diagnostics: [{ code: "plan-stale", path: "saved.plan", detail }] });
}

const declared = desired([declare("one", { comment: "silent" })], give("one", names("r")));
const before = live({ one: { settings: { comment: "enabled" }, has: ["own"] }, two: { has: ["r"] } });

test("a plan of an account that has not changed has the same writes", async () => {
  const reviewed = await review(showing(before), declared);
  expect((await again(showing(before), reviewed)).writes).toEqual(reviewed.writes);
});

test("a plan is stale with the errors, and not the warnings, of a declaration that is not valid any more", async () => {
  const [moving, idle] = [give("two", names("r")), give("one", { repositoryPattern: "no-%" })];
  const warned = desired([declare("one", { analyzers: { a: {} } }), declare("two")], moving, idle);
  const reviewed = await review(showing(live({ one: { has: ["r"] }, two: {} })), warned);
  const changed = { ...live({ one: { has: ["r"] }, two: {} }), analyzers: [] };
  await expectStale(
    again(showing(changed), reviewed),
    'Unknown analyzer: The account has no analyzer "a". There are none.',
  );
});

test("a plan is stale when a limit now refuses it", async () => {
  const owned = { ...desired([declare("one")]), deletions: [configurationId("two")] };
  const reviewed = await review(showing(live({ one: { has: ["r"] }, two: {} })), owned);
  await expectStale(
    again(showing(live({ one: { has: ["r"] }, two: { has: ["new"] } })), reviewed),
    'repository "new": not in the reviewed plan, now two -> none (weakens), the repository no longer has a configuration ("two" -> not set) (weaker)',
    '"two" would be deleted and still has "new". Give them another configuration, or use --force.',
  );
});

test("a plan is refused when a list that it needs is incomplete this time", async () => {
  const all = live({ one: { has: ["r"] }, two: {} });
  const cut = { ...all, configurations: all.configurations.slice(1) };
  const reviewed = await review(showing(cut), desired([declare("new")]));
  await expect(again(showing(cut, {}, ["one"]), reviewed)).rejects.toMatchObject({
    diagnostics: [{ code: "list-incomplete" }],
  });
});

test("a plan that is applied already has nothing left to do, and is not stale", async () => {
  const reviewed = await review(showing(before), declared);
  const applied = live({ one: { settings: { comment: "silent" }, has: ["own", "r"] }, two: {} });
  expect(reviewed.writes).not.toEqual([]);
  expect((await again(showing(applied), reviewed)).writes).toEqual([]);
});

test("a plan that is applied already in part is not stale: what is left of it is planned, and that is said", async () => {
  const reviewed = await review(showing(before), declared);
  const half = live({ one: { settings: { comment: "silent" }, has: ["own"] }, two: { has: ["r"] } });
  const rest = await again(showing(half), reviewed);
  expect(rest.writes).toMatchObject([{ kind: "assign", repositories: ["id of r"] }]);
  expect(rest.diagnostics).toMatchObject([{ code: "plan-continued", severity: "warning" }]);
});

test("a plan that is applied already in part is stale where somebody else changed the rest", async () => {
  const reviewed = await review(showing(before), declared);
  const half = live({ one: { settings: { comment: "disabled" }, has: ["own", "r"] }, two: {} });
  await expectStale(
    again(showing(half), reviewed),
    'configuration "one": reviewed comments: enabled -> silent, now comments: disabled -> silent',
    'repository "own": reviewed one -> one (weakens), comments: enabled -> silent (weaker), now one -> one (strengthens), comments: disabled -> silent (stronger)',
  );
});

const both = { comment: "enabled", analyzers: { a: { enabled: true } } } as const;
const strict = (...has: readonly string[]) =>
  showing(
    live({
      one: { settings: both, has: ["own", "r"].filter((each) => !has.includes(each)) },
      strict: { settings: { ...both, analyzers: { a: { enabled: true, excludes: ["src"] } } }, has },
    }),
  );
const alone = live({ one: { settings: both, has: ["own", "r"] } });

test("a plan that is applied already in part, and what it creates holds more than it declares, is stale where a repository would be weaker with it than was reviewed", async () => {
  const reviewed = await review(showing(alone), desired([declare("strict", both)], give("strict", names("r"))));
  await expectStale(
    again(strict(), reviewed),
    'repository "r": not in the reviewed plan, now one -> strict (weakens), a no longer scans some files (not set -> ["src"]) (weaker)',
  );
});

test("a plan that is applied already in part, and what it creates holds more than it declares, is stale where another repository would lose it", async () => {
  const exclusive = declare("strict", { comment: "enabled" }, { exclusiveAnalyzers: true });
  const declaring = desired([exclusive], give("strict", names("r")));
  await expectStale(
    again(strict("own"), await review(showing(alone), declaring)),
    'repository "own": not in the reviewed plan, now strict -> strict (weakens), a: no longer set (was on) (weaker), a excludes changes (["src"] -> not set) (unclassified)',
    'configuration "strict": not in the reviewed plan, now a: no longer set (was on)',
    'configuration "strict": not in the reviewed plan, now a excludes changes (["src"] -> not set)',
  );
});

test("a plan that is applied already in part, and what it creates holds more than it declares, is not stale where no repository is left that would get it", async () => {
  const declaring = desired([declare("strict", both), declare("late")], give("strict", names("r")));
  const rest = await again(strict("r"), await review(showing(alone), declaring));
  expect(rest.writes).toMatchObject([{ kind: "create", body: { name: "late" } }]);
});

test("a plan that is applied already in part is not stale where what is left of it relies on less of a list", async () => {
  const others = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`other ${String(at)}`, {}]));
  const paged = (all: Observed) => answering(paging(all, 10));
  const declaring = desired([declare("one", { comment: "silent" }), declare("new")], give("new", names("r")));
  const reviewed = await review(paged(live({ one: {}, ...others, last: { has: ["r"] } })), declaring);
  const half = paged(live({ one: {}, ...others, last: {}, new: { has: ["r"] } }));
  expect((await again(half, reviewed)).writes).toMatchObject([{ kind: "patch", configuration: "one" }]);
});

test("a plan that is applied already in part is not stale where a request that is done listed repositories of a later page", async () => {
  const paged = (all: Observed) => answering(paging(all, 10));
  const many = Array.from({ length: 12 }, (_, at) => `s${String(at)}`);
  const silent = { comment: "silent" } as const;
  const declaring = desired([declare("one", silent), declare("other", silent)], give("one", names("r")));
  const reviewed = await review(paged(live({ two: { has: ["r"] }, one: { has: many }, other: {} })), declaring);
  const half = paged(live({ one: { settings: silent, has: ["r", ...many] }, two: {}, other: {} }));
  expect((await again(half, reviewed)).writes).toMatchObject([{ kind: "patch", configuration: "other" }]);
});

test("a plan that is applied already has set the triages that it shows, and removed those that had expired", async () => {
  const twoFindings = deciding(decide(first), decide(second, { expires: "2029-12-31" }));
  const reviewed = await review(showing(live({}), { [second]: "wont_fix" }), twoFindings);
  expect(reviewed.writes.map(({ kind }) => kind)).toEqual(["set-triage", "remove-triage"]);
  expect((await again(showing(live({}), { [first]: "wont_fix" }), reviewed)).writes).toEqual([]);
});

test("a plan that is applied already is stale when one of its triages was not set before it expired", async () => {
  const twoFindings = deciding(decide(first), decide(second, { expires: "2030-01-05" }));
  const reviewed = await review(showing(live({})), twoFindings);
  const firstOnly = showing(live({}), { [first]: "wont_fix" });
  const lost = `finding "${second}": reviewed none -> wont_fix until 2030-01-05, not in the list of findings, no longer planned`;
  await expectStale(again(firstOnly, reviewed, "2030-01-06"), lost);
  await expectStale(
    again(
      showing(live({})),
      await review(showing(live({})), deciding(decide(second, { expires: "2030-01-05" }))),
      "2030-01-06",
    ),
    lost,
  );
});

test("a plan that shows something other than what it declares is refused, with both", async () => {
  const reviewed = await review(showing(before), declared);
  const forged = {
    ...reviewed,
    moves: reviewed.moves.map((move) => ({ ...move, from: configurationId("sandbox"), fromName: "sandbox" })),
    configurations: [],
    effects: reviewed.effects.map((effect) =>
      effect.from?.id === effect.to?.id ? { ...effect, class: "neutral" as const } : effect,
    ),
  };
  await expectStale(
    again(showing(before), forged),
    'configuration "one": not in the reviewed plan, now update',
    'configuration "one": not in the reviewed plan, now comments: enabled -> silent',
    'repository "r": reviewed sandbox -> one, now two -> one',
    'repository "own": reviewed one -> one (neutral), now one -> one (weakens)',
  );
});

test("a plan is stale where a repository that it moves has moved, with both plans", async () => {
  const reviewed = await review(showing(before), declared);
  const gone = live({ one: { settings: { comment: "enabled" }, has: ["own"] }, two: {}, three: { has: ["r"] } });
  await expectStale(
    again(showing(gone), reviewed),
    'repository "r": reviewed two -> one (unclassified), now three -> one (unclassified)',
  );
});

describe("a repository that has come to a configuration since", () => {
  const editing = (comment: "enabled" | "silent") =>
    desired([declare("one", { comment }, { id: configurationId("one") })]);
  const account = (comment: "enabled" | "silent", ...has: readonly string[]) =>
    showing(live({ one: { settings: { comment }, has } }));

  test("a repository that has come to a configuration since makes the plan stale where it would be weaker", async () => {
    const reviewed = await review(account("enabled", "own"), editing("silent"));
    await expectStale(
      again(account("enabled", "own", "new"), reviewed),
      'repository "new": not in the reviewed plan, now one -> one (weakens), comments: enabled -> silent (weaker)',
    );
  });

  test("a repository that has come to a configuration since makes the plan stale where nobody knows what it would be", async () => {
    const raising = desired([declare("one", { risk_threshold: 3 }, { id: configurationId("one") })]);
    const reviewed = await review(account("silent", "own"), raising);
    await expectStale(
      again(account("silent", "own", "new"), reviewed),
      'repository "new": not in the reviewed plan, now one -> one (unclassified), risk_threshold changes (not set -> 3) (unclassified)',
    );
  });

  test("a repository that has come to a configuration since does not make it stale where it is better off", async () => {
    const reviewed = await review(account("silent", "own"), editing("enabled"));
    expect((await again(account("silent", "own", "new"), reviewed)).writes).toEqual(reviewed.writes);
  });
});

describe("a plan is not stale, since nothing that it decides is another thing,", () => {
  const settings = { comment: "enabled", risk_threshold: 1 } as const;
  const was = live({ one: { settings, has: ["own"] }, two: { settings, has: ["r"] }, three: {} });

  test.each<[title: string, now: Observed]>([
    ["when lists come in another order", { ...was, configurations: was.configurations.toReversed() }],
    [
      "when a configuration that it does not touch is gone",
      live({ one: { settings, has: ["own"] }, two: { settings, has: ["r"] } }),
    ],
    [
      "when a repository that it does not move has left the configuration",
      live({ one: { settings }, two: { settings, has: ["r"] }, three: { has: ["own"] } }),
    ],
    ["when a repository that it does not move is gone", live({ one: { settings }, two: { settings, has: ["r"] } })],
  ])("%s", async (_title, now) => {
    const reviewed = await review(showing(was), declared);
    const { writes, diagnostics } = await again(showing(now), reviewed);
    expect(writes.map(({ kind }) => kind)).toEqual(reviewed.writes.map(({ kind }) => kind));
    expect(diagnostics).toEqual(reviewed.diagnostics);
  });

  test("when a setting that it does not declare has changed in a configuration that it writes", async () => {
    const reviewed = await review(showing(was), desired([declare("one", { comment: "silent" })]));
    const now = live({ one: { settings: { ...settings, risk_threshold: 9 }, has: ["own"] }, two: { has: ["r"] } });
    expect((await again(showing(now), reviewed)).writes).toMatchObject([
      { kind: "patch", body: { settings: { comment: "silent", risk_threshold: 9 } } },
    ]);
  });

  test("and a repository that has come since, and that a rule would move, is named and stays", async () => {
    const all = desired([declare("one", { comment: "enabled" })], give("one", { repositoryPattern: "r%" }));
    const reviewed = await review(showing(live({ one: { settings }, two: { settings, has: ["r1"] } })), all);
    const now = live({ one: { settings }, two: { settings, has: ["r1", "r2"] } });
    const { moves, diagnostics } = await again(showing(now), reviewed);
    expect(moves.map(({ repository }) => repository.name)).toEqual(["r1"]);
    expect(diagnostics).toMatchObject([{ code: "repositories-left", severity: "warning" }]);
    expect(diagnostics[0]?.detail).toMatch(/^Since saved\.plan was made, a rule has come to select "r2" too\./);
  });

  test("and a repository that was to move and is gone is named", async () => {
    const all = desired([declare("one", { comment: "enabled" })], give("one", { repositoryPattern: "r%" }));
    const reviewed = await review(showing(live({ one: { settings }, two: { settings, has: ["r1", "r2"] } })), all);
    const { moves, diagnostics } = await again(
      showing(live({ one: { settings }, two: { settings, has: ["r1"] } })),
      reviewed,
    );
    expect(moves.map(({ repository }) => repository.name)).toEqual(["r1"]);
    expect(diagnostics.map(({ detail }) => detail)).toEqual(['"r2" would have moved and cannot be found any more.']);
  });
});

describe("a plan is stale", () => {
  const settings = { comment: "enabled", risk_threshold: 1 } as const;
  const was = live({ one: { settings, has: ["own"] }, two: { settings, has: ["r"] }, three: {} });

  test.each<[title: string, now: Observed, differences: readonly string[]]>([
    [
      "when a setting that nobody declares has changed, and with it what a move does to a repository",
      live({ one: { settings, has: ["own"] }, two: { settings: { ...settings, comment: "disabled" }, has: ["r"] } }),
      [
        'repository "r": reviewed two -> one (weakens), comments: enabled -> silent (weaker), now two -> one (strengthens), comments: disabled -> silent (stronger)',
      ],
    ],
    [
      "when a configuration that it writes has another name",
      live({ one: { settings, has: ["own"], name: "two" }, other: { settings, has: ["r"], name: "one" } }),
      [],
    ],
  ])("%s", async (_title, now, differences) => {
    const reviewed = await review(showing(was), declared);
    if (differences.length > 0) await expectStale(again(showing(now), reviewed), ...differences);
    else await expect(again(showing(now), reviewed)).rejects.toMatchObject({ diagnostics: [{ code: "plan-stale" }] });
  });
});

describe("what a reviewed plan shows as done already", () => {
  const settings = { comment: "silent", risk_threshold: 1 } as const;

  test("is no reason to write what it does not show", async () => {
    const reviewed = await review(
      showing(live({ one: { settings } })),
      desired([declare("one", { comment: "enabled" })]),
    );
    const forged = {
      ...reviewed,
      // the account has 1: so the threshold seems to be changed already, and the change of it is hidden
      configurations: reviewed.configurations.map((each) => ({
        ...each,
        live: { id: configurationId("one"), name: "one", settings: { ...settings, risk_threshold: 9 } },
      })),
      desired: desired([declare("one", { comment: "enabled", risk_threshold: 9 })]),
    };
    await expectStale(
      again(showing(live({ one: { settings } })), forged),
      'configuration "one": not in the reviewed plan, now risk_threshold changes (1 -> 9)',
    );
  });

  test("is not a configuration that somebody else has made, of which the rest would remove a setting", async () => {
    const strict = declare("strict", { analyzers: { a: { enabled: true } } }, { exclusiveAnalyzers: true });
    const reviewed = await review(showing(live({ one: {} })), desired([strict]));
    const theirs = { analyzers: { a: { enabled: true }, b: { enabled: true } } };
    await expectStale(
      again(showing(live({ one: {}, strict: { settings: theirs } })), reviewed),
      'configuration "strict": not in the reviewed plan, now b: no longer set (was on)',
    );
  });

  test("a deletion is of what was reviewed, by name and settings", async () => {
    const owned = { ...desired([declare("one")]), deletions: [configurationId("two")] };
    const reviewed = await review(showing(live({ one: {}, two: {} })), owned);
    await expectStale(
      again(showing(live({ one: {}, two: { name: "critical", settings: { comment: "enabled" } } })), reviewed),
      'configuration "critical" (was "two"): reviewed delete "two", now delete "critical", with comment "enabled"',
    );
  });
});

describe("what is undone", () => {
  const id = accountId("account");
  const noWait = { grace: [0], sleep: () => Promise.resolve() };

  const showing = (observed: Observed): Reader =>
    answering({
      ...paging(observed),
      configuration: () => Promise.reject(refusal(404)), // repositories still name one that is deleted
    });

  /** Deletes whatever is not declared. */
  const pruning = { prune: true, force: true };

  /** Applies a plan to a service that refuses some of the writes, and all after them. */
  async function appliedInPart(before: Observed, declared: Desired, takes: readonly boolean[], reading: Reading) {
    const account = new Account(before, reading);
    const reviewed = plan({ id }, declared, before, pruning);
    let sent = 0;
    const { reader, writer } = memory(account, () => {
      sent += 1;
      if (takes[sent - 1] !== true) throw refusal(403);
      return undefined;
    });
    await apply(reviewed, { reader, writer, ...noWait });
    return { account, reviewed, now: { ...before, ...account.observed } };
  }

  const half = observed.chain((before) =>
    fc.record({
      before: fc.constant(before),
      declared: desiredFor(before).map((each): Desired => ({ ...each, managedScope: { all: true } })),
      takes: fc.array(fc.boolean(), { maxLength: 6 }),
      reading: fc.constantFrom(...readings),
    }),
  );

  test("an apply of which any writes were refused is continued with the same plan, and is whole then", async () => {
    let continued = 0;
    await fc.assert(
      fc.asyncProperty(half, async ({ before, declared, takes, reading }) => {
        const { account, reviewed, now } = await appliedInPart(before, declared, takes, {
          ...reading,
          merge: "deep",
          put: "replaces",
        });
        const rest = await replan(showing(now), reviewed, "saved.plan");
        if (!isEmpty(rest) && rest.writes.length < reviewed.writes.length) continued += 1;
        const { reader, writer } = memory(account);
        expect(await apply(rest, { reader, writer, ...noWait })).toMatchObject({ verified: true });
        expect(plan({ id }, declared, { ...before, ...account.observed }, pruning).writes).toEqual([]);
      }),
      { numRuns: 20 },
    );
    expect(continued).toBeGreaterThan(3);
  });

  const before = live({ one: { settings: { comment: "enabled" }, has: ["own"] }, two: { has: ["r", "s"] } });
  const declared = desired(
    [declare("one", { comment: "silent" }), declare("new", { comment: "disabled" })],
    give("one", names("r")),
    give("new", names("s")),
  );
  const reviewed = planned(declared, before);

  test("what is done is taken back: a creation, a move, a leaf", () => {
    const now = live({
      one: { settings: { comment: "silent" }, has: ["own", "r"] },
      two: {},
      new: { settings: { comment: "disabled" }, has: ["s"] },
    });
    const was = undone(now, reviewed);
    expect(was.configurations.map(({ name, settings }) => [name, settings])).toEqual([
      ["one", { comment: "enabled" }],
      ["two", {}],
    ]);
    expect(planned(declared, was).digest).toBe(reviewed.digest);
  });

  test("what somebody else did stays: another value, another place, a configuration of the name", () => {
    const now = live({
      one: { settings: { comment: "disabled", risk_threshold: 1 }, has: ["own"] },
      two: { has: ["s"] },
      three: { has: ["r"] },
      new: { settings: { comment: "silent" } },
    });
    expect(undone(now, reviewed)).toBe(now);
  });

  test("a deleted configuration is there again, with the repositories that still had it", () => {
    const deleting: Desired = { ...desired([]), deletions: [configurationId("two")] };
    const gone = planned(deleting, before);
    const now: Observed = {
      configurations: before.configurations.filter(({ name }) => name !== "two"),
      repositories: before.repositories.map(({ configuration_id: had, ...each }) =>
        had === configurationId("two") || had === undefined ? each : { ...each, configuration_id: had },
      ),
    };
    const was = undone(now, gone);
    expect(was.configurations.map(({ id }) => id).sort()).toEqual(before.configurations.map(({ id }) => id).sort());
    expect(was.repositories).toEqual(before.repositories);
  });

  test("one of two deletions is done, and the other is left", async () => {
    const deleting: Desired = { ...desired([]), deletions: [configurationId("one"), configurationId("two")] };
    const both = live({ one: {}, two: {} });
    const rest = await replan(showing(live({ two: {} })), planned(deleting, both), "saved.plan");
    expect(rest.writes).toMatchObject([{ kind: "delete", configuration: "two" }]);
  });

  test("one that still has the name of one that is to be created is not that one", () => {
    const renaming = desired([declare("renamed", {}, { id: configurationId("old") }), declare("old")]);
    const account = live({ old: {} });
    expect(undone(account, planned(renaming, account))).toBe(account);
  });

  test("a name that is live twice is not taken for the configuration that is to be created", () => {
    const account = live({ one: { name: "new" }, two: { name: "new" } });
    expect(undone(account, planned(desired([declare("new")]), live({})))).toBe(account);
  });

  test("a triage that is removed is not known any more, and was set before", () => {
    const expired = deciding(decide(first, { expires: "2029-12-31" }));
    const at = Date.parse("2030-01-01");
    const set = {
      ...live({}),
      triages: { at, found: new Map([[first, { is: "set", category: "wont_fix" } as const]]) },
    };
    const removed = { ...live({}), triages: { at, found: new Map() } };
    expect(undone(removed, planned(expired, set)).triages).toEqual(set.triages);
  });
});

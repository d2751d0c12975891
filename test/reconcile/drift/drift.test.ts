import fc from "fast-check";
import { compareSettings } from "../../../src/model/compare-settings";
import type { Desired, DesiredConfiguration } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/observed";
import { accountId, configurationId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import type { AppliedEntry, JournalEntry, SendingEntry } from "../../../src/reconcile/apply/journal-entry";
import { partialPlan } from "../../../src/reconcile/drift/partial-plan";
import { remember } from "../../../src/reconcile/drift/memory";
import { driftOf, movedLeaves } from "../../../src/reconcile/drift/drift";
import { decide, declare, desired, first, give, live, names, planned, shown } from "../account";
import { policies, settings, slugs } from "../arbitrary";
import { courses, isToldExactly } from "./two-apps";
import { all, declared, drifted, holdings, noted, strict, then as applied, shownEffect } from "./drifting";

test("a setting that is not declared does not drift", () => {
  const now = { ...strict, risk_threshold: 4, analyzers: { ...strict.analyzers, b: { enabled: false } } };
  expect(drifted(live({ base: { settings: now, has: ["api"] } })).drift.configurations).toEqual([]);
});

test("a repository that was created since is pending, and has not drifted", () => {
  const { drift, pending } = drifted(live({ base: { settings: strict, has: ["api"] } }, ["new"]));
  expect(drift.repositories).toEqual([]);
  expect(pending.moves).toMatchObject([{ repository: { name: "new" } }]);
});

test("random drift is put back: what was applied is never pending", () => {
  fc.assert(
    fc.property(settings, settings, settings, (applied, own, now) => {
      const held = { ...own, ...applied };
      const declaration = desired([declare("base", applied)], give("base", all));
      const before = listing(held);
      const after = listing(now);
      expect(planned(declaration, before).writes).toEqual([]);
      const { pending } = drifted(after, declaration, noted(declaration, before));
      expect(pending.configurations.flatMap(({ changes }) => changes)).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

/** One configuration, in an account that lists whatever random settings name. */
const listing = (now: Settings): Observed => ({
  ...live({ base: { settings: now, has: ["api"] } }),
  analyzers: slugs.map((slug) => ({ id: slug, name: slug, slug, enabled: true })),
  policies: policies.map((id) => ({ id, dashboard_url: "https://x", title: id, question: "?" })),
});

const firm: Settings = { comment: "enabled" };
const mild: Settings = { comment: "silent" };
const declaration = desired(
  [declare("base", firm), declare("team", mild)],
  give("base", names("api", "web")),
  give("team", names("job", "cron")),
);

const then = (): AppliedEntry =>
  noted(
    declaration,
    live({ base: { settings: firm, has: ["api", "web", "own"] }, team: { settings: mild, has: ["job", "cron"] } }),
  );

const base = { id: "base", name: "base" };
const team = { id: "team", name: "team" };
const toBase = { ...base, address: "scanform_configuration.base" };

/** Every repository is declared to have what it had, or has. */
const effectsOf = (now: Observed, since = then()) =>
  drifted(now, desired(declaration.configurations, give("base", all)), since).drift.effects.map(shownEffect);

/** What an apply noted, had it given repositories these configurations. */
const giving = (given: Readonly<Record<string, string | null>>): AppliedEntry => ({
  ...then(),
  repositories: Object.fromEntries(
    Object.entries(given).map(([name, id]) => [`id of ${name}`, id === null ? null : configurationId(id)]),
  ),
});

test("an edit affects all repositories that have the configuration, but not those that came to it since", () => {
  const now = live({
    base: { settings: { comment: "disabled" }, has: ["web", "own", "job", "api"], name: "renamed" },
    team: { settings: mild, has: ["cron"] },
  });
  const renamed = { ...toBase, name: "renamed" };
  expect(effectsOf(now)).toEqual([
    ["weakens", base, renamed, { comment: ["enabled", "disabled"] }, ["api", "own", "web"]],
    ["weakens", team, renamed, { comment: ["silent", "disabled"] }, ["job"]],
  ]);
});

test("a configuration that nobody declared is named as it is", () => {
  const now = live({ base: { settings: firm, has: ["api"] }, loose: { name: "by hand", has: ["web"] } });
  const loose = { id: "loose", name: "by hand" };
  expect(effectsOf(now, giving({ api: "loose", web: "base" }))).toEqual([
    ["weakens", base, loose, { comment: ["enabled"] }, ["web"]],
    ["strengthens", loose, toBase, { comment: [undefined, "enabled"] }, ["api"]],
  ]);
});

test("a declared configuration that was deleted is missed by the repositories that no rule assigns, too", () => {
  const now = live({ team: { settings: mild, has: ["job", "cron"] }, loose: { has: ["web"] } }, ["api", "own"]);
  const { drift } = drifted(now, declaration, then());
  expect(drift.repositories.map(({ repository: { name }, from }) => [name, from])).toEqual([
    ["api", "base"],
    ["own", "base"],
    ["web", "base"],
  ]);
  expect(drift.effects.map(shownEffect)).toContainEqual([
    "weakens",
    base,
    null,
    { configuration: ["base"], comment: ["enabled"] },
    ["api", "own"],
  ]);
});

test("a repository that was moved by hand has drifted, although another app has seen it where it is", () => {
  const now = live({ base: { settings: strict }, loose: { has: ["api"] } });
  const other = { ...noted(desired([declare("loose")]), now), at: "2026-01-02T10:00:00.000Z" };
  const plan = planned(declared, now);
  expect(driftOf(remember([[other], [applied()]], plan), plan).repositories).toMatchObject([{ from: "base" }]);
});

test("a repository that lost its configuration is weaker in all that it had", () => {
  const now = live({ base: { settings: firm }, team: { settings: mild } }, ["api", "job"]);
  expect(effectsOf(now, giving({ api: "base", job: "unlisted" }))).toEqual([
    ["weakens", base, null, { configuration: ["base"], comment: ["enabled"] }, ["api"]],
    ["weakens", { id: "unlisted" }, null, { configuration: ["unlisted"] }, ["job"]],
  ]);
});

test("a repository that had no configuration comes from none", () => {
  const now = live({ base: { settings: firm, has: ["api"] }, team: { settings: mild } }, ["job"]);
  expect(effectsOf(now, giving({ api: null, job: null }))).toEqual([
    ["strengthens", null, toBase, { comment: [undefined, "enabled"] }, ["api"]],
  ]);
});

test("the settings of an unlisted configuration are unknown, which is reported", () => {
  const now = live({ base: { settings: firm, has: ["api", "web"] }, team: { settings: mild } });
  const repositories = now.repositories.map((each) =>
    each.name === "web" ? { ...each, configuration_id: configurationId("unlisted") } : each,
  );
  expect(effectsOf({ ...now, repositories }, giving({ api: "gone", web: "base" }))).toEqual([
    ["weakens", base, { id: "unlisted" }, { comment: ["enabled"] }, ["web"]],
    ["unclassified", { id: "gone" }, toBase, { configuration: ["gone"], comment: [undefined, "enabled"] }, ["api"]],
  ]);
});

test("a repository that somebody had moved is compared with what its configuration held before a rollback deleted that", () => {
  const plan = planned(declared, live({ theirs: { settings: { comment: "silent" }, has: ["api"] } }));
  const id = configurationId("base");
  const at = "2026-01-01T11:00:00.000Z";
  const rollback: readonly JournalEntry[] = [
    { type: "begin", account: { id: accountId("account") }, baseUrl: "https://h", aliases: [], rollback: true },
    {
      ...{ type: "sending", at, repositories: {} },
      write: { kind: "delete", configuration: id, carries: [], id: 0, after: [] },
      images: [{ id, address: declare("base").address, before: { name: "base", settings: strict } }],
    },
    { type: "settled", write: 0, status: "succeeded" },
  ];
  const drift = driftOf(remember([rollback, [applied()]], plan), plan);
  expect(drift.effects.map(shownEffect)).toEqual([
    [
      "weakens",
      { id: "base", name: "base" },
      { id: "theirs", name: "theirs" },
      {
        comment: ["enabled", "silent"],
        'analyzers["a"].blocking': [true],
        'analyzers["a"].enabled': [true],
      },
      ["api"],
    ],
  ]);
  expect(drift).toMatchObject({ since: "2026-01-01T10:00:00.000Z", until: at, rollback: at });
});

test("repositories that went from one configuration to others each have the verdict of their own", () => {
  const now = live({
    base: { settings: mild },
    firm: { settings: firm, has: ["api"] },
    loose: { settings: { comment: "disabled" }, has: ["web"] },
  });
  const since = {
    ...giving({ api: "base", web: "base" }),
    configurations: [{ address: declare("base").address, id: configurationId("base"), name: "base", settings: mild }],
  };
  expect(effectsOf(now, since)).toEqual([
    ["weakens", base, { id: "loose", name: "loose" }, { comment: ["silent", "disabled"] }, ["web"]],
    ["strengthens", base, { id: "firm", name: "firm" }, { comment: ["silent", "enabled"] }, ["api"]],
  ]);
});

/** The paths of all that differs, and of what of it the declaration owns. */
function owned(declared: DesiredConfiguration, before: Settings, after: Settings) {
  const moved = new Set(movedLeaves(before, after, declared));
  const changed = compareSettings(before, after).map(({ path }) => path);
  return { changed, owned: changed.filter((path) => moved.has(path)) };
}

test("a setting is owned where it is declared", () => {
  const after: Settings = { comment: "disabled", risk_threshold: 4 };
  expect(owned(declare("base", { comment: "enabled" }), { comment: "enabled" }, after)).toEqual({
    changed: ["comment", "risk_threshold"],
    owned: ["comment"],
  });
});

test("an analyzer that is declared without any setting is not owned, since nothing is written of it", () => {
  const gone = owned(declare("base", { analyzers: { a: {} } }), { analyzers: { a: {}, b: {} } }, { analyzers: {} });
  expect(gone).toEqual({ changed: ['analyzers["a"]', 'analyzers["b"]'], owned: [] });
});

test("code policies are owned with all that comes and goes, but of a policy that stays only the declared fields", () => {
  const declared = declare("base", { code_policies: [{ id: "p", enabled: true }, { id: "q" }] });
  const had: Settings = {
    code_policies: [
      { id: "p", enabled: true, blocking: true },
      { id: "q", enabled: true },
    ],
  };
  const has: Settings = {
    code_policies: [
      { id: "p", enabled: false, blocking: false },
      { id: "r", enabled: true },
    ],
  };
  expect(owned(declared, had, has)).toEqual({
    changed: ['code_policies["p"].enabled', 'code_policies["p"].blocking', 'code_policies["q"]', 'code_policies["r"]'],
    owned: ['code_policies["p"].enabled', 'code_policies["q"]', 'code_policies["r"]'],
  });
});

describe("without its drift an account", () => {
  const disabled: Settings = { ...strict, comment: "disabled" };
  const base = configurationId("base");
  const loose = configurationId("loose");
  const looseConfiguration = { id: loose, name: "loose", settings: {} };

  /** A declaration that gives every repository a live configuration that it does not declare. */
  const toLoose = (...configurations: Parameters<typeof desired>[0]) =>
    desired(configurations, { target: { configuration: { id: loose } }, ...all });

  describe("leaf by leaf", () => {
    test("only what an apply would change is put back, and not what is declared as somebody made it", () => {
      const now = live({
        base: { settings: { comment: "disabled", analyzers: { a: { enabled: true, blocking: false } } } },
      });
      const later = desired([declare("base", disabled)], give("base", all));
      const { before, pending } = drifted(now, later);
      expect(before.configurations).toEqual([{ id: base, name: "base", settings: disabled }]);
      expect(pending.writes).toEqual([]);
    });

    test("a policy that somebody edited and that is not declared any more is put back before it is removed", () => {
      const since = noted(
        desired([declare("base", { code_policies: [{ id: "p", enabled: true }] })]),
        live({ base: { settings: { code_policies: [{ id: "p", enabled: true }] } } }),
      );
      const now = live({ base: { settings: { code_policies: [{ id: "p", enabled: false }] } } });
      const { before, pending } = drifted(now, desired([declare("base", { code_policies: [] })]), since);
      expect(before.configurations[0]?.settings).toEqual({ code_policies: [{ id: "p", enabled: true }] });
      expect(pending.configurations).toMatchObject([
        { changes: [{ path: 'code_policies["p"]', before: { id: "p", enabled: true } }] },
      ]);
    });
  });

  const renamed = () => live({ base: { settings: disabled, has: ["api"], name: "other" }, loose: {} });

  test("a configuration that was renamed gets its name back where it is declared by its id", () => {
    const imported = desired([declare("base", disabled, { id: base })], give("base", all));
    const { before, pending } = drifted(renamed(), imported);
    expect(before.configurations).toEqual([{ id: base, name: "base", settings: disabled }, looseConfiguration]);
    expect(pending.writes).toEqual([]);
  });

  test("a configuration that was renamed keeps a name that is declared by now", () => {
    const later = desired([declare("other", strict)], give("other", all));
    const { before, pending } = drifted(renamed(), later);
    expect(before.configurations).toEqual([{ id: base, name: "other", settings: strict }, looseConfiguration]);
    expect(pending.writes).toEqual([]);
  });

  test("a configuration that was renamed stays renamed where another configuration took its former name", () => {
    const now = live({
      base: { settings: strict, has: ["api"], name: "old" },
      again: { settings: disabled, name: "base" },
    });
    const { before, pending } = drifted(now);
    expect(before).toEqual(now);
    expect(pending.writes.map(shown)).toMatchObject([{ PATCH: "again", settings: { comment: "enabled" } }]);
    expect(pending.moves).toMatchObject([{ repository: { name: "api" }, from: "base", toName: "base" }]);
  });

  test("without its drift an account of a declared configuration that takes another name, only what an apply changes is put back, whoever gets its former name", () => {
    const now = live({ base: { settings: { ...disabled, analyzers: { a: { enabled: false, blocking: true } } } } });
    const later = desired([declare("next", disabled, { renamedFrom: ["base"], id: base }), declare("base")]);
    expect(drifted(now, later).before.configurations).toEqual([{ id: base, name: "base", settings: disabled }]);
  });

  test("a configuration that was deleted is there again, with its repositories, where it is still declared", () => {
    const now = live({ loose: {} }, ["api"]);
    const { before, pending } = drifted(now);
    expect(before.configurations).toEqual([looseConfiguration, { id: base, name: "base", settings: strict }]);
    expect(holdings(before)).toEqual({ api: base });
    expect(pending.writes).toEqual([]);
  });

  test("a configuration that was deleted stays deleted where nobody declares it any more, and its repositories have what they have", () => {
    const now = live({ other: { has: ["api"] }, loose: {} });
    const { before, pending } = drifted(now, toLoose());
    expect(before).toEqual(now);
    expect(pending.moves).toMatchObject([{ from: "other", to: { id: loose } }]);
  });

  test("a configuration that was deleted stays deleted where only another one is to be created", () => {
    const now = live({ loose: {} }, ["api"]);
    expect(drifted(now, toLoose(declare("new"))).before).toEqual(now);
  });

  test("a configuration that was deleted and made again is the one that has its name, not another that is declared", () => {
    const now = live({ team: {}, again: { name: "base", settings: disabled, has: ["new"] } }, ["api"]);
    const later = desired([declare("team"), declare("base", strict)], give("base", names("api", "new")));
    const { before, pending } = drifted(now, later);
    expect(before.configurations).toEqual([
      { id: "team", name: "team", settings: {} },
      { id: "again", name: "base", settings: strict },
    ]);
    expect(holdings(before)).toEqual({ api: "again", new: "again" });
    expect(pending.writes).toEqual([]);
  });

  test("a configuration that was deleted is found by its name in another Unicode normal form", () => {
    const later = desired([declare("caf\u00e9", strict)]);
    const since = noted(later, live({ old: { name: "cafe\u0301", settings: strict } }));
    const gone = drifted(live({}), later, since).before;
    expect(gone.configurations).toEqual([{ id: "old", name: "cafe\u0301", settings: strict }]);
    const again = live({ again: { name: "caf\u00e9", settings: disabled } });
    expect(drifted(again, later, since).before.configurations).toEqual([
      { id: "again", name: "caf\u00e9", settings: strict },
    ]);
  });

  test("a repository that was moved is put back where an apply moves it", () => {
    const now = live({ base: { settings: strict }, loose: { has: ["api"] } });
    expect(holdings(drifted(now).before)).toEqual({ api: base });
  });

  test("a repository that was moved has none again where it had none", () => {
    const since = { ...applied(), repositories: { "id of api": null } };
    const now = live({ base: { settings: strict }, loose: { has: ["api"] } });
    const { before, pending } = drifted(now, declared, since);
    expect(before.repositories).toEqual(live({}, ["api"]).repositories);
    expect(pending.moves).toMatchObject([{ repository: { name: "api" }, fromName: null, toName: "base" }]);
  });
});

test("a lost answer to a creation counts as its success where one configuration has the name", () => {
  const create: SendingEntry = {
    ...{ type: "sending", at: "2026-01-01T10:00:00.000Z", images: [], repositories: {} },
    write: {
      kind: "create",
      body: { name: "base", settings: strict },
      carries: [declare("base").address],
      id: 0,
      after: [],
    },
  };
  const driftIn = (now: Observed) => {
    const plan = planned(desired([declare("base", strict)]), now);
    return driftOf(remember([[create]], plan), plan);
  };
  expect(driftIn(live({ x: { name: "base", settings: strict } }))).toMatchObject({
    configurations: [],
    unknown: { configurations: 0 },
  });
  expect(driftIn(live({ x: { name: "base", settings: {} } })).configurations).toHaveLength(1);
  expect(driftIn(live({ x: { name: "other" } }))).toMatchObject({ configurations: [], unknown: { configurations: 1 } });
});

test("a deletion that has not arrived leaves what was known of the repositories that somebody had moved there", () => {
  const plan = planned(declared, live({ base: { settings: strict }, theirs: { has: ["api"] } }));
  const [moved] = plan.observed.repositories;
  const [theirs] = plan.observed.configurations.filter(({ name }) => name === "theirs");
  if (moved === undefined || theirs === undefined) throw new Error("nobody has moved it");
  const deletion: SendingEntry = {
    ...{ type: "sending", at: "2026-01-01T11:00:00.000Z", images: [], repositories: { [moved.id]: theirs.id } },
    write: { kind: "delete", configuration: theirs.id, carries: [], id: 0, after: [] },
  };
  expect(driftOf(remember([[deletion], [applied()]], plan), plan).repositories).toHaveLength(1);
});

test("the later entry counts in journals that overlap, whichever began first", () => {
  const at = (settings: Settings, time: string, began = "2026-01-01T10:00:00.000Z"): readonly JournalEntry[] => [
    {
      type: "begin",
      at: began,
      account: { id: accountId("account") },
      baseUrl: "https://h",
      aliases: [],
    },
    { ...noted(declared, live({ base: { settings } })), at: time },
  ];
  const [early, late] = [at({}, "2026-01-01T10:00:01.000Z"), at(strict, "2026-01-01T10:00:02.000Z")];
  const longer = at(strict, "2026-01-01T10:00:02.000Z", "2026-01-01T09:50:00.000Z");
  const plan = planned(desired([declare("base", strict)]), live({ base: { settings: strict } }));
  for (const journals of [
    [early, late],
    [late, early],
    [early, longer],
  ])
    expect(driftOf(remember(journals, plan), plan).configurations).toEqual([]);
});

test("drift is exactly what somebody else has done to what is declared, whatever two apps, rollbacks and crashes came before", async () => {
  await fc.assert(
    fc.asyncProperty(courses, async (each) => {
      await isToldExactly(each);
    }),
    { numRuns: 20 },
  );
});

describe("what has an error stops nothing else", () => {
  const account = { id: accountId("account") };
  const given = desired(
    [declare("base", strict), declare("team", mild)],
    give("base", names("api")),
    give("team", names("job")),
  );
  const fine = live({ base: { settings: strict, has: ["api"] }, team: { settings: mild, has: ["job"] } });
  const placeholder = "b0000000-0000-4000-8000-000000000000";
  const lookup = { kind: "analyzer", sought: { key: "gone" }, placeholder, address: "data.gone", path: "" } as const;
  const uses = (settings: Settings) => ({
    ...given,
    configurations: [declare("base", strict), declare("team", settings)],
  });
  const namesake = {
    ...fine,
    configurations: [...fine.configurations, ...live({ other: { name: "team" } }).configurations],
  };

  test.each<[string, Desired, Observed, code: string, left: Partial<Record<keyof Desired, number>>]>([
    ["a name that is live twice", given, namesake, "name-live-twice", { configurations: 1 }],
    [
      "an analyzer that nobody knows",
      uses({ analyzers: { gone: {} } }),
      fine,
      "analyzer-unknown",
      { configurations: 1 },
    ],
    [
      "rules for a configuration that is gone",
      desired(given.configurations, {
        target: { configuration: { id: configurationId("gone") } },
        ...names("api"),
      }),
      fine,
      "configuration-unknown",
      { assignments: 0 },
    ],
    [
      "a finding that nobody knows",
      { ...given, triages: [decide(first)] },
      { ...fine, triages: { at: 0, found: new Map() } },
      "finding-unknown",
      { triages: 0 },
    ],
    [
      "a lookup that finds nothing",
      { ...uses({ analyzers: { [placeholder]: { enabled: true } } }), lookups: [lookup] },
      fine,
      "analyzer-unknown",
      { configurations: 1, lookups: 0 },
    ],
  ])("%s", (_title, declaration, now, code, left) => {
    const { plan, desired: rest, errors } = partialPlan(account, declaration, now);
    expect(errors).toMatchObject([{ code, severity: "error" }]);
    for (const [kind, number] of Object.entries(left)) expect(rest[kind as "triages"]).toHaveLength(number);
    expect(plan.configurations[0]).toMatchObject({ declared: { name: "base" }, action: "no-op" });
  });
});

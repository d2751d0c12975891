import fc from "fast-check";
import { compareSettings } from "../../../src/model/compare-settings";
import type { DesiredConfiguration } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { configurationId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import { type Checkpoint, plannedConfigurations, plannedRepositories } from "../../../src/reconcile/apply/checkpoint";
import { driftOf, isOwned } from "../../../src/reconcile/drift/drift";
import { putBack } from "../../../src/reconcile/plan/merge";
import { declare, desired, give, live, names, planned } from "../account";
import { policies, settings, slugs } from "../arbitrary";
import { all, drifted, noted, strict, told } from "./drifting";

test("nothing has drifted where the account is as it was read back", () => {
  const { drift, pending } = drifted(live({ base: { settings: strict, has: ["api"] }, loose: {} }));
  expect(drift).toEqual({ effects: [], configurations: [], repositories: [] });
  expect(pending.writes).toEqual([]);
});

test("a setting that is not declared does not drift", () => {
  const now = { ...strict, risk_threshold: 4, analyzers: { ...strict.analyzers, b: { enabled: false } } };
  expect(drifted(live({ base: { settings: now, has: ["api"] } })).drift.configurations).toEqual([]);
});

test("what is declared since, and not applied yet, is pending", () => {
  const later = desired([declare("base", { ...strict, comment: "silent" })], give("base", all));
  const { drift, pending } = drifted(live({ base: { settings: strict, has: ["api"] } }), later);
  expect(drift.configurations).toEqual([]);
  expect(pending.effects).toMatchObject([{ class: "weakens", changes: [{ path: "comment", after: "silent" }] }]);
});

test("what somebody did by hand and is declared by now has drifted, and is not pending", () => {
  const later = desired([declare("base", { ...strict, comment: "silent" })], give("base", all));
  const { drift, pending } = drifted(
    live({ base: { settings: { ...strict, comment: "silent" }, has: ["api"] } }),
    later,
  );
  expect(drift.effects).toMatchObject([{ changes: [{ path: "comment", before: "enabled", after: "silent" }] }]);
  expect(pending.writes).toEqual([]);
});

test("a repository that was created since is pending, and has not drifted", () => {
  const { drift, pending } = drifted(live({ base: { settings: strict, has: ["api"] } }, ["new"]));
  expect(drift.repositories).toEqual([]);
  expect(pending.moves).toMatchObject([{ repository: { name: "new" } }]);
});

test("a configuration that was renamed has drifted, and is not pending", () => {
  const { drift, pending } = drifted(live({ base: { settings: strict, has: ["api"], name: "other" } }));
  expect(drift.configurations).toMatchObject([{ held: { name: "base" }, live: { name: "other" } }]);
  expect(pending.writes).toEqual([]);
});

test("a configuration that nobody declares any more may have drifted, and nothing is pending", () => {
  const { drift, pending } = drifted(live({ base: { settings: {}, has: ["api"] } }), desired([]));
  expect(drift.configurations).toMatchObject([{ held: { id: "base" } }]);
  expect(pending.writes).toEqual([]);
});

test("a plan is remembered as if it was applied, with new configurations by their names", () => {
  const before = live({ base: { settings: {}, has: ["api"] } });
  const declaration = desired([declare("new", strict)], give("new", all));
  const plan = planned(declaration, before);
  const since: Checkpoint = {
    desired: plan.desired,
    configurations: plannedConfigurations(plan),
    repositories: plannedRepositories(plan),
  };
  const applied = live({ base: {}, new: { settings: strict, has: ["api"] } });
  expect(drifted(applied, declaration, since).drift).toEqual({ effects: [], configurations: [], repositories: [] });
  const moved = drifted(live({ base: { has: ["api"] }, new: { settings: strict } }), declaration, since);
  expect(moved.drift.repositories).toMatchObject([{ repository: { name: "api" }, from: configurationId("new") }]);
});

test("a former value is put back, leaf by leaf", () => {
  fc.assert(
    fc.property(settings, settings, (before, after) => {
      const back = putBack(after, before, compareSettings(before, after));
      expect([...compareSettings(before, back), ...compareSettings(back, before)]).toEqual([]);
    }),
    {
      examples: [
        [{ notifications: { integration_names: [] } }, { notifications: { deduplicate: false } }],
        [{ analyzers: { a: { excludes: [] } } }, { analyzers: { a: { enabled: true } } }],
        [{ analyzers: {} }, { analyzers: { a: { enabled: true } } }],
      ],
    },
  );
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

const then = (): Checkpoint =>
  noted(
    declaration,
    live({ base: { settings: firm, has: ["api", "web", "own"] }, team: { settings: mild, has: ["job", "cron"] } }),
  );

const base = { id: "base", name: "base" };
const team = { id: "team", name: "team" };
const toBase = { ...base, address: "scanform_configuration.base" };
const toTeam = { ...team, address: "scanform_configuration.team" };

const effectsOf = (now: Observed, since = then()) => driftOf(since, now).effects.map(told);

/** What an apply noted, had it given repositories these configurations. */
const giving = (given: Readonly<Record<string, string | null>>): Checkpoint => ({
  ...then(),
  repositories: Object.fromEntries(
    Object.entries(given).map(([name, id]) => [`id of ${name}`, id === null ? null : configurationId(id)]),
  ),
});

test("an edit is felt by all that have the configuration, but not by those that came to it since", () => {
  const now = live({
    base: { settings: { comment: "disabled" }, has: ["web", "own", "job", "api"], name: "renamed" },
    team: { settings: mild, has: ["cron"] },
  });
  const renamed = { ...toBase, name: "renamed" };
  expect(effectsOf(now)).toEqual([
    {
      class: "weakens",
      from: base,
      to: renamed,
      changes: [{ path: "comment", before: "enabled", after: "disabled" }],
      repositories: ["api", "own", "web"],
    },
    {
      class: "weakens",
      from: team,
      to: renamed,
      changes: [{ path: "comment", before: "silent", after: "disabled" }],
      repositories: ["job"],
    },
  ]);
});

test("an edited configuration that no repository has weakens nobody", () => {
  const now = live({ base: { settings: firm, has: ["api", "web"] }, team: {} }, ["loose"]);
  const { effects, configurations } = driftOf(giving({}), now);
  expect(effects).toEqual([]);
  expect(configurations).toMatchObject([{ held: team, live: team, changes: [{ path: "comment", before: "silent" }] }]);
});

test("repositories that went the same way are one effect, and other ways are others", () => {
  const now = live({
    base: { settings: firm, has: ["job", "cron", "api"] },
    team: { settings: mild, has: ["web"] },
  });
  expect(effectsOf(now)).toEqual([
    {
      class: "weakens",
      from: base,
      to: toTeam,
      changes: [{ path: "comment", before: "enabled", after: "silent" }],
      repositories: ["web"],
    },
    {
      class: "strengthens",
      from: team,
      to: toBase,
      changes: [{ path: "comment", before: "silent", after: "enabled" }],
      repositories: ["cron", "job"],
    },
  ]);
});

test("a configuration that nobody declared is told with its name, as it is", () => {
  const now = live({ base: { settings: firm, has: ["api"] }, loose: { name: "by hand", has: ["web"] } });
  const loose = { id: "loose", name: "by hand" };
  expect(effectsOf(now, giving({ api: "loose", web: "base" }))).toEqual([
    {
      class: "weakens",
      from: base,
      to: loose,
      changes: [{ path: "comment", before: "enabled" }],
      repositories: ["web"],
    },
    {
      class: "strengthens",
      from: loose,
      to: toBase,
      changes: [{ path: "comment", after: "enabled" }],
      repositories: ["api"],
    },
  ]);
});

test("a repository that lost its configuration is weaker in all that it had", () => {
  const now = live({ base: { settings: firm }, team: { settings: mild } }, ["api", "job"]);
  expect(effectsOf(now, giving({ api: "base", job: "unlisted" }))).toEqual([
    {
      class: "weakens",
      from: base,
      to: null,
      changes: [
        { path: "configuration", before: "base" },
        { path: "comment", before: "enabled" },
      ],
      repositories: ["api"],
    },
    {
      class: "weakens",
      from: { id: "unlisted" },
      to: null,
      changes: [{ path: "configuration", before: "unlisted" }],
      repositories: ["job"],
    },
  ]);
});

test("a repository that had no configuration is told to have had none", () => {
  const now = live({ base: { settings: firm, has: ["api"] }, team: { settings: mild } }, ["job"]);
  expect(effectsOf(now, giving({ api: null, job: null }))).toEqual([
    {
      class: "strengthens",
      from: null,
      to: toBase,
      changes: [{ path: "comment", after: "enabled" }],
      repositories: ["api"],
    },
  ]);
});

test("what a configuration held that the list lacks is not known, and told so", () => {
  const now = live({ base: { settings: firm, has: ["api", "web"] }, team: { settings: mild } });
  const repositories = now.repositories.map((each) =>
    each.name === "web" ? { ...each, configuration_id: configurationId("unlisted") } : each,
  );
  expect(effectsOf({ ...now, repositories }, giving({ api: "gone", web: "base" }))).toEqual([
    {
      class: "weakens",
      from: base,
      to: { id: "unlisted" },
      changes: [{ path: "comment", before: "enabled" }],
      repositories: ["web"],
    },
    {
      class: "unclassified",
      from: { id: "gone" },
      to: toBase,
      changes: [
        { path: "configuration", before: "gone" },
        { path: "comment", after: "enabled" },
      ],
      repositories: ["api"],
    },
  ]);
});

describe("a configuration that was still to be created", () => {
  const created = (): Checkpoint => ({
    ...giving({}),
    configurations: [{ address: declare("base").address, name: "base", settings: firm }],
  });

  test("is the one of its name", () => {
    const now = live({ x: { name: "other" }, y: { name: "base", settings: mild } });
    const { configurations } = driftOf(created(), now);
    expect(configurations).toMatchObject([{ held: { id: "y", name: "base" }, live: { id: "y" } }]);
  });

  test("has not drifted where none has its name, since it may never have been created", () => {
    const now = live({ x: { name: "other" } });
    expect(driftOf(created(), now)).toEqual({ effects: [], configurations: [], repositories: [] });
  });

  test("has not drifted where two have its name, since nobody knows which it is", () => {
    const now = live({ x: { name: "base" }, y: { name: "base" } });
    expect(driftOf(created(), now)).toEqual({ effects: [], configurations: [], repositories: [] });
  });
});

test("a configuration that was noted but not declared has not drifted", () => {
  const since = { ...then(), desired: desired([]), repositories: {} };
  const now = live({ base: { settings: {} } });
  expect(driftOf(since, now)).toEqual({ effects: [], configurations: [], repositories: [] });
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
    desired: desired([declare("base", mild)]),
  };
  expect(effectsOf(now, since)).toEqual([
    {
      class: "weakens",
      from: base,
      to: { id: "loose", name: "loose" },
      changes: [{ path: "comment", before: "silent", after: "disabled" }],
      repositories: ["web"],
    },
    {
      class: "strengthens",
      from: base,
      to: { id: "firm", name: "firm" },
      changes: [{ path: "comment", before: "silent", after: "enabled" }],
      repositories: ["api"],
    },
  ]);
});

/** The paths of all that differs, and of what of it the declaration owns. */
function owned(declared: DesiredConfiguration, before: Settings, after: Settings) {
  const changes = compareSettings(before, after);
  return {
    changed: changes.map(({ path }) => path),
    owned: changes.filter((each) => isOwned(declared, each)).map(({ path }) => path),
  };
}

test("a setting is owned where it is declared", () => {
  const after: Settings = { comment: "disabled", risk_threshold: 4 };
  expect(owned(declare("base", { comment: "enabled" }), { comment: "enabled" }, after)).toEqual({
    changed: ["comment", "risk_threshold"],
    owned: ["comment"],
  });
});

test("of notifications that are declared, the declared fields are owned and no others", () => {
  const after: Settings = { notifications: { deduplicate: false, integration_names: ["hook"] } };
  expect(owned(declare("base", { notifications: { deduplicate: true } }), {}, after)).toEqual({
    changed: ["notifications.deduplicate", "notifications.integration_names"],
    owned: ["notifications.deduplicate"],
  });
});

const before: Settings = { analyzers: { a: { enabled: true, blocking: true }, b: { enabled: true } } };
const after: Settings = { analyzers: { a: { enabled: false, blocking: false }, b: { enabled: false } } };
const changed = ['analyzers["a"].enabled', 'analyzers["a"].blocking', 'analyzers["b"].enabled'];

test("of an analyzer that is declared, the declared fields are owned; another analyzer is not", () => {
  expect(owned(declare("base", { analyzers: { a: { blocking: true } } }), before, after)).toEqual({
    changed,
    owned: ['analyzers["a"].blocking'],
  });
});

test("other analyzers are owned where the declared ones are exclusive", () => {
  const declared = declare("base", { analyzers: { a: { blocking: true } } }, { exclusiveAnalyzers: true });
  expect(owned(declared, before, after)).toEqual({
    changed,
    owned: ['analyzers["a"].blocking', 'analyzers["b"].enabled'],
  });
});

test("an analyzer without any setting that goes away is owned where it is declared", () => {
  const gone = owned(declare("base", { analyzers: { a: {} } }), { analyzers: { a: {}, b: {} } }, { analyzers: {} });
  expect(gone).toEqual({ changed: ['analyzers["a"]', 'analyzers["b"]'], owned: ['analyzers["a"]'] });
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

test("where the declaration is complete, whatever it could have declared is owned", () => {
  expect(owned(declare("base", { comment: "enabled" }, { whole: true }), {}, { risk_threshold: 4, ...after })).toEqual({
    changed: ["risk_threshold", ...changed],
    owned: ["risk_threshold", ...changed],
  });
});

test("a field that only the service knows is not owned where its analyzer stays", () => {
  const known: Settings = { comment: "enabled", analyzers: { a: {} } };
  const unknown = { comment: "enabled", analyzers: { a: { novel: 1 } }, newer: true } as Settings;
  for (const more of [{}, { whole: true } as const, { exclusiveAnalyzers: true }])
    expect(owned(declare("base", known, more), known, unknown)).toEqual({
      changed: ['analyzers["a"].novel', "newer"],
      owned: [],
    });
});

test("an analyzer with nothing but such a field is owned where the declared ones are exclusive", () => {
  const novel = { analyzers: { a: {}, b: { novel: 1 } } } as Settings;
  const declared = (exclusiveAnalyzers: boolean) => declare("base", { analyzers: { a: {} } }, { exclusiveAnalyzers });
  const changed = ['analyzers["b"].novel'];
  expect(owned(declared(true), { analyzers: { a: {} } }, novel)).toEqual({ changed, owned: changed });
  expect(owned(declared(false), { analyzers: { a: {} } }, novel)).toEqual({ changed, owned: [] });
});

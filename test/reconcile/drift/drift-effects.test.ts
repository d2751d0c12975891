import { configurationId } from "../../../src/model/ids";
import type { Observed } from "../../../src/model/entities";
import type { Settings } from "../../../src/model/settings";
import type { Checkpoint } from "../../../src/reconcile/apply/checkpoint";
import { driftOf } from "../../../src/reconcile/drift/drift";
import { declare, desired, give, live, names } from "../account";
import { noted, told } from "./drifting";

const strict: Settings = { comment: "enabled" };
const mild: Settings = { comment: "silent" };
const declaration = desired(
  [declare("base", strict), declare("team", mild)],
  give("base", names("api", "web")),
  give("team", names("job", "cron")),
);

const then = (): Checkpoint =>
  noted(
    declaration,
    live({ base: { settings: strict, has: ["api", "web", "own"] }, team: { settings: mild, has: ["job", "cron"] } }),
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
  const now = live({ base: { settings: strict, has: ["api", "web"] }, team: {} }, ["loose"]);
  const { effects, configurations } = driftOf(giving({}), now);
  expect(effects).toEqual([]);
  expect(configurations).toMatchObject([{ held: team, live: team, changes: [{ path: "comment", before: "silent" }] }]);
});

test("repositories that went the same way are one effect, and other ways are others", () => {
  const now = live({
    base: { settings: strict, has: ["job", "cron", "api"] },
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
  const now = live({ base: { settings: strict, has: ["api"] }, loose: { name: "by hand", has: ["web"] } });
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
  const now = live({ base: { settings: strict }, team: { settings: mild } }, ["api", "job"]);
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
  const now = live({ base: { settings: strict, has: ["api"] }, team: { settings: mild } }, ["job"]);
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
  const now = live({ base: { settings: strict, has: ["api", "web"] }, team: { settings: mild } });
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
    configurations: [{ address: declare("base").address, name: "base", settings: strict }],
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
    firm: { settings: strict, has: ["api"] },
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

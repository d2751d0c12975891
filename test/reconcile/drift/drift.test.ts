import fc from "fast-check";
import type { Observed } from "../../../src/model/entities";
import { configurationId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import { type Checkpoint, plannedConfigurations, plannedRepositories } from "../../../src/reconcile/apply/checkpoint";
import { putBack } from "../../../src/reconcile/plan/merge";
import { compareSettings } from "../../../src/model/compare-settings";
import { declare, desired, give, live, planned } from "../account";
import { policies, settings, slugs } from "../arbitrary";
import { all, drifted, noted, strict } from "./drifting";

test("nothing has drifted where the account is as it was read back", () => {
  const { drift, pending } = drifted(live({ base: { settings: strict, has: ["api"] }, loose: {} }));
  expect(drift).toEqual({ effects: [], configurations: [], repositories: [] });
  expect(pending.writes).toEqual([]);
});

test("a declared leaf that somebody changed has drifted, and is not pending", () => {
  const { drift, pending } = drifted(live({ base: { settings: { ...strict, comment: "disabled" }, has: ["api"] } }));
  expect(drift.effects).toMatchObject([
    { class: "weakens", from: { id: "base" }, changes: [{ path: "comment", before: "enabled", after: "disabled" }] },
  ]);
  expect(pending.writes).toEqual([]);
});

test("what is not declared is the dashboard's own", () => {
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

test("a repository that got another configuration has drifted, with all that it feels", () => {
  const { drift, pending } = drifted(live({ base: { settings: strict }, loose: { has: ["api"] } }));
  expect(drift.repositories).toMatchObject([{ repository: { name: "api" }, from: "base" }]);
  expect(drift.effects).toMatchObject([{ class: "weakens", from: { id: "base" }, to: { id: "loose" } }]);
  expect(pending.writes).toEqual([]);
});

test("a configuration that somebody deleted and made again has drifted, and its repositories, and nothing is pending", () => {
  const now = live({ base: { settings: { comment: "enabled" } } }, ["api"]);
  const [other] = now.configurations;
  if (other === undefined) throw new Error("no configuration");
  const { drift, pending } = drifted({ ...now, configurations: [{ ...other, id: configurationId("again") }] });
  expect(drift.configurations).toMatchObject([{ held: { id: "base" } }]);
  expect(drift.repositories).toMatchObject([{ repository: { name: "api" }, from: "base" }]);
  expect(pending.writes).toEqual([]);
});

test("a repository that was created since is pending, and has not drifted", () => {
  const { drift, pending } = drifted(live({ base: { settings: strict, has: ["api"] } }, ["new"]));
  expect(drift.repositories).toEqual([]);
  expect(pending.moves).toMatchObject([{ repository: { name: "new" } }]);
});

test("a configuration that was deleted has drifted, and is not pending", () => {
  const { drift, pending } = drifted(live({ loose: {} }, ["api"]));
  expect(drift.configurations).toMatchObject([{ held: { id: "base" }, changes: [] }]);
  expect(drift.configurations[0]?.live).toBeUndefined();
  expect(drift.effects).toMatchObject([{ class: "weakens", from: { id: "base" }, to: null }]);
  expect(pending.writes).toEqual([]);
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

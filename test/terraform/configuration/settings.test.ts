import fc from "fast-check";
import { error } from "../../../src/diagnostics/diagnostic";
import { acmeAccountId, acmeKey, type Emulator } from "../../../src/emulator";
import { configurationId } from "../../../src/model/ids";
import { settingNames, type Settings } from "../../../src/model/settings";
import { target } from "../../../src/reconcile/plan/target";
import type { ChangeResult } from "../../../src/terraform/account/requested-change";
import { desiredBy, refreshedState } from "../../../src/terraform/configuration/configuration-state";
import { notesAfterApply } from "../../../src/terraform/configuration/notes";
import { allSettings, inStateOrder, managedSettings, toSettings } from "../../../src/terraform/configuration/settings";
import { resourceSchemas } from "../../../src/terraform/schema/resources";
import { isObjectValue, type ObjectValue, type Value } from "../../../src/terraform/value";
import { encodeObject } from "../../../src/terraform/values/codec";
import { settings } from "../../reconcile/arbitrary";
import { newerService } from "../../support/newer-service";
import { coreOf } from "../core";
import { configured } from "../session";
import { stateOf } from "./state-of";

/** As a user writes it: each leaf that is declared, and null for every other. */
const declaredAs = allSettings;

/** The same, with every list the other way round, and every map. */
const turned = (value: Value): Value => {
  if (Array.isArray(value)) return (value as readonly Value[]).map(turned).toReversed();
  if (!isObjectValue(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, each]) => [key, turned(each)] as const)
      .toReversed(),
  );
};

const otherWayRound = (live: Settings): Settings => turned(live) as Settings;

test("settings survive the way to Terraform values and back, but for objects without members", () => {
  const isEmpty = (value: unknown): boolean => typeof value === "object" && JSON.stringify(value) === "{}";
  fc.assert(
    fc.property(settings, (live) => {
      const declared = Object.entries(live).filter(([, value]) => !isEmpty(value));
      expect(toSettings(declaredAs(live))).toEqual(Object.fromEntries(declared));
    }),
  );
});

test("a read state has exactly the attributes of the schema", () => {
  const { attributes } = resourceSchemas.scanform_configuration.block;
  const others = { id: null, created_at: null, name: "a", renamed_from: null, exclusive_analyzers: null };
  fc.assert(
    fc.property(settings, settings, (declared, live) => {
      for (const read of [
        allSettings(live),
        managedSettings(declaredAs(declared), live, false),
        managedSettings(declaredAs(declared), live, true),
      ]) {
        expect(Object.keys(read).sort()).toEqual([...settingNames].sort());
        expect(() => encodeObject(attributes, { ...others, ...read })).not.toThrow();
      }
    }),
  );
});

test("the state after apply equals the declaration, whatever else the service holds and in any order", () => {
  fc.assert(
    fc.property(settings, settings, (declared, before) => {
      const state = declaredAs(declared);
      expect(managedSettings(state, target(before, { settings: declared }), false)).toEqual(state);
      expect(managedSettings(state, otherWayRound(target(before, { settings: declared })), false)).toEqual(state);
    }),
  );
});

test("exclusive analyzers show undeclared ones", () => {
  fc.assert(
    fc.property(settings, settings, (declared, live) => {
      const { analyzers = null } = managedSettings({ ...declaredAs(declared), analyzers: {} }, live, true);
      expect(Object.keys(isObjectValue(analyzers) ? analyzers : {}).sort()).toEqual(
        Object.keys(live.analyzers ?? {}).sort(),
      );
    }),
  );
});

test("exclusive analyzers without any analyzer mean none at all", () => {
  const given = { ...declaredAs({}), name: "it", analyzers: null };
  expect(desiredBy({ ...given, exclusive_analyzers: true })?.settings).toEqual({ analyzers: {} });
  expect(desiredBy({ ...given, exclusive_analyzers: false })?.settings).toEqual({});
});

test("an undeclared leaf is not read", () => {
  fc.assert(
    fc.property(settings, (live) => {
      expect(managedSettings(declaredAs({}), live, false)).toEqual(declaredAs({}));
    }),
  );
});

test("a leaf that the service lost or changed shows as drift", () => {
  const state = declaredAs({
    comment: "enabled",
    risk_threshold: 3,
    analyzers: { secrets: { enabled: true, excludes: ["a", "b"] }, xss: { blocking: true } },
    notifications: { enabled: true, integration_names: [] },
  });
  const live: Settings = {
    risk_threshold: 4,
    analyzers: { secrets: { enabled: true, blocking: true, excludes: ["b", "c"] } },
  };
  expect(managedSettings(state, live, false)).toEqual({
    ...state,
    comment: null,
    risk_threshold: 4,
    analyzers: declaredAs({ analyzers: { secrets: { enabled: true, excludes: ["b", "c"] } } })["analyzers"],
    notifications: null,
  });
});

test("a declaration in another order than the state plans no change", () => {
  fc.assert(
    fc.property(settings, (declared) => {
      const state = declaredAs(declared);
      expect(inStateOrder(turned(state) as ObjectValue, state)).toEqual(state);
    }),
  );
});

test("a declaration in another order than the state stays as declared when it differs", () => {
  fc.assert(
    fc.property(settings, settings, (declared, before) => {
      const planned = inStateOrder(declaredAs(declared), declaredAs(before));
      const members = (value: Value): unknown =>
        Array.isArray(value)
          ? new Set((value as readonly Value[]).map((each) => JSON.stringify(members(each))))
          : isObjectValue(value)
            ? Object.fromEntries(
                Object.entries(value)
                  .map(([key, each]) => [key, members(each)])
                  .sort(),
              )
            : value;
      expect(members(planned)).toEqual(members(declaredAs(declared)));
    }),
  );
});

const id = configurationId("one");
const lacking = (path: string) => error("not-converged", "The service holds another value.", { path });
const exclusive = { name: "it", exclusive_analyzers: true, analyzers: { kept: {} } };
const analyzers = { kept: { enabled: false }, one: { enabled: true }, two: { enabled: true }, unsaid: {} };
const result: ChangeResult = {
  id,
  live: { id, name: "it", settings: { analyzers } },
  diagnostics: [
    lacking('analyzers["one"].enabled'),
    lacking('analyzers["two"]'),
    lacking('analyzers["kept"].enabled'),
    lacking("comment"),
  ],
};

test("notes a created configuration that the service does not show yet", () => {
  const unshown = { id, diagnostics: [] };
  expect(notesAfterApply({}, null, unshown).notes.isUnseen).toBe(true);
  expect(notesAfterApply({}, { id }, unshown).notes.isUnseen).toBe(false);
  expect(notesAfterApply({}, null, { ...result, diagnostics: [] }).notes.isUnseen).toBe(false);
});

test("analyzers that the service fills in again are one warning, and are noted; other errors stay", () => {
  const { result: settled, notes } = notesAfterApply(exclusive, { id }, result);
  expect(settled.diagnostics.map(({ code, path }) => [code, path])).toEqual([
    ["not-converged", 'analyzers["kept"].enabled'],
    ["not-converged", "comment"],
    ["analyzers-filled-in", undefined],
  ]);
  expect(settled.diagnostics[2]?.detail).toContain('"one" and "two"');
  expect(notes.filledIn).toEqual({ one: { enabled: true }, two: { enabled: true } });
});

test("keeps the errors when exclusive_analyzers is not set", () => {
  const { result: settled, notes } = notesAfterApply({ ...exclusive, exclusive_analyzers: false }, { id }, result);
  expect(settled).toEqual(result);
  expect(notes.filledIn).toEqual({});
});

/** Diffs that once came back at every plan. */

const at = "scanform_configuration.it";

const empty = { excludes: [], includes: [], enabled: null, silent: null, blocking: null, risk_level: null };

test.each([
  ["an entry", { notifications: { enabled: null, deduplicate: null, integration_names: [] } }, {}],
  [
    "a list",
    { notifications: { enabled: true, deduplicate: null, integration_names: [] } },
    { notifications: { enabled: true } },
  ],
  ["an analyzer", { analyzers: { secrets: empty } }, {}],
  [
    "a list of an analyzer",
    { analyzers: { secrets: { ...empty, enabled: true } } },
    { analyzers: { secrets: { enabled: true } } },
  ],
] as const)("an empty list is no diff where the service drops it: %s", (_, given, settings: Settings) => {
  const state = stateOf({ name: "it", id: "i", created_at: null, ...given });
  expect(refreshedState(state, { id: configurationId("i"), name: "it", settings })).toEqual(state);
});

test("an analyzer that somebody else has added during the apply is not taken for one that the service fills in again", () => {
  const id = configurationId("1");
  const planned = { name: "only", exclusive_analyzers: true, analyzers: {} };
  const holding = (...slugs: readonly string[]) => ({
    ...{ id, name: "only" },
    settings: { analyzers: Object.fromEntries(slugs.map((slug) => [slug, { enabled: true }])) },
  });
  const kept = ["secrets", "xss"].map((slug) => error("not-converged", "no", { path: `analyzers["${slug}"]` }));
  const { notes, result } = notesAfterApply(planned, null, {
    id,
    live: holding("secrets", "xss"),
    before: holding("secrets"),
    diagnostics: kept,
  });
  expect(Object.keys(notes.filledIn)).toEqual(["secrets"]);
  expect(result.diagnostics.map(({ code, path }) => [code, path])).toEqual([
    ["not-converged", 'analyzers["xss"]'],
    ["analyzers-filled-in", undefined],
  ]);
});

describe("exclusive_analyzers, where the service fills the others in again,", () => {
  const profile = { defaults: "always" } as const;
  const declared = {
    name: "only",
    exclusive_analyzers: true,
    analyzers: { secrets: { ...empty, excludes: null, includes: null, enabled: true } },
  };

  test("exclusive_analyzers, where the service fills the others in again, is a warning that names them, and no diff until they change", async () => {
    const written = { [at]: declared };
    const { emulator, sent } = await configured({ profile });
    const core = coreOf(emulator);
    const said = await core.apply(written);
    expect(said.map(({ severity, summary }) => [severity, summary])).toEqual([
      ["WARNING", "Analyzers cannot be removed"],
    ]);
    expect(said[0]?.detail).toMatch(/The service still has ".+" in "only" after they were removed/);
    const before = sent().length;
    const second = await core.plan(written);
    expect(Object.values(second.actions)).toEqual(["no-op"]);
    expect(second.diagnostics).toEqual([]);
    await second.apply();
    expect(
      sent()
        .slice(before)
        .filter((each) => !each.startsWith("GET")),
    ).toEqual([]);
    expect(Object.values((await core.plan(written)).actions)).toEqual(["no-op"]);
    await give(emulator, { secrets: { enabled: true }, "sql-injection": { enabled: true, silent: true } });
    expect(Object.values((await core.plan(written)).actions)).toEqual(["update"]);
  });

  test.each([
    ["not at all", "none", []],
    [
      "again",
      "always",
      [
        ["WARNING", "The service has filled in settings"],
        ["WARNING", "Analyzers cannot be removed"],
      ],
    ],
  ] as const)(
    "exclusive_analyzers, where the service fills the others in again, ends where the others have only settings that are not known here, filled in %s",
    async (_, defaults, warned) => {
      const { emulator } = await configured({ profile: { defaults } });
      const core = coreOf({ url: await newerService(emulator.url) });
      const written = (exclusive: boolean) => ({
        [at]: {
          ...declared,
          exclusive_analyzers: exclusive,
          analyzers: { secrets: { ...declared.analyzers.secrets, enabled: null } },
        },
      });
      await core.apply(written(false));
      await give(emulator, { "sql-injection": { risk_level: "high" } });
      const planned = await core.plan(written(true));
      expect(planned.actions).toEqual({ [at]: "update" });
      const said = await planned.apply();
      expect(said.map(({ severity, summary }) => [severity, summary])).toEqual(warned);
      expect(emulator.requests.filter(({ method }) => method === "PUT")).toHaveLength(1);
      expect((await core.plan(written(true))).actions).toEqual({ [at]: "no-op" });
    },
  );

  /** Somebody else gives the configuration these analyzers. */
  async function give({ url, store }: Emulator, analyzers: object): Promise<void> {
    const { id = "" } = store.configurations(acmeAccountId).find(({ name }) => name === "only") ?? {};
    const answer = await fetch(`${url}/v1/accounts/${acmeAccountId}/configurations/${id}`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${acmeKey}`, "content-type": "application/json" },
      body: JSON.stringify({ configuration: { name: "only", configuration: { analyzers } } }),
    });
    expect(answer.status).toBe(200);
  }
});

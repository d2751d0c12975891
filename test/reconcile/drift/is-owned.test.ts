import { compareSettings } from "../../../src/model/compare-settings";
import type { DesiredConfiguration } from "../../../src/model/desired";
import type { Settings } from "../../../src/model/settings";
import { isOwned } from "../../../src/reconcile/drift/drift";
import { declare } from "../account";

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

import fc from "fast-check";
import { settingNames, type Settings } from "../../../src/model/settings";
import { target } from "../../../src/reconcile/plan/target";
import { desiredBy } from "../../../src/terraform/configuration/configuration-state";
import { allSettings, inStateOrder, managedSettings, toSettings } from "../../../src/terraform/configuration/settings";
import { encodeObject } from "../../../src/terraform/values/codec";
import { resourceSchemas } from "../../../src/terraform/schema/resources";
import { isObjectValue, type ObjectValue, type Value } from "../../../src/terraform/value";
import { settings } from "../../reconcile/arbitrary";

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

import fc from "fast-check";
import { type Settings, settingNames } from "../../../src/model/settings";
import { merge } from "../../../src/reconcile/plan/merge";
import { inStateOrder, managedSettings, toSettings, allSettings } from "../../../src/terraform/configuration/settings";
import { encodeObject } from "../../../src/terraform/values/msgpack";
import { resourceSchemas } from "../../../src/terraform/schema/resources";
import { isObjectValue, type ObjectValue, type Value } from "../../../src/terraform/values/value";
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

test("what the service holds and what terraform is given are the same", () => {
  fc.assert(
    fc.property(settings, (live) => {
      expect(toSettings(declaredAs(live))).toEqual(live);
    }),
  );
});

test("what is read has all attributes of the schema and no others", () => {
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

test("once it is there, what is read back is what was declared, whatever else there is and in whatever order", () => {
  fc.assert(
    fc.property(settings, settings, (declared, before) => {
      const state = declaredAs(declared);
      expect(managedSettings(state, merge(before, declared), false)).toEqual(state);
      expect(managedSettings(state, otherWayRound(merge(before, declared)), false)).toEqual(state);
    }),
  );
});

test("where analyzers are exclusive, those that nobody declared are seen", () => {
  fc.assert(
    fc.property(settings, settings, (declared, live) => {
      const { analyzers = null } = managedSettings({ ...declaredAs(declared), analyzers: {} }, live, true);
      expect(Object.keys(isObjectValue(analyzers) ? analyzers : {}).sort()).toEqual(
        Object.keys(live.analyzers ?? {}).sort(),
      );
    }),
  );
});

test("a leaf that was not declared is not read, whatever the service holds", () => {
  fc.assert(
    fc.property(settings, (live) => {
      expect(managedSettings(declaredAs({}), live, false)).toEqual(declaredAs({}));
    }),
  );
});

test("what the service has lost or changed shows at that leaf", () => {
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

describe("what is declared in another order than the state has", () => {
  test("is the state", () => {
    fc.assert(
      fc.property(settings, (declared) => {
        const state = declaredAs(declared);
        expect(inStateOrder(turned(state) as ObjectValue, state)).toEqual(state);
      }),
    );
  });

  test("stays what was declared, whatever the state has", () => {
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
});

import fc from "fast-check";
import { decode } from "../../src/model/decoder";
import { define } from "../../src/model/json";
import { decodeSettings, fieldsDecoder } from "../../src/model/field-decoder";
import { settingsFields } from "../../src/model/settings";
import { toWire } from "../../src/model/to-wire";
import { type Names, normalSettings, spots, uuid, wireSettings } from "./fields";

const sources = { wire: "received", ours: "stored" } as const;
const decoded = (value: unknown, names: Names) => decodeSettings(value, sources[names]);

/** toEqual is blind to a key `__proto__`; this is not. */
const json = (value: unknown): string => JSON.stringify(value);

test("received settings are sent back unchanged, with unknown keys and odd slugs", () => {
  fc.assert(
    fc.property(wireSettings, (wire) => {
      expect(json(toWire(settingsFields, decoded(wire, "wire")))).toBe(json(wire));
    }),
  );
});

test("normalizing is idempotent", () => {
  fc.assert(
    fc.property(normalSettings, (settings) => {
      const once = decoded(settings, "ours");
      expect(json(once)).toBe(json(settings));
      expect(json(decoded(toWire(settingsFields, once), "wire"))).toBe(json(once));
    }),
  );
});

test.each(spots.map((spot) => [spot.title, spot] as const))("null at %s is the same as absent", (_title, spot) => {
  for (const names of ["wire", "ours"] as const) {
    const settings = spot.settings(null, names);
    const without = JSON.parse(json(spot.settings(undefined, names))) as unknown;
    expect(json(decoded(settings, names))).toBe(json(decoded(without, names)));
    expect(json(decoded(settings, names))).not.toContain("null");
  }
});

test("unknown fields are kept, also null", () => {
  const settings = { next: null, notifications: { later: [null, 1, 1] }, analyzers: { xss: { deep: { a: null } } } };
  expect(decoded(settings, "wire")).toEqual(settings);
});

test.each(spots.filter((spot) => spot.field.kind === "set").map((spot) => [spot.title, spot] as const))(
  "%s loses duplicates and keeps its order",
  (_title, spot) => {
    expect(decoded(spot.settings(["b", "a", "b", "c", "a"], "wire"), "wire")).toEqual(
      spot.settings(["b", "a", "c"], "ours"),
    );
  },
);

test.each(["!c", ""])(
  "patterns of which one is %j keep their duplicates, and names of integrations do not",
  (turning) => {
    const members = ["b", turning, "b"];
    const wire = { analyzers: { xss: { excludes: members } }, notifications: { integrationNames: members } };
    expect(decoded(wire, "wire")).toEqual({
      analyzers: { xss: { excludes: members } },
      notifications: { integration_names: ["b", turning] },
    });
  },
);

test("names are converted at any depth", () => {
  const fields = {
    outer: {
      kind: "map",
      wire: "outerOne",
      description: "",
      entry: {
        inner: {
          kind: "keyed",
          wire: "innerOnes",
          description: "",
          entry: { leaf: { kind: "boolean", wire: "isLeaf", description: "" } },
        },
      },
    },
  } as const;
  const wire = { outerOne: { a: { innerOnes: [{ id: uuid, isLeaf: true }] } } };
  const ours = { outer: { a: { inner: [{ id: uuid, leaf: true }] } } };
  expect(decode(fieldsDecoder(fields, "received"), wire)).toEqual({ value: ours });
  expect(toWire(fields, ours)).toEqual(wire);
});

test("a slug __proto__ affects no object", () => {
  const settings = decoded(JSON.parse('{"analyzers": {"__proto__": {"enabled": true}}}'), "wire");
  expect(Object.keys(settings.analyzers ?? {})).toEqual(["__proto__"]);
  expect(json(toWire(settingsFields, settings))).toBe('{"analyzers":{"__proto__":{"enabled":true}}}');
  expect(Object.hasOwn(Object.prototype, "enabled")).toBe(false);
  expect(settings.analyzers?.["xss"]).toBeUndefined();
});

test("define sets any key as an ordinary property", () => {
  const target: Record<string, unknown> = {};
  for (const key of ["a", "__proto__", "constructor"]) define(target, key, 1);
  define(target, "a", 2);
  expect(Object.entries(target)).toEqual([
    ["a", 2],
    ["__proto__", 1],
    ["constructor", 1],
  ]);
  expect(Object.getPrototypeOf(target)).toBe(Object.prototype);
});

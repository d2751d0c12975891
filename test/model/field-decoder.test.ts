import fc from "fast-check";
import { type OperationId, operations } from "../../src/api/operations";
import { decode } from "../../src/model/decoder";
import type { AttributePath } from "../../src/diagnostics/attribute-path";
import type { Field, Fields } from "../../src/model/field";
import { decodeSettings, fieldsDecoder } from "../../src/model/field-decoder";
import { objectSchema } from "../../src/model/schema";
import { settingsFields } from "../../src/model/settings";
import { define } from "../../src/model/json";
import { toWire } from "../../src/model/to-wire";
import { type Names, normalSettings, spots, uuid, wireSettings } from "./fields";
import { compareSettings } from "../../src/model/compare-settings";
import { declare, desired, live, planned, shown } from "../reconcile/account";

const placeOf = (path: AttributePath): string =>
  path.map((step) => (typeof step === "object" ? step.key : String(step))).join(".");

/** What may be in the place of anything. JSON has no NaN, which is not the same as itself when it is compared. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, "", "text", uuid, 0, 1.5, -1, 2 ** 53, 1e300, Infinity, true, [], {}),
  fc.constantFrom<unknown>([null], [undefined], [1], ["a", "a"], [[]], [{}], { id: uuid }, [{ id: uuid }], [{ id: 5 }]),
  fc.constantFrom<unknown>(
    JSON.parse('{"__proto__":5}'),
    JSON.parse('{"__proto__":{}}'),
    { constructor: 1 },
    { a: {} },
  ),
);

/** Values of a field, most of them right. */
function valueOf(field: Field): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: rightOf(field) }, { weight: 1, arbitrary: odd });
}

function rightOf(field: Field): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer();
    case "number":
      return fc.double({ noNaN: true });
    case "string":
      return fc.constantFrom(uuid, "text", "");
    case "enum":
      return fc.constantFrom(...field.values, "newer");
    case "set":
      return fc.array(fc.constantFrom("a", "b"), { maxLength: 3 });
    case "map":
      return fc.dictionary(fc.constantFrom("a", "b", "constructor"), objectOf(field.entry), { maxKeys: 2 });
    case "keyed":
      return fc.array(objectOf({ ...field.entry, id: { kind: "string", description: "", required: true } }), {
        maxLength: 2,
      });
    case "object":
      return objectOf(field.fields);
    case "list":
      return fc.array(valueOf(field.item), { maxLength: 2 });
    case "text-or-object":
      return fc.oneof(fc.string(), objectOf(field.fields));
    case "json":
      return fc.jsonValue({ maxDepth: 2 });
    default:
      return field satisfies never;
  }
}

function objectOf(fields: Fields): fc.Arbitrary<Record<string, unknown>> {
  const keys = Object.entries(fields).map(([name, field]) => {
    const value = valueOf(field);
    return [field.wire ?? name, field.required === true ? value : fc.option(value)] as const;
  });
  const required = Object.entries(fields).flatMap(([name, { required, wire = name }]) =>
    required === true ? [wire] : [],
  );
  const known = fc.record(Object.fromEntries(keys), { requiredKeys: required });
  return fc.oneof(
    { weight: 8, arbitrary: known },
    { weight: 1, arbitrary: fc.record({ known, more: odd }).map(({ known: own, more }) => ({ ...own, more })) },
    { weight: 1, arbitrary: known.map((own) => Object.fromEntries(Object.entries(own).slice(1))) },
  );
}

const answers = (Object.keys(operations) as OperationId[]).flatMap((id): (readonly [string, Fields])[] =>
  Object.values(operations[id].answers).flatMap((each) =>
    typeof each === "object" ? [[id, each as Fields] as const] : [],
  ),
);

test("decoding settings from the service finds mistakes where their schema does", () => {
  const schema = objectSchema(settingsFields, "answered");
  fc.assert(
    fc.property(fc.oneof({ weight: 9, arbitrary: objectOf(settingsFields) }, odd), (value) => {
      const decoded = decode(fieldsDecoder(settingsFields, "received"), value);
      const theirs = schema.safeParse(value).error?.issues ?? [];
      const places = theirs.map(({ path }) => path.join("."));
      // an answer may hold values that are newer than its documentation, and ids in another form
      for (const { path } of "problems" in decoded ? decoded.problems : [])
        expect(places.some((each) => each.startsWith(placeOf(path)))).toBe(true);
      if (theirs.every(({ code }) => code === "invalid_type")) expect("problems" in decoded).toBe(theirs.length > 0);
    }),
    { numRuns: 150 },
  );
});

describe("decoding is idempotent", () => {
  test.each(answers)("%s", (_id, fields) => {
    fc.assert(
      fc.property(objectOf(fields), (value) => {
        const decoded = decode(fieldsDecoder(fields, "received"), value);
        if (!("value" in decoded)) return;
        const again = decode(fieldsDecoder(fields, "stored"), decoded.value);
        // what is of another kind in settings is kept as it came
        if ("problems" in again) expect(again.problems.every(({ path }) => path.includes("configuration"))).toBe(true);
        else expect(again.value).toBe(decoded.value);
      }),
      { numRuns: 20 },
    );
  });
});

test("takes nothing for a field that the service sends under our name for it, and not under its own", () => {
  const decoder = fieldsDecoder(settingsFields, "received");
  for (const notifications of [{ integration_names: 7 }, { integration_names: ["chat"], enabled: null }])
    expect(decode(decoder, { notifications })).toEqual({ value: { notifications: {} } });
  const notifications = { integrationNames: ["chat"], integration_names: 7 };
  expect(decode(decoder, { notifications })).toEqual({ value: { notifications: { integration_names: ["chat"] } } });
});

test("an entry that is null is absent in an answer, and refused in a declaration", () => {
  const given = { analyzers: { a: null, b: 7 } };
  const placesOf = (source: "received" | "declared") => {
    const decoded = decode(fieldsDecoder(settingsFields, source), given);
    return "problems" in decoded && decoded.problems.map(({ path }) => placeOf(path));
  };
  expect(placesOf("received")).toEqual(["analyzers.b"]);
  expect(placesOf("declared")).toEqual(["analyzers.a", "analyzers.b"]);
});

test.each<readonly ["received" | "declared", unknown, string, string]>([
  ["received", "x", "", 'is "x", and must be an object'],
  ["received", { risk_threshold: NaN }, "risk_threshold", "is NaN, and must be a whole number"],
  ["received", { risk_threshold: -Infinity }, "risk_threshold", "is -Infinity, and must be a whole number"],
  ["declared", { risk_threshold: "3" }, "risk_threshold", 'is "3", and must be a whole number'],
  ["received", { analyzers: [] }, "analyzers", "is an empty list, and must be an object"],
  ["received", { analyzers: new Map() }, "analyzers", "is a Map, and must be an object"],
  [
    "received",
    { notifications: { integrationNames: ["a", null] } },
    "notifications.integrationNames",
    "has an item that is null",
  ],
])("rejects what is %s as %j at its place", (source, value, path, message) => {
  const decoded = decode(fieldsDecoder(settingsFields, source), value);
  expect("problems" in decoded && decoded.problems.map((each) => [placeOf(each.path), each.sentence])).toEqual([
    [path, message],
  ]);
});

test("accepts JSON of any shape and depth, and nothing else", () => {
  const fields = { it: { kind: "json", description: "" } } as const;
  const deep = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`) as unknown;
  expect("value" in decode(fieldsDecoder(fields, "received"), { it: deep })).toBe(true);
  expect("value" in decode(fieldsDecoder(fields, "received"), { it: { a: [Infinity] } })).toBe(false);
});

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

const twice = [
  { id: "p", enabled: true },
  { id: "p", blocking: true },
];

test("a plan removes the second entry of a declared policy, and shows that", () => {
  const declared = desired([declare("one", { code_policies: [{ id: "p", enabled: true }] })]);
  const made = planned(declared, live({ one: { settings: { code_policies: twice } } }));
  expect(made.configurations[0]?.changes).toMatchObject([
    { path: 'code_policies["p"] (2)', before: { id: "p", blocking: true }, verdict: "unclassified", removes: true },
  ]);
  expect(made.writes.map(shown)).toEqual([
    { PUT: "one", name: "one", settings: { code_policies: [{ id: "p", enabled: true }] } },
  ]);
});

test("a policy that is live twice goes along twice where it is not declared", () => {
  const made = planned(
    desired([declare("one", { comment: "enabled" })]),
    live({ one: { settings: { code_policies: twice } } }),
  );
  expect(made.writes.map(shown)).toEqual([
    { PATCH: "one", name: "one", settings: { code_policies: twice, comment: "enabled" } },
  ]);
  expect(compareSettings({ code_policies: twice }, { code_policies: twice })).toEqual([]);
});

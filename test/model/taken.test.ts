import fc from "fast-check";
import { type OperationId, operations } from "../../src/api/operations";
import { configurationOf, isAssignments, isManifest, isProvider } from "../../src/declaration/quick";
import { assignmentsShape, configurationShape, documentShapes, providerShape } from "../../src/declaration/shapes";
import type { Field, Fields } from "../../src/model/field";
import { normalize } from "../../src/model/normalize";
import { objectSchema } from "../../src/model/schema";
import { settingsFields } from "../../src/model/settings";
import { accepts, refused, taken } from "../../src/model/taken";

const uuid = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11";

/** What a service or a user may put in the place of anything. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, "", "text", uuid, 0, 1.5, -1, 2 ** 53, 1e300, Infinity, NaN, true, [], {}),
  fc.constantFrom<unknown>([null], [undefined], [1], ["a", "a"], [[]], [{}], { id: uuid }, [{ id: uuid }], [{ id: 5 }]),
  fc.constantFrom<unknown>(
    JSON.parse('{"__proto__":5}'),
    JSON.parse('{"__proto__":{}}'),
    { constructor: 1 },
    { a: {} },
  ),
);

/** Values of a field, most of them right. */
function valueOf(field: Field, how: "received" | "declared"): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: rightOf(field, how) }, { weight: 1, arbitrary: odd });
}

function rightOf(field: Field, how: "received" | "declared"): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer();
    case "number":
      return fc.double();
    case "string":
      return fc.constantFrom(uuid, "text", "");
    case "enum":
      return fc.constantFrom(...field.values, "newer");
    case "set":
      return fc.array(fc.constantFrom("a", "b"), { maxLength: 3 });
    case "map":
      return fc.dictionary(fc.constantFrom("a", "b", "constructor"), objectOf(field.entry, how), { maxKeys: 2 });
    case "keyed":
      return fc.array(objectOf({ ...field.entry, id: { kind: "string", description: "", required: true } }, how), {
        maxLength: 2,
      });
    case "object":
      return objectOf(field.fields, how);
    case "list":
      return fc.array(valueOf(field.item, how), { maxLength: 2 });
    case "text-or-object":
      return fc.oneof(fc.string(), objectOf(field.fields, how));
    case "json":
      return fc.jsonValue({ maxDepth: 2 });
    default:
      return field satisfies never;
  }
}

function objectOf(fields: Fields, how: "received" | "declared"): fc.Arbitrary<Record<string, unknown>> {
  const keys = Object.entries(fields).map(([name, field]) => {
    const value = valueOf(field, how);
    return [
      how === "received" ? (field.wire ?? name) : name,
      field.required === true ? value : fc.option(value),
    ] as const;
  });
  const required = Object.entries(fields).flatMap(([name, { required, wire = name }]) =>
    required === true ? [how === "received" ? wire : name] : [],
  );
  const known = fc.record(Object.fromEntries(keys), { requiredKeys: required });
  return fc.oneof(
    { weight: 8, arbitrary: known },
    { weight: 1, arbitrary: fc.record({ known, more: odd }).map(({ known: own, more }) => ({ ...own, more })) },
    { weight: 1, arbitrary: known.map((own) => Object.fromEntries(Object.entries(own).slice(1))) },
  );
}

/** The two agree on a value, and the quick one says yes to nearly all that is right. */
function agree(
  value: unknown,
  quick: (value: unknown) => boolean,
  schema: { safeParse(value: unknown): { success: boolean } },
): void {
  if (quick(value)) expect({ value, taken: schema.safeParse(value).success }).toEqual({ value, taken: true });
}

const answers = (Object.keys(operations) as OperationId[]).flatMap((id): (readonly [string, Fields])[] =>
  Object.values(operations[id].answers).flatMap((each) =>
    typeof each === "object" ? [[id, each as Fields] as const] : [],
  ),
);

describe("a quick check of an answer takes nothing that its schema does not take", () => {
  test.each(answers)("%s", (_id, fields) => {
    const schema = objectSchema(fields, "received");
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: objectOf(fields, "received") }, odd), (value) => {
        agree(value, accepts(fields, "received"), schema);
      }),
      { numRuns: 150 },
    );
  });
});

test("a quick check of declared settings takes nothing that their schema does not take", () => {
  const schema = objectSchema(settingsFields, "declared");
  fc.assert(
    fc.property(fc.oneof({ weight: 9, arbitrary: objectOf(settingsFields, "declared") }, odd), (value) => {
      agree(value, accepts(settingsFields, "declared"), schema);
    }),
    { numRuns: 2000 },
  );
});

describe("what a quick check takes comes in the normal form that `normalize` gives", () => {
  // toEqual is blind to a key `__proto__`
  const sameForm = (fields: Fields, how: "received" | "declared", value: unknown): void => {
    const form = taken(fields, how)(value);
    const normal = normalize(fields, value, how === "received" ? "wire" : "ours");
    if (form !== refused) expect(JSON.stringify(form)).toBe(JSON.stringify(normal));
    if (form !== refused && normal === value) expect(form).toBe(value);
  };

  test.each(answers)("%s", (_id, fields) => {
    fc.assert(
      fc.property(objectOf(fields, "received"), (value) => {
        sameForm(fields, "received", value);
      }),
      { numRuns: 150 },
    );
  });

  test("declared settings", () => {
    fc.assert(
      fc.property(objectOf(settingsFields, "declared"), (value) => {
        sameForm(settingsFields, "declared", value);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("a quick check takes what is right", () => {
  const settings = {
    comment: "enabled",
    risk_threshold: 3,
    analyzers: { secrets: { enabled: true, excludes: ["a/**"], risk_level: "high" } },
    code_policies: [{ id: uuid, enabled: true }],
  };

  test("settings that are declared", () => {
    expect(accepts(settingsFields, "declared")({ ...settings, notifications: { integration_names: ["x"] } })).toBe(
      true,
    );
  });

  test("settings that are received, with a field that is new", () => {
    const received = { ...settings, notifications: { integrationNames: ["x"] }, newer: 1 };
    expect(accepts(settingsFields, "received")(received)).toBe(true);
  });
});

describe("a quick check of what cdktf writes takes nothing that its shape does not take", () => {
  const some = fc.oneof(odd, fc.constantFrom<unknown>("name", uuid, ["a"], true));
  const rule = fc.record(
    {
      leave: some,
      configuration_id: some,
      repository_ids: some,
      repository_names: some,
      repository_pattern: some,
      more: odd,
    },
    { requiredKeys: [] },
  );
  const stack = fc.record(
    { name: some, constructPath: some, synthesizedStackPath: some, annotations: some },
    { requiredKeys: [] },
  );
  const shapes = {
    configuration: {
      quick: (value: unknown) => configurationOf(value) !== undefined,
      shape: configurationShape,
      values: fc
        .tuple(
          objectOf(settingsFields, "declared"),
          fc.record({ name: some, renamed_from: some, exclusive_analyzers: some }, { requiredKeys: [] }),
        )
        .map(([settings, more]): unknown => ({ ...settings, ...more })),
    },
    assignments: {
      quick: isAssignments,
      shape: assignmentsShape,
      values: fc.record({ rules: fc.oneof(some, fc.array(fc.oneof(rule, odd))), more: odd }, { requiredKeys: [] }),
    },
    provider: {
      quick: isProvider,
      shape: providerShape,
      values: fc.record({ alias: some, base_url: some, account_id: some, managed_scope: odd }, { requiredKeys: [] }),
    },
    manifest: {
      quick: isManifest,
      shape: documentShapes.manifest,
      values: fc.record({ stacks: fc.oneof(odd, fc.dictionary(fc.string(), fc.oneof(stack, odd))) }),
    },
  };

  test.each(Object.entries(shapes))("%s", (_name, { quick, shape, values }) => {
    fc.assert(
      fc.property(values as fc.Arbitrary<unknown>, (value) => {
        agree(value, quick, shape);
      }),
      { numRuns: 1000 },
    );
  });
});

import {
  accountFields,
  analyzerListingFields,
  configurationFields,
  customPolicyFields,
  repositoryFields,
} from "../../src/model/observed";
import { decode } from "../../src/model/decoder";
import type { Field, Fields } from "../../src/model/field";
import { fieldsDecoder } from "../../src/model/field-decoder";
import { pathText, placeText } from "../../src/model/problem";
import { objectSchema } from "../../src/model/schema";
import { settingsFields } from "../../src/model/settings";
import { type Plain, spots, uuid } from "./fields";

/** The schema of request bodies beside the decoders of what is received and declared: they take the same. */
const ways = [
  ["received", "wire"],
  ["declared", "ours"],
  ["accepted", "wire"],
] as const;
type Way = (typeof ways)[number][0];

interface Examples {
  readonly right: readonly unknown[];
  readonly wrong: readonly unknown[];
  /** Taken from the service only. */
  readonly newer?: readonly unknown[];
}

/** What each kind of field takes. */
function examplesOf(field: Field): Examples {
  switch (field.kind) {
    case "boolean":
      return { right: [true, false], wrong: ["true", 0, [], {}] };
    case "integer":
      return { right: [0, -3, 2 ** 53 - 1], wrong: [1.5, "3", true, []], newer: [2 ** 53, 1e300] };
    case "string":
      return { right: ["", "text"], wrong: [5, true, {}] };
    case "enum":
      return { right: field.values, wrong: [5, true, []], newer: ["a-value-of-next-year", ""] };
    case "set":
      return { right: [[], ["a"], ["a", "a"]], wrong: ["a", [1], [null], { 0: "a" }] };
    case "map":
      return { right: [{}, { x: {} }], wrong: [[], "x", { x: 5 }, { x: [] }] };
    case "keyed":
      return { right: [[], [{ id: uuid }]], wrong: ["x", [{}], [{ id: 5 }], [uuid]] };
    case "object":
      return { right: [{}], wrong: [[], "x", 5] };
    case "number":
      return { right: [0, 1.5, -3], wrong: ["3", true, []] };
    case "list":
      return { right: [[], ...examplesOf(field.item).right.map((each) => [each])], wrong: [{}, "x", 5] };
    case "text-or-object":
      return { right: ["", {}], wrong: [[], 5, true] };
    case "json":
      return { right: [{}, [], null, 1], wrong: [] };
    default:
      return field satisfies never;
  }
}

/** The paths of what is wrong with a value; undefined when nothing is. */
function wrongIn(fields: Fields, how: Way, value: unknown): readonly string[] | undefined {
  const decoded = how === "accepted" ? undefined : decode(fieldsDecoder(fields, how), value);
  if (decoded !== undefined)
    return "problems" in decoded ? decoded.problems.map(({ path }) => placeText(path)) : undefined;
  return objectSchema(fields, "accepted")
    .safeParse(value)
    .error?.issues.map(({ path }) => pathText(path));
}

const taken = (how: Way, value: unknown): boolean => wrongIn(settingsFields, how, value) === undefined;

describe.each(ways)("settings that are %s", (how, names) => {
  test.each(spots.map((spot) => [spot.title, spot] as const))("accept %s of its type and nothing else", (_t, spot) => {
    const { right, wrong, newer = [] } = examplesOf(spot.field);
    const refused = (values: readonly unknown[]) => values.filter((value) => !taken(how, spot.settings(value, names)));
    expect(refused(right)).toEqual([]);
    expect(refused(wrong)).toEqual(wrong);
    expect(refused(newer)).toEqual(how === "received" ? [] : newer);
  });

  test.each(spots.map((spot) => [spot.title, spot] as const))(
    "may be null at %s, unless we write them",
    (_title, spot) => {
      expect(taken(how, spot.settings(null, names))).toBe(how !== "accepted");
    },
  );

  test.each(spots.map((spot) => [spot.title, spot] as const))(
    "accept an unknown key beside %s only from the service",
    (_t, spot) => {
      for (const key of ["no_such_field", "__proto__", "constructor"]) {
        const value = JSON.parse(
          JSON.stringify(spot.beside("KEY", { a: 1 }, names)).replace('"KEY"', JSON.stringify(key)),
        ) as unknown;
        expect([key, taken(how, value)]).toEqual([key, how === "received"]);
      }
    },
  );
});

test("declared settings use our names, and received ones those of the service", () => {
  const ours = { notifications: { integration_names: ["a"] } };
  const wire = { notifications: { integrationNames: ["a"] } };
  expect([taken("declared", ours), taken("declared", wire)]).toEqual([true, false]);
  expect([taken("accepted", ours), taken("accepted", wire)]).toEqual([false, true]);
});

test.each(ways)("checks the entry of an analyzer that is called __proto__: %s", (how) => {
  const settings = (entry: string): unknown => JSON.parse(`{"analyzers": {"__proto__": ${entry}}}`);
  expect(taken(how, settings('{"enabled": true}'))).toBe(true);
  expect(wrongIn(settingsFields, how, settings('{"enabled": "yes"}'))).toEqual(["analyzers.__proto__.enabled"]);
});

const entities: readonly (readonly [string, Fields])[] = [
  ["account", accountFields],
  ["repository", repositoryFields],
  ["analyzer", analyzerListingFields],
  ["policy", customPolicyFields],
  ["configuration", configurationFields],
];

const example = (field: Field): unknown => (field.kind === "string" ? uuid : examplesOf(field).right[0]);
const whole = (fields: Fields): Plain =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, example(field)]));

describe.each(entities)("a received %s", (_title, fields) => {
  test.each(Object.entries(fields))("may lack %s, or have null there, only if it is optional", (name, field) => {
    const { [name]: _left, ...rest } = whole(fields);
    expect(wrongIn(fields, "received", whole(fields))).toBeUndefined();
    for (const item of [rest, { ...rest, [name]: null }])
      expect(wrongIn(fields, "received", item)).toEqual(field.required === true ? [name] : undefined);
  });
});

test("exactly the fields marked R in the specification are required", () => {
  const required = entities.map(([title, fields]) => [title, Object.keys(fields).filter((k) => fields[k]?.required)]);
  expect(Object.fromEntries(required)).toEqual({
    account: ["account_id", "active"],
    repository: ["id", "provider_repo_id", "enabled"],
    analyzer: ["id", "name", "slug", "enabled"],
    policy: ["id", "dashboard_url", "title", "question"],
    configuration: ["id"],
  });
});

test("an entry requires an id, which must be a UUID when we write it", () => {
  const fields = { entries: { kind: "keyed", entry: {}, description: "" } } as const;
  const fits = (how: Way, entry: unknown) => wrongIn(fields, how, { entries: [entry] }) === undefined;
  expect(ways.map(([how]) => [fits(how, {}), fits(how, { id: "x" }), fits(how, { id: uuid })])).toEqual([
    [false, true, true],
    [false, false, true],
    [false, false, true],
  ]);
});

test.each([
  [[], ""],
  [["a", "b"], "a.b"],
  [["rules", 0, "leave"], "rules[0].leave"],
  [["analyzers", "sql-injection", "enabled"], 'analyzers["sql-injection"].enabled'],
  [["analyzers", 'a"]\n'], 'analyzers["a\\"]\\n"]'],
  [["1a"], '["1a"]'],
])("formats the path %j as %s", (path, expected) => {
  expect(pathText(path)).toBe(expected);
});

const stored = objectSchema(settingsFields, "stored");

test.each<unknown>([
  { comment: "louder than we know" },
  { invented: null, analyzers: { xss: { enabled: true, invented: [1] } } },
  { code_policies: [{ id: "no-uuid", enabled: true }] },
])("what is stored may be newer than we are: %j", (value) => {
  expect(stored.safeParse(value).data).toEqual(value);
});

test.each<unknown>([{ comment: null }, { analyzers: { xss: null } }, { analyzers: [] }, { risk_threshold: 0.5 }])(
  "what is stored is in normal form: %j is not",
  (value) => {
    expect(stored.safeParse(value).success).toBe(false);
  },
);

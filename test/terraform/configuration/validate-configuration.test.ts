import { scanformProvider } from "../../../src/terraform/scanform-provider";
import { BigNumber, type ObjectValue, Unknown } from "../../../src/terraform/value";
import { blank } from "../session";
import { entry } from "./entry";

const { scanform_configuration: configuration, scanform_configurations: configurations } = scanformProvider(
  {},
).resources;
const [policy, unknown] = ["abcdef00-0000-4000-8000-000000000001", new Unknown()];

const one = (given: ObjectValue) =>
  configuration?.validate(blank(configuration.schema, { name: "it", ...given })).map(shown);
const many = (entries: ObjectValue) =>
  configurations?.validate(blank(configurations.schema, { configurations: entries })).map(shown);
const shown = ({
  severity,
  code,
  attribute = [],
}: {
  severity: string;
  code: string;
  attribute?: readonly unknown[];
}) => `${severity} ${code} ${JSON.stringify(attribute)}`;

const analyzer = (given: ObjectValue): ObjectValue => ({ analyzers: { xss: given } });

test.each<[string, ObjectValue]>([
  ["a name alone", {}],
  ["a name that is not known", { name: unknown }],
  ["a setting that is not known", { comment: unknown, analyzers: unknown, code_policies: unknown }],
  ["an entry that is not known", { analyzers: { xss: unknown }, code_policies: { [policy]: unknown } }],
  ["an entry of which nothing is managed", { analyzers: { xss: {} }, code_policies: { [policy]: {} } }],
  ["empty sets", { ...analyzer({ excludes: [] }), notifications: { integration_names: [] }, renamed_from: [] }],
  ["a threshold of 0", { risk_threshold: 0 }],
])("%s is valid", (_, given) => {
  expect(one(given)).toEqual([]);
});

test.each<[string, ObjectValue, string, readonly unknown[]]>([
  ["no name", { name: null }, "value-missing", ["name"]],
  ["an empty name", { name: "" }, "name-empty", ["name"]],
  ["the name among former ones", { renamed_from: ["a", "it"] }, "renamed-from-itself", ["renamed_from"]],
  ["a gap among former names", { renamed_from: ["a", null] }, "item-null", ["renamed_from", 1]],
  ["a comment that is none", { comment: "enable" }, "value-unknown", ["comment"]],
  ["a part of a number", { risk_threshold: 1.5 }, "not-an-integer", ["risk_threshold"]],
  ["a number without end", { risk_threshold: new BigNumber("1e30") }, "not-an-integer", ["risk_threshold"]],
  [
    "a level that is none",
    analyzer({ risk_level: "hi" }),
    "value-unknown",
    ["analyzers", { key: "xss" }, "risk_level"],
  ],
  ["a gap in a set", analyzer({ excludes: [null] }), "item-null", ["analyzers", { key: "xss" }, "excludes"]],
  ["a gap among analyzers", { analyzers: { xss: null } }, "entry-null", ["analyzers", { key: "xss" }]],
  ["a policy by its title", { code_policies: { secrets: {} } }, "id-invalid", ["code_policies", { key: "secrets" }]],
  ["a gap among policies", { code_policies: { [policy]: null } }, "entry-null", ["code_policies", { key: policy }]],
  [
    "a gap in the names of integrations",
    { notifications: { integration_names: ["a", null] } },
    "item-null",
    ["notifications", "integration_names"],
  ],
  [
    "a policy that is there twice",
    { code_policies: { [policy]: {}, [policy.toUpperCase()]: {} } },
    "entry-repeated",
    ["code_policies", { key: policy.toUpperCase() }],
  ],
])("%s is an error, alone and in a collection", (_, given, code, at) => {
  expect(one(given)).toEqual([`error ${code} ${JSON.stringify(at)}`]);
  const inside = ["configurations", { key: "a" }, ...at];
  expect(many({ a: entry({ name: "it", ...given }) })).toEqual([`error ${code} ${JSON.stringify(inside)}`]);
});

test("rejects null entries of a collection, and a name that an earlier entry has", () => {
  expect(many({ a: null })).toEqual(['error entry-null ["configurations",{"key":"a"}]']);
  const [same, other] = [entry({ name: "same" }), entry({ name: "other" })];
  expect(many({ a: same, b: other, c: same, d: same, e: unknown, f: entry({ name: unknown }) })).toEqual([
    'error name-claimed-twice ["configurations",{"key":"c"},"name"]',
    'error name-claimed-twice ["configurations",{"key":"d"},"name"]',
  ]);
});

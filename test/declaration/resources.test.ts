import { locationAt } from "../../src/diagnostics/locations";
import { at, problems, read, readOne, routing, synthesized, atStrict, strict } from "./folder";

const id = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11";

test("keeps the order, targets and selectors of rules", () => {
  const declared = read(
    routing(
      { repository_names: ["legacy"], leave: true },
      { configuration_id: "${scanform_configuration.strict.id}", repository_pattern: "payments-%", leave: false },
      { configuration_id: id, repository_ids: [id], repository_names: [], repository_pattern: null },
    ),
  );
  expect(declared.desired.assignments).toEqual([
    {
      address: "scanform_repository_assignments.routing",
      rules: [
        { target: { leave: true }, repositoryNames: ["legacy"] },
        { target: { configuration: { address: "scanform_configuration.strict" } }, repositoryPattern: "payments-%" },
        { target: { configuration: { id } }, repositoryIds: [id], repositoryNames: [] },
      ],
    },
  ]);
  expect(declared.diagnostics).toEqual([]);
});

test.each([
  ["a configuration that is null", { configuration_id: null, repository_pattern: "%" }, "", "rule-without-action"],
  [
    "selectors that are null",
    { leave: true, repository_ids: null, repository_pattern: null },
    "",
    "rule-selects-nothing",
  ],
  [
    "the id of a configuration as a name",
    { leave: true, repository_pattern: "${scanform_configuration.strict.id}" },
    "/repository_pattern",
    "expression-misplaced",
  ],
  ["text", "all of them", "", "value-kind"],
])("refuses a rule with %s", (_what, rule, pointer, code) => {
  expect(problems(routing({ leave: true, repository_pattern: "x" }, rule))).toMatchObject([
    {
      code,
      address: "scanform_repository_assignments.routing",
      path: at(`/resource/scanform_repository_assignments/routing/rules/1${pointer}`),
    },
  ]);
});

test.each(["configuration_id", "leave", "repository_pattern"])(
  "reports a rule whose %s cannot be evaluated only for that",
  (key) => {
    const rule = { leave: true, repository_pattern: "x", [key]: "${each.x}" };
    expect(problems(routing(rule))).toMatchObject([
      {
        code: "not-evaluable",
        path: at(`/resource/scanform_repository_assignments/routing/rules/0/${key}`),
      },
    ]);
  },
);

test.each([{}, { rules: null }])("refuses assignments without rules: %j", (attributes) => {
  expect(problems({ resource: { scanform_repository_assignments: { routing: attributes } } })).toMatchObject([
    { code: "value-missing", path: at("/resource/scanform_repository_assignments/routing/rules") },
  ]);
});

const address = "scanform_repository_assignments.routing";
const atRule = (pointer: string): string => at(`/resource/scanform_repository_assignments/routing/rules/${pointer}`);

const findingId = "3d9f4a0e-6c1b-4e57-9a83-0b2f7d1c5e64";
const triage = { finding_id: findingId, category: "wont_fix", justification: "Only in tests." };
const stack = (attributes: object, more: object = {}) => ({
  ...more,
  resource: { scanform_finding_triage: { key: { ...triage, ...attributes } } },
});

test("a triage is read with its reason, its end, and what only terraform waits for", () => {
  const { desired } = read(stack({ expires: "2027-01-31", timeouts: { create: "5m" } }));
  expect(desired.triages).toEqual([
    {
      address: "scanform_finding_triage.key",
      findingId,
      category: "wont_fix",
      justification: "Only in tests.",
      expires: "2027-01-31",
    },
  ]);
});

test("a declaration without triages says nothing of them, and null is no end", () => {
  expect(read({ resource: {} }).desired).not.toHaveProperty("triages");
  expect(read(stack({ expires: null })).desired.triages?.[0]).not.toHaveProperty("expires");
});

test("the account is that of the provider block, and addresses name the stack where there are several", () => {
  const one = stack({}, { provider: { scanform: [{}] } });
  const folder = synthesized({ one, two: { resource: {} } });
  expect(readOne(folder).desired.triages?.map(({ address }) => address)).toEqual(["one/scanform_finding_triage.key"]);
});

test("reports everything that is wrong with a rule, each at its place", () => {
  const both = { configuration_id: "strict", leave: true, repository_pattern: "team\\" };
  expect(problems(routing({ leave: true, repository_pattern: "%" }, both))).toMatchObject([
    { code: "rule-contradictory", address, path: atRule("1") },
    { code: "id-invalid", address, path: atRule("1/configuration_id") },
    { code: "pattern-invalid", address, path: atRule("1/repository_pattern") },
  ]);
});

test("a configuration of a name alone has no settings, not even undefined ones", () => {
  expect(read(strict({ comment: null })).desired.configurations).toStrictEqual([
    {
      address: "scanform_configuration.strict",
      name: "strict",
      renamedFrom: [],
      exclusiveAnalyzers: false,
      settings: {},
    },
  ]);
});

test("a setting has the place of the call that set it, and else that of its configuration", () => {
  const settings = { 'analyzers["a.b"]': "main.ts:9:7", 'analyzers["c"].blocking': "main.ts:10:7", comment: 3 };
  const { locations } = read(strict({ "//": { metadata: { scanform: { location: "main.ts:3:1", settings } } } }));
  const at = (path: string) => locationAt(locations, "scanform_configuration.strict", path);
  expect(
    ['analyzers["a.b"].enabled', 'analyzers["c"].blocking', 'analyzers["c"].enabled', "comment", ""].map(at),
  ).toEqual(["main.ts:9:7", "main.ts:10:7", "main.ts:3:1", "main.ts:3:1", "main.ts:3:1"]);
});

test("reads every attribute of a configuration, under its address", () => {
  const declared = read(
    strict({
      "//": { metadata: { path: "acme/strict/Default", uniqueId: "strict" } },
      renamed_from: ["hardened"],
      exclusive_analyzers: true,
      comment: "silent",
      show_scan_confirmation: false,
      risk_threshold: 0,
      analyzers: { "sql-injection": { enabled: true, risk_level: "high", excludes: ["b", "a", "b"], includes: [] } },
      code_policies: { [id]: { blocking: true } },
      notifications: { enabled: false, deduplicate: true, integration_names: [] },
      depends_on: ["scanform_configuration.other"],
      provider: "scanform",
      lifecycle: { prevent_destroy: true, create_before_destroy: false },
    }),
  );
  expect(declared).toEqual({
    provider: { aliases: [""] },
    diagnostics: [],
    locations: new Map(),
    desired: {
      assignments: [],
      configurations: [
        {
          address: "scanform_configuration.strict",
          name: "strict",
          renamedFrom: ["hardened"],
          exclusiveAnalyzers: true,
          preventDestroy: true,
          settings: {
            comment: "silent",
            show_scan_confirmation: false,
            risk_threshold: 0,
            analyzers: { "sql-injection": { enabled: true, risk_level: "high", excludes: ["b", "a"], includes: [] } },
            code_policies: [{ id, blocking: true }],
            notifications: { enabled: false, deduplicate: true, integration_names: [] },
          },
        },
      ],
    },
  });
});

test.each([
  ["nothing", {}, {}],
  ["null, which is also what cdktf writes for NaN", { comment: null, risk_threshold: null, analyzers: null }, {}],
  [
    "null deeper down",
    { analyzers: { xss: { enabled: null } }, notifications: { enabled: null } },
    { analyzers: { xss: {} }, notifications: {} },
  ],
  [
    "nothing but empty values",
    { analyzers: {}, code_policies: {}, notifications: {} },
    { analyzers: {}, code_policies: [], notifications: {} },
  ],
  ["exclusive analyzers, and none of them", { exclusive_analyzers: true }, { analyzers: {} }],
  ["exclusive_analyzers that is null", { exclusive_analyzers: null }, {}],
])("declares no more settings than a configuration with %s", (_what, attributes, settings) => {
  expect(read(strict(attributes)).desired.configurations[0]?.settings).toEqual(settings);
});

test("takes the id of an import block", () => {
  const importing = (to: string) => strict({}, { import: [{ to, id, provider: "scanform.west" }] });
  expect(read(importing("scanform_configuration.strict")).desired.configurations).toMatchObject([
    { name: "strict", id },
  ]);
  expect(read(importing("aws_instance.strict")).desired.configurations[0]).not.toHaveProperty("id");
  expect(problems(importing("scanform_configuration.stric"))).toMatchObject([
    {
      code: "reference-unknown",
      address: "scanform_configuration.stric",
      path: at("/import/0/to"),
      detail: "scanform_configuration.stric is to be imported, but is not declared.",
    },
  ]);
});

test.each([["${each.id}"], [5], [null]])("refuses the id %j to import, which is not written out", (id) => {
  expect(problems(strict({}, { import: [{ to: "scanform_configuration.strict", id }] }))).toMatchObject([
    {
      code: "not-evaluable",
      address: "scanform_configuration.strict",
      path: at("/import/0/id"),
      detail: "The id to import must be written out.",
    },
  ]);
});

test.each([
  ["an analyzer that is true", { analyzers: { "a/b~c": true } }, "/analyzers/a~1b~0c", "value-kind"],
  [
    "an analyzer __proto__ that is wrong",
    JSON.parse('{"analyzers": {"__proto__": {"enabled": "yes"}}}') as object,
    "/analyzers/__proto__/enabled",
    "value-kind",
  ],
  [
    "a policy twice, by keys in other cases",
    { code_policies: { [id]: {}, [id.toUpperCase()]: {} } },
    "/code_policies",
    "entry-repeated",
  ],
  ["an unknown attribute __proto__", JSON.parse('{"__proto__": 1}') as object, "/__proto__", "attribute-unknown"],
])("refuses %s, at its place", (_what, attributes, pointer, code) => {
  expect(problems({ resource: { scanform_configuration: { strict: withName(attributes) } } })).toMatchObject([
    { code, severity: "error", address: "scanform_configuration.strict", path: atStrict(pointer) },
  ]);
});

/** A spread would set the prototype in its place. */
const withName = (attributes: object) =>
  JSON.parse(JSON.stringify(attributes).replace(/^\{/, '{"name": "strict",')) as unknown;

test("reads an analyzer that is called __proto__", () => {
  const analyzers = JSON.parse('{"__proto__": {"enabled": true, "excludes": ["b", "b"]}}') as object;
  const [declared] = read(strict({ comment: "silent", analyzers })).desired.configurations;
  expect(JSON.stringify(declared?.settings)).toBe(
    '{"comment":"silent","analyzers":{"__proto__":{"enabled":true,"excludes":["b"]}}}',
  );
  expect(declared?.name).toBe("strict");
});

test.each([
  {},
  { create_before_destroy: true },
  ...[false, "false", "0", null].map((prevent_destroy) => ({ prevent_destroy })),
])("a configuration may be deleted without prevent_destroy: %j", (lifecycle) => {
  expect(read(strict({ lifecycle })).desired.configurations[0]).not.toHaveProperty("preventDestroy", true);
});

test.each([true, "true", "1"])("prevent_destroy is taken as terraform takes it: %j", (prevent_destroy) => {
  expect(read(strict({ lifecycle: { prevent_destroy } })).desired.configurations[0]?.preventDestroy).toBe(true);
});

test.each(["yes", 1, []])("prevent_destroy that is neither true nor false is an error: %j", (prevent_destroy) => {
  expect(problems(strict({ lifecycle: { prevent_destroy } }))).toMatchObject([
    { code: "declaration-invalid", detail: "lifecycle.prevent_destroy must be true or false." },
  ]);
});

test("deletion_protection counts as prevent_destroy, and force_destroy is terraform's own", () => {
  const [declared] = read(strict({ deletion_protection: true, force_destroy: true })).desired.configurations;
  expect(declared).toMatchObject({ preventDestroy: true, settings: {} });
});

test.each(["a\u001b[31mb", "é", "日本", "a\nb", "'; --", "@everyone", "a".repeat(10_000), "\u202e", "null"])(
  "keeps a hostile name unchanged: %j",
  (name) => {
    const acme = { resource: { scanform_configuration: { [name]: { name, renamed_from: [`${name}-before`] } } } };
    expect(read(acme).desired.configurations).toMatchObject([
      { address: `scanform_configuration.${name}`, name, renamedFrom: [`${name}-before`] },
    ]);
  },
);

const two = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a22";

test("code policies are a map by id, and refused as a list, as terraform does", () => {
  const settings = read(strict({ code_policies: { [two]: { blocking: true }, [id]: {} } })).desired.configurations[0]
    ?.settings;
  expect(settings).toEqual({ code_policies: [{ id: two, blocking: true }, { id }] });
  expect(problems(strict({ code_policies: [{ id }] }))).toMatchObject([
    { code: "value-kind", path: atStrict("/code_policies") },
  ]);
});

test("code policies are reported with everything that is wrong with a map: its keys, then its entries", () => {
  const found = problems(strict({ code_policies: { [id]: null, [two]: { enabled: 1 }, x: {}, y: 5 } }));
  expect(found.map(({ code, path }) => [code, path?.replace(atStrict("/code_policies"), "")])).toEqual([
    ["id-invalid", "/x"],
    ["id-invalid", "/y"],
    ["entry-null", `/${id}`],
    ["value-kind", `/${two}/enabled`],
    ["value-kind", "/y"],
  ]);
});

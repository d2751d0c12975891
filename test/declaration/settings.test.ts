import { at, atStrict, problems, read, strict } from "./folder";

const id = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11";

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
      code_policies: [{ id, blocking: true }],
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
    { analyzers: {}, code_policies: [], notifications: {} },
    { analyzers: {}, code_policies: [], notifications: {} },
  ],
  ["exclusive analyzers, and none of them", { exclusive_analyzers: true }, { analyzers: {} }],
  ["exclusive_analyzers that is null", { exclusive_analyzers: null }, {}],
])("declares no more settings than a configuration with %s", (_what, attributes, settings) => {
  expect(read(strict(attributes)).desired.configurations[0]?.settings).toEqual(settings);
});

test("reads code policies by id as the list of them", () => {
  const policies = (written: unknown) => read(strict({ code_policies: written })).desired.configurations[0]?.settings;
  expect(policies({ [id]: { blocking: true, silent: null } })).toEqual({ code_policies: [{ id, blocking: true }] });
  expect(policies({})).toEqual({ code_policies: [] });
});

test("passes over the timeouts of Terraform", () => {
  expect(read(strict({ timeouts: { create: "5m" } })).desired.configurations[0]?.settings).toEqual({});
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

test("ignores an import block of another provider", () => {
  for (const block of [{}, { to: 5, id }, { to: "aws_instance.x" }])
    expect(read(strict({}, { import: [block] })).desired.configurations[0]).not.toHaveProperty("id");
});

test("reads an analyzer that is called __proto__", () => {
  const analyzers = JSON.parse('{"__proto__": {"enabled": true, "excludes": ["b", "b"]}}') as object;
  const [declared] = read(strict({ comment: "silent", analyzers })).desired.configurations;
  expect(JSON.stringify(declared?.settings)).toBe(
    '{"comment":"silent","analyzers":{"__proto__":{"enabled":true,"excludes":["b"]}}}',
  );
  expect(declared?.name).toBe("strict");
});

test.each([{}, { lifecycle: { create_before_destroy: true } }, { lifecycle: { prevent_destroy: false } }])(
  "a configuration may be deleted without prevent_destroy: %j",
  (attributes) => {
    expect(read(strict(attributes)).desired.configurations[0]).not.toHaveProperty("preventDestroy", true);
  },
);

test("deletion_protection counts as prevent_destroy, and force_destroy is terraform's own", () => {
  const [declared] = read(strict({ deletion_protection: true, force_destroy: true })).desired.configurations;
  expect(declared).toMatchObject({ preventDestroy: true, settings: {} });
});

test("a key __proto__ adds no attributes", () => {
  const found = problems('{"resource": {"scanform_configuration": {"x": {"__proto__": {"name": "x"}}}}}');
  expect(found.map((each) => each.path?.split("/").at(-1)).toSorted()).toEqual(["__proto__", "name"]);
});

test("reports all problems at once", () => {
  const paths = problems(strict({ comment: 1, risk_threshold: 1.5, nmae: "x", lifecycle: { ignore_changes: [] } })).map(
    (each) => each.path,
  );
  expect(paths.toSorted()).toEqual(["/comment", "/lifecycle/ignore_changes", "/nmae", "/risk_threshold"].map(atStrict));
});

test.each(["a\u001b[31mb", "é", "日本", "a\nb", "'; --", "@everyone", " x ", "a".repeat(10_000), "\u202e", "null"])(
  "keeps a hostile name unchanged: %j",
  (name) => {
    const acme = { resource: { scanform_configuration: { [name]: { name, renamed_from: [`${name}-before`] } } } };
    expect(read(acme).desired.configurations).toMatchObject([
      { address: `scanform_configuration.${name}`, name, renamedFrom: [`${name}-before`] },
    ]);
  },
);

describe("code policies", () => {
  const two = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a22";

  test("are the same as a map by id and as a list of entries with ids", () => {
    const list = [{ id: two, blocking: true }, { id }];
    for (const code_policies of [list, { [two]: { blocking: true }, [id]: {} }])
      expect(read(strict({ code_policies })).desired.configurations[0]?.settings).toEqual({ code_policies: list });
  });

  test("are reported with everything that is wrong with a map: its keys, then its entries", () => {
    const found = problems(strict({ code_policies: { [id]: null, [two]: { enabled: 1 }, x: {}, y: 5 } }));
    expect(found.map(({ code, path }) => [code, path?.replace(atStrict("/code_policies"), "")])).toEqual([
      ["id-invalid", "/x"],
      ["id-invalid", "/y"],
      ["entry-null", `/${id}`],
      ["value-kind", `/${two}/enabled`],
      ["value-kind", "/y"],
    ]);
  });
});

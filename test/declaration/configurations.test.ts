import { at, atStrict, type Json, problems, problemsIn, read, readOne, strict, synthesized } from "./folder";

test.each([" ", "\t\n", "\u00a0"])("refuses the name %j, which nobody could see", (name) => {
  expect(problems(strict({ name }))).toMatchObject([
    {
      code: "declaration-invalid",
      severity: "error",
      address: "scanform_configuration.strict",
      path: atStrict("/name"),
      detail: "name: must not be empty.",
    },
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

const id = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11";
const other = "7a0e2a51-2b7d-4c61-8f0e-6a1d2c3b4e5f";
const teamsAt = (pointer: string): string => at(`/resource/scanform_configurations/teams${pointer}`);

/** A stack of one collection, `teams`. */
const teams = (configurations: unknown, more: Json = {}, attributes: Json = {}): Json => ({
  ...more,
  resource: { scanform_configurations: { teams: { configurations, ...attributes } } },
});

/** A stack of a collection with a configuration, and a rule. */
const routed = (configurationId: string): Json => ({
  resource: {
    scanform_configurations: { teams: { configurations: { "pay ments": {} } } },
    scanform_repository_assignments: {
      routing: { rules: [{ configuration_id: configurationId, repository_pattern: "%" }] },
    },
  },
});

test("each entry of a collection is a configuration, with its name or else its key", () => {
  const { desired, diagnostics } = read(
    teams({
      payments: {
        name: "team payments",
        comment: "enabled",
        renamed_from: ["pay"],
        exclusive_analyzers: true,
        deletion_protection: true,
        force_destroy: false,
        code_policies: { [id]: { blocking: true } },
      },
      'the "web"': { name: null },
      "a$${b}": { risk_threshold: 3 },
    }),
  );
  expect(diagnostics).toEqual([]);
  const plain = { renamedFrom: [], exclusiveAnalyzers: false };
  expect(desired.configurations).toEqual([
    {
      address: 'scanform_configurations.teams["payments"]',
      name: "team payments",
      renamedFrom: ["pay"],
      exclusiveAnalyzers: true,
      preventDestroy: true,
      settings: { comment: "enabled", code_policies: [{ id, blocking: true }], analyzers: {} },
    },
    { address: 'scanform_configurations.teams["the \\"web\\""]', name: 'the "web"', ...plain, settings: {} },
    { address: 'scanform_configurations.teams["a$${b}"]', name: "a${b}", ...plain, settings: { risk_threshold: 3 } },
  ]);
});

test("what is said of a collection holds for each of its configurations", () => {
  const stack = teams(
    { a: {}, b: {} },
    { provider: { scanform: [{}, { alias: "eu", account_id: id }] } },
    {
      provider: "scanform.eu",
      lifecycle: { prevent_destroy: true },
      timeouts: { create: "5m" },
    },
  );
  const { desired, provider } = readOne(synthesized({ acme: stack }));
  expect(provider.accountId).toBe(id);
  expect(desired.configurations).toMatchObject([
    { name: "a", preventDestroy: true },
    { name: "b", preventDestroy: true },
  ]);
});

test("an empty collection declares nothing", () => {
  expect(read(teams({})).desired.configurations).toEqual([]);
});

test.each([
  '${scanform_configurations.teams.configurations["pay ments"].id}',
  '${scanform_configurations.teams.configurations["pay ments"]["id"]}',
])("a rule refers to a configuration of a collection: %s", (reference) => {
  expect(read(routed(reference)).desired.assignments).toMatchObject([
    { rules: [{ target: { configuration: { address: 'scanform_configurations.teams["pay ments"]' } } }] },
  ]);
});

test("a reference crosses stacks, and names the stack of the collection", () => {
  const output = { a: { value: '${scanform_configurations.teams.configurations["x"].id}' } };
  const rule = {
    configuration_id: "${data.terraform_remote_state.cross-stack-reference-input-one.outputs.a}",
    repository_pattern: "%",
  };
  const two = { resource: { scanform_repository_assignments: { routing: { rules: [rule] } } } };
  const { desired } = readOne(synthesized({ one: teams({ x: {} }, { output }), two }));
  expect(desired.assignments).toMatchObject([
    { rules: [{ target: { configuration: { address: 'one/scanform_configurations.teams["x"]' } } }] },
  ]);
});

test("an attribute of an entry can be referred to, with its type", () => {
  const stack = teams(
    { x: { analyzers: { xss: { excludes: ["a"] } }, comment: "silent" } },
    { locals: { comment: '${upper(scanform_configurations.teams.configurations["x"].comment)}' } },
  );
  const name = "${local.comment} ${length(scanform_configurations.teams.configurations.x.analyzers.xss.excludes)}";
  const resource = { ...(stack["resource"] as Json), scanform_configuration: { one: { name } } };
  expect(read({ ...stack, resource }).desired.configurations).toMatchObject([{ name: "x" }, { name: "SILENT 1" }]);
});

test.each([
  [
    "an entry that is not declared",
    '${scanform_configurations.teams.configurations["payments"].id}',
    "reference-unknown",
    'refers to scanform_configurations.teams["payments"], which is not declared. Did you mean "pay ments"?',
  ],
  [
    "another collection",
    '${scanform_configurations.team.configurations["a"].id}',
    "reference-unknown",
    'refers to scanform_configurations.team, which is not declared. Did you mean "teams"?',
  ],
  ["the id of the collection", "${scanform_configurations.teams.id}", "not-evaluable", "known only after the apply"],
  [
    "what only the service knows",
    '${scanform_configurations.teams.configurations["pay ments"].created_at}',
    "not-evaluable",
    "refers to something that is not declared",
  ],
])("refuses a reference to %s", (_what, reference, code, words) => {
  const found = problems(routed(reference));
  expect(found).toMatchObject([{ code }]);
  expect(found[0]?.detail).toContain(words);
});

test.each<[string, unknown, string, string]>([
  ["no map", ["a"], "/configurations", "configurations: "],
  ["nothing", null, "/configurations", "configurations: "],
  ["an entry that is null", { a: null }, "/configurations/a", "configurations.a: "],
  ["an entry that is a text", { a: "b" }, "/configurations/a", 'configurations.a: must be an object (it is "b").'],
])("refuses %s in place of configurations", (_what, configurations, pointer, words) => {
  const found = problems(teams(configurations));
  expect(found).toMatchObject([
    { code: "declaration-invalid", address: "scanform_configurations.teams", path: teamsAt(pointer) },
  ]);
  expect(found[0]?.detail).toContain(words);
});

test.each<[string, Json, string, string]>([
  ["an empty name", { name: "" }, "/name", "name: must not be empty"],
  [
    "a misspelling",
    { coment: "silent" },
    "/coment",
    'coment is not an attribute that can be set. Did you mean "comment"?',
  ],
  ["timeouts, which are those of the collection", { timeouts: {} }, "/timeouts", "timeouts is not an attribute"],
  [
    "a former name that is the name",
    { renamed_from: ["a/b"] },
    "/renamed_from",
    'renamed_from: "a/b" is the name itself',
  ],
  ["a policy twice", { code_policies: [{ id }, { id }] }, "/code_policies", `code_policies names ${id} twice`],
])("refuses an entry with %s, and names the entry", (_what, entry, pointer, words) => {
  const found = problems(teams({ "a/b": entry, right: {} }));
  expect(found).toMatchObject([
    {
      code: "declaration-invalid",
      address: 'scanform_configurations.teams["a/b"]',
      path: teamsAt(`/configurations/a~1b${pointer}`),
    },
  ]);
  expect(found[0]?.detail).toContain(words);
});

test("what cannot be evaluated in an entry is reported once", () => {
  expect(problems(teams({ a: { comment: "${each.x}" }, b: "${each.y}" }))).toMatchObject([
    { code: "not-evaluable", path: teamsAt("/configurations/a/comment") },
    { code: "not-evaluable", path: teamsAt("/configurations/b") },
  ]);
  expect(problems(teams("${each.all}"))).toMatchObject([{ code: "not-evaluable", path: teamsAt("/configurations") }]);
});

test("a lookup of another account is reported once, for the collection that uses it", () => {
  const policy = "${data.scanform_custom_policy.p.id}";
  const entry = { code_policies: { [policy]: { enabled: true } } };
  const stack = teams(
    { a: entry, b: entry },
    {
      provider: { scanform: [{ account_id: id }, { alias: "eu", account_id: other }] },
      data: { scanform_custom_policy: { p: { title: "No secrets", provider: "scanform.eu" } } },
    },
  );
  const found = problemsIn(synthesized({ acme: stack }));
  expect(found).toMatchObject([{ code: "reference-unknown" }]);
  expect(found[0]?.detail).toContain("scanform_configurations.teams uses data.scanform_custom_policy.p");
});

describe("an import block of a collection", () => {
  const imported = (text: string): Json =>
    teams({ a: {}, b: {} }, { import: [{ to: "scanform_configurations.teams", id: text }] });

  test("pins the configurations of its keys, whatever their names", () => {
    const ids = (text: string) => read(imported(text)).desired.configurations.map((each) => each.id);
    expect(ids(`b=${id}`)).toEqual([undefined, id]);
    expect(ids(`a=${other}, b = ${id}`)).toEqual([other, id]);
  });

  test.each([
    ["*", "import-id-invalid", 'and not by "*"'],
    [id, "import-id-invalid", `and not by "${id}"`],
    ["a=team a", "import-id-invalid", 'and not by "a=team a". `scanform list configurations` shows the UUIDs.'],
    [`a=${id},a=${other}`, "import-id-invalid", 'It has the key "a" twice'],
    [`c=${id}`, "reference-unknown", '"c" is to be imported, but is not declared in scanform_configurations.teams'],
  ])("is refused with the id %s", (text, code, words) => {
    const found = problems(imported(text));
    expect(found).toMatchObject([{ code, address: "scanform_configurations.teams", path: at("/import/0/id") }]);
    expect(found[0]?.detail).toContain(words);
  });

  test("cannot be for one entry alone, as in Terraform", () => {
    const to = 'scanform_configurations.teams["a"]';
    expect(problems(teams({ a: {} }, { import: [{ to, id }] }))).toMatchObject([
      { code: "reference-unknown", path: at("/import/0/to") },
    ]);
  });
});

test("an error of an entry has the place where it was added, and else that of the collection", () => {
  const metadata = { scanform: { location: "main.ts:3:1", entries: { b: "main.ts:9:7" } } };
  const stack = teams({ a: { x: 1 }, b: { x: 1 } }, {}, { "//": { metadata } });
  expect(problems(stack)).toMatchObject([{ location: "main.ts:3:1" }, { location: "main.ts:9:7" }]);
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
  ["a name that is empty", { name: "" }, "/name", 'name: must not be empty (it is "").'],
  ["a name that is null", { name: null }, "/name", "name: "],
  ["a name that is a number", { name: 5 }, "/name", "(it is 5)."],
  ["text for a flag", { show_scan_confirmation: "true" }, "/show_scan_confirmation", '(it is "true").'],
  [
    "a number for a flag, deep down",
    { analyzers: { "a-b": { enabled: 1 } } },
    "/analyzers/a-b/enabled",
    'analyzers["a-b"].enabled: ',
  ],
  ["a wrong word", { comment: "loud" }, "/comment", 'must be "disabled" or "silent" or "enabled" (it is "loud").'],
  ["a wrong risk level", { analyzers: { x: { risk_level: "HIGH" } } }, "/analyzers/x/risk_level", '(it is "HIGH").'],
  ["a fraction", { risk_threshold: 1.5 }, "/risk_threshold", "between -(2^53 - 1) and 2^53 - 1 (it is 1.5)."],
  ["a huge number", { risk_threshold: 1e300 }, "/risk_threshold", "(it is 1e+300)."],
  ["2^53", { risk_threshold: 2 ** 53 }, "/risk_threshold", "(it is 9007199254740992)."],
  ["a number as text", { risk_threshold: "3" }, "/risk_threshold", '(it is "3").'],
  ["text for a list", { code_policies: id }, "/code_policies", "code_policies: "],
  [
    "a policy without id",
    { code_policies: [{ enabled: true }] },
    "/code_policies/0/id",
    "code_policies[0].id is missing: ",
  ],
  [
    "a policy whose id is no UUID",
    { code_policies: [{ id: "x" }] },
    "/code_policies/0/id",
    'must be a UUID (it is "x").',
  ],
  [
    "a policy under a key that is no UUID",
    { code_policies: { x: {} } },
    "/code_policies/x",
    "must have a UUID as its key",
  ],
  ["a policy that is true", { code_policies: { [id]: true } }, `/code_policies/${id}`, "(it is true)."],
  ["a policy that is null", { code_policies: { [id]: null } }, `/code_policies/${id}`, "(it is null)."],
  [
    "a policy twice, by keys in other cases",
    { code_policies: { [id]: {}, [id.toUpperCase()]: {} } },
    "/code_policies",
    `names ${id} twice`,
  ],
  ["a policy twice", { code_policies: [{ id }, { id: id.toUpperCase() }] }, "/code_policies", `names ${id} twice`],
  ["a list of analyzers", { analyzers: [] }, "/analyzers", "analyzers: "],
  ["an analyzer that is true", { analyzers: { "a/b~c": true } }, "/analyzers/a~1b~0c", "(it is true)."],
  [
    "an analyzer __proto__ that is wrong",
    JSON.parse('{"analyzers": {"__proto__": {"enabled": "yes"}}}') as object,
    "/analyzers/__proto__/enabled",
    '(it is "yes").',
  ],
  ["a number among names", { renamed_from: ["a", 1] }, "/renamed_from/1", "renamed_from[1]: "],
  [
    "a number among integrations",
    { notifications: { integration_names: [1] } },
    "/notifications/integration_names/0",
    "(it is 1).",
  ],
  ["text for exclusive", { exclusive_analyzers: "yes" }, "/exclusive_analyzers", "exclusive_analyzers: "],
])("refuses %s, with its path and value", (_what, attributes, pointer, words) => {
  const found = problems(strict({ ...attributes }));
  expect(found).toMatchObject([
    {
      code: "declaration-invalid",
      severity: "error",
      address: "scanform_configuration.strict",
      path: atStrict(pointer),
    },
  ]);
  expect(found[0]?.detail).toContain(words);
});

test.each([
  ["/coment", { coment: "silent" }, 'coment is not an attribute that can be set. Did you mean "comment"'],
  [
    "/analyzers/a-b/blockign",
    { analyzers: { "a-b": { blockign: true } } },
    'analyzers["a-b"].blockign is not an attribute that can be set. Did you mean "blocking"',
  ],
  ["/notifications/integrationNames", { notifications: { integrationNames: [] } }, 'Did you mean "integration_names"'],
  ["/code_policies/0/enable", { code_policies: [{ id, enable: true }] }, 'Did you mean "enabled"'],
  [`/code_policies/${id}/enable`, { code_policies: { [id]: { enable: true } } }, 'Did you mean "enabled"'],
  ["/rename_from", { rename_from: [] }, 'Did you mean "renamed_from"'],
  ["/__proto__", JSON.parse('{"__proto__": 1}') as object, "__proto__ is not an attribute that can be set."],
  ["/id", { id }, "id is not an attribute that can be set."],
])("refuses an unknown attribute at %s, and suggests a name", (pointer, attributes, words) => {
  const found = problems({ resource: { scanform_configuration: { strict: withName(attributes) } } });
  expect(found).toMatchObject([{ code: "declaration-invalid", path: atStrict(pointer) }]);
  expect(found[0]?.detail).toContain(words);
});

/** A spread would set the prototype in its place. */
const withName = (attributes: object) =>
  JSON.parse(JSON.stringify(attributes).replace(/^\{/, '{"name": "strict",')) as unknown;

test.each([
  [{ comment: {} }, "/comment", /^comment: .*"enabled"\.$/],
  [{ comment: [1] }, "/comment", /^comment: .*"enabled"\.$/],
  [{ analyzers: { x: { enabled: 0 } } }, "/analyzers/x/enabled", /\(it is 0\)\.$/],
  [{ name: undefined }, "/name", /^name is missing: [^()]*\.$/],
])("refuses %j, and shows only short values", (attributes, pointer, words) => {
  const [found, ...others] = problems(strict(attributes));
  expect([found?.path, others]).toEqual([atStrict(pointer), []]);
  expect(found?.detail).toMatch(words);
});

test("names a policy that is declared twice, with a remedy", () => {
  const [found] = problems(strict({ code_policies: [{ id }, { id }] }));
  expect(found?.detail).toBe(`code_policies names ${id} twice. Keep one of the entries.`);
});

test("ignores an import block of another provider", () => {
  for (const block of [{}, { to: 5, id }, { to: "aws_instance.x" }])
    expect(read(strict({}, { import: [block] })).desired.configurations[0]).not.toHaveProperty("id");
});

test("refuses a configuration without a name", () => {
  expect(problems({ resource: { scanform_configuration: { strict: {} } } })).toMatchObject([
    { code: "declaration-invalid", address: "scanform_configuration.strict", path: atStrict("/name") },
  ]);
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
  expect(problems(strict({ force_destroy: "yes" }))).toMatchObject([{ code: "declaration-invalid" }]);
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

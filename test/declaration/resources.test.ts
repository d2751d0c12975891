import { at, problems, read, readOne, routing, synthesized } from "./folder";
import { toTriage } from "../../src/declaration/resources";
import { DocumentPath } from "../../src/declaration/document";
import type { Diagnostic } from "../../src/diagnostics/diagnostic";

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

test("accepts an empty list of rules", () => {
  expect(read(routing()).desired.assignments).toMatchObject([{ rules: [] }]);
});

test.each([
  [
    "both",
    { configuration_id: id, leave: true, repository_pattern: "%" },
    "",
    "both assigns a configuration and leaves",
  ],
  ["neither", { repository_pattern: "%" }, "", "neither names a configuration nor says leave"],
  ["leave = false alone", { leave: false, repository_pattern: "%" }, "", "neither names"],
  ["a configuration that is null", { configuration_id: null, repository_pattern: "%" }, "", "neither names"],
  ["no selector", { leave: true }, "", "selects no repository"],
  [
    "selectors that are null",
    { leave: true, repository_ids: null, repository_pattern: null },
    "",
    "selects no repository",
  ],
  [
    "an id that is no UUID",
    { configuration_id: "strict", repository_pattern: "%" },
    "/configuration_id",
    'must be a UUID (it is "strict").',
  ],
  [
    "an id that is a number",
    { configuration_id: 5, repository_pattern: "%" },
    "/configuration_id",
    "must be the id of a configuration (it is 5).",
  ],
  [
    "a list of one id",
    { configuration_id: [id], repository_pattern: "%" },
    "/configuration_id",
    "must be the id of a configuration",
  ],
  ["an empty id", { configuration_id: "", repository_pattern: "%" }, "/configuration_id", '(it is "").'],
  [
    "a pattern that is a list",
    { leave: true, repository_pattern: ["%"] },
    "/repository_pattern",
    "rules[1].repository_pattern: ",
  ],
  ["names that are text", { leave: true, repository_names: "a" }, "/repository_names", "rules[1].repository_names: "],
  [
    "an unknown key",
    { leave: true, repository_patern: "%" },
    "/repository_patern",
    'Did you mean "repository_pattern"',
  ],
  [
    "the id of a configuration as a name",
    { leave: true, repository_pattern: "${scanform_configuration.strict.id}" },
    "/repository_pattern",
    "must be known before the apply; an id of a configuration is not",
  ],
  ["text", "all of them", "", "rules[1]: "],
])("refuses a rule with %s", (_what, rule, pointer, words) => {
  const found = problems(routing({ leave: true, repository_pattern: "x" }, rule));
  expect(found).toMatchObject([
    {
      code: "declaration-invalid",
      address: "scanform_repository_assignments.routing",
      path: at(`/resource/scanform_repository_assignments/routing/rules/1${pointer}`),
    },
  ]);
  expect(found[0]?.detail).toContain(words);
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

test.each([{}, { rules: null }, { rules: {} }, { rules: "x" }])(
  "refuses rules that are not a list: %j",
  (attributes) => {
    expect(problems({ resource: { scanform_repository_assignments: { routing: attributes } } })).toMatchObject([
      { code: "declaration-invalid", path: at("/resource/scanform_repository_assignments/routing/rules") },
    ]);
  },
);

test("does not report a rule because its configuration is invalid", () => {
  const rules = [{ configuration_id: "${scanform_configuration.strict.id}", repository_pattern: "%" }];
  const resource = {
    scanform_configuration: { strict: { name: "" } },
    scanform_repository_assignments: { routing: { rules } },
  };
  expect(problems({ resource })).toMatchObject([{ path: at("/resource/scanform_configuration/strict/name") }]);
});

test("accepts a null configuration_id in a leave rule", () => {
  const rule = { configuration_id: null, leave: true, repository_pattern: "%" };
  expect(read(routing(rule)).desired.assignments).toMatchObject([
    { rules: [{ target: { leave: true }, repositoryPattern: "%" }] },
  ]);
});

test("reports every problem of every invalid rule", () => {
  const found = problems(routing({ leave: true }, { leave: true, repository_pattern: "%" }, {}));
  expect(found.map((each) => each.detail.slice(0, 8))).toEqual(["rules[0]", "rules[2]", "rules[2]"]);
});

const address = "scanform_repository_assignments.routing";
const atRule = (pointer: string): string => at(`/resource/scanform_repository_assignments/routing/rules/${pointer}`);

test("a rule has only the selectors that are written in it", () => {
  const declared = read(
    routing(
      { leave: true, repository_ids: [id] },
      { leave: true, repository_names: ["legacy"] },
      { leave: true, repository_pattern: "%" },
    ),
  );
  expect(declared.desired.assignments).toStrictEqual([
    {
      address,
      rules: [
        { target: { leave: true }, repositoryIds: [id] },
        { target: { leave: true }, repositoryNames: ["legacy"] },
        { target: { leave: true }, repositoryPattern: "%" },
      ],
    },
  ]);
});

test("reports everything that is wrong with a rule, each at its place", () => {
  const both = { configuration_id: "strict", leave: true, repository_pattern: "team\\" };
  expect(problems(routing({ leave: true, repository_pattern: "%" }, both))).toMatchObject([
    {
      code: "declaration-invalid",
      severity: "error",
      address,
      path: atRule("1"),
      detail: "rules[1] both assigns a configuration and leaves the repositories as they are. Keep one.",
    },
    {
      code: "declaration-invalid",
      severity: "error",
      address,
      path: atRule("1/configuration_id"),
      detail: 'rules[1].configuration_id: must be a UUID (it is "strict").',
    },
    {
      code: "pattern-invalid",
      severity: "error",
      address,
      path: atRule("1/repository_pattern"),
      detail: '"team\\\\": a pattern cannot end in a single backslash.',
    },
  ]);
});

test("refuses a pattern that ends in a backslash, and accepts one that ends in an escaped one", () => {
  const rule = (repository_pattern: string) => routing({ leave: true, repository_pattern });
  expect(problems(rule("a\\"))).toMatchObject([{ code: "pattern-invalid", path: atRule("0/repository_pattern") }]);
  expect(read(rule("a\\\\")).desired.assignments).toMatchObject([{ rules: [{ repositoryPattern: "a\\\\" }] }]);
});

const findingId = "3d9f4a0e-6c1b-4e57-9a83-0b2f7d1c5e64";
const triage = { finding_id: findingId, category: "wont_fix", justification: "Only in tests." };
const stack = (attributes: object, more: object = {}) => ({
  ...more,
  resource: { scanform_finding_triage: { key: { ...triage, ...attributes } } },
});
const atKey = (name: string): string => at(`/resource/scanform_finding_triage/key/${name}`);

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

test("expressions, locals and other resources are evaluated", () => {
  const { desired } = read({
    locals: { why: "Never called" },
    resource: {
      scanform_configuration: { strict: { name: "strict" } },
      scanform_finding_triage: {
        key: { ...triage, justification: "${local.why}, see ${scanform_configuration.strict.name}." },
        same: { ...triage, category: "${scanform_finding_triage.key.category}" },
      },
    },
  });
  expect(desired.triages).toMatchObject([
    { justification: "Never called, see strict." },
    { address: "scanform_finding_triage.same", category: "wont_fix" },
  ]);
});

test("the account is that of the provider block, and addresses name the stack where there are several", () => {
  const one = stack({}, { provider: { scanform: [{}] } });
  const folder = synthesized({ one, two: { resource: {} } });
  expect(readOne(folder).desired.triages?.map(({ address }) => address)).toEqual(["one/scanform_finding_triage.key"]);
});

test.each([
  ["finding_id", "", "finding-missing", 'finding_id: "" is empty'],
  ["finding_id", "checkout", "id-invalid", 'finding_id: "checkout" is not a UUID'],
  ["category", "wontfix", "category-unknown", 'Did you mean "wont_fix"?'],
  ["justification", " \n", "justification-missing", "say why this was decided"],
  ["expires", "31.01.2026", "date-invalid", "neither a date such as 2026-01-31"],
  ["expires", "2026-02-30", "date-invalid", "neither a date"],
])("%s: %j is an error at its place", (name, given, code, words) => {
  expect(problems(stack({ [name]: given }))).toMatchObject([
    { code, severity: "error", path: atKey(name), detail: expect.stringContaining(words) as string },
  ]);
});

test("what is missing, of another kind or unknown is an error at its place", () => {
  const found = problems({
    resource: { scanform_finding_triage: { key: { finding_id: 7, category: "wont_fix", expiry: "2027-01-31" } } },
  });
  expect(found.map(({ code, path }) => [code, path])).toEqual(
    expect.arrayContaining([
      ["declaration-invalid", atKey("finding_id")],
      ["declaration-invalid", atKey("justification")],
      ["declaration-invalid", atKey("expiry")],
    ]),
  );
});

test("a finding that only terraform looks up cannot be evaluated", () => {
  const given = { finding_id: "${data.scanform_all_findings.all.findings[0].id}" };
  expect(problems(stack(given))).toMatchObject([{ code: "not-evaluable", path: atKey("finding_id") }]);
});

test("a triage with a value that is refused is not taken, and each such value is reported", () => {
  const address = "scanform_finding_triage.key";
  const file = "stacks/acme/cdk.tf.json";
  const place = new DocumentPath(
    { name: "acme", constructPath: "acme", file, json: {} },
    ["resource", "scanform_finding_triage", "key"],
    address,
  );
  const type = "scanform_finding_triage";
  const block = { type, place, address, alias: "", imported: undefined, preventDestroy: false, lookups: [] };
  const diagnostics: Diagnostic[] = [];
  const attributes = { ...triage, category: "wontfix", expires: "soon" };
  expect(toTriage({ ...block, attributes }, diagnostics)).toBeUndefined();
  expect(diagnostics).toMatchObject([
    { code: "category-unknown", severity: "error", address, path: atKey("category") },
    { code: "date-invalid", severity: "error", address, path: atKey("expires") },
  ]);
});

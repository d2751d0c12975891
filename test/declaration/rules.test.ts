import { at, problems, read, routing } from "./folder";

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

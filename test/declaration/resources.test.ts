import { at, problems, read, readOne, routing, synthesized } from "./folder";

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

import { at, B, beside, type Json, problems, problemsIn, read, synthesized } from "./folder";

const id = "11111111-1111-4111-8111-000000000001";
const other = "22222222-2222-4222-8222-000000000002";
const useTerraform =
  "The scanform CLI evaluates literals, references to scanform's own resources, variables and locals, and some functions of these; compute anything else in the app, or apply it with the Terraform provider.";

const details = (stack: Json): readonly string[] => problems(stack).map(({ detail }) => detail);

test.each([
  ["a word alone", "${trivy}", "does not refer to a resource of scanform. A key stands in quotes."],
  ["a kind of resource alone", "${scanform_configuration}", "does not refer to a resource of scanform."],
  ["a resource of another provider", "${aws_instance.x.id}", "does not refer to a resource of scanform."],
  ["a resource without an attribute", `\${${B}}`, "does not refer to a resource of scanform."],
])("%s is no reference, and quotes are advised only for a word alone", (_what, name, why) => {
  expect(details(beside({ name }))).toEqual([`\`${name}\` ${why} ${useTerraform}`]);
});

/** A collection `teams` with a configuration `web`, and a configuration with a name that refers to something. */
const besideTeams = (name: string, more: Json = {}): Json => ({
  resource: {
    scanform_configurations: { teams: { configurations: { web: {} }, timeouts: { create: "5m" } } },
    scanform_configuration: { use: { name }, ...more },
  },
});

test.each([
  [
    "the id of an entry",
    '${scanform_configurations.teams.configurations["web"].id.x}',
    "refers to something that is not declared",
  ],
  [
    "another attribute of a collection",
    "${scanform_configurations.teams.timeouts.create.id}",
    "takes an item out of a string",
  ],
])("rejects a reference to something inside %s", (_what, name, why) => {
  expect(details(besideTeams(name))).toEqual([`\`${name}\` ${why}. ${useTerraform}`]);
});

test("an entry has an id only in a collection", () => {
  const one = { name: "one", configurations: { web: {} } };
  const name = '${scanform_configuration.one.configurations["web"].id}';
  expect(problems(besideTeams(name, { one }))).toMatchObject([
    {
      code: "not-evaluable",
      path: at("/resource/scanform_configuration/use/name"),
      detail: `\`${name}\` refers to something that is not declared. ${useTerraform}`,
    },
    { code: "declaration-invalid", path: at("/resource/scanform_configuration/one/configurations") },
  ]);
});

test("the id of a policy that another configuration names is that policy's", () => {
  const ids = (entry: Json) =>
    read({
      resource: {
        scanform_configuration: {
          base: { name: "base", code_policies: [{ id }, { id: other }] },
          use: { name: "use", code_policies: [entry] },
        },
      },
    }).desired.configurations[1]?.settings.code_policies;
  expect(ids({ id: "${scanform_configuration.base.code_policies[1].id}" })).toEqual([{ id: other }]);
});

test("a collection that cannot be evaluated is reported once, whatever refers to its entries", () => {
  const name = '${scanform_configurations.teams.configurations["web"].id}';
  const resource = {
    scanform_configurations: { teams: { configurations: "${each.all}" } },
    scanform_repository_assignments: { routing: { rules: [{ configuration_id: name, repository_pattern: "%" }] } },
  };
  expect(problems({ resource })).toMatchObject([
    { code: "not-evaluable", path: at("/resource/scanform_configurations/teams/configurations") },
  ]);
});

test.each<readonly [string, (misspelled: string) => string]>([
  ["resources", (misspelled) => `scanform_configuration.${misspelled}`],
  ["entries of a collection", (misspelled) => `scanform_configurations.teams["${misspelled}"]`],
])("suggests a name for ten %s that are not declared, and for no more", (what, addressOf) => {
  const stepsOf = (misspelled: string): string =>
    what === "resources"
      ? `scanform_configuration.${misspelled}.name`
      : `scanform_configurations.teams.configurations["${misspelled}"].id`;
  const words = Array.from({ length: 12 }, (_, index) => `use${String(index)}x`);
  const renamed_from = words.map((word) => `\${${stepsOf(word)}}`);
  const resource = {
    scanform_configurations: { teams: { configurations: { use: {} } } },
    scanform_configuration: { use: { name: "use", renamed_from } },
  };
  expect(details({ resource })).toEqual(
    words.map((word, index) => {
      const detail = `\`\${${stepsOf(word)}}\` refers to ${addressOf(word)}, which is not declared.`;
      return index < 10 ? `${detail} Did you mean "use"?` : detail;
    }),
  );
});

/** What `user` refers to in other stacks. */
const userOf = (steps: string): Json => ({
  resource: {
    scanform_configuration: { user: { name: `\${data.terraform_remote_state.cross-stack-reference-input-${steps}}` } },
  },
});
const source = { output: { name: { value: "x" } } };

test("all outputs of another stack together are terraform's", () => {
  expect(problemsIn(synthesized({ user: userOf("base.outputs"), base: source }))).toMatchObject([
    {
      code: "not-evaluable",
      detail: `\`\${data.terraform_remote_state.cross-stack-reference-input-base.outputs}\` refers to a data source, which terraform reads. ${useTerraform}`,
    },
  ]);
});

test("a reference that several stacks may mean names all of them", () => {
  const stacks = { user: userOf("ab.outputs.name"), "a.b": source, ab: source, "ab.": source };
  expect(problemsIn(synthesized(stacks))).toMatchObject([
    {
      code: "not-evaluable",
      detail: `\`\${data.terraform_remote_state.cross-stack-reference-input-ab.outputs.name}\` may mean the stack "a.b", "ab" or "ab.". ${useTerraform}`,
    },
  ]);
});

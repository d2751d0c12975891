import { at, problems, read, routing } from "./folder";

const id = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11";
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

import { deepscan } from "../../../src/terraform/resources/deepscan";
import { findingTriage } from "../../../src/terraform/resources/finding-triage";
import { repositoryAssignments } from "../../../src/terraform/resources/repository-assignments";
import { validateProvider } from "../../../src/terraform/validate-provider";
import type { ResourceType } from "../../../src/terraform/resource";
import type { ObjectValue } from "../../../src/terraform/values/value";
import { uuid } from "../../reconcile/arbitrary";
import { blank } from "../session";

const validated = (type: ResourceType, given: ObjectValue) => type.validate(blank(type.schema, given));

test.each<[string, ResourceType, string, ObjectValue]>([
  ["deepscan", deepscan, "repository_id", {}],
  ["triage", findingTriage, "finding_id", { category: "wont_fix", justification: "x" }],
])("the id in a %s is a UUID", (_, type, name, others) => {
  expect(validated(type, { ...others, [name]: uuid("a", 1) })).toEqual([]);
  expect(validated(type, { ...others, [name]: "checkout" })).toMatchObject([
    {
      severity: "error",
      code: "id-invalid",
      attribute: [name],
      detail: expect.stringContaining("data source") as string,
    },
  ]);
});

test.each([
  ["payments-*", "payments-%"],
  ["team-?-*", "team-_-%"],
])("a pattern with the wildcards of files is a warning that says how to write it: %s", (pattern, written) => {
  const rule = { configuration_id: uuid("a", 1), repository_pattern: pattern };
  expect(validated(repositoryAssignments, { rules: [rule] })).toMatchObject([
    {
      severity: "warning",
      code: "pattern-wildcards",
      attribute: ["rules", 0],
      detail: expect.stringContaining(JSON.stringify(written)) as string,
    },
  ]);
});

test("a scope with both names and all is an error", () => {
  const scope = (given: ObjectValue) => validateProvider({ managed_scope: given }, false).map(({ code }) => code);
  expect(scope({ names: "a-%", all: true, max_deletes: null })).toEqual(["scope-contradictory"]);
  expect(scope({ names: "a-%", all: false, max_deletes: null })).toEqual([]);
  expect(scope({ names: null, all: true, max_deletes: 3 })).toEqual([]);
});

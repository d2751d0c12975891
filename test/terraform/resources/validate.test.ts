import { deepscan } from "../../../src/terraform/resources/deepscan";
import { findingTriage } from "../../../src/terraform/resources/finding-triage";
import { repositoryAssignments } from "../../../src/terraform/assignments/repository-assignments";
import { validateProvider } from "../../../src/terraform/provider-options";
import type { ResourceType } from "../../../src/terraform/provider";
import { type ObjectValue, Unknown } from "../../../src/terraform/value";
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
])("rejects a pattern with the wildcards of files, and says how to write it: %s", (pattern, written) => {
  const rule = { configuration_id: uuid("a", 1), repository_pattern: pattern };
  expect(validated(repositoryAssignments, { rules: [rule] })).toMatchObject([
    {
      severity: "error",
      code: "pattern-wildcards",
      attribute: ["rules", 0, "repository_pattern"],
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

test.each<[string, ObjectValue]>([
  ["as few requests at once as can be", { max_concurrency: 1 }],
  ["as many requests at once as can be", { max_concurrency: 1000 }],
  ["no deletions", { managed_scope: { names: null, all: true, max_deletes: 0 } }],
  ["what is not known yet", { max_concurrency: new Unknown(), managed_scope: new Unknown(), base_url: new Unknown() }],
])("the provider block may say %s", (_, given) => {
  expect(validateProvider(given, false)).toEqual([]);
});

test.each<[string, ObjectValue, readonly string[]]>([
  ["out-of-range", { max_concurrency: 0 }, ["max_concurrency"]],
  ["out-of-range", { max_concurrency: 1001 }, ["max_concurrency"]],
  ["not-an-integer", { max_concurrency: 1.5 }, ["max_concurrency"]],
  ["out-of-range", { managed_scope: { max_deletes: -1 } }, ["managed_scope", "max_deletes"]],
  ["not-an-integer", { managed_scope: { max_deletes: 0.5 } }, ["managed_scope", "max_deletes"]],
  ["base-url-invalid", { base_url: "findings" }, ["base_url"]],
  ["semantics-invalid", { semantics: "{" }, ["semantics"]],
])("the provider block is refused: %s, %j", (code, given, attribute) => {
  expect(validateProvider(given, false)).toMatchObject([{ severity: "error", code, attribute }]);
});

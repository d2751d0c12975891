import { scanformProvider } from "../../../src/terraform/scanform-provider";
import { Unknown, type Value } from "../../../src/terraform/value";
import { uuid } from "../../reconcile/arbitrary";
import { blank } from "../session";

const { scanform_repository_assignments: assignments } = scanformProvider({}).resources;
const [id, unknown] = [uuid("a", 1), new Unknown()];
const names = { repository_names: ["web"] };

/** What is said of the second of two rules. */
const said = (rule: Value) => {
  const first = { configuration_id: id, repository_pattern: "%" };
  const found = assignments?.validate(blank(assignments.schema, { rules: [first, rule] })) ?? [];
  expect(found.every(({ attribute = [] }) => attribute[0] === "rules" && attribute[1] === 1)).toBe(true);
  return found.map(({ severity, code }) => `${severity} ${code}`);
};

test.each<[string, Value]>([
  ["assigns a configuration", { configuration_id: id, ...names }],
  ["assigns one that is not known yet", { configuration_id: unknown, ...names }],
  ["leaves repositories", { leave: true, ...names }],
  ["may turn out to leave them", { leave: unknown, ...names }],
  ["may turn out to do either", { configuration_id: unknown, leave: unknown, ...names }],
  ["does not leave what it assigns", { configuration_id: id, leave: false, ...names }],
  ["has selectors that are not known yet", { configuration_id: id, repository_ids: unknown }],
  ["has a pattern that is not known yet", { configuration_id: id, repository_pattern: unknown }],
  ["is not known yet", unknown],
])("a rule is valid that %s", (_, rule) => {
  expect(said(rule)).toEqual([]);
});

test.each<[string, Value, string]>([
  ["is null", null, "rule-null"],
  ["both assigns and leaves", { configuration_id: id, leave: true, ...names }, "rule-contradictory"],
  ["does neither", names, "rule-without-action"],
  ["leaves nothing", { leave: false, ...names }, "rule-without-action"],
  ["assigns what is no id", { configuration_id: "strict", ...names }, "id-invalid"],
  ["selects nothing", { configuration_id: id }, "rule-selects-nothing"],
  ["has a pattern that ends within", { configuration_id: id, repository_pattern: "a\\" }, "pattern-invalid"],
  ["has a gap among ids", { configuration_id: id, repository_ids: [uuid("b", 1), null] }, "item-null"],
  ["has a gap among names", { configuration_id: id, repository_names: ["web", null] }, "item-null"],
])("a rule is an error that %s", (_, rule, code) => {
  expect(said(rule)).toEqual([`error ${code}`]);
});

import { type ObjectValue, Unknown } from "../../../src/terraform/value";
import { unknownLeaves } from "../../../src/terraform/verdict/unknown-leaves";

const unknown = new Unknown();
const policy = "00000000-0000-4000-8000-000000000001";

test.each<[string, ObjectValue, readonly string[]]>([
  ["nothing", { comment: "silent", analyzers: { a: { enabled: true } }, code_policies: null }, []],
  ["a setting", { comment: unknown, risk_threshold: 3 }, ["comment"]],
  ["a leaf of an entry", { analyzers: { a: { enabled: unknown, blocking: true } } }, ['analyzers["a"].enabled']],
  ["a whole entry", { code_policies: { [policy]: unknown } }, [`code_policies["${policy}"]`]],
  ["one of several items", { analyzers: { a: { excludes: ["x", unknown] } } }, ['analyzers["a"].excludes']],
  ["a part of an object", { notifications: { enabled: unknown, deduplicate: true } }, ["notifications.enabled"]],
  ["whether other analyzers go", { exclusive_analyzers: unknown, analyzers: { a: {} } }, ["analyzers"]],
  ["whether all analyzers go", { exclusive_analyzers: unknown }, ["analyzers"]],
])("of a planned configuration, what is known only after apply: %s", (_, planned, expected) => {
  const leaves = unknownLeaves(planned);
  expect(leaves.map(({ path }) => path)).toEqual(expected);
  expect(leaves.every(({ verdict }) => verdict === "unclassified")).toBe(true);
});

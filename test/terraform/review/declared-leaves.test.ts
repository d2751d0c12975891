import { noLongerManaged } from "../../../src/terraform/review/own-change";
import { type ObjectValue, Unknown } from "../../../src/terraform/value";
import { stateOf } from "../configuration/state-of";

const analyzer = (leaves: ObjectValue): ObjectValue => ({ enabled: null, blocking: null, ...leaves });
const before = stateOf({
  id: "1",
  created_at: "2026-01-01T00:00:00Z",
  name: "strict",
  renamed_from: ["hardened"],
  exclusive_analyzers: false,
  comment: "silent",
  risk_threshold: 3,
  analyzers: { a: analyzer({ enabled: true, blocking: true }), "b c": analyzer({ enabled: true }) },
});

test.each<[string, ObjectValue, string]>([
  ["a setting", { comment: null }, "comment"],
  ["several settings", { comment: null, risk_threshold: null }, "comment, risk_threshold"],
  ["all analyzers", { analyzers: null }, 'analyzers["a"].enabled, analyzers["a"].blocking, analyzers["b c"].enabled'],
  ["an analyzer", { analyzers: { a: analyzer({ enabled: true, blocking: true }) } }, 'analyzers["b c"].enabled'],
  [
    "a leaf of an analyzer",
    { analyzers: { a: analyzer({ enabled: true }), "b c": analyzer({ enabled: true }) } },
    'analyzers["a"].blocking',
  ],
  [
    "a setting and an analyzer",
    { comment: null, analyzers: { a: analyzer({ enabled: true, blocking: true }) } },
    'comment, analyzers["b c"].enabled',
  ],
])("a leaf that is no longer declared is named in a warning and left unchanged: %s", (_, given, words) => {
  expect(noLongerManaged(before, { ...before, ...given })).toEqual([
    {
      code: "no-longer-managed",
      severity: "warning",
      summary: "No longer managed",
      detail: `${words}: not declared any more, and so left as the service has it.`,
    },
  ]);
});

test.each<[string, ObjectValue, ObjectValue?]>([
  ["nothing", {}],
  ["another value, or one that is not known yet", { comment: "enabled", risk_threshold: new Unknown() }],
  [
    "what identifies the configuration",
    { name: null, renamed_from: null, exclusive_analyzers: null, id: null, created_at: null },
  ],
  ["analyzers that are removed from the service", { exclusive_analyzers: true, analyzers: null }],
  [
    "one analyzer that is removed from the service",
    { exclusive_analyzers: true, analyzers: { a: analyzer({ enabled: true, blocking: true }) } },
  ],
  ["analyzers that are not known yet", { analyzers: new Unknown() }],
  ["an analyzer that is not known yet", { analyzers: { a: new Unknown(), "b c": analyzer({ enabled: true }) } }],
  ["more than before", { show_scan_confirmation: true }],
  ["a policy that is removed from the service", { code_policies: {} }, { code_policies: { p: { enabled: true } } }],
  ["a map of policies that stays empty", { code_policies: {} }, { code_policies: {} }],
  ["a map of policies that gets its first", { code_policies: { p: { enabled: true } } }, { code_policies: {} }],
  ["an empty entry", { notifications: null, analyzers: null }, { notifications: { enabled: null }, analyzers: {} }],
  ["a leaf that is not known yet", { notifications: { enabled: new Unknown() } }, { notifications: { enabled: true } }],
])("a leaf that is no longer declared is not %s", (_, next, given = {}) => {
  expect(noLongerManaged({ ...before, ...given }, { ...before, ...given, ...next })).toEqual([]);
});

test("a leaf that is no longer declared counts within an analyzer also when analyzers are exclusive", () => {
  const given = { exclusive_analyzers: true, comment: null, analyzers: { a: analyzer({ enabled: true }) } };
  const [diagnostics] = noLongerManaged(before, { ...before, ...given });
  expect(diagnostics?.detail).toMatch(/^comment, analyzers\["a"\].blocking: /);
});

test("a leaf that is no longer declared does not count in an analyzer without declared leaves", () => {
  const nothing = { ...before, analyzers: { a: null } };
  expect(noLongerManaged(nothing, { ...nothing, analyzers: { a: analyzer({}) } })).toEqual([]);
});

test("a leaf that is no longer declared counts for a slug that is a property of Object.prototype", () => {
  const odd = { ...before, analyzers: { constructor: analyzer({ enabled: true }) } };
  const [diagnostics] = noLongerManaged(odd, { ...odd, analyzers: {} });
  expect(diagnostics?.detail).toMatch(/^analyzers\["constructor"\]\.enabled: /);
});

test.each<[string, ObjectValue, ObjectValue, string]>([
  [
    "notifications",
    { notifications: { enabled: true, deduplicate: null, integration_names: ["chat"] } },
    { notifications: null },
    "notifications.enabled, notifications.integration_names",
  ],
  [
    "a leaf of notifications",
    { notifications: { enabled: true, integration_names: ["chat"] } },
    { notifications: { enabled: true, integration_names: null } },
    "notifications.integration_names",
  ],
  [
    "all policies",
    { code_policies: { P: { enabled: true, blocking: null }, q: {} } },
    { code_policies: null },
    "code_policies",
  ],
  ["an empty map of policies", { code_policies: {} }, { code_policies: null }, "code_policies"],
  [
    "a leaf of a policy, however its id is written",
    { code_policies: { P: { enabled: true, blocking: true } } },
    { code_policies: { p: { enabled: true, blocking: null } } },
    'code_policies["P"].blocking',
  ],
])("a leaf that is no longer declared is listed by itself also in %s", (_, given, next, words) => {
  const [diagnostic] = noLongerManaged({ ...before, ...given }, { ...before, ...next });
  expect(diagnostic?.detail).toBe(`${words}: not declared any more, and so left as the service has it.`);
});

import { compareSettings } from "../../../src/model/compare-settings";
import { repositoryId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import { moveDiagnostics } from "../../../src/terraform/assignments/route-repositories";
import { allSettings } from "../../../src/terraform/configuration/settings";
import { configuration } from "../../../src/terraform/resources/configuration";
import { noLongerManaged, reviewOfChange } from "../../../src/terraform/review/own-change";
import { reviewConfiguration } from "../../../src/terraform/review/review-configuration";
import { isUnknown, type ObjectValue, Unknown } from "../../../src/terraform/value";
import type { RepositoryEffect } from "../../../src/terraform/verdict/repository-effect";
import { live } from "../../reconcile/account";
import { analyzer, configurationNamed } from "../acme";
import { stateOf } from "../configuration/state-of";
import { inMemory } from "../in-memory";
import { plan } from "../life";
import { blank, configured } from "../session";

const xssWith = (leaves: ObjectValue): ObjectValue => ({ enabled: null, blocking: null, ...leaves });
const before = stateOf({
  id: "1",
  created_at: "2026-01-01T00:00:00Z",
  name: "strict",
  renamed_from: ["hardened"],
  exclusive_analyzers: false,
  comment: "silent",
  risk_threshold: 3,
  analyzers: { a: xssWith({ enabled: true, blocking: true }), "b c": xssWith({ enabled: true }) },
});

test.each<[string, ObjectValue, string]>([
  ["a setting", { comment: null }, "comment"],
  ["several settings", { comment: null, risk_threshold: null }, "comment, risk_threshold"],
  ["all analyzers", { analyzers: null }, 'analyzers["a"].enabled, analyzers["a"].blocking, analyzers["b c"].enabled'],
  ["an analyzer", { analyzers: { a: xssWith({ enabled: true, blocking: true }) } }, 'analyzers["b c"].enabled'],
  [
    "a leaf of an analyzer",
    { analyzers: { a: xssWith({ enabled: true }), "b c": xssWith({ enabled: true }) } },
    'analyzers["a"].blocking',
  ],
  [
    "a setting and an analyzer",
    { comment: null, analyzers: { a: xssWith({ enabled: true, blocking: true }) } },
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
    { exclusive_analyzers: true, analyzers: { a: xssWith({ enabled: true, blocking: true }) } },
  ],
  ["analyzers that are not known yet", { analyzers: new Unknown() }],
  ["an analyzer that is not known yet", { analyzers: { a: new Unknown(), "b c": xssWith({ enabled: true }) } }],
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
  const given = { exclusive_analyzers: true, comment: null, analyzers: { a: xssWith({ enabled: true }) } };
  const [diagnostics] = noLongerManaged(before, { ...before, ...given });
  expect(diagnostics?.detail).toMatch(/^comment, analyzers\["a"\].blocking: /);
});

test("a leaf that is no longer declared does not count in an analyzer without declared leaves", () => {
  const nothing = { ...before, analyzers: { a: null } };
  expect(noLongerManaged(nothing, { ...nothing, analyzers: { a: xssWith({}) } })).toEqual([]);
});

test("a leaf that is no longer declared counts for a slug that is a property of Object.prototype", () => {
  const odd = { ...before, analyzers: { constructor: xssWith({ enabled: true }) } };
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

const stateWith = (given: ObjectValue): ObjectValue => blank(configuration.schema, { id: "1", name: "it", ...given });
const secrets = (given: ObjectValue): ObjectValue => ({ analyzers: { secrets: analyzer(given) } });
const reviewed = (before: ObjectValue, after: ObjectValue): Record<string, readonly string[]> =>
  reviewOfChange(stateWith(before), stateWith(after)) as unknown as Record<string, readonly string[]>;
const nothing = { weaker: [], stronger: [], unclassified: [] };

test.each<[string, ObjectValue, ObjectValue, Partial<typeof nothing> | Record<string, readonly string[]>]>([
  [
    "a leaf that gets weaker",
    secrets({ enabled: true, blocking: true }),
    secrets({ enabled: true, blocking: false }),
    { weaker: ["secrets: no longer blocks pull requests"] },
  ],
  ["a leaf that gets stronger", { comment: "silent" }, { comment: "enabled" }, { stronger: ["comment: changes"] }],
  [
    "a leaf without a direction",
    { risk_threshold: 1 },
    { risk_threshold: 2 },
    { unclassified: ["risk_threshold: changes"] },
  ],
  ["another name alone", { comment: "silent" }, { name: "other", comment: "silent" }, {}],
  ["a leaf that is no longer declared, and so left as it is", { comment: "enabled" }, {}, {}],
  ["a leaf that is declared now, at its strongest", {}, { comment: "enabled" }, { stronger: ["comment: is set"] }],
  ["a leaf that is declared now, at its weakest", {}, secrets({ enabled: false }), { weaker: ["secrets: off"] }],
  [
    "a list that is declared now: what it replaces is not known",
    secrets({ enabled: true }),
    secrets({ enabled: true, excludes: ["x"] }),
    { unclassified: ['analyzers["secrets"].excludes: the value that it replaces was not declared'] },
  ],
  [
    "policies that are declared now",
    {},
    { code_policies: {} },
    { unclassified: ["code_policies: the value that it replaces was not declared"] },
  ],
  [
    "an analyzer that exclusive_analyzers removes",
    { exclusive_analyzers: true, ...secrets({ enabled: true }) },
    { exclusive_analyzers: true },
    { weaker: ["secrets: no longer set (was on)"] },
  ],
  [
    "exclusive_analyzers from now on",
    secrets({ enabled: true }),
    { exclusive_analyzers: true, ...secrets({ enabled: true }) },
    { unclassified: ["analyzers: those that are not declared are removed"] },
  ],
])("a review has %s", (_, before, after, expected) => {
  expect(reviewed(before, after)).toEqual({ ...nothing, ...expected });
});

test.each<[string, ObjectValue, ObjectValue, boolean]>([
  ["a setting is", { review: nothing }, { comment: new Unknown() }, true],
  ["the name is, and something else changes", { review: nothing }, { name: new Unknown(), force_destroy: true }, false],
  ["only the name is, and the last change had nothing to review", { review: nothing }, { name: new Unknown() }, false],
  [
    "only the name is, which may stay, and with it the review of the last change",
    { review: { ...nothing, weaker: ["comment: changes"] } },
    { name: new Unknown() },
    true,
  ],
  [
    "only a former name is, which may stay as well",
    { renamed_from: ["old"], review: { ...nothing, weaker: ["comment: changes"] } },
    { renamed_from: [new Unknown()] },
    true,
  ],
])("a review is known or unknown while %s", (_, prior, next, isOpen) => {
  const before = stateWith({ comment: "silent", ...prior });
  const review = reviewOfChange(before, { ...before, ...next });
  expect(isUnknown(review)).toBe(isOpen);
  if (!isOpen) expect(review).toEqual(nothing);
});

test("is one line for what is created, whatever it holds: it may take over what the account has", () => {
  const [one, other] = [stateWith({ comment: "silent" }), stateWith({ comment: new Unknown() })];
  expect(reviewOfChange(null, one)).toEqual(reviewOfChange(null, other));
  expect(reviewOfChange(null, one)).toEqual({
    ...nothing,
    unclassified: [expect.stringMatching(/taken over.*replaced/)],
  });
});

test("has no value and no pattern, and each of its lines is one line that no name can end", () => {
  const slug = "::set-output\n::add-mask\u001b[2J";
  const [before, after] = [true, false].map((enabled) => ({
    risk_threshold: enabled ? 7711 : 7712,
    analyzers: { [slug]: analyzer({ enabled, excludes: [`sekrit ${String(enabled)}`] }) },
    notifications: { integration_names: [`sekrit ${String(enabled)}`] },
  }));
  const lines = Object.values(reviewed(before ?? {}, after ?? {})).flat();
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) {
    expect(line).not.toMatch(/sekrit|771|^::|[\u0000-\u001f]/);
    expect(line).toMatch(/^["\w]/);
  }
});

const account = {
  ...live({
    strict: { settings: { comment: "enabled" }, has: ["a", "b", "c"] },
    idle: { settings: { comment: "enabled" } },
    checked: { settings: { comment: "silent", analyzers: { a: { enabled: true } } }, has: ["e"] },
  }),
  analyzers: [{ id: "a", name: "a", slug: "a", enabled: true }],
};

/** What the plan of other settings of a live configuration says, without what it no longer manages. */
const judged = async (given: Settings | ObjectValue, name = "strict") => {
  const { session, asked } = await inMemory(account);
  const { settings = {} } = account.configurations.find((each) => each.id === name) ?? {};
  const prior = blank(configuration.schema, { id: name, name, ...allSettings(settings) });
  const planned = { ...prior, ...(given as ObjectValue) };
  const { diagnostics } = await reviewConfiguration(session, planned, prior);
  return { diagnostics, asked };
};

test("a change is judged for the repositories that have the configuration, with its name in the summary", async () => {
  const { diagnostics } = await judged({ comment: "silent" });
  expect(diagnostics).toEqual([
    {
      code: "weakens",
      severity: "warning",
      summary: '"strict" weakens its 3 repositories',
      detail: '3 repositories, which have it: "a", "b" and "c"\n  weaker: comments: enabled -> silent',
      attribute: ["comment"],
    },
  ]);
});

test("a change without a known direction is unclassified for them", async () => {
  const { diagnostics } = await judged({ risk_threshold: 3 });
  expect(diagnostics).toMatchObject([
    { code: "unclassified", summary: '"strict" is unclassified for its 3 repositories' },
  ]);
});

test("underlines the setting that weakens when several change", async () => {
  const { diagnostics } = await judged({ comment: "enabled", analyzers: { a: { enabled: false } } }, "checked");
  expect(diagnostics).toMatchObject([{ code: "weakens", attribute: ["analyzers"] }]);
});

test("a leaf that is known only after apply is unclassified, and the rest is reviewed", async () => {
  const { diagnostics } = await judged({ comment: new Unknown() });
  expect(diagnostics).toMatchObject([{ code: "reviewed-in-part" }, { code: "unclassified", attribute: ["comment"] }]);
});

test("gives no warning, and reads no repositories, when nothing weakens", async () => {
  for (const settings of [{}, { comment: "enabled" }, { show_scan_confirmation: true }] as const) {
    const { diagnostics, asked } = await judged(settings);
    expect(diagnostics).toEqual([]);
    expect(asked.filter((each) => each.includes("repositories"))).toEqual([]);
  }
});

test("gives no warning when no repository has the configuration", async () => {
  expect((await judged({ comment: "disabled" }, "idle")).diagnostics).toEqual([]);
});

test("reviews known values although others are unknown", async () => {
  const { session } = await configured();
  const given = { name: "default", comment: "disabled", analyzers: { secrets: analyzer({ excludes: new Unknown() }) } };
  const { diagnostics, plannedPrivate } = await plan(session, configuration, null, given);
  expect(diagnostics.map(({ summary }) => summary)).toEqual([
    '"default" is reviewed in part',
    "An existing configuration is taken over",
    '"default" weakens its 19 repositories',
  ]);
  expect(diagnostics[0]?.detail).toContain('analyzers["secrets"].excludes');
  expect(diagnostics[2]?.detail).toContain('unclassified: analyzers["secrets"].excludes (known after apply)');
  expect(plannedPrivate?.["adopts"]).toBe(configurationNamed("default"));
});

test("the review of a configuration is replaced by a note while the provider is not configured", async () => {
  const alone = stateOf({ id: configurationNamed("baseline"), name: "baseline" });
  for (const prior of [null, alone])
    expect(await plan(undefined, configuration, prior, { name: "baseline", comment: "disabled" })).toMatchObject({
      diagnostics: [{ summary: "Not reviewed" }],
    });
  expect((await plan(undefined, configuration, alone, { name: "baseline" })).diagnostics).toEqual([]);
});

const moving = (before: Settings, after: Settings, ...names: readonly string[]): RepositoryEffect => ({
  what: '"first" -> "second" (rule 1: %)',
  changes: compareSettings(before, after),
  repositories: names.map((name) => ({ id: repositoryId(`id of ${name}`), name })),
});
const weaker = moving({ comment: "enabled" }, { comment: "disabled" }, "api", "web");
const stronger = moving({ comment: "disabled" }, { comment: "enabled" }, "docs");
const unclassified = moving({ risk_threshold: 1 }, { risk_threshold: 2 }, "jobs");
const ofNow = "is reviewed with that one.\n";

test.each([
  ["weakens", [stronger, unclassified, weaker], 'Routing weakens 2 repositories, 1 unclassified, such as "api"'],
  ["unclassified", [stronger, unclassified], 'Routing is unclassified for 1 repository: "jobs"'],
  ["repositories-move", [stronger], "1 repository moves"],
])("moves that are known are one warning, %s, which says what it is judged by", (code, moves, summary) => {
  const [warned, ...others] = moveDiagnostics(moves);
  expect(others).toEqual([]);
  expect(warned).toMatchObject({ code, summary, severity: "warning", attribute: ["rules"] });
  expect(warned?.detail.includes(ofNow)).toBe(code !== "repositories-move");
});

test("gives no warning when no repository moves", () => {
  expect(moveDiagnostics([])).toEqual([]);
});

test("repositories that a rule may select are unclassified", () => {
  const [warned] = moveDiagnostics([stronger], { rule: 1, repositories: [repository("wiki")] });
  expect(warned).toMatchObject({ code: "unclassified", summary: 'Routing is unclassified for 1 repository: "wiki"' });
  expect(warned?.detail).toContain("which rule 2 may select");
});

function repository(name: string) {
  return { id: repositoryId(`id of ${name}`), name, provider_repo_id: 1, enabled: true };
}

import { objectOf } from "../../../src/terraform/configuration/settings";
import { configuration } from "../../../src/terraform/resources/configuration";
import { configurations } from "../../../src/terraform/resources/configurations";
import { repositoryAssignments } from "../../../src/terraform/resources/repository-assignments";
import { isUnknown, type ObjectValue, Unknown } from "../../../src/terraform/values/value";
import { configurationNamed } from "../acme";
import { apply, imported, plan, refreshed } from "../life";
import { blank, configured } from "../session";

const analyzer = (leaves: ObjectValue): ObjectValue => ({
  enabled: null,
  silent: null,
  blocking: null,
  risk_level: null,
  excludes: null,
  includes: null,
  ...leaves,
});
const entry = (given: ObjectValue): ObjectValue => blank(configuration.schema, given);
const rule = (given: ObjectValue): ObjectValue => ({
  configuration_id: null,
  repository_ids: null,
  repository_names: null,
  repository_pattern: null,
  leave: null,
  ...given,
});
const baseline = configurationNamed("baseline");

test("what is known is reviewed though something else is not known yet", async () => {
  const { session } = await configured();
  const given = { name: "default", comment: "disabled", analyzers: { secrets: analyzer({ excludes: new Unknown() }) } };
  const { diagnostics, privateState } = await plan(session, configuration, null, given);
  expect(diagnostics.map(({ summary }) => summary)).toEqual([
    '"default" is reviewed in part',
    "An existing configuration is taken over",
    '"default" weakens its 19 repositories',
  ]);
  expect(diagnostics[0]?.detail).toContain('analyzers["secrets"].excludes');
  expect(diagnostics[2]?.detail).toContain('unclassified: analyzers["secrets"].excludes (known after apply)');
  expect(privateState?.["adopts"]).toBe(configurationNamed("default"));
});

test("an object or an entry that asks for nothing is no difference, though the service has none", async () => {
  const { session } = await configured();
  const notifications = { enabled: null, deduplicate: null, integration_names: null };
  const analyzers = { secrets: analyzer({}) };
  const state = entry({ id: baseline, name: "baseline", notifications, analyzers });
  expect(await refreshed(session, configuration, state)).toMatchObject({ notifications, analyzers });
});

test("a rule that is not known yet may decide over each repository", async () => {
  const { session } = await configured();
  const all = rule({ configuration_id: baseline, repository_pattern: "%" });
  const { planned } = await plan(session, repositoryAssignments, null, { rules: [new Unknown(), all] });
  expect(isUnknown(planned["assigned"])).toBe(true);
  const known = await plan(session, repositoryAssignments, null, { rules: [all] });
  expect(isUnknown(known.planned["assigned"])).toBe(false);
});

test("rules and items that are null are refused where they stand", () => {
  const named = rule({ configuration_id: baseline, repository_names: [null] });
  const problems = repositoryAssignments.validate({ rules: [null, named], assigned: null });
  expect(problems).toMatchObject([
    { summary: "A rule is null", attribute: ["rules", 0] },
    { summary: "An item is null", attribute: ["rules", 1] },
  ]);
});

test("a repository that no rule claims any more is named, and stays", async () => {
  const { session, sent } = await configured();
  const claiming = (pattern: string) => ({
    rules: [rule({ configuration_id: baseline, repository_pattern: pattern })],
  });
  const { state: prior } = await apply(session, repositoryAssignments, null, claiming("docs-%"));
  const { diagnostics } = await plan(session, repositoryAssignments, prior, claiming("design-%"));
  const staying = diagnostics.find(({ summary }) => summary === "Repositories stay where they are");
  expect(staying?.detail).toContain('"docs-site"');
  expect(sent().filter((each) => each.includes("DELETE"))).toEqual([]);
});

test("an entry of a collection that is not known yet is there all the same, and one that is null is refused", async () => {
  const { session } = await configured();
  const all = { a: new Unknown(), b: entry({ name: "of mine" }) };
  const { planned } = await plan(session, configurations, null, { configurations: all });
  expect(Object.keys(planned["configurations"] as ObjectValue).sort()).toEqual(["a", "b"]);
  const problems = configurations.validate({ configurations: { a: null, b: entry({ name: "of mine" }) } });
  expect(problems).toMatchObject([{ summary: "An entry is null", attribute: ["configurations", { key: "a" }] }]);
});

test("what is imported into a collection is there, however its id is written", async () => {
  const { session } = await configured();
  const { state } = await imported(session, configurations, `a=${baseline.toUpperCase()}`);
  expect(state).toMatchObject({ configurations: { a: { id: baseline, name: "baseline" } } });
  const gone = "00000000-0000-4000-8000-000000000000";
  const lost = await configurations.importState(session, `a=${baseline},b=${gone}`);
  expect(lost).toMatchObject({ state: null, diagnostics: [{ summary: "Nothing to import" }] });
});

test("a move is judged by what its target is planned to become in the same plan", async () => {
  const { session } = await configured();
  const claiming = { rules: [rule({ configuration_id: baseline, repository_names: ["payments-api"] })] };
  const before = await plan(session, repositoryAssignments, null, claiming);
  const given = { name: "baseline", analyzers: { "sql-injection": analyzer({ enabled: false, blocking: false }) } };
  await plan(session, configuration, entry({ id: baseline, ...given, analyzers: null }), given);
  const after = await plan(session, repositoryAssignments, null, claiming);
  const words = [before, after].map(({ diagnostics }) => diagnostics.map(({ detail }) => detail).join("\n"));
  expect(words[0]).not.toContain("sql-injection");
  expect(words[1]).toContain("sql-injection");
});

test("a key of a collection may be any text: what it takes over is kept", async () => {
  const { session, sent } = await configured();
  const all = new Map([["__proto__", entry({ name: "baseline", comment: "silent" })]]);
  const config = { configurations: objectOf([...all]) };
  const { planned, privateState = {} } = await plan(session, configurations, null, config);
  const { state } = await configurations.apply({ session, prior: null, planned, config, privateState });
  expect(Object.getOwnPropertyDescriptor(state?.["configurations"], "__proto__")?.value).toMatchObject({
    id: baseline,
  });
  expect(sent().filter((each) => each.startsWith("POST"))).toEqual([]);
});

describe("what is weaker is said", () => {
  const weak = { comment: "disabled", analyzers: { "sql-injection": analyzer({ enabled: false, blocking: false }) } };
  const summaries = (diagnostics: readonly { readonly summary: string }[]) => diagnostics.map(({ summary }) => summary);

  test("of a move, by the change of its target when that is planned after it", async () => {
    const { session } = await configured();
    const given = { name: "baseline", ...weak };
    const state = entry({ id: baseline, ...given, comment: null, analyzers: null });
    const claiming = { rules: [rule({ configuration_id: baseline, repository_names: ["payments-api", "checkout"] })] };
    await plan(session, repositoryAssignments, null, claiming);
    const { diagnostics } = await plan(session, configuration, state, given);
    const weakens = diagnostics.find(({ code }) => code === "weakens");
    expect(weakens?.summary).toBe('"baseline" weakens its 6 repositories');
    expect(weakens?.detail).toMatch(/^4 repositories, which have it: .*\n {2}weaker: .*comments are not made/m);
    expect(weakens?.detail).toMatch(/^2 repositories, "default" -> "baseline": "checkout" and "payments-api"$/m);
  });

  test("of a move to what is new, as far as one of those that are new is weaker", async () => {
    const { session } = await configured();
    const claiming = { rules: [rule({ configuration_id: new Unknown(), repository_names: ["payments-api"] })] };
    const on = analyzer({ enabled: true, blocking: true });
    const strong = { comment: "enabled", analyzers: { secrets: on, "sql-injection": on } };
    await plan(session, configuration, null, { name: "other", ...strong });
    await plan(session, configuration, null, { name: "off", ...weak });
    const { diagnostics } = await plan(session, repositoryAssignments, null, claiming);
    expect(summaries(diagnostics)).toEqual(['Routing weakens 1 repository: "payments-api"']);
    expect(diagnostics[0]?.detail).toMatch(
      /^1 repository, "default" -> \(known after apply, at worst "off"\) \(rule 1: payments-api\): /,
    );
    expect(diagnostics[0]?.detail).toMatch(/weaker: .*sql-injection no longer runs/);
  });

  test("not while the provider is not configured, which is said", async () => {
    const state = entry({ id: baseline, name: "baseline" });
    const given = { name: "baseline", ...weak };
    for (const prior of [null, state])
      expect(summaries((await plan(undefined, configuration, prior, given)).diagnostics)).toEqual(["Not reviewed"]);
    expect((await plan(undefined, configuration, state, { name: "baseline" })).diagnostics).toEqual([]);
    const all = { configurations: { b: entry(given) } };
    expect(summaries((await plan(undefined, configurations, null, all)).diagnostics)).toEqual(["Not reviewed"]);
    const [live, same] = [{ configurations: { b: state } }, { configurations: { b: entry({ name: "baseline" }) } }];
    expect((await plan(undefined, configurations, live, same)).diagnostics).toEqual([]);
  });

  test("not of a collection that is not known yet, which is said", async () => {
    const { session } = await configured();
    const { diagnostics } = await plan(session, configurations, null, { configurations: new Unknown() });
    expect(summaries(diagnostics)).toEqual(["A collection of configurations is not reviewed"]);
  });
});

test("who gets the name of a configuration that no resource has is warned", async () => {
  const { session } = await configured();
  const renamed = () =>
    plan(session, configuration, entry({ id: baseline, name: "baseline" }), { name: "default" }).then(
      ({ diagnostics }) => diagnostics.map(({ summary }) => summary),
    );
  expect(await renamed()).toEqual(["Another configuration has this name"]);
});

test("who gets the name of a configuration that another resource has is not: that may get another itself", async () => {
  const { session } = await configured();
  const other = entry({ id: configurationNamed("default"), name: "default" });
  await refreshed(session, configuration, other);
  const { diagnostics } = await plan(session, configuration, entry({ id: baseline, name: "baseline" }), {
    name: "default",
  });
  expect(diagnostics).toEqual([]);
});

test("an entry that gets another key and name is the same one by its former name", async () => {
  const { session } = await configured();
  const prior = { configurations: { b: entry({ id: baseline, name: "baseline" }) } };
  const given = { configurations: { c: entry({ name: "basis", renamed_from: ["baseline"] }) } };
  const { planned, diagnostics } = await plan(session, configurations, prior, given);
  expect(planned).toMatchObject({ configurations: { c: { id: baseline, name: "basis" } } });
  expect(diagnostics).toEqual([]);
});

test("a dry run leaves the state of a collection as it is, also where only a key changes", async () => {
  const { again } = await configured();
  const session = await again({ dryRun: true });
  const prior = { configurations: { y: entry({ id: baseline, name: "baseline" }) } };
  const { state, diagnostics } = await apply(session, configurations, prior, {
    configurations: { z: entry({ name: "baseline" }) },
  });
  expect(state).toEqual(prior);
  expect(diagnostics).toMatchObject([{ code: "dry-run", severity: "error", summary: "dry_run is set" }]);
});

test("what a rule assigns by its id is not destroyed in the same plan, in whichever order the two are planned", async () => {
  const summary = "Destroyed and assigned at once";
  const { session } = await configured();
  const written = { rules: [rule({ configuration_id: baseline.toUpperCase(), repository_names: ["checkout"] })] };
  const destroy = async () =>
    (await configuration.planDestroy(session, entry({ id: baseline }))).map((each) => each.summary);
  expect(await destroy()).not.toContain(summary);
  const { diagnostics } = await plan(session, repositoryAssignments, null, written);
  expect(diagnostics).toContainEqual(expect.objectContaining({ summary, attribute: ["rules", 0] }));
  expect(await destroy()).toContain(summary);
});

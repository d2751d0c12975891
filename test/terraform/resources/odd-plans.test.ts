import { entry, stateOf } from "../configuration/entry";
import { configuration } from "../../../src/terraform/resources/configuration";
import { configurations } from "../../../src/terraform/resources/configurations";
import { repositoryAssignments } from "../../../src/terraform/assignments/repository-assignments";
import { Unknown, objectOf } from "../../../src/terraform/value";
import { analyzer, configurationNamed, rule } from "../acme";
import { apply, plan } from "../life";
import { blank, configured } from "../session";

const baseline = configurationNamed("baseline");

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

test("names repositories that no rule claims any longer, and leaves them", async () => {
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

test("a collection accepts any text as a key when it adopts configurations", async () => {
  const { session, sent } = await configured();
  const all = new Map([["__proto__", entry({ name: "baseline", comment: "silent" })]]);
  const config = { configurations: objectOf([...all]) };
  const { planned, plannedPrivate = {} } = await plan(session, configurations, null, config);
  const { state } = await configurations.apply({ session, prior: null, planned, config, plannedPrivate });
  expect(Object.getOwnPropertyDescriptor(state?.["configurations"], "__proto__")?.value).toMatchObject({
    id: baseline,
  });
  expect(sent().filter((each) => each.startsWith("POST"))).toEqual([]);
});

describe("the warning about weaker scanning", () => {
  const weak = { comment: "disabled", analyzers: { "sql-injection": analyzer({ enabled: false, blocking: false }) } };
  const summaries = (diagnostics: readonly { readonly summary: string }[]) => diagnostics.map(({ summary }) => summary);

  test("includes moves to new configurations, if one of them is weaker", async () => {
    const { session } = await configured();
    const claiming = { rules: [rule({ configuration_id: new Unknown(), repository_names: ["payments-api"] })] };
    const on = analyzer({ enabled: true, blocking: true });
    const strong = { comment: "enabled", analyzers: { secrets: on, "sql-injection": on } };
    await plan(session, configuration, null, { name: "other", ...strong });
    await plan(session, configuration, null, { name: "off", ...weak });
    const { diagnostics } = await plan(session, repositoryAssignments, null, claiming);
    expect(summaries(diagnostics)).toEqual(['Routing weakens 1 repository: "payments-api"']);
    expect(diagnostics[0]?.detail).toMatch(
      /^1 repository, "default" -> \(known after apply, at worst "off"\) \(rule 1\): /,
    );
    expect(diagnostics[0]?.detail).toMatch(/weaker: .*sql-injection no longer runs/);
  });

  test("is replaced by a note while the provider is not configured", async () => {
    const alone = stateOf({ id: baseline, name: "baseline" });
    const given = { name: "baseline", ...weak };
    for (const prior of [null, alone])
      expect(summaries((await plan(undefined, configuration, prior, given)).diagnostics)).toEqual(["Not reviewed"]);
    expect((await plan(undefined, configuration, alone, { name: "baseline" })).diagnostics).toEqual([]);
    const all = { configurations: { b: entry(given) } };
    expect(summaries((await plan(undefined, configurations, null, all)).diagnostics)).toEqual(["Not reviewed"]);
    const live = blank(configurations.schema, {
      id: "5f0c41d2",
      configurations: { b: entry({ id: baseline, name: "baseline" }) },
    });
    const same = { configurations: { b: entry({ name: "baseline" }) } };
    expect((await plan(undefined, configurations, live, same)).diagnostics).toEqual([]);
  });

  test("is replaced by a note while the collection is unknown", async () => {
    const { session } = await configured();
    const { diagnostics } = await plan(session, configurations, null, { configurations: new Unknown() });
    expect(summaries(diagnostics)).toEqual(["A collection of configurations is not reviewed"]);
  });
});

test("a dry run keeps the state of a collection, also when only a key changes", async () => {
  const { again } = await configured();
  const session = await again({ dryRun: true });
  const prior = { configurations: { y: entry({ id: baseline, name: "baseline" }) }, review: null };
  const { state, diagnostics } = await apply(session, configurations, prior, {
    configurations: { z: entry({ name: "baseline" }) },
  });
  expect(state).toEqual(prior);
  expect(diagnostics).toMatchObject([{ code: "dry-run", severity: "error", summary: "dry_run is set" }]);
});

import { stateOf } from "../configuration/state-of";
import { configuration } from "../../../src/terraform/resources/configuration";
import { repositoryAssignments } from "../../../src/terraform/assignments/repository-assignments";
import { Unknown } from "../../../src/terraform/value";
import { analyzer, configurationNamed, rule } from "../acme";
import { apply, plan } from "../life";
import { configured } from "../session";

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
  const { session, sent, again } = await configured();
  const claiming = (pattern: string) => ({
    rules: [rule({ configuration_id: baseline, repository_pattern: pattern })],
  });
  const { state: prior } = await apply(session, repositoryAssignments, null, claiming("docs-%"));
  const { diagnostics } = await plan(await again(), repositoryAssignments, prior, claiming("design-%"));
  const staying = diagnostics.find(({ summary }) => summary === "Repositories stay where they are");
  expect(staying?.detail).toContain('"docs-site"');
  expect(sent().filter((each) => each.includes("DELETE"))).toEqual([]);
});

describe("the warning about weaker scanning", () => {
  const weak = { comment: "disabled", analyzers: { "sql-injection": analyzer({ enabled: false, blocking: false }) } };
  const summaries = (diagnostics: readonly { readonly summary: string }[]) => diagnostics.map(({ summary }) => summary);

  test("the warning about weaker scanning is replaced by a note while the provider is not configured", async () => {
    const alone = stateOf({ id: baseline, name: "baseline" });
    const given = { name: "baseline", ...weak };
    for (const prior of [null, alone])
      expect(summaries((await plan(undefined, configuration, prior, given)).diagnostics)).toEqual(["Not reviewed"]);
    expect((await plan(undefined, configuration, alone, { name: "baseline" })).diagnostics).toEqual([]);
  });
});

import { builtinSeed } from "../../../src/emulator";
import { EndingService, Restorable } from "../../support/ending-service";
import { describeWithTerraform } from "../../support/terraform";
import { findingId } from "../../support/triages";
import { configurationNamed, repositoryNamed, type Workspace, workspace } from "./workspace";

const declared = (comment: string, category: string, target: string): string => `
resource "scanform_configuration" "it" {
  name    = "it"
  comment = "${comment}"
}

resource "scanform_configurations" "all" {
  configurations = {
    a = { name = "a", comment = "${comment}" }
    b = { name = "b", comment = "${comment}" }
  }
}

resource "scanform_repository_assignments" "rules" {
  rules = [{ configuration_id = "${configurationNamed(target)}", repository_names = ["docs-site", "design-system"] }]
}

resource "scanform_finding_triage" "one" {
  finding_id    = "${findingId}"
  category      = "${category}"
  justification = "Only in tests."
}
`;

const triage = `/findings/${findingId}/triage`;
const triageIn = ({ emulator }: Workspace): string | undefined =>
  emulator.snapshot().accounts[0]?.triage?.find((each) => each.finding_id === findingId)?.category;
const holderIn = ({ emulator }: Workspace, name: string): string | null | undefined =>
  emulator.snapshot().accounts[0]?.repositories?.find((each) => each.name === name)?.configuration_id;

describeWithTerraform("a saved plan, when somebody else changes the account before its apply", () => {
  test("is applied but for what was changed, which stays, is an error and shows in the next plan", async () => {
    const at = await workspace();
    at.write(declared("silent", "wont_fix", "baseline"));
    await at.apply();
    at.write(declared("enabled", "accepted_risk", "default"));
    await at.terraform("plan", "-out=tfplan");
    await at.elsewhere("POST", "/configurations", { configuration: { name: "third", configuration: {} } });
    const third = at.live("third").id;
    await at.meddle(at.live("it").id, { comment: "disabled" });
    await at.meddle(at.live("a").id, { comment: "disabled" });
    await at.elsewhere("POST", "/configurations/assign_repositories", {
      configuration_id: third,
      repository_ids: [repositoryNamed("docs-site")],
    });
    await at.elsewhere("POST", triage, { triage_category: "in_progress" });

    const said = await at.exits(1, "apply", "tfplan");
    expect(said.match(/Error: Somebody else has changed this since it was planned with [\w.]+/g)?.toSorted()).toEqual(
      [
        "scanform_configuration.it",
        "scanform_configurations.all",
        "scanform_finding_triage.one",
        "scanform_repository_assignments.rules",
      ].map((each) => `Error: Somebody else has changed this since it was planned with ${each}`),
    );
    expect(said).toContain('comment was "silent" and is "disabled"');
    expect(said).toContain('repository docs-site was "baseline" and is "third"');
    expect(said).toContain("was wont_fix and is in_progress");
    expect(said.match(/Plan again\./g)).toHaveLength(4);

    expect(["it", "a", "b"].map((name) => at.live(name).settings["comment"])).toEqual([
      "disabled",
      "disabled",
      "enabled",
    ]);
    expect(["docs-site", "design-system"].map((name) => holderIn(at, name))).toEqual([
      third,
      configurationNamed("default"),
    ]);
    expect(triageIn(at)).toBe("in_progress");

    const drift = await at.somethingToDo();
    expect(drift).toMatch(/~ comment = "disabled" -> "enabled"/);
    expect(drift).toMatch(/~ category = "in_progress" -> "accepted_risk"/);
    expect(drift).toContain("Plan: 0 to add, 4 to change, 0 to destroy.");
    await at.apply();
    await at.nothingToDo();
  });
});

describeWithTerraform("an apply during which the service stops for good", () => {
  test("is an error of each resource, keeps the state as it was, and the next apply does the rest", async () => {
    const at = await workspace();
    at.write(declared("silent", "wont_fix", "baseline"));
    await at.apply();
    at.write(declared("enabled", "accepted_risk", "default"));
    const before = at.state("scanform_configuration.it");
    const service = await EndingService.start(at.emulator, new Restorable(builtinSeed), {
      at: 1,
      ending: "once it is done",
      aftermath: "stays away",
    });
    at.reachThrough(service.url);
    const said = await at.exits(1, "apply", "-auto-approve");
    expect(service.ended).toBe(true);
    for (const address of [
      "configuration.it",
      "configurations.all",
      "repository_assignments.rules",
      "finding_triage.one",
    ])
      expect(said).toMatch(new RegExp(`Error: [^:]*(?:: [^:]*)* with scanform_${address}`));
    expect(at.state("scanform_configuration.it")).toEqual(before);
    at.reachThrough(at.emulator.url);
    await at.apply();
    expect(["it", "a", "b"].map((name) => at.live(name).settings["comment"])).toEqual([
      "enabled",
      "enabled",
      "enabled",
    ]);
    await at.nothingToDo();
  });
});

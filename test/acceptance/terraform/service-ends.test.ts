import { builtinSeed } from "../../../src/emulator";
import { EndingService, Restorable } from "../../support/ending-service";
import { describeWithTerraform } from "../../support/terraform";
import { findingId } from "../../support/triages";
import { configurationNamed, workspace } from "./workspace";

// What becomes of a change beside somebody else's is tested without terraform: resources/second-writer.test.ts.

const declared = (comment: string, category: string, target: string): string => `
resource "scanform_configuration" "it" {
  name    = "it"
  comment = "${comment}"
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
    await at.reachThrough(service.url);
    const said = await at.exits(1, "apply", "-auto-approve");
    expect(service.ended).toBe(true);
    for (const address of ["configuration.it", "repository_assignments.rules", "finding_triage.one"])
      expect(said).toMatch(new RegExp(`Error: [^:]*(?:: [^:]*)* with scanform_${address}`));
    expect(at.state("scanform_configuration.it")).toEqual(before);
    await at.reachThrough(at.emulator.url);
    await at.apply();
    expect(at.live("it").settings["comment"]).toBe("enabled");
    await at.nothingToDo();
  });
});

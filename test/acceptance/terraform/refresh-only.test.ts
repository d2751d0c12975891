import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describeWithTerraform } from "../../support/terraform";
import { findingId } from "../../support/triages";
import { workspace, repositoryNamed, type Workspace } from "./workspace";

/** Configurations with repositories, and a triage: each kind of resource that is refreshed. */
const declared = (blocking: boolean, to: string): string => `
resource "scanform_configuration" "strict" {
  name           = "strict"
  risk_threshold = 3
  analyzers = {
    secrets       = { enabled = true, blocking = ${String(blocking)}, excludes = ["b/**", "a/**"] }
    sql-injection = { enabled = true }
  }
}
resource "scanform_configuration" "lax" {
  name = "lax"
}
resource "scanform_configuration" "team" {
  name           = "team a"
  risk_threshold = 1
  notifications  = { enabled = true }
}
resource "scanform_repository_assignments" "routing" {
  rules = [
    { configuration_id = scanform_configuration.${to}.id, repository_names = ["checkout", "docs-site"] },
    { configuration_id = scanform_configuration.team.id, repository_pattern = "payments-%" },
  ]
}
resource "scanform_finding_triage" "it" {
  finding_id    = "${findingId}"
  category      = "accepted_risk"
  justification = "Only in tests."
}
`;

const bytes = ({ folder }: Workspace): string => readFileSync(join(folder, "terraform.tfstate"), "utf8");

/** Neither a check for drift nor its apply finds a change. */
async function isStill(at: Workspace): Promise<void> {
  const before = bytes(at);
  await at.exits(0, "plan", "-refresh-only", "-detailed-exitcode");
  await at.terraform("apply", "-refresh-only", "-auto-approve");
  expect(bytes(at)).toBe(before);
  await at.nothingToDo();
}

describeWithTerraform("a refresh of what has not changed", () => {
  test("finds no change after an apply: -refresh-only ends with 0, and leaves the state as it is, byte by byte", async () => {
    const at = await workspace();
    at.write(declared(true, "strict"));
    await at.apply();
    await isStill(at);
    // moves repositories, and changes what they had
    at.write(declared(false, "lax"));
    await at.apply();
    await isStill(at);
  });

  test("finds no change in what is not managed: another's repositories, and settings that are not declared", async () => {
    const at = await workspace();
    at.write(declared(true, "strict"));
    await at.apply();
    await at.meddle(at.live("lax").id, { show_scan_confirmation: true });
    await at.elsewhere("POST", "/configurations/assign_repositories", {
      configuration_id: at.live("lax").id,
      repository_ids: [repositoryNamed("web-storefront")],
    });
    await isStill(at);
  });

  test("finds what has changed, once: the refresh of it settles it", async () => {
    const at = await workspace();
    at.write(declared(true, "strict"));
    await at.apply();
    await at.meddle(at.live("strict").id, { risk_threshold: 9 });
    await at.exits(2, "plan", "-refresh-only", "-detailed-exitcode");
    await at.terraform("apply", "-refresh-only", "-auto-approve");
    await at.exits(0, "plan", "-refresh-only", "-detailed-exitcode");
    await at.somethingToDo();
  });
});

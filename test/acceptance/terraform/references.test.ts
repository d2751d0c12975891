import { builtinSeed } from "../../../src/emulator";
import { describeWithTerraform } from "../../support/terraform";
import { configurationNamed, versions, workspace, workspaceOfManyProcesses } from "./workspace";

const [acme] = builtinSeed.accounts;
const policy = acme?.custom_policies?.[0];

describeWithTerraform("references", () => {
  test("resources that depend on one another are done in one apply", async () => {
    const at = await workspace();
    at.write(`resource "scanform_configuration" "strict" {
  name    = "strict"
  comment = "enabled"
}
resource "scanform_configuration" "next" {
  name    = "after-\${scanform_configuration.strict.name}"
  comment = scanform_configuration.strict.comment
  analyzers = { for each in data.scanform_analyzers.all.analyzers : each.slug => { enabled = true } }
}
resource "scanform_configuration" "last" {
  name       = "last-\${scanform_configuration.next.id}"
  depends_on = [scanform_repository_assignments.routing]
}
data "scanform_analyzers" "all" {}
resource "scanform_repository_assignments" "routing" {
  rules = [
    { repository_names = ["docs-site"], configuration_id = scanform_configuration.next.id },
    { repository_pattern = "docs%", configuration_id = scanform_configuration.strict.id },
  ]
}
`);
    await at.apply();
    await at.nothingToDo();
    expect(at.names()).toHaveLength(5);
  });

  test("lookups find one object of each kind before what depends on it", async () => {
    const at = await workspace();
    at.write(`data "scanform_custom_policy" "it" {
        title = "${policy?.title ?? ""}"
      }
      data "scanform_account" "this" {}
      data "scanform_analyzer" "secrets" {
        slug = "secrets"
      }
      data "scanform_configuration" "baseline" {
        name = "baseline"
      }
      data "scanform_repository" "docs" {
        name = "docs-site"
      }
      resource "scanform_repository_assignments" "docs" {
        rules = [{
          configuration_id = data.scanform_configuration.baseline.id
          repository_ids   = [data.scanform_repository.docs.id]
        }]
      }
      output "found" {
        value = join(" ", [
          data.scanform_custom_policy.it.id, data.scanform_account.this.id, data.scanform_analyzer.secrets.slug,
        ])
      }
    `);
    await at.apply();
    const found = [policy?.id, acme?.account_id, "secrets"].join(" ");
    expect(await at.terraform("output", "found")).toContain(found);
    expect(at.state("scanform_repository_assignments.docs")).toMatchObject({
      rules: [{ configuration_id: configurationNamed("baseline") }],
    });
    await at.nothingToDo();
  });

  test("a provider block whose values are known only after apply can be planned and applied", async () => {
    const at = await workspaceOfManyProcesses({ env: { SCANFORM_BASE_URL: "" } });
    at.write(versions("  base_url = terraform_data.url.output"), "versions.tf");
    at.write(`resource "terraform_data" "url" {
  input = "${at.emulator.url}"
}
resource "scanform_configuration" "strict" {
  name      = "strict"
  analyzers = { secrets = { enabled = true } }
}
resource "scanform_repository_assignments" "routing" {
  rules = [{ repository_pattern = "docs%", configuration_id = scanform_configuration.strict.id }]
}
resource "scanform_finding_triage" "one" {
  finding_id    = "7b8b2ed8-40f7-4c77-a5fc-e0b9ee1e795d"
  category      = "wont_fix"
  justification = "x"
  expires       = "2020-01-01"
}
`);
    expect(await at.somethingToDo()).toContain("Plan: 4 to add");
    expect(at.asked()).toEqual([]);
    await at.apply();
    await at.nothingToDo();
    expect(at.names()).toEqual(["baseline", "default", "strict"]);
  });
});

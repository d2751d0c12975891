import { acmeAccountId, allKey, globexAccountId } from "../../../src/emulator";
import { describeWithTerraform } from "../../support/terraform";
import { reattachedWorkspace as workspace, versions, workspace as workspaceOfManyProcesses } from "./workspace";

const strict = (more = ""): string => `resource "scanform_configuration" "strict" {
  name    = "strict"
  comment = "enabled"
${more}}
`;

describeWithTerraform("the provider block", () => {
  test("with dry_run an apply says what it would send, writes nothing and fails", async () => {
    const at = await workspace({ provider: "  dry_run = true" });
    const before = at.emulator.snapshot();
    at.write(`${strict()}
resource "scanform_configuration" "baseline" {
  name    = "baseline"
  comment = "enabled"
}
resource "scanform_repository_assignments" "routing" {
  rules = [{ repository_names = ["docs-site"], configuration_id = scanform_configuration.baseline.id }]
}
`);
    expect(await at.somethingToDo()).toContain("Plan: 3 to add, 0 to change, 0 to destroy.");
    const said = await at.exits(1, "apply", "-auto-approve");
    expect(said).toMatch(/Error: Nothing was written with scanform_configuration.strict/);
    expect(said).toMatch(/Error: Nothing was written with scanform_configuration.baseline/);
    expect(at.writes()).toEqual([]);
    expect(at.emulator.snapshot()).toEqual(before);
    at.write(versions(), "versions.tf");
    await at.apply();
    await at.nothingToDo();
  });

  test("with an alias there are two accounts, each with its own", async () => {
    const at = await workspaceOfManyProcesses({
      env: { SCANFORM_API_KEY: allKey },
      provider: `  account_id = "${acmeAccountId}"`,
    });
    at.write(`provider "scanform" {
  alias      = "globex"
  account_id = "${globexAccountId}"
}
${strict()}
resource "scanform_configuration" "other" {
  provider = scanform.globex
  name     = "strict"
  comment  = "silent"
}
`);
    await at.apply();
    await at.nothingToDo();
    const commentsOf = (account: string) =>
      at.emulator.store
        .configurations(account)
        .flatMap(({ name, configuration }) => (name === "strict" ? [configuration?.["comment"]] : []));
    expect([commentsOf(acmeAccountId), commentsOf(globexAccountId)]).toEqual([["enabled"], ["silent"]]);
  });

  test("whose values are known only after something else was made can be planned and applied", async () => {
    const at = await workspaceOfManyProcesses({ env: { SCANFORM_BASE_URL: "" } });
    at.write(versions("  base_url = terraform_data.url.output"), "versions.tf");
    at.write(`resource "terraform_data" "url" {
  input = "${at.emulator.url}"
}
${strict("  analyzers = { secrets = { enabled = true } }\n")}
resource "scanform_repository_assignments" "routing" {
  rules = [{ repository_pattern = "docs%", configuration_id = scanform_configuration.strict.id }]
}
resource "scanform_configurations" "more" {
  configurations = { a = { name = "a" } }
}
resource "scanform_finding_triage" "one" {
  finding_id    = "7b8b2ed8-40f7-4c77-a5fc-e0b9ee1e795d"
  category      = "wont_fix"
  justification = "x"
  expires       = "2020-01-01"
}
`);
    expect(await at.somethingToDo()).toContain("Plan: 5 to add");
    expect(at.asked()).toEqual([]);
    await at.apply();
    await at.nothingToDo();
    expect(at.names()).toEqual(["a", "baseline", "default", "strict"]);
  });
});

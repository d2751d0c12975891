import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../../support/spawned";
import { describeWithTerraform } from "../../support/terraform";
import { type Workspace, workspace } from "./workspace";

const example = join(repositoryRoot, "examples/terraform/tests");

/** A workspace with the module of the example and its tests. */
async function withExample(env: NodeJS.ProcessEnv = {}): Promise<Workspace> {
  const at = await workspace({ env });
  at.write("", "versions.tf");
  cpSync(example, at.folder, { recursive: true });
  return at;
}

const withoutService = { SCANFORM_BASE_URL: "", SCANFORM_API_KEY: "" };

/** Each kind of resource, with every id from something that is mocked. */
const everyKind = `
data "scanform_custom_policy" "policy" {
  title = "a title"
}
data "scanform_repository" "repository" {
  name = "a repository"
}
data "scanform_configuration" "live" {
  name = "a configuration"
}
data "scanform_scans" "scans" {
  repository_id = data.scanform_repository.repository.id
}
resource "scanform_configuration" "single" {
  name          = "single"
  code_policies = { (data.scanform_custom_policy.policy.id) = { enabled = true } }
}
resource "scanform_repository_assignments" "routing" {
  rules = [
    { configuration_id = scanform_configuration.single.id, repository_ids = [data.scanform_repository.repository.id] },
    { configuration_id = data.scanform_configuration.live.id, repository_pattern = "%" },
  ]
}
resource "scanform_deepscan" "scan" {
  repository_id = data.scanform_repository.repository.id
}
resource "scanform_finding_triage" "decided" {
  finding_id    = scanform_deepscan.scan.id
  category      = "accepted_risk"
  justification = "A test key."
}
`;

describeWithTerraform("terraform test", () => {
  test("needs neither a key nor the service with the mocks of the example", async () => {
    const at = await withExample(withoutService);
    expect(await at.terraform("test", "-filter=mocked.tftest.hcl")).toContain("Success! 2 passed, 0 failed.");
    expect(at.requests()).toEqual([]);
  });

  test("passes with the ids that a mock_provider without a mock file invents", async () => {
    const at = await withExample(withoutService);
    const bare = readFileSync(join(example, "mocked.tftest.hcl"), "utf8").replace(/^ *source = .*\n/m, "");
    expect(bare).toContain('mock_provider "scanform" {\n}');
    at.write(bare, "mocked.tftest.hcl");
    expect(await at.terraform("test", "-filter=mocked.tftest.hcl")).toContain("Success! 2 passed, 0 failed.");
  });

  test("plans, applies and destroys every kind of resource with invented ids", async () => {
    const at = await workspace({ env: withoutService });
    at.write(everyKind);
    at.write('mock_provider "scanform" {}\nrun "plan" {\n  command = plan\n}\nrun "apply" {}\n', "it.tftest.hcl");
    expect(await at.terraform("test")).toContain("Success! 2 passed, 0 failed.");
    expect(at.requests()).toEqual([]);
  });

  test("applies the example to the service, and destroys what it has created", async () => {
    const at = await withExample();
    const before = at.names();
    const said = await at.terraform("test", "-filter=service.tftest.hcl");
    expect(said).toContain("Success! 2 passed, 0 failed.");
    expect(at.writes()).toEqual([
      "POST /configurations",
      "POST /configurations/assign_repositories",
      expect.stringMatching(/^DELETE /),
    ]);
    expect(at.names()).toEqual(before);
  });

  test("cannot destroy what repositories have got, without force_destroy, and says what to do", async () => {
    const at = await withExample();
    const kept = readFileSync(join(example, "service.tftest.hcl"), "utf8").replace("force_destroy = true", "");
    at.write(kept, "service.tftest.hcl");
    const said = await at.exits(1, "test", "-filter=service.tftest.hcl");
    expect(said).toContain('"test-strict" is not deleted while repositories have it');
    expect(said).toContain("force_destroy");
  });
});

describeWithTerraform("an id that is no UUID", () => {
  const wrong = 'resource "scanform_configuration" "it" {\n  name = "it"\n  code_policies = { secrets = {} }\n}\n';

  test("passes validation, and is an error of the plan", async () => {
    const at = await workspace();
    at.write(wrong);
    expect(await at.terraform("validate")).toContain("The configuration is valid");
    expect(await at.exits(1, "plan")).toContain('It is "secrets", which is not a UUID. Give the id of the policy.');
  });

  test("is an error of the apply where only that knows it, and nothing is sent", async () => {
    const at = await workspace();
    at.write(`resource "terraform_data" "known" {
  input = "not an id"
}
resource "scanform_repository_assignments" "it" {
  rules = [{ configuration_id = terraform_data.known.output, repository_pattern = "%" }]
}
`);
    await at.somethingToDo();
    expect(await at.exits(1, "apply", "-auto-approve")).toContain('It is "not an id", which is not a UUID.');
    expect(at.writes()).toEqual([]);
  });
});

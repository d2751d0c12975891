import { describeWithTerraform } from "../../support/terraform";
import { workspace, workspaceOfManyProcesses } from "./workspace";

const strict = "scanform_configuration.strict";

describeWithTerraform("a set", () => {
  const declared = (patterns: string, integrations: string): string => `
resource "terraform_data" "pattern" {
  input = "generated/**"
}
resource "scanform_configuration" "strict" {
  name          = "strict"
  analyzers     = { secrets = { enabled = true, excludes = [${patterns}], includes = [] } }
  notifications = { enabled = true, integration_names = [${integrations}] }
}
`;

  test("has members that are known after apply, in any order, some of them twice", async () => {
    const at = await workspace({ profile: { order: "shuffled" } });
    const generated = "terraform_data.pattern.output";
    at.write(declared(`"test/**", ${generated}, "generated/**", "docs/**", "test/**"`, '"b", "a"'));
    expect(await at.apply()).toContain("2 added");
    expect(at.state(strict)).toMatchObject({
      analyzers: { secrets: { excludes: ["docs/**", "generated/**", "test/**"], includes: [] } },
    });
    await at.nothingToDo();
    at.forget();
    at.write(declared(`"docs/**", "test/**", ${generated}`, '"a", "b", "a"'));
    await at.nothingToDo();
    at.write(declared(`"docs/**", ${generated}`, '"a"'));
    expect(await at.apply()).toContain('~ excludes = [ - "test/**", # (2 unchanged elements hidden) ]');
    await at.nothingToDo();
    expect(at.writes()).toHaveLength(1);
  });
});

describeWithTerraform("a configuration that gets another name", () => {
  const declared = (name: string, repositories: string, target: string): string => `
resource "scanform_configuration" "strict" {
  name = "${name}"
}
resource "scanform_repository_assignments" "routing" {
  rules = [{ configuration_id = ${target}, repository_names = [${repositories}] }]
}
`;

  test("while repositories move to it by its id", async () => {
    const at = await workspace();
    at.write(declared("strict", '"docs-site"', `${strict}.id`));
    await at.apply();
    at.write(declared("stricter", '"docs-site", "checkout"', `"${at.live("strict").id}"`));
    await at.apply();
    await at.nothingToDo();
    expect(at.state("scanform_repository_assignments.routing")).toMatchObject({
      assigned: { [at.live("stricter").id]: 2 },
    });
  });
});

describeWithTerraform("a configuration with texts that are live in another Unicode normal form", () => {
  const declared = (comment: string): string => `
resource "scanform_configuration" "cafe" {
  name          = "caf\u00e9"
  comment       = "${comment}"
  analyzers     = { secrets = { excludes = ["caf\u00e9/**"] } }
  notifications = { enabled = true, integration_names = ["caf\u00e9"] }
}
`;

  test("is adopted and changed like any other, and keeps its texts", async () => {
    const at = await workspaceOfManyProcesses();
    const settings = {
      analyzers: { secrets: { excludes: ["cafe\u0301/**"] } },
      notifications: { enabled: true, integrationNames: ["cafe\u0301"] },
    };
    await at.elsewhere("POST", "/configurations", { configuration: { name: "cafe\u0301", configuration: settings } });
    for (const comment of ["silent", "enabled"]) {
      at.write(declared(comment));
      await at.apply();
      await at.nothingToDo();
      expect(at.live("cafe\u0301").settings).toMatchObject({ comment, ...settings });
    }
  });
});

describeWithTerraform("timeouts", () => {
  test("are kept in the state, and are nothing to write", async () => {
    const at = await workspace();
    const declared = (create: string): string => `
resource "scanform_configuration" "strict" {
  name     = "strict"
  timeouts = { create = "${create}" }
}
`;
    at.write(declared("2m"));
    await at.apply();
    expect(at.state(strict)).toMatchObject({ timeouts: { create: "2m", update: null, delete: null } });
    await at.nothingToDo();
    at.forget();
    at.write(declared("1h30m"));
    expect(await at.apply()).toContain("0 added, 1 changed, 0 destroyed");
    expect(at.state(strict)).toMatchObject({ timeouts: { create: "1h30m" } });
    expect(at.writes()).toEqual([]);
    await at.nothingToDo();
  });
});

import { describeWithTerraform } from "../../support/terraform";
import { repositoryNamed, type Workspace, workspace } from "./workspace";

const named = (name: string, inside = ""): string => `resource "scanform_configuration" "${name}" {
  name = "${name}"
  ${inside}
}
`;
const routed = (name: string): string => `resource "scanform_repository_assignments" "routing" {
  rules = [{ repository_names = ["docs-site"], configuration_id = scanform_configuration.${name}.id }]
}
`;
const renamed = (hcl: string): string => hcl.replaceAll(/name = "(\w+)"/g, 'name = "$1-2"');
const refused = 'Error: "old" is not deleted while repositories have it';

/** Somebody gives the repository a configuration in the dashboard. */
const assign = (at: Workspace, configuration: string): Promise<unknown> =>
  at.elsewhere("POST", "/configurations/assign_repositories", {
    configuration_id: at.live(configuration).id,
    repository_ids: [repositoryNamed("docs-site")],
  });

describeWithTerraform("a configuration that is protected", () => {
  test("is not destroyed, by itself or with everything, until the protection is turned off", async () => {
    const at = await workspace();
    at.write(named("old", "deletion_protection = true"));
    await at.apply();
    await at.nothingToDo();
    at.forget();
    const said = await at.exits(1, "destroy", "-auto-approve");
    expect(said).toContain("Error: The configuration is protected from deletion");
    expect(said).toContain("declare it with deletion_protection = false, apply, and remove it then");
    at.write("");
    expect(await at.exits(1, "plan")).toContain("is protected from deletion");
    at.write(named("old"));
    expect(await at.apply()).toContain("~ deletion_protection = true -> false");
    expect(at.writes()).toEqual([]);
    await at.terraform("destroy", "-auto-approve");
    expect(at.names()).toEqual(["baseline", "default"]);
  });

  test("is not replaced under another name", async () => {
    const at = await workspace();
    const declared = named("old", "deletion_protection = true");
    at.write(declared);
    await at.apply();
    const replace = "-replace=scanform_configuration.old";
    at.write(renamed(declared));
    expect(await at.exits(1, "plan", replace)).toContain('deletion_protection is set for "old"');
    // a replacement that keeps the name keeps the configuration
    at.write(declared);
    await at.apply(replace);
    expect(at.names()).toEqual(["baseline", "default", "old"]);
  });
});

describeWithTerraform("a configuration that repositories have", () => {
  test("is not destroyed with everything, unless force_destroy is in the state", async () => {
    const at = await workspace();
    at.write(named("old"));
    await at.apply();
    await assign(at, "old");
    const said = await at.exits(1, "destroy", "-auto-approve");
    expect(said).toContain(refused);
    expect(said).toContain("with terraform destroy, set force_destroy = true and apply that first");
    expect(at.names()).toContain("old");
    at.write(named("old", "force_destroy = true"));
    await at.exits(1, "destroy", "-auto-approve");
    await at.apply();
    await at.nothingToDo();
    const destroyed = await at.terraform("destroy", "-auto-approve");
    expect(destroyed).toContain('Warning: "old" is destroyed, which weakens 1 repository');
    expect(at.names()).toEqual(["baseline", "default"]);
  });

  test("is refused by the apply where core destroys it before its repositories have moved", async () => {
    const at = await workspace();
    at.write(named("old") + routed("old"));
    await at.apply();
    at.write(named("new") + routed("new"));
    const said = await at.exits(1, "apply", "-auto-approve");
    expect(said).toContain(refused);
    expect(said).toContain("lifecycle { create_before_destroy = true }");
    expect(at.names()).toContain("old");
    // as the message says
    const first = "lifecycle {\n create_before_destroy = true\n }";
    at.write(named("old", first) + named("new", first) + routed("old"));
    await at.apply();
    const { id } = at.live("old");
    at.forget();
    at.write(named("new", first) + routed("new"));
    expect(await at.apply()).toContain('Warning: "old" is destroyed, and ');
    expect(at.writes()).toEqual(["POST /configurations/assign_repositories", `DELETE /configurations/${id}`]);
    await at.nothingToDo();
  });
});

describeWithTerraform("max_deletes of the provider block", () => {
  test("is the limit of the whole plan where it is given", async () => {
    const at = await workspace({ provider: "managed_scope = { max_deletes = 2 }" });
    const all = (...names: readonly string[]): string => names.map((name) => named(name)).join("");
    at.write(all("a", "b", "c", "d", "e"));
    await at.apply();
    at.write(all("b", "e"));
    const said = await at.exits(1, "plan");
    expect(said.match(/Error: Too many deletions/g)).toHaveLength(1);
    expect(said).toMatch(
      /("[acd]"(, | and )){2}"[acd]" would be deleted, which are 3 so far, and max_deletes is 2 in managed_scope/,
    );
    expect(await at.exits(1, "destroy", "-auto-approve")).toContain("max_deletes is 2 in managed_scope");
    at.write(all("b", "d", "e"));
    await at.apply();
    expect(at.names()).toEqual(["b", "baseline", "d", "default", "e"]);
    // of a replacement under another name terraform plans no deletion
    at.write(renamed(all("b", "d", "e")));
    const replace = ["b", "d", "e"].map((name) => `-replace=scanform_configuration.${name}`);
    expect(await at.exits(1, "plan", ...replace)).toContain("max_deletes is 2 in managed_scope");
  });
});

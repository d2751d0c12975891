import { describeWithTerraform } from "../../support/terraform";
import { repositoryNamed, type Workspace, workspace } from "./workspace";

const named = (name: string, inside = ""): string => `resource "scanform_configuration" "${name}" {
  name = "${name}"
  ${inside}
}
`;
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
    expect(said).toContain("declare it with deletion_protection = false, apply, and then remove it");
    at.write("");
    expect(await at.exits(1, "plan")).toContain("is protected from deletion");
    at.write(named("old"));
    expect(await at.apply()).toContain("~ deletion_protection = true -> false");
    expect(at.writes()).toEqual([]);
    await at.terraform("destroy", "-auto-approve");
    expect(at.names()).toEqual(["baseline", "default"]);
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
});

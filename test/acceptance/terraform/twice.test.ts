import { describeWithTerraform } from "../../support/terraform";
import { configurationNamed, reattachedWorkspace as workspace } from "./workspace";

// What is claimed, and by whom, is tested without terraform: configuration/claims.test.ts, resources/claimed-twice.test.ts.

const strict = (label: string): string => `resource "scanform_configuration" "${label}" {
  name    = "strict"
  comment = "silent"
}
`;
const routing = `
resource "scanform_repository_assignments" "a" {
  rules = [{ configuration_id = "${configurationNamed("baseline")}", repository_names = ["payments-api"] }]
}
`;

describeWithTerraform("one configuration for two", () => {
  test("is an error of the plan though the first is to be replaced", async () => {
    const at = await workspace();
    at.write(strict("a"));
    await at.apply();
    at.write(strict("a") + strict("b"));
    at.forget();
    expect(await at.exits(1, "plan", "-replace=scanform_configuration.a")).toMatch(
      /Error: Two configurations with one name.* "strict" is declared twice/,
    );
    expect(at.writes()).toEqual([]);
  });

  test("that is imported under two addresses is not destroyed with them", async () => {
    const at = await workspace();
    at.write(["a", "b"].map((label) => strict(label).replace("strict", "baseline")).join(""));
    for (const label of ["a", "b"])
      await at.terraform("import", `scanform_configuration.${label}`, configurationNamed("baseline"));
    expect(await at.exits(1, "destroy", "-auto-approve")).toContain("Error: Two configurations with one name");
    expect(at.names()).toContain("baseline");
  });
});

describeWithTerraform("one repository for two assignments", () => {
  test("is none when one of them is replaced", async () => {
    const at = await workspace();
    at.write(routing);
    await at.apply();
    expect(await at.apply("-replace=scanform_repository_assignments.a")).toContain("1 added, 0 changed, 1 destroyed");
    await at.terraform("taint", "scanform_repository_assignments.a");
    expect(await at.apply()).toContain("1 added, 0 changed, 1 destroyed");
  });
});

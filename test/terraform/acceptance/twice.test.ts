import { describeWithTerraform } from "../../support/terraform";
import { configurationNamed, workspace } from "./workspace";

const strict = (label: string, more = ""): string => `resource "scanform_configuration" "${label}" {
  name    = "strict"
  comment = "silent"
  ${more}
}
`;
const collection = `resource "scanform_configurations" "all" {
  configurations = { s = { name = "strict", comment = "silent" } }
}
`;
const routing = (label: string, configuration: string): string => `
resource "scanform_repository_assignments" "${label}" {
  rules = [{ configuration_id = ${configuration}, repository_names = ["payments-api"] }]
}
`;

describeWithTerraform("one configuration for two", () => {
  const nameTwice = 'Error: Two configurations with one name.* "strict" is declared twice';

  test.each([
    ["a count that is raised", strict("a", "count = 1"), strict("a", "count = 2")],
    ["a copy under another label", strict("a"), strict("a") + strict("b")],
    ["an element of a collection", strict("a"), strict("a") + collection],
    ["a resource beside a collection", collection, collection + strict("a")],
    ["one that is to be replaced", strict("a"), strict("a") + strict("b"), "-replace=scanform_configuration.a"],
    ["without a look at the service", strict("a"), strict("a") + strict("b"), "-refresh=false"],
  ])("is an error of the plan though the first is unchanged: %s", async (_, first, second, ...flags) => {
    const at = await workspace();
    at.write(first);
    await at.apply();
    at.write(second);
    at.forget();
    expect(await at.exits(1, "plan", ...flags)).toMatch(new RegExp(nameTwice));
    expect(at.writes()).toEqual([]);
  });

  test("is an error of the plan where the first is broken and to be made again", async () => {
    const at = await workspace();
    at.write(strict("a"));
    await at.apply();
    await at.terraform("taint", "scanform_configuration.a");
    at.write(strict("a") + strict("b"));
    expect(await at.exits(1, "plan")).toMatch(new RegExp(nameTwice));
  });

  test("that is imported under two addresses is refused, and mended by forgetting one", async () => {
    const at = await workspace();
    const [a, b] = ["a", "b"].map((label) => strict(label).replace("strict", "baseline"));
    at.write(`${a ?? ""}${b ?? ""}`);
    const id = configurationNamed("baseline");
    await at.terraform("import", "scanform_configuration.a", id);
    await at.terraform("import", "scanform_configuration.b", id);
    expect(await at.exits(1, "plan")).toContain("Error: Two configurations with one name");
    expect(await at.exits(1, "destroy", "-auto-approve")).toContain("Error:");
    expect(at.names()).toContain("baseline");
    await at.terraform("state", "rm", "scanform_configuration.b");
    at.write(a ?? "");
    await at.apply();
    await at.nothingToDo();
  });
});

describeWithTerraform("one repository for two assignments", () => {
  const claimedTwice = 'A repository is claimed twice.* "payments-api" is assigned by another';
  const baseline = `"${configurationNamed("baseline")}"`;

  test("is an error of the plan though their rules are alike", async () => {
    const at = await workspace();
    at.write(routing("a", baseline));
    await at.apply();
    await at.nothingToDo();
    at.write(routing("a", baseline) + routing("b", baseline));
    expect(await at.exits(1, "plan")).toMatch(new RegExp(claimedTwice));
    at.write(routing("c", baseline).replace("{\n", "{\n  count = 2\n"));
    expect(await at.exits(1, "plan")).toMatch(new RegExp(claimedTwice));
  });

  test("is an error of the plan though neither target is there yet", async () => {
    const at = await workspace();
    const [a, b] = ["a", "b"].map(
      (label) => strict(label).replace('"strict"', `"${label}"`) + routing(label, `scanform_configuration.${label}.id`),
    );
    at.write(`${a ?? ""}${b ?? ""}`);
    expect(await at.exits(1, "plan")).toMatch(new RegExp(claimedTwice));
    expect(at.writes()).toEqual([]);
  });

  test("is none when one of them is replaced", async () => {
    const at = await workspace();
    at.write(routing("a", baseline));
    await at.apply();
    await at.somethingToDo("-replace=scanform_repository_assignments.a");
    expect(await at.apply("-replace=scanform_repository_assignments.a")).toContain("1 added, 0 changed, 1 destroyed");
    await at.terraform("taint", "scanform_repository_assignments.a");
    await at.apply();
    await at.nothingToDo();
  });
});

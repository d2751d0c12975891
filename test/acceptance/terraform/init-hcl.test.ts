import { join } from "node:path";
import { desk } from "../../support/desk";
import { providerFolder } from "../../support/provider-bundle";
import { describeWithTerraform, fromMirror, terraformIn } from "../../support/terraform";

beforeAll(providerFolder);

describeWithTerraform("a project in HCL", () => {
  test.each([
    [["init", "--format", "hcl"], "Plan: 2 to add, 0 to change, 0 to destroy."],
    [["init", "--format", "hcl", "--import"], "Plan: 2 to import, 1 to add, 0 to change, 0 to destroy."],
  ])("by %j is formatted as terraform does, and is planned", async (argv, summary) => {
    const at = await desk();
    expect((await at.run(argv)).code).toBe(0);
    await at.run(["terraform", "install", "--dir", "mirror"]);
    const { run } = terraformIn(at.folder, at.env, fromMirror(join(at.folder, "mirror")));
    expect(await run("fmt", "-check", "-diff")).toMatchObject({ code: 0, stdout: "" });
    expect(await run("init")).toMatchObject({ code: 0 });
    expect((await run("plan", "-no-color")).stdout).toContain(summary);
    expect(at.writes()).toEqual([]);
  });
});

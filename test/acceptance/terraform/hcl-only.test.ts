import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../../support/spawned";
import { describeWithTerraform } from "../../support/terraform";
import { workspace } from "./workspace";

describeWithTerraform("the example in HCL only", () => {
  test("is formatted, can be applied, and then there is nothing to do", async () => {
    const at = await workspace();
    at.remove("versions.tf");
    at.write(readFileSync(join(repositoryRoot, "examples/hcl-only/main.tf"), "utf8"));
    await at.terraform("fmt", "-check", "-diff");
    await at.apply();
    expect(at.names()).toEqual(["baseline", "default", "strict"]);
    await at.nothingToDo();
  });
});

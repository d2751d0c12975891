import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { providerSource, providerVersionConstraint } from "../../../src/terraform/schema/provider";
import { type Desk, desk } from "../../support/desk";
import { providerFolder } from "../../support/provider-bundle";
import { describeWithTerraform, fromMirror, terraformIn } from "../../support/terraform";

const install = (at: Desk) => at.run(["terraform", "install", "--dir", "mirror"]);

beforeAll(providerFolder);

describeWithTerraform("terraform init", () => {
  const declared = `terraform {
  required_providers {
    scanform = {
      source  = "${providerSource}"
      version = "${providerVersionConstraint}"
    }
  }
}
`;

  test("finds what was installed, and again after it was replaced as the warning says", async () => {
    const at = await desk();
    const mirror = join(at.folder, "mirror");
    await install(at);
    const [executable = ""] = readdirSync(mirror, { recursive: true, encoding: "utf8" })
      .filter((name) => /terraform-provider-scanform_v[^/]*$/.test(name))
      .map((name) => join(mirror, name));
    writeFileSync(executable, `${readFileSync(executable, "utf8")}\n// a former build\n`);
    writeFileSync(join(at.folder, "main.tf"), declared);
    const { run } = terraformIn(at.folder, at.env, fromMirror(mirror));
    expect(await run("init")).toMatchObject({ code: 0 });
    expect(await run("validate")).toMatchObject({ code: 0 });

    const { err } = await install(at);
    expect(await run("init")).toMatchObject({ code: 1 });
    const [, command = ""] = /`terraform (providers lock .*?)`/.exec(err) ?? [];
    expect(await run(...command.replaceAll('"', "").split(" "))).toMatchObject({ code: 0 });
    expect(await run("init")).toMatchObject({ code: 0 });
    expect(await run("validate")).toMatchObject({ code: 0 });
  });
});

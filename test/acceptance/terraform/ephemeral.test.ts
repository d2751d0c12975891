import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { builtinSeed } from "../../../src/emulator";
import { filesWith } from "../../support/desk";
import { describeWithTerraform } from "../../support/terraform";
import { workspace } from "./workspace";

const repositoryId = builtinSeed.accounts[0]?.deepscans?.[0]?.repository_id ?? "";
/** A part of every link to an SBOM. */
const link = "/downloads/sboms/";

const declared = `
data "scanform_sbom" "it" {
  repository_id = "${repositoryId}"
}

ephemeral "scanform_sbom" "it" {
  repository_id = "${repositoryId}"
}

resource "terraform_data" "download" {
  triggers_replace = [data.scanform_sbom.it.deepscan_id]

  provisioner "local-exec" {
    command     = "fetch(process.env.LINK).then(async (answer) => require('node:fs').writeFileSync('sbom.json', await answer.text()))"
    interpreter = ["node", "-e"]
    environment = {
      LINK = ephemeral.scanform_sbom.it.download_url
    }
  }
}
`;

describeWithTerraform("the link to an SBOM", () => {
  test("is passed on, and is in no state, no plan file and nothing that is said", async () => {
    const at = await workspace();
    at.write(declared);
    const said = [
      await at.terraform("plan", "-out=tfplan"),
      await at.terraform("show", "-json", "tfplan"),
      await at.terraform("apply", "tfplan"),
      await at.terraform("show", "-json"),
    ].join("\n");
    expect(JSON.parse(readFileSync(join(at.folder, "sbom.json"), "utf8"))).toMatchObject({ bomFormat: "CycloneDX" });
    expect(at.asked().filter((each) => each.endsWith("/sbom")).length).toBeGreaterThan(2);

    const plan = unzipSync(readFileSync(join(at.folder, "tfplan")));
    const inPlan = Object.values(plan).map((content) => Buffer.from(content).toString("latin1"));
    expect(inPlan.join("\n")).toContain(repositoryId);
    expect([said, ...inPlan].filter((text) => text.includes(link))).toEqual([]);
    expect(existsSync(join(at.folder, "terraform.tfstate"))).toBe(true);
    expect(filesWith(at.folder, [link])).toEqual([]);
    await at.nothingToDo();
  });

  test("cannot be put where terraform would keep it", async () => {
    const at = await workspace();
    at.write(`${declared}\noutput "link" {\n  value = ephemeral.scanform_sbom.it.download_url\n}\n`);
    expect(await at.exits(1, "plan")).toContain("Ephemeral value not allowed");
  });
});

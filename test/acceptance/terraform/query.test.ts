import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeWithNewerTerraform, newer } from "../../support/terraform";
import { workspace } from "./workspace";

describeWithNewerTerraform("x", () => {
  test("y", async () => {
    const at = await workspace({ core: newer });
    at.write(`list "scanform_configuration" "all" {
  provider = scanform
  include_resource = true
  config { 
    name_pattern = "%" 
  }
}
list "scanform_finding_triage" "t" {
  provider = scanform
}
list "scanform_repository_assignments" "r" {
  provider = scanform
}
list "scanform_configurations" "c" {
  provider = scanform
}
`, "all.tfquery.hcl");
    const made = "/tmp/w/tmp-q36/made.tf";
    const ran = await at.raw.run("query", `-generate-config-out=${made}`);
    console.log(ran.code, ran.stdout, ran.stderr, at.asked());
    console.log(readFileSync(made, "utf8"));
  });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { acmeAccountId, builtinSeed, type Seed } from "../../../src/emulator";
import { canary } from "../../support/account";
import { filesWith } from "../../support/desk";
import { describeWithTerraform } from "../../support/terraform";
import { versions, type Workspace, workspaceOfManyProcesses } from "./workspace";

const seed: Seed = { ...builtinSeed, keys: { ...builtinSeed.keys, [canary]: [acmeAccountId] } };

const declared = `
resource "scanform_configuration" "strict" {
  name    = "strict"
  comment = "enabled"
}

resource "scanform_configuration" "gone" {
  name    = "gone"
  comment = "enabled"
}

data "scanform_repositories" "all" {}
`;

const inAVariable = `
variable "key" {
  type      = string
  sensitive = true
  ephemeral = true
}
`;

/** Everything that terraform writes and says in the life of a resource, errors and a crash among it. */
async function everything(at: Workspace): Promise<string> {
  const texts: string[] = [];
  const run = async (...argv: readonly string[]): Promise<void> => {
    const { stdout, stderr } = await at.raw.run(...argv);
    texts.push(stdout, stderr);
  };
  await run("validate");
  await run("plan", "-out=tfplan");
  await run("show", "-json", "tfplan");
  at.emulator.setFaults([{ fault: "status", status: 422, method: "POST", nth: 1 }]);
  await run("apply", "tfplan");
  at.emulator.setFaults([]);
  await run("apply", "-auto-approve");
  await run("show", "-json");
  await run("state", "pull");
  await run("providers", "schema", "-json");
  at.emulator.setFaults([{ fault: "status", status: 401 }]);
  await run("plan");
  return texts.join("\n");
}

/** The plan file is a zip. */
const inPlan = ({ folder }: Workspace): string =>
  Object.values(unzipSync(readFileSync(join(folder, "tfplan"))))
    .map((content) => Buffer.from(content).toString("latin1"))
    .join("\n");

describeWithTerraform("the key", () => {
  test.each([
    ["by the environment", { SCANFORM_API_KEY: canary }, versions()],
    ["by a variable", { SCANFORM_API_KEY: "", TF_VAR_key: canary }, versions("  api_key = var.key") + inAVariable],
  ])("given %s, is in no file and in nothing that is said", async (_title, env, block) => {
    const at = await workspaceOfManyProcesses({ seed, env: { ...env, TF_LOG: "TRACE", TF_LOG_PATH: "trace.log" } });
    at.write(block, "versions.tf");
    at.write(declared);
    const said = await everything(at);
    expect(at.names()).toEqual(["baseline", "default", "gone", "strict"]);
    expect(readFileSync(join(at.folder, "trace.log"), "utf8")).toContain("provider: starting plugin");
    expect(inPlan(at)).toContain("strict");
    expect(said).not.toContain(canary);
    expect(inPlan(at)).not.toContain(canary);
    expect(filesWith(at.folder, [canary])).toEqual([]);
  });
});

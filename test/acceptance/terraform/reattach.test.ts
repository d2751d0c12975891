import { acmeAccountId, allKey, globexAccountId } from "../../../src/emulator";
import { describeWithTerraform, fromMirror, terraformIn } from "../../support/terraform";
import { runningProvider } from "./running-provider";
import { versions, type Workspace, workspaceOfManyProcesses } from "./workspace";

const declared = (comment: string): string => `
provider "scanform" {
  alias      = "globex"
  account_id = "${globexAccountId}"
  base_url   = var.url
  api_key    = var.key
}
variable "url" {}
variable "key" {
  ephemeral = true
}
resource "scanform_configuration" "strict" {
  name    = "strict"
  comment = "${comment}"
}
resource "scanform_configuration" "other" {
  provider = scanform.globex
  name     = "strict"
  comment  = "${comment}"
}
`;

const commentsOf = ({ emulator }: Workspace) =>
  [acmeAccountId, globexAccountId].map(
    (id) => emulator.store.configurations(id).find(({ name }) => name === "strict")?.configuration?.["comment"],
  );

describeWithTerraform("a provider that runs already", () => {
  test("serves one command after the other, and several accounts, until it is ended", async () => {
    const { reattach, pid, end } = await runningProvider({});
    expect(reattach).toContain(`"Pid":${String(pid)}`);
    const at = await workspaceOfManyProcesses();
    const block = `  account_id = "${acmeAccountId}"\n  base_url   = var.url\n  api_key    = var.key`;
    at.write(versions(block), "versions.tf");
    // found nowhere else: the mirror is empty
    const env = { TF_REATTACH_PROVIDERS: reattach, TF_VAR_url: at.emulator.url, TF_VAR_key: allKey };
    const { run } = terraformIn(at.folder, env, fromMirror(at.folder));
    for (const comment of ["enabled", "silent"]) {
      at.write(declared(comment));
      expect(await run("apply", "-auto-approve")).toMatchObject({ code: 0 });
      expect(await run("plan", "-detailed-exitcode")).toMatchObject({ code: 0 });
      expect(commentsOf(at)).toEqual([comment, comment]);
    }
    expect(await end()).toBe(0);
    expect(await run("plan")).toMatchObject({ code: 1 });
  });
});

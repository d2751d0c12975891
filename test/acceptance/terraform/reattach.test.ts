import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { acmeAccountId, allKey, globexAccountId } from "../../../src/emulator";
import { providerFolder } from "../../support/provider-bundle";
import { describeWithTerraform, fromMirror, terraformIn } from "../../support/terraform";
import { versions, type Workspace, workspace } from "./workspace";

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

/** The provider as one starts it under a debugger, in an environment that knows nothing of the service. */
async function underADebugger() {
  const child = spawn(join(providerFolder(), "terraform-provider-scanform"), ["--debug"], {
    env: { PATH: process.env["PATH"] },
    stdio: ["ignore", "pipe", "ignore"],
  });
  running.push(child);
  let said = "";
  child.stdout.setEncoding("utf8");
  for await (const words of child.stdout.iterator({ destroyOnReturn: false })) {
    said += String(words);
    if (said.includes("Ctrl-C")) break;
  }
  const [, reattach = ""] = /^export TF_REATTACH_PROVIDERS='(.*)'$/m.exec(said) ?? [];
  const end = async (): Promise<number | null> => {
    const ended = once(child, "exit");
    child.kill("SIGINT");
    const [code] = (await ended) as [number | null];
    return code;
  };
  return { reattach, pid: child.pid, end };
}

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
    const { reattach, pid, end } = await underADebugger();
    expect(reattach).toContain(`"Pid":${String(pid)}`);
    const at = await workspace();
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

import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { forward, type Interference, proxy } from "../../support/proxy";
import { describeWithTerraform } from "../../support/terraform";
import { temporaryFolder } from "../../support/temporary-folder";
import { until } from "../../support/until";
import { type Workspace, workspaceOfManyProcesses } from "./workspace";

interface Running {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** What runs on this machine. */
function processes(): readonly Running[] {
  const { stdout } = spawnSync("ps", ["-A", "-ww", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  return stdout.split("\n").flatMap((line): readonly Running[] => {
    const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** The provider's processes that this terraform has started. */
const providersOf = (terraform: number | undefined): readonly number[] =>
  processes()
    .filter(({ parent, command }) => parent === terraform && command.includes("terraform-provider-scanform"))
    .map(({ pid }) => pid);

const letters = ["a", "b", "c"];
const three = `resource "scanform_configuration" "it" {
  for_each = toset(${JSON.stringify(letters)})
  name     = each.key
  comment  = "silent"
}

resource "scanform_repository_assignments" "routing" {
  rules = [{ repository_names = ["docs-site"], configuration_id = scanform_configuration.it["a"].id }]
}
`;

/** A workspace whose second write is held back until something was done. */
async function held(then: () => Promise<void> | void): Promise<Workspace> {
  const at = await workspaceOfManyProcesses();
  let writes = 0;
  const interfere: Interference = ({ method, pass }, answer) => {
    if (method === "GET" || (writes += 1) !== 2) return undefined;
    return pass().then(async () => {
      await then();
      answer.destroy();
    });
  };
  const { url } = await proxy(at.emulator.url, interfere);
  await at.reachThrough(url);
  at.write(three);
  return at;
}

/** Whatever was done before, the state can be read, and the next apply brings about the rest. */
async function expectToConverge(at: Workspace): Promise<void> {
  await at.terraform("show", "-json");
  await at.apply();
  expect(at.names()).toEqual([...letters, "baseline", "default"].sort());
  await at.nothingToDo();
}

describeWithTerraform("in the middle of an apply", () => {
  test("the provider is killed: terraform says so, and the next apply does the rest", async () => {
    let kill = (): void => undefined;
    const killed: number[] = [];
    const at = await held(() => {
      kill();
    });
    const { child, done } = at.start("apply", "-auto-approve");
    kill = () => {
      killed.push(...providersOf(child.pid));
      for (const each of killed) process.kill(each, "SIGKILL");
    };
    const { code, stderr } = await done;
    expect(killed).not.toEqual([]);
    expect(code).toBe(1);
    expect(stderr).toContain("Plugin did not respond");
    await expectToConverge(at);
  });

  test("terraform is killed: no provider is left behind, and the next apply does the rest", async () => {
    let kill = (): void => undefined;
    let left: readonly number[] = [];
    const at = await held(() => {
      kill();
    });
    const { child, done } = at.start("apply", "-auto-approve");
    kill = () => {
      left = providersOf(child.pid);
      child.kill("SIGKILL");
    };
    const [, signal] = (await once(child, "exit")) as [number | null, string | null];
    await done;
    expect([signal, left.length > 0]).toEqual(["SIGKILL", true]);
    const alive = (): boolean => processes().some(({ pid }) => left.includes(pid));
    await until(() => !alive(), 20);
    await expectToConverge(at);
  });

  test("terraform is interrupted: it finishes what it has begun, and the next apply does the rest", async () => {
    const at = await workspaceOfManyProcesses();
    let interrupt = (): Promise<void> => Promise.resolve();
    const { url } = await proxy(at.emulator.url, async ({ method, pass }, answer) => {
      if (method === "POST") await interrupt();
      await forward(await pass(), answer);
    });
    await at.reachThrough(url);
    at.write(["a", "b"].map((name, index) => named(name, index === 0 ? "" : "scanform_configuration.a")).join("\n"));
    const { child, done } = at.start("apply", "-auto-approve");
    let said = "";
    child.stdout?.on("data", (text: string) => (said += text));
    interrupt = async () => {
      child.kill("SIGINT");
      await until(() => said.includes("Interrupt received"), 20);
    };
    const { code, stdout, stderr } = await done;
    expect(stdout + stderr).not.toMatch(/did not respond|panic|inconsistent/);
    expect({ code, names: at.names() }).toEqual({ code: 1, names: ["a", "baseline", "default"] });
    expect(at.state("scanform_configuration.a")).toMatchObject({ id: at.live("a").id });
    await at.reachThrough(at.emulator.url);
    expect(await at.apply()).toContain("1 added, 0 changed, 0 destroyed");
    await at.nothingToDo();
  });
});

const named = (name: string, after: string): string => `resource "scanform_configuration" "${name}" {
  name       = "${name}"
  depends_on = [${after}]
}
`;

/** The PATH with a `node` of this script before all else. */
function nodeOf(script: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "node"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return `${folder}:${String(process.env["PATH"])}`;
}

describeWithTerraform("a provider that cannot start", () => {
  const program = spawnSync("sh", ["-c", "command -v terraform"], { encoding: "utf8" }).stdout.trim();
  const alone = temporaryFolder();
  symlinkSync(program, join(alone, "terraform"));

  test.each<[string, NodeJS.ProcessEnv, RegExp]>([
    [
      "there is no node",
      { PATH: alone },
      /plugin message: scanform's provider needs Node 20\.20 or newer, and there is no node/,
    ],
    [
      "the node could not even read it",
      { PATH: nodeOf("echo v14.21.3") },
      /plugin message: scanform's provider needs .* and this is Node 14\.21\.3\./,
    ],
    [
      "the node does not start",
      { PATH: nodeOf("echo -x is not allowed in NODE_OPTIONS >&2; exit 9") },
      /plugin message: .* the node in the PATH does not start: -x is not allowed in NODE_OPTIONS/,
    ],
    [
      "there is no folder for its socket",
      { TMPDIR: join(alone, "none") },
      /plugin message: No folder for temporary files: .* Set TMPDIR/,
    ],
  ])("says why, which terraform shows: %s", async (_, env, reason) => {
    const at = await workspaceOfManyProcesses({ env });
    expect(await at.exits(1, "validate")).toMatch(reason);
  });
});

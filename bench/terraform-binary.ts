import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { root } from "./child";

/** The folder of the built provider. */
const built = join(root, "dist/provider");

/** A folder in which terraform runs. */
export interface Workspace {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

export const workspace = (folder: string, env: NodeJS.ProcessEnv): Workspace => ({ folder, env });

/** Runs terraform with the built provider until it exits. @returns milliseconds. @throws Error with its output */
export async function terraform({ folder, env }: Workspace, args: readonly string[], code = 0): Promise<number> {
  const rc = join(folder, "terraform.rc");
  writeFileSync(
    rc,
    `provider_installation {\n  dev_overrides { "scanform/scanform" = ${JSON.stringify(built)} }\n  direct {}\n}\n`,
  );
  const begun = performance.now();
  const child = spawn("terraform", args, {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      ...env,
      TF_CLI_CONFIG_FILE: rc,
      CHECKPOINT_DISABLE: "1",
      TF_IN_AUTOMATION: "1",
      NO_COLOR: "1",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [ended] = (await once(child, "exit")) as [number | null];
  const wall = performance.now() - begun;
  if (ended !== code)
    throw new Error(
      `terraform ${args.join(" ")} ended with ${String(ended)}:\n${(await said).map((each) => each.slice(-3000)).join("\n")}`,
    );
  return wall;
}

/** @param code 0 without changes, 2 otherwise. @returns milliseconds */
export const planned = (at: Workspace, code: 0 | 2): Promise<number> =>
  terraform(at, ["plan", "-detailed-exitcode"], code);

/** @returns milliseconds from the start of node to its exit */
export async function node(args: readonly string[]): Promise<number> {
  const begun = performance.now();
  await once(spawn(process.execPath, args, { stdio: "ignore" }), "exit");
  return performance.now() - begun;
}

/** @returns milliseconds from the start of the provider to its line on stdout */
export async function handshake(): Promise<number> {
  const begun = performance.now();
  const child = spawn(join(built, "terraform-provider-scanform"), [], {
    env: {
      PATH: process.env["PATH"],
      TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
      PLUGIN_PROTOCOL_VERSIONS: "6",
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(child, "exit");
  await once(child.stdout, "data");
  const wall = performance.now() - begun;
  child.kill("SIGTERM");
  await ended;
  return wall;
}

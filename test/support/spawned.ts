import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Ran } from "./desk";

export const repositoryRoot = join(__dirname, "../..");
const bin = join(repositoryRoot, "dist/cli/bin.js");

export interface SpawnOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly nodeOptions?: readonly string[];
}

export interface Spawned {
  readonly child: ChildProcess & { readonly stdin: NonNullable<ChildProcess["stdin"]> };
  readonly done: Promise<Ran>;
}

/** Starts scanform as it was built, in a process of its own. */
export function spawnScanform(argv: readonly string[], { cwd, env = {}, nodeOptions = [] }: SpawnOptions): Spawned {
  const child = spawn(process.execPath, [...nodeOptions, bin, ...argv], {
    cwd,
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  return { child, done: ended(child) };
}

/** What a process writes until it has ended, and its exit code: -1 when it was killed. Rejects when it cannot start. */
export async function ended(child: ChildProcess): Promise<Ran> {
  let [out, err] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const [code] = (await once(child, "close")) as (number | null)[];
  return { code: code ?? -1, out, err };
}

/** The same, to its end, with nothing on stdin, and without notices of what takes long. */
export async function scanform(argv: readonly string[], options: SpawnOptions): Promise<Ran> {
  const { child, done } = spawnScanform(argv, options);
  child.stdin.end();
  const ran = await done;
  return { ...ran, err: withoutNotices(ran.err) };
}

/**
 * Without the lines that come when something takes long, which depends on the machine. `onErr` of the
 * circumstances gets them.
 */
export const withoutNotices = (err: string): string =>
  err.replace(/^(?:\S+ has not answered .* for 1 s; still waiting\.|Waiting for the app of cdktf\.json.*)\n/gm, "");

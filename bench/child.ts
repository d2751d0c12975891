import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Readable } from "node:stream";

/** The resources that one run of a program used: milliseconds, CPU milliseconds, and peak MiB. */
export interface Used {
  readonly wall: number;
  readonly cpu: number;
  readonly memory: number;
}

export const root = join(__dirname, "..");

/** @throws Error with the program's output when it exits with another code than 0 */
export async function measured(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<Used> {
  const begun = performance.now();
  const child = spawn(process.execPath, ["--require", join(__dirname, "usage.cjs"), ...argv], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const said = Promise.all([1, 2, 3].map((fd) => text(child.stdio[fd] as Readable)));
  const [code] = (await once(child, "exit")) as [number | null];
  const wall = performance.now() - begun;
  const [out = "", err = "", used = ""] = await said;
  if (code !== 0)
    throw new Error(`${argv.join(" ")} ended with ${String(code)}:\n${out.slice(-2000)}${err.slice(-2000)}`);
  return { wall, ...(JSON.parse(used) as Omit<Used, "wall">) };
}

/** A service in a separate process. */
export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the built emulator. */
export async function serve(flags: readonly string[]): Promise<Served> {
  const bin = join(root, "dist/cli/bin.js");
  const child = spawn(process.execPath, [bin, "emulator", ...flags], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  let said = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      said += part;
      const found = /^ {2}SCANFORM_BASE_URL=(\S+)\n/m.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    ended.then(() => {
      reject(new Error("the emulator ended before it listened"));
    }, reject);
  });
  return {
    url,
    close: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

export const median = (all: readonly number[]): number =>
  all.toSorted((left, right) => left - right)[all.length >> 1] ?? NaN;

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const root = join(__dirname, "../..");

/** An emulator that runs in a separate process. */
export interface SpawnedEmulator {
  readonly url: string;
  /** Those that it printed. */
  readonly keys: readonly string[];
  readonly child: ChildProcess;
  /** The output on stderr, after the process has ended. */
  readonly gone: Promise<string>;
}

const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** Runs `scanform emulator` as it was built. */
export async function spawnEmulator(
  argv: readonly string[],
  nodeOptions: readonly string[] = [],
): Promise<SpawnedEmulator> {
  const bin = join(root, "dist/cli/bin.js");
  const child = spawn(process.execPath, [...nodeOptions, bin, "emulator", ...argv], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const gone = once(child, "close").then(() => said);
  const greeting = once(child.stdout.setEncoding("utf8"), "data") as Promise<[string]>;
  const [text] = await Promise.race([
    greeting,
    gone.then((why) => {
      throw new Error(`the emulator did not start: ${why}`);
    }),
  ]);
  const keys = [...text.matchAll(/SCANFORM_API_KEY=(\S+)/g)].map(([, key = ""]) => key);
  return { url: /SCANFORM_BASE_URL=(\S+)/.exec(text)?.[1] ?? "", keys, child, gone };
}

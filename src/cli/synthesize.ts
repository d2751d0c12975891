import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { setTimeout as setTimeoutPromise } from "node:timers/promises";
import { fail, messageOf } from "../diagnostics/error";
import { isObject } from "../model/json";
import type { ApiKey } from "../diagnostics/api-key";
import type { Io } from "./io";

/** So many characters of what an app says are shown: the last ones, where the error is. */
const mostShown = 20_000;

/** The app and whatever it starts form a group, so that Ctrl-C ends all of it and not only the shell around it. */
const groups = process.platform !== "win32";

interface CdktfJson {
  readonly app: string;
  readonly output: string;
  readonly context?: unknown;
}

/**
 * Runs the `app` of cdktf.json as the cdktf CLI would, without needing that CLI. The app is not
 * given the API key: it has no use for it, and whatever it writes might end up in a log.
 *
 * @returns the folder that it has synthesized into
 */
export async function synthesize(io: Io, key: ApiKey): Promise<string> {
  const { app, output, context } = readCdktfJson(io.cwd);
  const folder = resolve(io.cwd, output);
  if (folder === resolve(io.cwd))
    fail("cdktf-json", "`output` is the project's own folder. Leave it out, or name another.", {
      path: "cdktf.json#/output",
    });
  // an app that fails to synthesize must not be taken for one that did so yesterday
  rmSync(join(folder, "manifest.json"), { force: true });
  const { SCANFORM_API_KEY, ...env } = io.env;
  const child = spawn(app, {
    cwd: io.cwd,
    shell: true,
    stdio: ["ignore", "pipe", "pipe"],
    detached: groups,
    env: {
      ...env,
      PATH: [join(io.cwd, "node_modules", ".bin"), env["PATH"] ?? ""].join(delimiter),
      CDKTF_OUTDIR: folder,
      CHECKPOINT_DISABLE: "1",
      ...(context === undefined ? {} : { CDKTF_CONTEXT_JSON: JSON.stringify(context) }),
    },
  });
  const end = (signal: "SIGTERM" | "SIGKILL"): void => {
    if (!groups || child.pid === undefined) child.kill(signal);
    else killGroup(child.pid, signal); // the shell at its head may be gone before the app
  };
  // a second Ctrl-C ends scanform at once, and an app that takes its time must not be left behind
  const leave = (): void => {
    end("SIGKILL");
  };
  process.once("exit", leave);
  let patience: NodeJS.Timeout | undefined;
  const stop = (): void => {
    end("SIGTERM");
    patience = setTimeout(end, 2000, "SIGKILL");
  };
  io.signal.addEventListener("abort", stop, { once: true });
  if (io.signal.aborted) stop();
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-2 * mostShown);
    });
  const [code, killed] = (await ended(child).catch((thrown: unknown) =>
    fail("app-failed", `\`${app}\`: ${messageOf(thrown)}`),
  )) as [number | null, string | null];
  io.signal.removeEventListener("abort", stop);
  process.removeListener("exit", leave);
  clearTimeout(patience);
  if (io.signal.aborted) {
    end("SIGKILL");
    fail("interrupted", "The app was stopped.");
  }
  // cut only now: half a key would not be noticed
  const words = key.redact(said.trim()).slice(-mostShown);
  if (code !== 0) {
    const how = code === null ? `was ended by ${String(killed)}` : `exited with ${String(code)}`;
    fail("app-failed", `\`${app}\` ${how}${words === "" ? " and said nothing." : `:\n${words}`}`, {
      path: "cdktf.json",
    });
  }
  if (words !== "") io.err(`${words}\n`);
  return folder;
}

/** Ends a group of processes, if there is still any of it. */
function killGroup(leader: number, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(-leader, signal);
  } catch (thrown) {
    if (!(isObject(thrown) && thrown["code"] === "ESRCH")) throw thrown;
  }
}

/** Waits for the app and all that it says; what it has left running in the background is not waited for. */
async function ended(child: ChildProcess): Promise<unknown[]> {
  const closed = once(child, "close");
  const result: unknown[] = await Promise.race([closed, once(child, "exit")]);
  const timer = new AbortController();
  await Promise.race([closed, setTimeoutPromise(1000, undefined, { signal: timer.signal })]);
  timer.abort();
  for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  return result;
}

function readCdktfJson(cwd: string): CdktfJson {
  const path = join(cwd, "cdktf.json");
  const advice =
    'Run scanform where cdktf.json is, or name an output with --synthesized DIR. It needs at least {"app": "npx tsx main.ts"}.';
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, ""));
  } catch (thrown) {
    fail("cdktf-json", `${path}: ${messageOf(thrown)}. ${advice}`, { path: "cdktf.json" }, thrown);
  }
  const { app, output = "cdktf.out", context } = isObject(json) ? json : {};
  if (typeof app !== "string" || app.trim() === "")
    return fail("cdktf-json", `${path} has no \`app\`. ${advice}`, { path: "cdktf.json#/app" });
  if (typeof output !== "string")
    return fail("cdktf-json", `${path}: \`output\` is not a text.`, { path: "cdktf.json#/output" });
  return { app, output, context };
}

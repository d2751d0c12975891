import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fail, messageOf } from "../diagnostics/error";
import { isObject } from "../model/json";

/** So many characters of what an app says are worth showing: the last ones, where the error is. */
export const mostSaid = 20_000;

/** The app and whatever it starts form a group, so that Ctrl-C ends all of it and not only the shell around it. */
const groups = process.platform !== "win32";

interface Surroundings {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Ends the app: first it is asked to, and 2 s later it is made to. */
  readonly signal: AbortSignal;
}

/** How an app ended, and the end of what it wrote to stdout and stderr: up to twice `mostSaid`, for cutting. */
interface Run {
  readonly code: number | null;
  readonly killed: string | null;
  readonly said: string;
}

/** Runs a command line in a shell, to its end. @throws ScanformError when it cannot be started, or was interrupted */
export async function runApp(app: string, { cwd, env, signal }: Surroundings): Promise<Run> {
  const child = spawn(app, { cwd, env, shell: true, stdio: ["ignore", "pipe", "pipe"], detached: groups });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-2 * mostSaid);
    });

  let patience: NodeJS.Timeout | undefined;
  const stop = (): void => {
    end(child, "SIGTERM");
    patience = setTimeout(end, 2000, child, "SIGKILL");
  };
  // a second Ctrl-C ends scanform at once, and an app that takes its time must not be left behind
  const leave = (): void => {
    end(child, "SIGKILL");
  };
  signal.addEventListener("abort", stop, { once: true });
  process.once("exit", leave);
  if (signal.aborted) stop();
  try {
    const [code, killed] = (await ended(child)) as [number | null, string | null];
    if (!signal.aborted) return { code, killed, said };
  } catch (thrown) {
    fail("app-failed", `\`${app}\`: ${messageOf(thrown)}`, { path: "cdktf.json" }, thrown);
  } finally {
    signal.removeEventListener("abort", stop);
    process.removeListener("exit", leave);
    clearTimeout(patience);
  }
  end(child, "SIGKILL");
  return fail("interrupted", "The app was stopped.");
}

/** Ends an app, if there is still any of it; the shell at its head may be gone before the rest. */
function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  if (!groups || child.pid === undefined) {
    child.kill(signal);
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch (thrown) {
    if (!(isObject(thrown) && thrown["code"] === "ESRCH")) throw thrown;
  }
}

/** Waits for the app and all that it says; what it has left running in the background is not waited for. */
async function ended(child: ChildProcess): Promise<unknown[]> {
  const closed = once(child, "close");
  const result: unknown[] = await Promise.race([closed, once(child, "exit")]);
  const timer = new AbortController();
  await Promise.race([closed, sleep(1000, undefined, { signal: timer.signal })]);
  timer.abort();
  for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  return result;
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { fail, messageOf } from "../diagnostics/error";
import { ownLines } from "../diagnostics/foreign-text";
import { isObject } from "../model/json";
import type { Io } from "./io";

/** The maximum number of characters of the app's output to show: the last ones, where the error is. */
export const mostSaid = 20_000;

/**
 * What is shown of a program's output: shortened only after redaction, which would miss half a key, and without the start of
 * what is cut.
 */
export const wordsOf = ({ secrets }: Pick<Io, "secrets">, { said, isCut }: Pick<Run, "said" | "isCut">): string =>
  secrets
    .redact(said.trim())
    .slice(isCut ? 1000 : 0)
    .slice(-mostSaid);

/** Shows what a program has said, marked, so that nothing of it passes for a plan. */
export function sayFor(io: Pick<Io, "err">, who: "app" | "policy", words: string): void {
  if (words === "") return;
  const lines = ownLines(words).map((line) => `${who}: ${line}\n`);
  io.err(lines.join(""));
}

/** The app and its child processes form a process group, so that Ctrl-C ends all of them, not just the shell. */
const groups = process.platform !== "win32";

interface Surroundings {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Ends the app: with SIGTERM first, and with SIGKILL 2 s later. */
  readonly signal: AbortSignal;
  /** The longest that the app may run, in milliseconds. */
  readonly limit: number;
  /** Aborted where it has taken too long before that. */
  readonly late?: AbortSignal;
  /** Called once if the app still runs after `patience` milliseconds. */
  readonly onSlow: () => void;
  readonly patience: number;
  /** Its arguments; without them, the app is a command line for a shell. */
  readonly args?: readonly string[];
  /** Something to work on, and who hears its answers. */
  readonly talk?: Talk;
  /** What it is called in messages; `app` if left out. */
  readonly called?: string;
}

/** What a program reads from its standard input, and what it answers on descriptor 3. */
interface Talk {
  readonly input: string;
  readonly onAnswer: (text: string) => void;
}

/** The exit of an app, and the end of its output. */
interface Run {
  readonly code: number | null;
  readonly killed: string | null;
  /** Up to twice `mostSaid`, so that a key is found that what is shown would cut. */
  readonly said: string;
  /** There was more before `said`. */
  readonly isCut: boolean;
  /** It was stopped because it took too long. */
  readonly isLate: boolean;
}

/**
 * Runs a command line in a shell, or a program with arguments, until it exits.
 *
 * @throws ScanformError when it cannot be started, or was interrupted
 */
export async function runApp(
  app: string,
  { cwd, env, signal, limit, late, onSlow, patience, args, talk, called = "app" }: Surroundings,
): Promise<Run> {
  const child = spawn(app, args ?? [], {
    cwd,
    env,
    shell: args === undefined,
    stdio: talk === undefined ? ["ignore", "pipe", "pipe"] : ["pipe", "pipe", "pipe", "pipe"],
    detached: groups,
  });
  if (talk !== undefined) converse(child, talk);
  let [said, isCut] = ["", false];
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      isCut ||= said.length > 2 * mostSaid;
      said = said.slice(-2 * mostSaid);
    });

  const timers = [setTimeout(onSlow, patience)];
  const stop = (): void => {
    end(child, "SIGTERM");
    timers.push(setTimeout(end, 2000, child, "SIGKILL"));
  };
  const deadline = AbortSignal.timeout(limit);
  const over = AbortSignal.any([signal, deadline, ...(late === undefined ? [] : [late])]);
  // a second Ctrl-C ends scanform immediately, which must not leave a slow app behind
  const leave = (): void => {
    end(child, "SIGKILL");
  };
  over.addEventListener("abort", stop, { once: true });
  process.once("exit", leave);
  if (over.aborted) stop();
  try {
    const [code, killed] = (await ended(child)) as [number | null, string | null];
    if (!signal.aborted) return { code, killed, said, isCut, isLate: over.aborted };
  } catch (thrown) {
    fail("app-failed", `\`${app}\`: ${messageOf(thrown)}`, {}, thrown);
  } finally {
    over.removeEventListener("abort", stop);
    process.removeListener("exit", leave);
    for (const timer of timers) clearTimeout(timer);
    // also what it has left behind, which could change what it has written
    end(child, "SIGKILL");
  }
  return fail("interrupted", `The ${called} was stopped.`);
}

function converse({ stdin, stdio: [, , , answers] }: ChildProcess, { input, onAnswer }: Talk): void {
  // one that ends before it has read everything says why by its exit code
  stdin?.on("error", () => undefined).end(input);
  if (answers instanceof Readable) answers.setEncoding("utf8").on("data", onAnswer);
}

/** Ends an app, if any of it still runs; the shell may have exited before its children. */
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

/** Waits for the app and its output, but not for processes that it leaves in the background. */
async function ended(child: ChildProcess): Promise<unknown[]> {
  const closed = once(child, "close");
  const result: unknown[] = await Promise.race([closed, once(child, "exit")]);
  const timer = new AbortController();
  await Promise.race([closed, sleep(1000, undefined, { signal: timer.signal })]);
  timer.abort();
  for (const stream of child.stdio) stream?.destroy();
  return result;
}

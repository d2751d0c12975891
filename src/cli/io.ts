import { setTimeout as sleep } from "node:timers/promises";
import { Secrets } from "./credentials/secrets";

/** Where a command line runs: everything that it reads from or writes to the terminal. */
export interface Terminal {
  /** Results. */
  readonly out: (text: string) => void;
  /** Diagnostics, progress and questions. */
  readonly err: (text: string) => void;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly colors: { readonly out: boolean; readonly err: boolean };
  /** The width of the terminal that shows results; absent without one. */
  readonly columns?: number;
  /** A user is present to answer questions. */
  readonly interactive: boolean;
  /** Undefined without an answer: at the end of the input, and after Ctrl-C. */
  readonly ask: (question: string) => Promise<string | undefined>;
  /** Rejects when the signal is aborted. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>;
  /** The time, in milliseconds since 1970; that of the system by default. */
  readonly now?: () => number;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** A terminal that shows no key. */
export interface Io extends Terminal {
  readonly now: () => number;
  /** The keys that the command has read. */
  readonly secrets: Secrets;
}

/**
 * The same terminal with all keys redacted from its output: a service may repeat the key in an answer, and an error
 * about an invalid file quotes it.
 */
export function withoutKey(open: Terminal): Io {
  const secrets = new Secrets(open.env);
  return {
    ...open,
    now: open.now ?? Date.now,
    secrets,
    out: (text) => {
      open.out(secrets.redact(text));
    },
    err: (text) => {
      open.err(secrets.redact(text));
    },
  };
}

/** A stream of this process: that of a pipe or a file has no `isTTY`. */
interface Stream {
  readonly isTTY?: boolean;
}

const isTerminal = ({ isTTY = false }: Stream): boolean => isTTY;

/** The terminal of this process. */
export function terminal(signal: AbortSignal): Terminal {
  const { env, stdin, stdout, stderr } = process;
  const colored = (stream: Stream): boolean => {
    if (env["NO_COLOR"] !== undefined && env["NO_COLOR"] !== "") return false;
    if (env["FORCE_COLOR"] !== undefined && env["FORCE_COLOR"] !== "") return env["FORCE_COLOR"] !== "0";
    return isTerminal(stream) && env["TERM"] !== "dumb";
  };
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    env,
    cwd: process.cwd(),
    colors: { out: colored(stdout), err: colored(stderr) },
    ...(isTerminal(stdout) && stdout.columns > 0 ? { columns: Math.max(60, stdout.columns) } : {}),
    interactive: isTerminal(stdin) && isTerminal(stderr),
    ask: async (question) => {
      const { createInterface } = await import("node:readline"); // loaded on demand, since few commands ask
      return new Promise((resolve) => {
        const lines = createInterface({ input: stdin, output: stderr });
        const close = (): void => {
          lines.close();
        };
        // readline turns Ctrl-C into this event, and the process gets no signal
        lines.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
        lines.once("close", () => {
          signal.removeEventListener("abort", close);
          resolve(undefined); // unless answered: the end of the input is no answer
        });
        signal.addEventListener("abort", close, { once: true });
        if (signal.aborted) close();
        lines.question(question, (answer) => {
          resolve(answer);
          close();
        });
      });
    },
    sleep: (milliseconds, signal) => sleep(milliseconds, undefined, signal === undefined ? {} : { signal }),
    signal,
  };
}

import { setTimeout as sleep } from "node:timers/promises";
import { ApiKey } from "../diagnostics/api-key";
import { apiKeysIn } from "./api-key";

/** The world outside a command: everything that it reads from or writes to the terminal. */
export interface Io {
  /** Results. */
  readonly out: (text: string) => void;
  /** Diagnostics, progress and questions. */
  readonly err: (text: string) => void;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly colors: { readonly out: boolean; readonly err: boolean };
  /** How wide the terminal is that shows results; absent where there is none. */
  readonly columns?: number;
  /** Somebody is there to answer a question. */
  readonly interactive: boolean;
  /** Gives "" when nobody answers: at the end of the input, and after Ctrl-C. */
  readonly ask: (question: string) => Promise<string>;
  /** Rejects when the signal is aborted. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/**
 * The same terminal, on which the key never shows, whoever wrote it: a service may repeat in its
 * answer what it was sent, and a file that is no plan is quoted in the message that says so.
 */
export function withoutKey(io: Io): Io {
  // what is shorter is no real key, and likely a part of other words
  const secrets = apiKeysIn(io.env).flatMap((key) => (key.length < 8 ? [] : [new ApiKey(key)]));
  const redact = (text: string): string => secrets.reduce((rest, secret) => secret.redact(rest), text);
  return {
    ...io,
    out: (text) => {
      io.out(redact(text));
    },
    err: (text) => {
      io.err(redact(text));
    },
  };
}

/** The terminal that this process was started from. */
export function terminal(signal: AbortSignal): Io {
  const { env, stdin, stdout, stderr } = process;
  const colored = (stream: NodeJS.WriteStream): boolean => {
    if (env["NO_COLOR"] !== undefined && env["NO_COLOR"] !== "") return false;
    if (env["FORCE_COLOR"] !== undefined && env["FORCE_COLOR"] !== "") return env["FORCE_COLOR"] !== "0";
    return stream.isTTY && env["TERM"] !== "dumb";
  };
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    env,
    cwd: process.cwd(),
    colors: { out: colored(stdout), err: colored(stderr) },
    ...(stdout.isTTY && stdout.columns > 0 ? { columns: Math.max(60, stdout.columns) } : {}),
    interactive: stdin.isTTY && stderr.isTTY,
    ask: async (question) => {
      const { createInterface } = await import("node:readline"); // few commands ask
      return new Promise((resolve) => {
        const lines = createInterface({ input: stdin, output: stderr });
        const close = (): void => {
          lines.close();
        };
        // a terminal that is asked at turns Ctrl-C into this; the process itself gets no signal then
        lines.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
        lines.once("close", () => {
          signal.removeEventListener("abort", close);
          resolve(""); // unless there was an answer: the end of the input is none
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

import { createInterface } from "node:readline/promises";

/** The world outside a command: everything that it reads from or writes to the terminal. */
export interface Io {
  /** Results. */
  readonly out: (text: string) => void;
  /** Diagnostics, progress and questions. */
  readonly err: (text: string) => void;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly colors: { readonly out: boolean; readonly err: boolean };
  /** Somebody is there to answer a question. */
  readonly interactive: boolean;
  readonly ask: (question: string) => Promise<string>;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** The terminal that this process was started from. */
export function terminal(signal: AbortSignal): Io {
  const { env, stdin, stdout, stderr } = process;
  const colored = (stream: NodeJS.WriteStream): boolean => {
    if (env["NO_COLOR"] !== undefined && env["NO_COLOR"] !== "") return false;
    if (env["FORCE_COLOR"] !== undefined) return env["FORCE_COLOR"] !== "0";
    return stream.isTTY && env["TERM"] !== "dumb";
  };
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    env,
    cwd: process.cwd(),
    colors: { out: colored(stdout), err: colored(stderr) },
    interactive: stdin.isTTY && stderr.isTTY,
    ask: async (question) => {
      const lines = createInterface({ input: stdin, output: stderr });
      try {
        return await lines.question(question, { signal });
      } finally {
        lines.close();
      }
    },
    signal,
  };
}

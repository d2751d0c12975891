import { Secrets } from "../../src/cli/credentials/secrets";
import type { Io } from "../../src/cli/io";

/** Where a command writes to, and what it has shown on stderr. */
export function screen(interactive = false, now = Date.now): { readonly io: Io; readonly shown: () => string } {
  let shown = "";
  const io: Io = {
    out: () => undefined,
    err: (text) => {
      shown += text;
    },
    env: {},
    cwd: "/",
    colors: { out: false, err: false },
    interactive,
    ask: () => Promise.resolve(""),
    sleep: () => Promise.resolve(),
    signal: new AbortController().signal,
    secrets: new Secrets({}),
    now,
  };
  return { io, shown: () => shown };
}

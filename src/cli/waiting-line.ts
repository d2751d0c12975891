import { visible } from "../diagnostics/foreign-text";
import { seconds } from "../service/clock";
import type { RequestLine } from "../service/service-error";
import type { Io } from "./io";

/** The commands that have said it. */
const said = new WeakSet<Io>();

/** Says on stderr, once per command, that the service does not answer, or asks to wait. */
export const waitingLine =
  (io: Io, url: URL) =>
  ({ method, path }: RequestLine, asked?: number): void => {
    if (said.has(io)) return;
    said.add(io);
    // on a terminal the cursor may be at the end of the progress, which is shorter
    const start = io.interactive ? "\r" : "";
    const line = `${method} ${path}`;
    const words =
      asked === undefined
        ? `has not answered ${line} for 1 s; still waiting.`
        : `asks to wait ${seconds(asked)} before ${line} is sent again.`;
    io.err(`${start}${visible(`${url.host} ${words}`)}\n`);
  };

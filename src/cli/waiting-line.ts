import { visible } from "../diagnostics/foreign-text";
import type { RequestLine } from "../service/service-error";
import type { Io } from "./io";

/** The commands that have said it. */
const said = new WeakSet<Io>();

/** Says on stderr, once per command, that the service does not answer. */
export const waitingLine =
  (io: Io, url: URL) =>
  ({ method, path }: RequestLine): void => {
    if (said.has(io)) return;
    said.add(io);
    // on a terminal the cursor may be at the end of the progress, which is shorter
    const start = io.interactive ? "\r" : "";
    io.err(`${start}Waiting for ${visible(`${url.host}: ${method} ${path}`)} has not been answered for 5 s.\n`);
  };

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

/** Milliseconds of waiting after which a notice is printed. */
const noticeAfter = 1000;

/** Sleeps, and says once on stderr what is waited for, before the waits add up to a second. @param end such as `until it ends` */
export function sleepWithNotice(io: Io, end: string): (milliseconds: number) => Promise<unknown> {
  let waited = 0;
  return (milliseconds) => {
    if (waited < noticeAfter && waited + milliseconds >= noticeAfter) io.err(`Waiting ${end}.\n`);
    waited += milliseconds;
    return io.sleep(milliseconds);
  };
}

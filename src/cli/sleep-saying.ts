import type { Io } from "./io";

/** Milliseconds of waiting after which somebody is told. */
const noticeAfter = 1000;

/** Sleeps, and says once on stderr what is waited for, before the waits add up to a second. @param end such as `until it ends` */
export function sleepSaying(io: Io, end: string): (milliseconds: number) => Promise<unknown> {
  let waited = 0;
  return (milliseconds) => {
    if (waited < noticeAfter && waited + milliseconds >= noticeAfter) io.err(`Waiting ${end}.\n`);
    waited += milliseconds;
    return io.sleep(milliseconds);
  };
}

import type { Io } from "./io";

/**
 * Shows "20 of 50" on stderr: on one line that is written over at a terminal, and as some ten lines
 * in a log.
 */
export function progress(io: Io, what: string): (done: number, total: number) => void {
  return (done, total) => {
    const text = `${String(done)} of ${String(total)} ${what}`;
    if (io.interactive) io.err(`\r${text}${done === total ? "\n" : ""}`);
    else if (done === total || total <= 10 || Math.floor((done * 10) / total) > Math.floor(((done - 1) * 10) / total))
      io.err(`${text}\n`);
  };
}

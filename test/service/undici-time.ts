import { createRequire } from "node:module";

/** Undici counts time by a clock of its own with a grain of a second, and lets tests move it on. */
const timers = createRequire(__filename)("undici/lib/util/timers.js") as { tick(milliseconds: number): void };

/** Ends every wait of a client for headers, or for more of a body, at once: no test waits for a time-out. */
export const timeIsUp = (): void => {
  setImmediate(() => {
    timers.tick(1000); // from here on counts a wait that has only just begun
    timers.tick(10_000); // less than undici waits of itself, which nothing here should have to wait for
  });
};

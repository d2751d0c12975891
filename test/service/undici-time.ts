/**
 * Undici counts time in steps of half a second by `setTimeout`, which goes on as usual here until a test moves it on.
 * Whatever else knows the time stays real.
 */
beforeAll(() => {
  jest.useFakeTimers({
    advanceTimers: true,
    doNotFake: [
      "Date",
      "hrtime",
      "nextTick",
      "performance",
      "queueMicrotask",
      "setImmediate",
      "clearImmediate",
      "setInterval",
      "clearInterval",
    ],
  });
});
afterAll(() => {
  jest.useRealTimers();
});

/** Ends every wait of a client for headers, or for more of a body, at once: no test waits for a time-out. */
export const timeIsUp = (): void => {
  setImmediate(() => {
    jest.advanceTimersByTime(11_000); // less than undici waits of itself, which nothing here should have to wait for
  });
};

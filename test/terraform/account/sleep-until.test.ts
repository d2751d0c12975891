import { getEventListeners } from "node:events";
import { sleepUntil } from "../../../src/terraform/account/session";

/** A wait of a second, in a time that passes only when a test says so. */
function aSecond({ signal }: AbortController) {
  const state = { isOver: false };
  const waited = sleepUntil(signal, 1000).then(() => {
    state.isOver = true;
  });
  return { state, waited, listeners: () => getEventListeners(signal, "abort").length };
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe("a wait", () => {
  test("lasts as long as it is told to, and leaves nothing behind", async () => {
    const { state, waited, listeners } = aSecond(new AbortController());
    await jest.advanceTimersByTimeAsync(999);
    expect(state.isOver).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect([state.isOver, listeners()]).toEqual([true, 0]);
    await waited;
  });

  test("ends with a stop, and leaves nothing behind", async () => {
    const stop = new AbortController();
    const { state, listeners } = aSecond(stop);
    await jest.advanceTimersByTimeAsync(10);
    expect(state.isOver).toBe(false);
    stop.abort();
    await jest.advanceTimersByTimeAsync(0);
    expect([state.isOver, listeners(), jest.getTimerCount()]).toEqual([true, 0, 0]);
  });

  test("does not begin after a stop", async () => {
    const stop = new AbortController();
    stop.abort();
    const { state, listeners } = aSecond(stop);
    await jest.advanceTimersByTimeAsync(0);
    expect([state.isOver, listeners()]).toEqual([true, 0]);
  });
});

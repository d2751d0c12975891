import { clockThatSleeps, derived, seconds, systemClock } from "../../src/service/clock";

afterEach(() => {
  jest.restoreAllMocks();
});

test("a clock whose sleep takes no time advances by the requested time", async () => {
  const asked: (readonly [number, AbortSignal | undefined])[] = [];
  const clock = clockThatSleeps((milliseconds, signal) => {
    asked.push([milliseconds, signal]);
    return Promise.resolve();
  });
  const { signal } = new AbortController();
  const before = clock.now();
  await clock.sleep(3_600_000, signal);
  await clock.sleep(60_000);
  const passed = clock.now() - before;
  expect(Math.floor(passed / 60_000)).toBe(61);
  expect(asked).toEqual([
    [3_600_000, signal],
    [60_000, undefined],
  ]);
});

test("a clock whose sleep takes longer than requested does not advance further", async () => {
  let now = 5;
  jest.spyOn(performance, "now").mockImplementation(() => now);
  const clock = clockThatSleeps(() => {
    now += 90;
    return Promise.resolve();
  });
  await clock.sleep(20);
  expect(clock.now()).toBe(95);
});

test("sleep rejects as soon as its signal is aborted, and resolves without one", async () => {
  const stop = new AbortController();
  const sleeping = systemClock.sleep(3_600_000, stop.signal);
  stop.abort();
  await expect(sleeping).rejects.toThrow("aborted");
  await expect(systemClock.sleep(0)).resolves.toBeUndefined();
});

test("a derived signal is aborted with the first of its sources", () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const both = derived(one.signal, undefined, other.signal);
  expect(both.aborted).toBe(false);
  other.abort("why");
  expect([both.aborted, both.reason]).toEqual([true, "why"]);
  expect(derived(undefined, undefined).aborted).toBe(false);
});

test.each([
  [0, "0 s"],
  [1, "0.001 s"],
  [999, "0.999 s"],
  [999.4, "0.999 s"],
  [1000, "1 s"],
  [1250, "1.3 s"],
  [1949, "1.9 s"],
  [60_000, "60 s"],
])("%d ms is %s", (milliseconds, text) => {
  expect(seconds(milliseconds)).toBe(text);
});

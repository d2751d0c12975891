import { AdaptiveLimiter } from "../../src/service/adaptive-limiter";
import { VirtualClock } from "./virtual-clock";

/** A limiter whose turns are noted by name in the order in which they are given. */
function limiting(concurrency: number, stop?: AbortSignal) {
  const clock = new VirtualClock();
  const limiter = new AdaptiveLimiter({ concurrency, clock, stop });
  const given: string[] = [];
  const take = async (name: string, urgent = false, signal?: AbortSignal): Promise<number | undefined> => {
    const turn = await limiter.take(signal, urgent);
    given.push(turn === undefined ? `${name} left` : name);
    return turn;
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { clock, limiter, given, take, settle };
}

describe("an urgent request", () => {
  test("needs no free place", async () => {
    const { given, take, settle } = limiting(1);
    void take("write");
    void take("another write");
    void take("its look", true);
    void take("another look", true);
    await settle();
    expect(given).toEqual(["write", "its look", "another look"]);
  });

  test("frees no place when it is done", async () => {
    const { limiter, given, take, settle } = limiting(1);
    void take("write");
    void take("another write");
    void take("its look", true);
    await settle();
    limiter.done(true);
    await settle();
    expect(given).toEqual(["write", "its look"]);
    limiter.done();
    await settle();
    expect(given).toEqual(["write", "its look", "another write"]);
  });

  test("goes before all that came earlier, once a pause is over", async () => {
    const { clock, limiter, given, take, settle } = limiting(2);
    limiter.pause(5000);
    void take("write");
    void take("another write");
    void take("a look", true);
    await settle();
    expect(given).toEqual([]);
    await clock.until(clock.sleep(4999));
    expect(given).toEqual([]);
    await clock.until(clock.sleep(2));
    expect(given).toEqual(["a look", "write", "another write"]);
  });

  test("is sent at the learned rate", async () => {
    const { clock, limiter, given, take, settle } = limiting(2);
    limiter.taken(); // one request in a second
    const turn = await take("refused");
    limiter.tooMuch(turn ?? 0, true);
    limiter.done();
    void take("a look", true);
    void take("another look", true);
    await settle();
    expect(given).toEqual(["refused"]);
    await clock.until(clock.sleep(1010));
    expect(given).toEqual(["refused", "a look"]);
    await clock.until(clock.sleep(1100));
    expect(given).toEqual(["refused", "a look", "another look"]);
  });

  test.each<
    [
      string,
      (ends: {
        readonly own: AbortController;
        readonly stop: AbortController;
        readonly limiter: AdaptiveLimiter;
      }) => void,
    ]
  >([
    [
      "its own signal is aborted",
      ({ own }) => {
        own.abort();
      },
    ],
    [
      "the client is stopped",
      ({ stop }) => {
        stop.abort();
      },
    ],
    [
      "the client is closed",
      ({ limiter }) => {
        limiter.close();
      },
    ],
  ])("leaves when %s while it waits", async (_when, end) => {
    const [own, stop] = [new AbortController(), new AbortController()];
    const { limiter, given, take, settle } = limiting(1, stop.signal);
    limiter.pause(5000);
    const turn = take("a look", true, own.signal);
    await settle();
    end({ own, stop, limiter });
    expect(await turn).toBeUndefined();
    expect(given).toEqual(["a look left"]);
  });
});

test("a request that is not urgent waits for a free place, whatever the number of urgent ones", async () => {
  const { limiter, given, take, settle } = limiting(1);
  void take("a look", true);
  void take("another look", true);
  void take("write");
  void take("another write");
  await settle();
  expect(given).toEqual(["a look", "another look", "write"]);
  limiter.done(true);
  limiter.done(true);
  await settle();
  expect(given).toHaveLength(3);
});

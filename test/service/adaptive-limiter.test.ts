import { AdaptiveLimiter } from "../../src/service/adaptive-limiter";
import { VirtualClock } from "./virtual-clock";

describe("AdaptiveLimiter", () => {
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

  test("an urgent request goes before all that came earlier, once a pause is over", async () => {
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
  ])("an urgent request leaves when %s while it waits", async (_when, end) => {
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

describe("the rate of AdaptiveLimiter", () => {
  /** A limiter that has given a turn, after so many requests were accepted within a second. */
  async function limiting({ accepted = 0, concurrency = 10 } = {}) {
    const clock = new VirtualClock();
    const limiter = new AdaptiveLimiter({ concurrency, clock });
    const pass = (time: number) => clock.until(clock.sleep(time));
    for (let count = 0; count < accepted; count += 1) {
      limiter.onSuccess();
      await pass(900 / accepted);
    }
    /** Takes a turn, and tells what comes of it. Returns how long it had to wait. */
    const send = async (answer: (turn: number) => void): Promise<number> => {
      const began = clock.now();
      const turn = await clock.until(limiter.take(undefined));
      limiter.done();
      answer(turn ?? 0);
      return clock.now() - began;
    };
    const refused = (turn: number): void => {
      limiter.onOverload(turn, true);
    };
    const performed = (): void => {
      limiter.onSuccess();
    };
    return { limiter, clock, pass, send, refused, performed };
  }

  test("the rate of AdaptiveLimiter has no limit before the first 429", async () => {
    const { limiter, send, performed } = await limiting();
    for (let count = 0; count < 20; count += 1) expect(await send(performed)).toBe(0);
    await send((turn) => {
      limiter.onOverload(turn, false);
    });
    expect(await send(performed)).toBe(0);
  });

  test.each([
    ["forty requests were accepted in the last second", 40, 50],
    ["twenty were", 20, 100],
    ["fewer were than may run at once", 4, 200],
    ["none was", 0, 200],
  ])(
    "the rate of AdaptiveLimiter is halved by a 429: where %s, the next one is sent after the time of two of them",
    async (_when, accepted, wait) => {
      const { send, refused, performed } = await limiting({ accepted });
      await send(refused);
      expect(await send(performed)).toBeCloseTo(wait);
    },
  );

  test("the rate of AdaptiveLimiter is never below one request per second", async () => {
    const { send, refused, performed } = await limiting({ concurrency: 1 });
    for (let round = 0; round < 3; round += 1) {
      await send(refused);
      expect(await send(performed)).toBeCloseTo(1000);
    }
  });

  test("the rate of AdaptiveLimiter is not halved again before a request is accepted: the next attempt is a second later", async () => {
    const { send, refused, performed } = await limiting({ accepted: 20 });
    await send(refused);
    expect(await send(refused)).toBeCloseTo(100);
    expect(await send(refused)).toBeCloseTo(1000);
    expect(await send(performed)).toBeCloseTo(1000);
    expect(await send(refused)).toBeCloseTo(100, -1);
    expect(await send(performed)).toBeCloseTo(200, -1);
  });

  test("the rate of AdaptiveLimiter is not halved again by a request that was sent before the last 429", async () => {
    const { limiter, send, refused, performed } = await limiting({ accepted: 20 });
    const earlier: number[] = [];
    for (let count = 0; count < 3; count += 1) await send((turn) => earlier.push(turn));
    await send(refused);
    limiter.onSuccess();
    for (const turn of earlier) refused(turn);
    expect(await send(performed)).toBeCloseTo(100);
  });

  test("rises to what it was in four seconds, evenly", async () => {
    const { clock, send, refused, performed } = await limiting({ accepted: 20 });
    await send(refused);
    const began = clock.now();
    const at: Record<number, number> = {};
    while (clock.now() < began + 8000) at[Math.round((clock.now() - began) / 2000)] = await send(performed);
    expect([at[0], at[1], at[2], at[3], at[4]].map((wait) => Math.round(1000 / (wait ?? 0)))).toEqual([
      12, 17, 22, 27, 30,
    ]);
  });
});

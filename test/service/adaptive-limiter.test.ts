import { AdaptiveLimiter, RateController } from "../../src/service/adaptive-limiter";
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

  describe("an urgent request", () => {
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
      limiter.onRejected(); // one request in a second
      const turn = await take("refused");
      limiter.onOverload(turn ?? 0, true);
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
});

describe("RateController", () => {
  /** The moments of so many requests, evenly spread over the second before 0. */
  const within = (count: number): readonly number[] =>
    Array.from({ length: count }, (_, at) => -at * (900 / count)).reverse();

  /** A pace that knows a rate: so many requests were taken within a second, and one more was refused at 0. */
  function refusedAfter(count: number): RateController {
    const pace = new RateController();
    for (const at of within(count)) {
      pace.sent(at);
      pace.accepted(at);
    }
    pace.refused(0);
    return pace;
  }

  /** Sends each request as soon as it may be sent until then, all of them taken. Gives the times between them. */
  function keep(pace: RateController, until: number): readonly number[] {
    const gaps = [];
    while (pace.next <= until) {
      const now = pace.next;
      pace.sent(now);
      pace.accepted(now);
      gaps.push(pace.next - now);
    }
    return gaps;
  }

  /** The gap between requests at a rate of 10 a second that is approached, after this part of the approach. */
  const gapAt = (part: number): number => 100 / (1 + 0.02 * (part - 1) ** 3);

  describe("before a refusal", () => {
    test("requests are not delayed", () => {
      const pace = new RateController();
      for (const at of [5, 6, 7]) {
        pace.sent(at);
        pace.accepted(at);
        expect(pace.next).toBe(0);
      }
    });
  });

  describe("the first refusal", () => {
    test.each([
      ["nothing", 0, 1000],
      ["one request", 1, 1000],
      ["four requests", 4, 250],
      ["ten requests", 10, 100],
      ["forty requests, of which one more is not tried at once,", 40, 100],
    ])("after %s in a second, delays the next request by the average time of one", (_what, count, wait) => {
      expect(refusedAfter(count).next).toBeCloseTo(wait);
    });

    test("counts only requests accepted in the last second", () => {
      const pace = new RateController();
      for (const at of [-2000, -1500, -1000, -999, -500, 0]) pace.accepted(at);
      pace.refused(0);
      expect(pace.next).toBeCloseTo(1000 / 3);
    });
  });

  test("doubles the delay with each refusal in a row, up to two seconds", () => {
    const pace = refusedAfter(100);
    const waits = [pace.next];
    for (let now = pace.next; waits.length < 7; now = pace.next) {
      pace.refused(now);
      waits.push(pace.next - now);
    }
    for (const [at, wait] of [100, 200, 400, 800, 1600, 2000, 2000].entries()) expect(waits[at]).toBeCloseTo(wait);
  });

  test("does not change the learned rate on repeated refusals", () => {
    const pace = refusedAfter(10);
    pace.refused(100);
    pace.refused(300);
    expect(pace.next).toBeCloseTo(700);
    pace.sent(700);
    expect(pace.next - 700).toBeCloseTo(gapAt(0.4));
  });

  test("resets the delay once a request is accepted", () => {
    const pace = refusedAfter(100);
    pace.refused(100);
    pace.refused(300);
    pace.accepted(310);
    pace.refused(320);
    expect(pace.next).toBeCloseTo(420);
  });

  test("approaches the refused rate from slightly below, slowly near it, and then exceeds it", () => {
    const gaps = keep(refusedAfter(10), 2000);
    expect(gaps[0]).toBeCloseTo(gapAt(0.1));
    expect(gaps[9]).toBeCloseTo(gapAt(1), 0);
    expect(gaps.at(-1)).toBeLessThan(98.5);
    for (const [at, gap] of gaps.entries()) expect(gap).toBeLessThanOrEqual(gaps[at - 1] ?? gap);
  });

  test("does not count a rate as tested while no request waits for it", () => {
    const pace = refusedAfter(10);
    for (const now of [500, 1500, 2500]) {
      pace.sent(now);
      pace.accepted(now);
      expect(pace.next - now).toBeCloseTo(gapAt(0));
    }
  });

  test("a late request does not delay the next one", () => {
    const pace = refusedAfter(10);
    pace.sent(pace.next + 30);
    expect(pace.next - 100).toBeCloseTo(gapAt(0));
  });

  describe("a refusal changes the learned rate", () => {
    /** How long after a refusal now the next request may be sent: one over the rate that was learned. */
    const refused = (pace: RateController, now: number): number => {
      pace.refused(now);
      return pace.next - now;
    };

    test("to well below it when the refusal is early and the rate is unconfirmed", () => {
      const pace = refusedAfter(10);
      keep(pace, 450);
      expect(refused(pace, 460)).toBeCloseTo(gapAt(0.407) / 0.85, 0);
    });

    test("to about the mean since the last refusal when it is late", () => {
      const pace = refusedAfter(10);
      keep(pace, 1500);
      const wait = refused(pace, 1550);
      expect(wait).toBeCloseTo(gapAt(1.5) / 0.985, 0);
      expect(wait).toBeGreaterThan(gapAt(1.5));
    });

    test("to slightly below it when the refusal is early and the rate was confirmed", () => {
      const pace = refusedAfter(10);
      keep(pace, 1500);
      pace.refused(1550);
      const [before = 0] = keep(pace, 1700);
      expect(refused(pace, 1710) / before).toBeCloseTo(1 / 0.96, 2);
    });

    test("and a confirmed rate is approached four times as slowly as an unconfirmed one", () => {
      const confirmed = refusedAfter(10);
      keep(confirmed, 1500);
      confirmed.refused(1550);
      const slowly = keep(confirmed, 1550 + 2000);
      const other = refusedAfter(10);
      keep(other, 450);
      other.refused(460);
      const quickly = keep(other, 460 + 2000);
      const gained = (gaps: readonly number[]): number => 1 - (gaps.at(-1) ?? 0) / (gaps[0] ?? 0);
      expect(gained(quickly)).toBeGreaterThan(0.025);
      expect(gained(slowly)).toBeLessThan(0.02);
      expect(gained(slowly)).toBeGreaterThan(0.01);
    });
  });
});

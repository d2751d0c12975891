import type { Fault } from "../../src/reconcile/ports";
import type { Answer } from "../../src/service/answer";
import { clockThatSleeps, derived, seconds, systemClock } from "../../src/service/clock";
import { rateLimited } from "../../src/service/rate-limit";
import { IdleDeadline, retrying, type RetryOptions } from "../../src/service/retry";
import { ServiceError } from "../../src/service/service-error";
import type { Request, Transport } from "../../src/service/transport";
import { until } from "../support/until";
import { client, facing, failureOf, request, saying, serving, transportOf } from "./server";
import { instantClock, VirtualClock } from "./virtual-clock";

const nothing = saying(200, { data: [] });

describe("the wait between attempts", () => {
  test("the wait between attempts is a random part of a doubling time, up to a ceiling", async () => {
    const { service, clock } = await facing([saying(503, {})], { attempts: 9 });
    await failureOf(service.accounts());
    expect(clock.slept).toEqual([125, 250, 500, 1000, 2000, 4000, 5000, 5000]);
  });

  const total = (slept: readonly number[]) => slept.reduce((sum, each) => sum + each, 0);
  const date = (seconds: number, form = (at: Date) => at.toUTCString()) => ({
    date: new Date(1_700_000_000_000).toUTCString(),
    "retry-after": form(new Date(1_700_000_000_000 + seconds * 1000)),
  });

  test.each([429, 503])("the wait between attempts follows the Retry-After of a %d in seconds", async (status) => {
    const { service, clock, asked } = await facing([saying(status, {}, { "retry-after": "7" }), nothing], {
      random: () => 0,
    });
    await service.accounts();
    expect(total(clock.slept)).toBe(7000);
    expect(asked).toHaveLength(2);
  });

  test("the wait between attempts follows a Retry-After date, relative to the Date of the answer", async () => {
    const { service, clock } = await facing([saying(429, {}, date(11)), nothing], { random: () => 0 });
    await service.accounts();
    expect(total(clock.slept)).toBe(11_000);
  });

  test("the wait between attempts follows a Retry-After up to the longest wait; a longer one ends the call", async () => {
    const inAMinute = [saying(429, {}, { "retry-after": "60" }), nothing];
    const waiting = await facing(inAMinute, { longestWait: 60_000, random: () => 0 });
    await waiting.service.accounts();
    expect(total(waiting.clock.slept)).toBe(60_000);
    const refusing = await facing(inAMinute, { longestWait: 59_900 });
    const error = await failureOf(refusing.service.accounts());
    expect(error.message).toContain("the service asks to wait 60 s, and scanform waits 59.9 s at most");
    expect([refusing.asked.length, refusing.clock.slept]).toEqual([1, []]);
  });

  test.each([
    ["86400", "86400 s"],
    ["9999999999", "9999999999 s"],
    [date(3600)["retry-after"], "3600 s"],
  ])("the wait between attempts ends the call when Retry-After is %s", async (after, words) => {
    const { service, clock, asked } = await facing([
      saying(429, { error: "later" }, { ...date(0), "retry-after": after, request_id: "r-3" }),
    ]);
    const error = await failureOf(service.createConfiguration("a", { name: "n", settings: {} }));
    expect(error.message).toContain(
      `status 429: later; the service asks to wait ${words}, and scanform waits 60 s at most (request_id r-3)`,
    );
    expect([error.refused, asked.length, clock.slept]).toEqual([true, 1, []]);
  });
});

describe("the time of all attempts", () => {
  const get = request("GET", "/v1/x");

  interface More {
    readonly fault?: Fault | undefined;
    readonly status?: number;
    readonly retryAfter?: number;
  }

  /** A failure after this time. */
  const failure = (waited: number, more: More = {}): ServiceError =>
    new ServiceError({
      ...get.shown,
      code: "service-unreachable",
      detail: "no answer",
      fault: "lost",
      waited,
      ...more,
    });

  /** Fails as a service that does not answer: after the timeout, or after the time that the request allows. */
  function silent(timeout: number, more?: More): Transport & { readonly sent: Request[] } {
    const sent: Request[] = [];
    const transport = transportOf((given) => {
      sent.push(given);
      return Promise.reject(failure(Math.min(timeout, given.within ?? Infinity), more));
    });
    return { ...transport, sent };
  }

  async function attemptsOf(transport: Transport & { readonly sent: readonly Request[] }, options: RetryOptions = {}) {
    const clock = instantClock();
    const error = await failureOf(retrying(transport, { clock, random: () => 0, attempts: 5, ...options }).send(get));
    return { error, clock, within: transport.sent.map((each) => each.within) };
  }

  test("a request that is never answered ends after 50 s, with the last attempt cut to what is left", async () => {
    const { error, within } = await attemptsOf(silent(30_000));
    expect(within).toEqual([50_000, 20_000]);
    expect(error.message).toContain("GET /v1/x: no answer, after 2 attempts over 50 s");
  });

  test.each([
    [50, [20_050, 20_000, 19_950, 19_900, 19_850]],
    [1000, [21_000, 20_000, 19_000, 18_000, 17_000]],
    [60_000, [80_000, 20_000]],
    [3_600_000, [3_620_000, 20_000]],
  ])(
    "the time of all attempts with a timeout of %d ms the first attempt has all of it, and all together 20 s more",
    async (timeout, times) => {
      const { within } = await attemptsOf(silent(timeout), { timeout });
      expect(within).toEqual(times);
      expect(within[0]).toBeGreaterThanOrEqual(timeout);
    },
  );

  test("less than a second is not worth an attempt", async () => {
    expect((await attemptsOf(silent(49_000))).within).toHaveLength(2);
    expect((await attemptsOf(silent(49_001))).within).toHaveLength(1);
  });

  test("the time of all attempts from 1 s on the error says how long all attempts took", async () => {
    expect((await attemptsOf(silent(500), { attempts: 2 })).error.message).toMatch(/after 2 attempts over 1 s$/);
    expect((await attemptsOf(silent(499), { attempts: 2 })).error.message).toMatch(/after 2 attempts$/);
  });

  test("the requests of one transport share the time in which it may be silent", async () => {
    const clock = new VirtualClock();
    const sent: string[] = [];
    const transport = transportOf(async ({ shown }) => {
      sent.push(shown.path);
      await clock.sleep(shown.path === "/first" ? 20_500 : 10);
      throw failure(10);
    });
    const robust = retrying(transport, { clock, random: () => 0, timeout: 1000 });
    const first = failureOf(robust.send(request("GET", "/first")));
    const late = clock.sleep(20_300).then(() => failureOf(robust.send(request("GET", "/late"))));
    await clock.until(Promise.all([first, late]));
    expect(sent).toEqual(["/first", "/late"]);
  });

  test.each<readonly [string, More]>([
    ["a 429", { status: 429 }],
    ["a 429 with a Retry-After", { status: 429, retryAfter: 40_000 }],
    ["a 503 with a Retry-After", { status: 503, retryAfter: 60_000 }],
  ])("the time of %s does not count", async (_what, more) => {
    const { within, error } = await attemptsOf(silent(30_000, more));
    expect(within).toEqual(Array(5).fill(50_000));
    expect(error.message).toContain("after 5 attempts");
    expect(error.message).not.toContain("over");
  });

  test("closing ends the wait for the next attempt", async () => {
    let slept: AbortSignal | undefined;
    const clock = {
      now: () => 0,
      sleep: (_milliseconds: number, signal?: AbortSignal) =>
        new Promise((_resolve, reject) => {
          slept = signal;
          signal?.addEventListener("abort", () => {
            reject(new Error("aborted"));
          });
        }),
    };
    let sent = 0;
    const closed = failure(0, { fault: "not-tried" });
    const transport = transportOf(() => Promise.reject((sent += 1) === 1 ? failure(1) : closed));
    const robust = retrying(transport, { clock });
    const failed = failureOf(robust.send(get));
    await until(() => slept !== undefined);
    await robust.close();
    expect((await failed).fault).toBe("not-tried");
  });

  test.each<readonly [string, number, More, readonly unknown[]]>([
    ["a Retry-After of 20 s", 10, { status: 503, retryAfter: 20_000 }, Array(4).fill({ requested: 20_000 })],
    ["a Retry-After of 2 s", 0, { status: 503, retryAfter: 2000 }, Array(2).fill({ requested: 2000 })],
    ["a Retry-After of 1 s", 10, { status: 503, retryAfter: 1000 }, []],
    ["failures that last 2 s", 2000, {}, Array(2).fill({ failed: "no answer" })],
    ["a 429 that asks for no wait", 2000, { status: 429 }, Array(2).fill({ failed: "no answer" })],
    ["failures at once", 10, { status: 503 }, []],
  ])("the waits after %s are reported once they add up to 5 s", async (_what, waited, more, told) => {
    const asked: unknown[] = [];
    const onWaiting: RetryOptions["onWaiting"] = (line, why) => {
      expect(line).toEqual({ method: "GET", path: "/v1/x" });
      asked.push(why);
    };
    await attemptsOf(silent(waited, more), { onWaiting });
    expect(asked).toStrictEqual(told);
  });
});

const answer: Answer = { status: 200, body: {} };
const forever = Infinity;

/**
 * A service whose answers take these times, one after the other, and then forever, which ends with the time of the
 * attempt: 30 s or less.
 */
function service(clock: VirtualClock, times: readonly number[], refusal?: { status: number; retryAfter?: number }) {
  const sent: Request[] = [];
  const transport = transportOf(async (given) => {
    const time = times[sent.length] ?? forever;
    sent.push(given);
    const most = Math.min(30_000, given.within ?? forever);
    await clock.sleep(Math.min(time, most));
    const facts = { ...given.shown, code: "service-unreachable", detail: "no answer", waited: most } as const;
    if (time > most) throw new ServiceError({ ...facts, fault: "lost" });
    if (refusal !== undefined) throw new ServiceError({ ...facts, ...refusal });
    return answer;
  });
  return { transport, sent };
}

function clientOf(clock: VirtualClock, transport: Transport, concurrency = 10): Transport {
  const deadline = new IdleDeadline({ clock });
  return retrying(rateLimited(transport, { clock, concurrency, deadline, timeoutSetting: "--timeout" }), {
    clock,
    deadline,
    random: () => 0,
  });
}

const get = (path: string) => request("GET", path);

test("requests that wait for a turn end within 50 s of the last answer, all of them", async () => {
  const clock = new VirtualClock();
  const { transport } = service(clock, [25_000]);
  const client = clientOf(clock, transport, 2);
  const first = client.send(get("/1"));
  const others = [2, 3, 4, 5, 6, 7, 8, 9].map((each) => failureOf(client.send(get(`/${String(each)}`))));
  const ended = await clock.until(Promise.all(others));
  expect(await first).toBe(answer);
  expect(clock.now()).toBeLessThanOrEqual(75_000);
  expect(ended.every(({ fault }) => fault === "lost" || fault === "not-sent")).toBe(true);
  expect(ended.at(-1)?.diagnostics).toMatchObject([
    {
      code: "service-unreachable",
      detail: "GET /9: not sent, because the service answers no other request; --timeout allows more",
    },
  ]);
});

test("a request of a client that gets its turn after too long a silence is not sent", async () => {
  const clock = new VirtualClock();
  const { url, asked } = await serving((_request, response) => {
    void clock.until(clock.sleep(60_000)).then(() => response.destroy());
  });
  const one = client(url, { clock, concurrency: 1 });
  const [first, second] = await Promise.all([failureOf(one.accounts()), failureOf(one.repositories("a"))]);
  expect([first.fault, second.fault]).toEqual(["lost", "not-sent"]);
  expect(asked).toHaveLength(1);
});

test("while others are answered, silence does not end a request", async () => {
  const clock = new VirtualClock();
  const { transport } = service(clock, Array<number>(10).fill(20_000));
  const client = clientOf(clock, transport, 1);
  const all = Promise.all(Array.from({ length: 10 }, (_, each) => client.send(get(`/${String(each)}`))));
  expect(await clock.until(all)).toHaveLength(10);
  expect(clock.now()).toBe(200_000);
});

test("after a pause without requests the time begins again", async () => {
  const clock = new VirtualClock();
  const { transport } = service(clock, [10, 10]);
  const client = clientOf(clock, transport);
  await clock.until(client.send(get("/1")));
  await clock.until(clock.sleep(100_000));
  expect(await clock.until(client.send(get("/2")))).toBe(answer);
});

test("after a request that failed the time begins again too", async () => {
  const clock = new VirtualClock();
  const deadline = new IdleDeadline({ clock });
  await expect(deadline.during(() => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
  await clock.until(clock.sleep(100_000));
  await deadline.during(() => {
    expect(deadline.left).toBe(50_000);
    return Promise.resolve();
  });
});

test("a request that the service asks to wait is sent after its wait, although another one was answered before", async () => {
  const clock = new VirtualClock();
  const sent: string[] = [];
  const send = async ({ path, shown }: Request): Promise<Answer> => {
    sent.push(`${path} after ${String(clock.now())} ms`);
    await clock.sleep(path === "/a" ? 10 : 20);
    if (sent.length > 2 || path === "/b") return answer;
    const asked = { code: "service-error", detail: "too many requests", status: 429, retryAfter: 60_000 } as const;
    throw new ServiceError({ ...shown, ...asked });
  };
  const client = clientOf(clock, transportOf(send));
  const both = Promise.all([client.send(get("/a")), client.send(get("/b"))]);
  expect(await clock.until(both)).toEqual([answer, answer]);
  expect(sent).toEqual(["/a after 0 ms", "/b after 0 ms", "/a after 60010 ms"]);
});

test("a request that begins while another waits gets no time of its own", async () => {
  const clock = new VirtualClock();
  const deadline = new IdleDeadline({ clock });
  const first = deadline.during(() => clock.sleep(60_000));
  await clock.until(clock.sleep(20_000));
  await clock.until(deadline.during(() => clock.sleep(10_000)));
  expect(deadline.left).toBe(20_000);
  await clock.until(first);
});

test.each([
  [49_000, 1],
  [49_001, 0],
])("after %d ms of silence %d attempts are sent", async (silent, count) => {
  const clock = new VirtualClock();
  const deadline = new IdleDeadline({ clock });
  const { transport, sent } = service(clock, [0]);
  const first = deadline.during(() => clock.sleep(silent));
  await clock.until(first);
  await clock.until(rateLimited(transport, { clock, deadline }).send(get("/1")).catch(String));
  expect(sent).toHaveLength(count);
});

describe("after a GET that was given up", () => {
  /** A client whose first GET has failed for good, and what it has sent since. */
  async function givenUp(times: readonly number[] = []) {
    const clock = new VirtualClock();
    const { transport, sent } = service(clock, [forever, forever, ...times]);
    const robust = clientOf(clock, transport);
    const began = clock.now();
    await clock.until(failureOf(robust.send(get("/first"))));
    expect([sent.length, clock.now() - began]).toEqual([2, 50_000]);
    const next = async (): Promise<readonly [sent: number, time: number]> => {
      const [before, from] = [sent.length, clock.now()];
      await clock.until(robust.send(get("/next")).catch(String));
      return [sent.length - before, clock.now() - from];
    };
    return { clock, next };
  }

  test("after a GET that was given up the next ones are sent once, for at most 5 s each, also after the pauses of a command", async () => {
    const { clock, next } = await givenUp();
    expect(await next()).toEqual([1, 5000]);
    await clock.until(clock.sleep(5000));
    expect(await next()).toEqual([1, 5000]);
  });

  test("after a GET that was given up a longer pause gives the next one all its attempts again", async () => {
    const { clock, next } = await givenUp();
    await clock.until(clock.sleep(10_000));
    expect(await next()).toEqual([2, 50_000]);
  });

  test("after a GET that was given up an answer gives the ones after it all their attempts again", async () => {
    const { next } = await givenUp([10]);
    expect(await next()).toEqual([1, 10]);
    expect(await next()).toEqual([2, 50_000]);
  });
});

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

import { AdaptiveLimiter } from "../../src/service/adaptive-limiter";
import type { Answer } from "../../src/service/answer";
import { rateLimited } from "../../src/service/rate-limit";
import { retrying } from "../../src/service/retry";
import { ServiceError } from "../../src/service/service-error";
import type { Request } from "../../src/service/transport";
import { until } from "../support/until";
import { client, request, saying, serving, transportOf } from "./server";
import { VirtualClock } from "./virtual-clock";

const patch = request("PATCH", "/v1/x", { repeatable: true });
const refusal = (status: number, retryAfter?: number) =>
  new ServiceError({ ...patch.shown, code: "service-error", detail: `status ${String(status)}`, status, retryAfter });

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A transport that a test answers by hand. */
function byHand() {
  const waiting: { resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = [];
  let most = 0;
  const send = () =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ resolve, reject });
      most = Math.max(most, waiting.length);
    });
  return {
    transport: transportOf(send),
    waiting,
    most: () => most,
    async succeed(count = 1) {
      for (const { resolve } of waiting.splice(0, count)) resolve({ status: 200, body: {} });
      await turn();
    },
    async fail(count: number, status: number, retryAfter?: number) {
      for (const { reject } of waiting.splice(0, count)) reject(refusal(status, retryAfter));
      await turn();
    },
  };
}

function sending(count: number, concurrency = 8) {
  const hand = byHand();
  const clock = new VirtualClock();
  const transport = rateLimited(hand.transport, { concurrency, clock });
  const outcomes = Array.from({ length: count }, () => transport.send(patch).catch((error: unknown) => error));
  return { hand, clock, transport, outcomes, begun: turn() };
}

test("the number of concurrent requests is halved on 503, once for all requests sent before it", async () => {
  const { hand, begun } = sending(30);
  await begun;
  expect(hand.waiting).toHaveLength(8);
  await hand.fail(6, 503);
  expect(hand.waiting).toHaveLength(4);
});

test("the number of concurrent requests is halved again by requests sent later, down to one", async () => {
  const { hand, begun, clock } = sending(40);
  await begun;
  const seen = [];
  for (let wave = 0; wave < 4; wave += 1) {
    seen.push(hand.waiting.length);
    await clock.until(clock.sleep(10));
    await hand.fail(hand.waiting.length, 503);
  }
  expect([...seen, hand.waiting.length]).toEqual([8, 4, 2, 1, 1]);
});

test("the number of concurrent requests grows by one for each round of successes", async () => {
  const { hand, begun } = sending(200);
  await begun;
  await hand.fail(8, 503);
  const seen = [];
  for (let round = 0; round < 7; round += 1) {
    seen.push(hand.waiting.length);
    await hand.succeed(hand.waiting.length);
  }
  expect(seen[0]).toBe(4);
  for (const [at, many] of seen.entries()) expect(many - (seen[at - 1] ?? many)).toBeLessThanOrEqual(1);
  expect(seen.at(-1)).toBe(8);
});

test.each([429, 503])("Retry-After with %d delays all requests until then", async (status) => {
  const { hand, begun, clock } = sending(30);
  await begun;
  await hand.fail(8, status, 9000);
  expect(hand.waiting).toHaveLength(0);
  await clock.until(clock.sleep(8999));
  expect(hand.waiting).toHaveLength(0);
  await clock.until(clock.sleep(2));
  expect(hand.waiting.length).toBeGreaterThan(0);
});

test("Retry-After does not shorten an earlier, longer one", async () => {
  const { hand, begun, clock } = sending(30);
  await begun;
  await hand.fail(1, 503, 9000);
  await hand.fail(7, 503, 1000);
  await clock.until(clock.sleep(8999));
  expect(hand.waiting).toHaveLength(0);
  await clock.until(clock.sleep(2));
  expect(hand.waiting).toHaveLength(4);
});

test.each([
  [60_000, 0],
  [60_001, 4],
])("Retry-After of %d ms leaves %d concurrent requests when the longest wait is 60,000", async (wait, many) => {
  const { hand, begun } = sending(30);
  await begun;
  await hand.fail(8, 503, wait);
  expect(hand.waiting).toHaveLength(many);
});

test("Retry-After delays the requests of a client over HTTP", async () => {
  const clock = new VirtualClock();
  const { url, asked } = await serving((incoming, outgoing) => {
    const at = incoming.url === "/v1/accounts" && clock.now() < 5000 ? 429 : 200;
    saying(at, { data: [] }, { "retry-after": "5" })(incoming, outgoing);
  });
  const service = client(url, { attempts: 2, clock });
  const first = service.accounts();
  await until(() => clock.slept.length > 0);
  const second = service.repositories("a");
  await turn();
  expect(asked).toHaveLength(1);
  expect(await clock.until(Promise.all([first, second]))).toEqual([[], []]);
  expect(clock.now()).toBeGreaterThanOrEqual(5000);
});

test("an answer of another kind than 429 counts as accepted, a lost answer does not", async () => {
  const { hand, begun, clock } = sending(40, 4);
  await begun;
  for (let round = 0; round < 5; round += 1) await hand.fail(4, round % 2 === 0 ? 422 : 500);
  for (const { reject } of hand.waiting.splice(0, 2))
    reject(new ServiceError({ ...patch.shown, code: "service-unreachable", detail: "lost", fault: "lost" }));
  await turn();
  await hand.fail(4, 429);
  expect(hand.waiting).toHaveLength(0);
  // half of twenty in a second
  await clock.until(clock.sleep(99));
  expect(hand.waiting).toHaveLength(0);
  await clock.until(clock.sleep(2));
  expect(hand.waiting).toHaveLength(1);
});

/** Takes a request, or says how long it would have to wait. Times are in milliseconds. */
type Gate = (now: number) => number | undefined;

function tokenBucket(perSecond: number, size: number): Gate {
  let [tokens, last] = [size, 0];
  return (now) => {
    tokens = Math.min(size, tokens + ((now - last) * perSecond) / 1000);
    last = now;
    if (tokens < 1) return ((1 - tokens) / perSecond) * 1000;
    tokens -= 1;
    return undefined;
  };
}

function fixedWindow(perSecond: number): Gate {
  let [window, taken] = [0, 0];
  return (now) => {
    if (Math.floor(now / 1000) !== window) [window, taken] = [Math.floor(now / 1000), 0];
    if (taken >= perSecond) return (window + 1) * 1000 - now;
    taken += 1;
    return undefined;
  };
}

/** Numbers from 0 to 1 that are the same on every run. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

interface Load {
  readonly gate: Gate;
  readonly saysWhen: boolean;
  /** How long an answer takes, and how much longer by chance. */
  readonly latency: readonly [number, number];
  readonly workers: number;
  readonly writes: number;
}

/** Sends writes through retries and limiter to a service with a limit, in no time. */
async function run({ gate, saysWhen, latency: [least, spread], workers, writes }: Load) {
  const clock = new VirtualClock();
  const random = chance(7);
  let [asked, refused] = [0, 0];
  const way = () => clock.sleep((least + spread * random()) / 2);
  const service = transportOf(async () => {
    await way();
    asked += 1;
    const wait = gate(clock.now());
    await way();
    if (wait === undefined) return { status: 200, body: {} };
    refused += 1;
    throw refusal(429, saysWhen ? Math.max(1, Math.ceil(wait / 1000)) * 1000 : undefined);
  });
  const transport = retrying(rateLimited(service, { clock }), { clock, random });
  let left = writes;
  const work = async (sent: Request): Promise<void> => {
    for (; left > 0;) {
      left -= 1;
      await transport.send(sent);
    }
  };
  await clock.until(Promise.all(Array.from({ length: workers }, () => work(patch))));
  return { seconds: clock.now() / 1000, refused: refused / asked };
}

describe("many writes to a service that allows 20 a second", () => {
  // every limit and every latency, with and without a Retry-After, by few and by many workers
  test.each<[string, () => Gate, number, number, Omit<Load, "gate">]>([
    [
      "by a bucket of 20",
      () => tokenBucket(20, 20),
      20,
      1.1,
      { saysWhen: true, latency: [1, 1], workers: 8, writes: 600 },
    ],
    [
      "by a bucket of 20",
      () => tokenBucket(20, 20),
      20,
      1.1,
      { saysWhen: false, latency: [50, 50], workers: 64, writes: 600 },
    ],
    [
      "by a bucket of 100",
      () => tokenBucket(20, 100),
      100,
      1.1,
      { saysWhen: true, latency: [5, 10], workers: 8, writes: 800 },
    ],
    // the rest of a window is lost after a refusal, and the rate is halved as well
    [
      "by a window of a second",
      () => fixedWindow(20),
      20,
      1.4,
      { saysWhen: false, latency: [1, 1], workers: 64, writes: 1000 },
    ],
  ])("%s do not take much longer than necessary", async (_limit, gate, burst, most, load) => {
    const { seconds, refused } = await run({ gate: gate(), ...load });
    expect(seconds).toBeLessThanOrEqual(((load.writes - burst) / 20) * most);
    expect(refused).toBeLessThan(0.05);
  });
});

test("detects that a service has raised its limit", async () => {
  const [slow, fast] = [tokenBucket(20, 20), tokenBucket(100, 100)];
  const { seconds } = await run({
    gate: (now) => (now < 10_000 ? slow(now) : fast(now)),
    saysWhen: false,
    latency: [5, 10],
    workers: 64,
    writes: 2000,
  });
  // 200 in the first 10 s; at 20 a second the rest would take 90 s
  expect(seconds).toBeLessThan(50);
});

test("sends to a service without a limit at full concurrency", async () => {
  const { seconds, refused } = await run({
    gate: () => undefined,
    saysWhen: false,
    latency: [10, 0],
    workers: 64,
    writes: 1000,
  });
  expect(refused).toBe(0);
  expect(seconds).toBeCloseTo(1, 1);
});

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

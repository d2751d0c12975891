import type { RequestListener } from "node:http";
import type { WriteOptions } from "../../src/reconcile/ports";
import type { Answer } from "../../src/service/answer";
import { rateLimited } from "../../src/service/rate-limit";
import { IdleDeadline, retrying } from "../../src/service/retry";
import { ServiceError } from "../../src/service/service-error";
import type { Request, Transport } from "../../src/service/transport";
import { until } from "../support/until";
import { client, request, saying, serving, transportOf } from "./server";
import { instantClock, VirtualClock } from "./virtual-clock";

const patch = request("PATCH", "/v1/x", { repeatable: true });
const refusal = (status: number, retryAfter?: number) =>
  new ServiceError({ ...patch.shown, code: "service-error", detail: `status ${String(status)}`, status, retryAfter });

/** A transport that a test answers by hand. */
function byHand() {
  const waiting: { resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = [];
  let most = 0;
  const send = () =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ resolve, reject });
      most = Math.max(most, waiting.length);
    });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
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
  return { hand, clock, transport, outcomes, begun: new Promise((resolve) => setImmediate(resolve)) };
}

describe("the number of concurrent requests", () => {
  test("never exceeds the limit", async () => {
    const { hand, begun } = sending(30, 5);
    await begun;
    for (let round = 0; round < 30; round += 1) await hand.succeed();
    expect(hand.most()).toBe(5);
  });

  test("is halved on 503, once for all requests sent before it", async () => {
    const { hand, begun } = sending(30);
    await begun;
    expect(hand.waiting).toHaveLength(8);
    await hand.fail(6, 503);
    expect(hand.waiting).toHaveLength(4);
  });

  test("is halved again by requests sent later, down to one", async () => {
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

  test("grows by one for each round of successes", async () => {
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

  test("is not changed by other errors", async () => {
    const { hand, begun } = sending(30);
    await begun;
    await hand.fail(4, 422);
    await hand.fail(4, 500);
    expect(hand.waiting).toHaveLength(8);
  });
});

describe("Retry-After", () => {
  test.each([429, 503])("with %d delays all requests until then", async (status) => {
    const { hand, begun, clock } = sending(30);
    await begun;
    await hand.fail(8, status, 9000);
    expect(hand.waiting).toHaveLength(0);
    await clock.until(clock.sleep(8999));
    expect(hand.waiting).toHaveLength(0);
    await clock.until(clock.sleep(2));
    expect(hand.waiting.length).toBeGreaterThan(0);
  });

  test("does not shorten an earlier, longer one", async () => {
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
  ])("of %d ms leaves %d concurrent requests when the longest wait is 60,000", async (wait, many) => {
    const { hand, begun } = sending(30);
    await begun;
    await hand.fail(8, 503, wait);
    expect(hand.waiting).toHaveLength(many);
  });

  test("delays the requests of a client over HTTP", async () => {
    const clock = new VirtualClock();
    const { url, asked } = await serving((incoming, outgoing) => {
      const at = incoming.url === "/v1/accounts" && clock.now() < 5000 ? 429 : 200;
      saying(at, { data: [] }, { "retry-after": "5" })(incoming, outgoing);
    });
    const service = client(url, { attempts: 2, clock });
    const first = service.accounts();
    await until(() => clock.slept.length > 0);
    const second = service.repositories("a");
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toHaveLength(1);
    expect(await clock.until(Promise.all([first, second]))).toEqual([[], []]);
    expect(clock.now()).toBeGreaterThanOrEqual(5000);
  });
});

test("counts every answer except 429 as accepted by the service, and no lost answer", async () => {
  const { hand, begun, clock } = sending(30);
  await begun;
  await hand.fail(1, 422);
  await hand.fail(1, 500);
  await hand.succeed(2);
  for (const { reject } of hand.waiting.splice(0, 4))
    reject(new ServiceError({ ...patch.shown, code: "service-unreachable", detail: "lost", fault: "lost" }));
  await new Promise((resolve) => setImmediate(resolve));
  await hand.fail(8, 429);
  expect(hand.waiting).toHaveLength(0);
  // four in a second
  await clock.until(clock.sleep(249));
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
  test.each<[string, () => Gate, number, Omit<Load, "gate">]>([
    ["by a bucket of 20", () => tokenBucket(20, 20), 20, { saysWhen: true, latency: [1, 1], workers: 8, writes: 600 }],
    [
      "by a bucket of 20",
      () => tokenBucket(20, 20),
      20,
      { saysWhen: false, latency: [50, 50], workers: 64, writes: 600 },
    ],
    [
      "by a bucket of 100",
      () => tokenBucket(20, 100),
      100,
      { saysWhen: true, latency: [5, 10], workers: 8, writes: 800 },
    ],
    [
      "by a window of a second",
      () => fixedWindow(20),
      20,
      { saysWhen: false, latency: [1, 1], workers: 64, writes: 1000 },
    ],
  ])("%s take at most a tenth longer than necessary", async (_limit, gate, burst, load) => {
    const { seconds, refused } = await run({ gate: gate(), ...load });
    expect(seconds).toBeLessThanOrEqual(((load.writes - burst) / 20) * 1.1);
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

describe("a request with a look", () => {
  const answer: Answer = { status: 200, body: {} };
  const shown = { method: "PATCH", path: "/v1/x" };
  const failing = (
    facts: Pick<Partial<ConstructorParameters<typeof ServiceError>[0]>, "status" | "fault" | "retryAfter">,
  ) => new ServiceError({ ...shown, code: "service-error", detail: "no", ...facts });

  /** A transport that answers in order, and then with success; everything that happens is noted. */
  function sending(answers: readonly (ServiceError | RangeError)[] = []) {
    const happened: unknown[] = [];
    const left = [...answers];
    const transport: Transport = {
      send: ({ body }) => {
        happened.push(["send", body]);
        const next = left.shift();
        return next === undefined ? Promise.resolve(answer) : Promise.reject(next);
      },
      close: () => Promise.resolve(happened.push("close")).then(() => undefined),
    };
    const options: Pick<Request, "prepare" | "attempted"> = {
      prepare: ({ unclear }) =>
        Promise.resolve(happened.push(unclear ? "look after all" : "look")).then(() => "looked"),
      attempted: (arrived) => happened.push(arrived ? "may have arrived" : "did not arrive"),
    };
    return { happened, transport, options };
  }

  const patch = (more: Partial<Request> = {}) =>
    request("PATCH", "/v1/x", { repeatable: true, body: "planned", ...more });

  test("a request without a look is sent as it is", async () => {
    const { happened, transport } = sending();
    expect(await rateLimited(transport).send(patch())).toBe(answer);
    expect(happened).toEqual([["send", "planned"]]);
  });

  test.each<[string, ServiceError | undefined, unknown]>([
    ["may have arrived where it is answered", undefined, "may have arrived"],
    ["may have arrived where it is refused", failing({ status: 400 }), "may have arrived"],
    ["may have arrived where its answer is lost", failing({ fault: "lost" }), "may have arrived"],
    ["may have arrived where it is aborted", failing({ fault: "interrupted" }), "may have arrived"],
    ["did not arrive where no connection is made", failing({ fault: "not-sent" }), "did not arrive"],
    ["did not arrive where the client is stopped", failing({ fault: "not-tried" }), "did not arrive"],
  ])("a request is sent with what its look gives, and %s", async (_what, failure, arrived) => {
    const { happened, transport, options } = sending(failure === undefined ? [] : [failure]);
    const sent = rateLimited(transport).send(patch(options));
    if (failure === undefined) expect(await sent).toBe(answer);
    else await expect(sent).rejects.toBe(failure);
    expect(happened).toEqual(["look", ["send", "looked"], arrived]);
  });

  test("a request that fails for an unknown reason may have arrived", async () => {
    const { happened, transport, options } = sending([new RangeError("x")]);
    await expect(rateLimited(transport).send(patch(options))).rejects.toThrow(RangeError);
    expect(happened.at(-1)).toBe("may have arrived");
  });

  test("what a look throws passes as it is, and nothing is sent or repeated", async () => {
    const { happened, transport } = sending();
    const withheld = new Error("withheld");
    const attempted = (): never => {
      throw new Error("nothing was attempted");
    };
    const robust = retrying(rateLimited(transport));
    await expect(robust.send(patch({ prepare: () => Promise.reject(withheld), attempted }))).rejects.toBe(withheld);
    expect(happened).toEqual([]);
    // its place is free again
    expect(await robust.send(patch())).toBe(answer);
  });

  test("a long look does not count as a time without an answer", async () => {
    const clock = new VirtualClock();
    const { transport, options } = sending();
    const deadline = new IdleDeadline({ clock });
    const robust = retrying(rateLimited(transport, { clock, deadline }), { clock, deadline });
    const prepare: WriteOptions<unknown>["prepare"] = async () => {
      await clock.sleep(200_000);
      return "looked";
    };
    expect(await clock.until(robust.send(patch({ ...options, prepare })))).toBe(answer);
  });

  describe("each attempt looks again", () => {
    test.each<[string, ServiceError, string, string]>([
      ["after 429, which has no effect", failing({ status: 429 }), "may have arrived", "look"],
      ["after 429 with a wait", failing({ status: 429, retryAfter: 5000 }), "may have arrived", "look"],
      ["where no connection was made", failing({ fault: "not-sent" }), "did not arrive", "look"],
      ["after 503, of which the effect is not known", failing({ status: 503 }), "may have arrived", "look after all"],
      ["after 500, of which the effect is not known", failing({ status: 500 }), "may have arrived", "look after all"],
      ["where the answer was lost", failing({ fault: "lost" }), "may have arrived", "look after all"],
    ])("%s", async (_when, failure, arrived, again) => {
      const clock = instantClock();
      const { happened, transport, options } = sending([failure]);
      const robust = retrying(rateLimited(transport, { clock }), { clock, random: () => 0 });
      expect(await robust.send(patch(options))).toBe(answer);
      expect(happened).toEqual(["look", ["send", "looked"], arrived, again, ["send", "looked"], "may have arrived"]);
    });

    test("and one whose answer was lost makes all later ones unclear", async () => {
      const clock = instantClock();
      const { happened, transport, options } = sending([failing({ fault: "lost" }), failing({ status: 429 })]);
      const robust = retrying(rateLimited(transport, { clock }), { clock, random: () => 0 });
      await robust.send(patch(options));
      expect(happened.filter((each) => typeof each === "string" && each.startsWith("look"))).toEqual([
        "look",
        "look after all",
        "look after all",
      ]);
    });

    test("and a look that fails after an attempt ends the request, without another one", async () => {
      const clock = instantClock();
      const { happened, transport, options } = sending([failing({ fault: "lost" })]);
      const robust = retrying(rateLimited(transport, { clock }), { clock, random: () => 0 });
      const withheld = new Error("withheld");
      let looks = 0;
      const prepare = () => (++looks === 1 ? Promise.resolve("looked") : Promise.reject(withheld));
      await expect(robust.send(patch({ ...options, prepare }))).rejects.toBe(withheld);
      expect(happened).toEqual([["send", "looked"], "may have arrived"]);
    });
  });

  test("the look begins when the turn of the request has come, not before", async () => {
    const clock = new VirtualClock();
    const happened: string[] = [];
    const transport = transportOf(async ({ path }) => {
      happened.push(`send ${path}`);
      await clock.sleep(1000);
      return answer;
    });
    const limited = rateLimited(transport, { clock, concurrency: 1 });
    const write = (path: string) =>
      limited.send(
        request("PATCH", path, {
          prepare: async () => {
            happened.push(`look for ${path} at ${String(clock.now())}`);
            await clock.sleep(10);
            return undefined;
          },
        }),
      );
    await clock.until(Promise.all([write("/1"), write("/2")]));
    expect(happened).toEqual(["look for /1 at 0", "send /1", "look for /2 at 1010", "send /2"]);
  });

  describe("a client of one request at a time that also looks", () => {
    const fine: RequestListener = (incoming, response) => {
      const body =
        incoming.method === "GET" ? { data: { id: "c", name: "n", configuration: {} } } : { data: { id: "c" } };
      saying(200, body)(incoming, response);
    };
    const body = { name: "n", settings: {} };

    test("does not wait for itself where its looks are urgent", async () => {
      const { url, asked } = await serving(fine);
      const service = client(url, { concurrency: 1 });
      const write = (id: string) =>
        service.updateConfiguration("a", id, body, {
          prepare: async () => {
            const { name = "" } = await service.configuration("a", id, { urgent: true });
            return { ...body, name: `${name} as looked at` };
          },
        });
      await Promise.all([write("c"), write("d")]);
      expect(asked.map(({ method, url: path }) => `${method} ${path.slice(-1)}`)).toEqual([
        "GET c",
        "PATCH c",
        "GET d",
        "PATCH d",
      ]);
      expect(
        asked.filter(({ method }) => method === "PATCH").map((each) => JSON.parse(each.body) as unknown),
      ).toMatchObject(["c", "d"].map(() => ({ configuration: { name: "n as looked at" } })));
    });

    test("gives what a write method refuses to prepare to its caller", async () => {
      const { url, asked } = await serving(fine);
      const withheld = new Error("withheld");
      const prepare = () => Promise.reject(withheld);
      const service = client(url);
      await expect(service.deleteConfiguration("a", "c", { prepare })).rejects.toBe(withheld);
      await expect(service.setTriage("a", "f", "wont_fix", { prepare })).rejects.toBe(withheld);
      expect(asked).toEqual([]);
    });
  });
});

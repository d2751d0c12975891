import type { RequestListener } from "node:http";
import { accountId, type ConfigurationId, configurationId } from "../../src/model/ids";
import { type Attempts, attempting, noAttempts, RequestError, type Requests } from "../../src/reconcile/ports";
import type { Answer } from "../../src/service/answer";
import { rateLimited } from "../../src/service/rate-limit";
import { ServiceError } from "../../src/service/service-error";
import { until } from "../support/until";
import { client, facing, failureOf, request, saying, serving, transportOf } from "./server";
import { VirtualClock } from "./virtual-clock";

const answer: Answer = { status: 200, body: {} };
const shown = { method: "PATCH", path: "/v1/x" };
const failing = (facts: Partial<ConstructorParameters<typeof ServiceError>[0]>) =>
  new ServiceError({ ...shown, code: "service-error", detail: "no", ...facts });

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A limited transport whose requests take a second each; a refusal is the answer to the first one. */
function limiting(concurrency: number, { refusal, stop }: { refusal?: ServiceError; stop?: AbortSignal } = {}) {
  const clock = new VirtualClock();
  const happened: string[] = [];
  const note = (what: string): void => {
    happened.push(`${what} at ${String(clock.now())}`);
  };
  let refusals = refusal === undefined ? [] : [refusal];
  const transport = transportOf(async ({ path }) => {
    note(`send ${path}`);
    await clock.sleep(1000);
    const [thrown] = refusals;
    refusals = [];
    if (thrown !== undefined) throw thrown;
    return answer;
  });
  const limited = rateLimited(transport, { clock, concurrency, stop });
  const write = (path: string) => limited.send(request("PATCH", path, { inTurn: true }));
  /** A turn in which one request looks and another one writes. */
  const turn = (name: string, signal?: AbortSignal) =>
    limited.turn(async () => {
      note(`turn ${name}`);
      await limited.send(request("GET", `look ${name}`, { inTurn: true }));
      return write(`write ${name}`);
    }, signal);
  return { clock, happened, limited, turn, write };
}

test("a turn ends with what is done in it, and its requests need no places of their own", async () => {
  const { clock, happened, turn } = limiting(1);
  expect(await clock.until(Promise.all([turn("a"), turn("b")]))).toEqual([answer, answer]);
  expect(happened).toEqual([
    "turn a at 0",
    "send look a at 0",
    "send write a at 1000",
    "turn b at 2000",
    "send look b at 2000",
    "send write b at 3000",
  ]);
});

test.each([429, 503])(
  "a turn waits, as its requests do, until the time that an answer with %i names",
  async (status) => {
    const { clock, happened, turn, write } = limiting(2, { refusal: failing({ status, retryAfter: 5000 }) });
    const refused = write("refused").catch((thrown: unknown) => thrown);
    await clock.until(refused);
    await clock.until(Promise.all([write("of a turn that has come"), turn("a")]));
    expect(happened).toEqual([
      "send refused at 0",
      "send of a turn that has come at 6000",
      expect.stringMatching(/^turn a at 6\d\d\d$/),
      expect.stringMatching(/^send look a at [67]\d\d\d$/),
      expect.stringMatching(/^send write a at [789]\d\d\d$/),
    ]);
  },
);

test("a turn takes nothing of the rate that a 429 has set: its requests do", async () => {
  const { clock, happened, limited, write } = limiting(10, { refusal: failing({ status: 429 }) });
  await clock.until(write("refused").catch((thrown: unknown) => thrown));
  // half of ten in a second
  const turns = ["a", "b", "c"].map((each) => limited.turn(() => write(each), undefined));
  await clock.until(Promise.all(turns));
  expect(happened.slice(1)).toEqual(["send a at 1200", "send b at 1400", "send c at 1600"]);
});

test("a turn that has not come yet is ended by its own signal, as interrupted", async () => {
  const { clock, happened, turn } = limiting(1);
  const own = new AbortController();
  const [first, second] = [turn("a"), failureOf(turn("b", own.signal))];
  await settle();
  own.abort();
  expect(await second).toMatchObject({ fault: "interrupted", unsent: false });
  expect((await second).message).toContain("interrupted");
  await clock.until(first);
  expect(happened.some((each) => each.startsWith("turn b"))).toBe(false);
});

test("a turn that has not come yet is ended by a stop of the client, as not tried, and the turn that has come sends nothing more", async () => {
  const stop = new AbortController();
  const { clock, happened, turn } = limiting(1, { stop: stop.signal });
  const ended = [failureOf(turn("a")), failureOf(turn("b"))];
  await settle();
  stop.abort();
  expect(await clock.until(Promise.all(ended))).toMatchObject([
    { fault: "not-tried", refused: true },
    { fault: "not-tried", refused: true },
  ]);
  expect(happened).toEqual(["turn a at 0", "send look a at 0"]);
});

const account = accountId("a");
const body = { name: "n", settings: {} };
const fine: RequestListener = (incoming, response) => {
  const data = incoming.method === "GET" ? { id: "c", name: "n", configuration: {} } : { id: "c" };
  saying(200, { data })(incoming, response);
};
const patching =
  (id = "c") =>
  (requests: Requests) =>
    requests.updateConfiguration(account, configurationId(id), body);

test("a client in its turn looks and writes, one turn after the other where it may send one request at a time", async () => {
  const { url, asked } = await serving(fine);
  const service = client(url, { concurrency: 1 });
  const write = (id: ConfigurationId) =>
    service.inTurn(
      async (requests) => {
        const { name = "" } = await service.looks.configuration(account, id);
        return requests.updateConfiguration(account, id, { ...body, name: `${name} as looked at` });
      },
      noAttempts,
      undefined,
    );
  await Promise.all(["c", "d"].map((each) => write(configurationId(each))));
  expect(asked.map(({ method, url: path }) => `${method} ${path.slice(-1)}`)).toEqual([
    "GET c",
    "PATCH c",
    "GET d",
    "PATCH d",
  ]);
  expect(JSON.parse(asked[1]?.body ?? "")).toMatchObject({ configuration: { name: "n as looked at" } });
});

test.each([429, 500, 503])(
  "a client in its turn sends a write once, although it is answered with %i",
  async (status) => {
    const { service, asked } = await facing([saying(status, {})]);
    const failure = await failureOf(service.inTurn(patching(), noAttempts, undefined));
    expect([failure.status, asked.length]).toEqual([status, 1]);
  },
);

test("a client in its turn looks again where a look fails temporarily", async () => {
  const { service, asked } = await facing([saying(503, {}), fine]);
  const look = () => service.looks.configuration(account, configurationId("c"));
  expect(await service.inTurn(look, noAttempts, undefined)).toMatchObject({ id: "c" });
  expect(asked).toHaveLength(2);
});

test("a client in its turn refuses a write where it is read-only, and sends nothing", async () => {
  const { url, asked } = await serving(fine);
  const service = client(url, { readOnly: true });
  const refused = service.inTurn(patching(), noAttempts, undefined);
  await expect(refused).rejects.toMatchObject({ diagnostics: [{ code: "read-only" }] });
  await service.inTurn(() => service.looks.configuration(account, configurationId("c")), noAttempts, undefined);
  expect(asked.map(({ method }) => method)).toEqual(["GET"]);
});

test("a client in its turn waits for the answer to a write that is under way, whatever the signal says", async () => {
  const over = new AbortController();
  const { url } = await serving((incoming, response) => {
    over.abort();
    setImmediate(() => {
      fine(incoming, response);
    });
  });
  expect(await client(url).inTurn(patching(), noAttempts, over.signal)).toMatchObject({ configuration: { id: "c" } });
});

test("a client in its turn gives a write the time that earlier attempts have left", async () => {
  const { url } = await serving(() => undefined);
  const made: Attempts = { ...noAttempts, count: 1, waited: 49_950 };
  const failure = await failureOf(client(url, { timeout: 30_000 }).inTurn(patching(), made, undefined));
  expect([failure.fault, failure.waited < 10_000]).toEqual(["lost", true]);
});

test("a client in its turn is interrupted before its turn has come, or not tried where the client is stopped", async () => {
  const { url, asked } = await serving(fine);
  const own = client(url).inTurn(patching(), noAttempts, AbortSignal.abort());
  expect((await failureOf(own)).fault).toBe("interrupted");
  const stopped = client(url, { stop: AbortSignal.abort() }).inTurn(patching(), noAttempts, undefined);
  expect((await failureOf(stopped)).fault).toBe("not-tried");
  expect(asked).toEqual([]);
});

describe("whether a failed write may be sent again", () => {
  const never = async (options: Parameters<typeof facing>[1] = {}) => facing([saying(500, {})], options);

  test.each<[string, ServiceError, "both" | "repeatable" | "none", Partial<Attempts>]>([
    ["429", failing({ status: 429 }), "both", { unclear: false, left: true }],
    ["no connection", failing({ fault: "not-sent" }), "both", { unclear: false, left: false }],
    ["a lost answer", failing({ fault: "lost" }), "repeatable", { unclear: true, left: true }],
    ["503", failing({ status: 503 }), "repeatable", { unclear: true, left: true }],
    ["500", failing({ status: 500 }), "repeatable", { unclear: true, left: true }],
    ["422", failing({ status: 422 }), "none", {}],
    ["an abort", failing({ fault: "interrupted" }), "none", {}],
  ])("depends on the failure and the write: after %s", async (_what, failure, which, made) => {
    const { service } = await never();
    for (const isRepeatable of [true, false]) {
      const again = service.again(failure, noAttempts, isRepeatable, undefined);
      if (which === "both" || (which === "repeatable" && isRepeatable))
        expect(await again).toMatchObject({ count: 1, ...made });
      else await expect(again).rejects.toBe(failure);
    }
  });

  test("whether a failed write may be sent again is decided after the time that the service asks to wait, which counts as none of the time of the attempts", async () => {
    const { service, clock } = await never();
    const made = await service.again(failing({ status: 429, retryAfter: 7000 }), noAttempts, false, undefined);
    expect([clock.slept, made.waited, made.paused]).toEqual([[7125], 0, 7125]);
  });

  test("whether a failed write may be sent again ends with an abort or a stop while it waits", async () => {
    const own = new AbortController();
    const clock = new VirtualClock();
    const waits = await never({ clock });
    const interrupted = failureOf(waits.service.again(failing({ status: 503 }), noAttempts, true, own.signal));
    await until(() => clock.slept.length > 0);
    own.abort();
    expect((await interrupted).fault).toBe("interrupted");
    const stopped = await never({ stop: AbortSignal.abort() });
    const failure = failing({ status: 503 });
    await expect(stopped.service.again(failure, noAttempts, true, undefined)).rejects.toBe(failure);
  });

  test("whether a failed write may be sent again is no question of a failure that is not of this client", async () => {
    class Foreign extends RequestError {
      readonly refused = false;
      readonly unsent = false;
      declare readonly status?: number;
      declare readonly requestId?: string;
      declare readonly fault?: "lost";
    }
    const { service } = await never();
    const foreign = new Foreign([{ code: "service-error", severity: "error", summary: "no", detail: "no" }]);
    await expect(Promise.resolve().then(() => service.again(foreign, noAttempts, true, undefined))).rejects.toBe(
      foreign,
    );
  });
});

describe("a write that is tried again", () => {
  const options = { isRepeatable: true };

  test("a write that is tried again is made again from the beginning, in a turn of its own each time, and knows whether one may have taken effect", async () => {
    const { service, asked } = await facing([saying(429, {}), saying(503, {}), saying(429, {}), fine]);
    const unclear: boolean[] = [];
    await attempting(
      service,
      (requests, isUnclear) => {
        unclear.push(isUnclear);
        return patching(`c${String(unclear.length)}`)(requests);
      },
      options,
    );
    expect(unclear).toEqual([false, false, true, true]);
    expect(asked.map(({ url }) => url.slice(-2))).toEqual(["c1", "c2", "c3", "c4"]);
  });

  test("a write that is tried again leaves its place to others while it waits", async () => {
    const clock = new VirtualClock();
    const { service, asked } = await facing([saying(503, {}), fine], { clock, concurrency: 1 });
    const first = attempting(service, patching("1"), options);
    await until(() => clock.slept.length > 0);
    await service.inTurn(patching("2"), noAttempts, undefined);
    await clock.until(first);
    expect(asked.map(({ url }) => url.slice(-1))).toEqual(["1", "2", "1"]);
  });

  test("a write that is tried again ends with the error of its last attempt", async () => {
    const { service, asked } = await facing([saying(503, {})], { attempts: 3 });
    const error = await failureOf(attempting(service, patching(), options));
    expect([error.status, error.refused, asked.length]).toEqual([503, false, 3]);
    expect(error.message).toContain("after 3 attempts");
    const created = await facing([saying(503, {})], { attempts: 3 });
    await failureOf(
      attempting(created.service, (requests) => requests.createConfiguration(account, body), { isRepeatable: false }),
    );
    expect(created.asked).toHaveLength(1);
  });
});

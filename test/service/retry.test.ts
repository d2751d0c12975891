import type { RequestListener } from "node:http";
import type { Fault } from "../../src/reconcile/ports";
import type { Answer } from "../../src/service/answer";
import type { ServiceClientOptions } from "../../src/service/client-options";
import type { Clock } from "../../src/service/clock";
import { rateLimited } from "../../src/service/rate-limit";
import { IdleDeadline, retrying, type RetryOptions } from "../../src/service/retry";
import type { ServiceClient } from "../../src/service/service-client";
import { ServiceError } from "../../src/service/service-error";
import type { Request, Transport } from "../../src/service/transport";
import { until } from "../support/until";
import { client, failureOf, request, saying, serving } from "./server";
import { instantClock, VirtualClock } from "./virtual-clock";

const nothing = saying(200, { data: [] });
const counts = { updated_count: 1, total_count: 1, configuration_id: "c", assigned_count: 1, total_matched: 1 };
const made = saying(201, { data: { id: "c" }, ...counts });
const hangUp: RequestListener = (request) => request.socket.destroy();
const cut: RequestListener = (_request, response) => {
  response.writeHead(200, { "content-length": "1000" }).write('{"data"', () => response.socket?.destroy());
};

/** A server that answers one after the other, and the last for ever; and a client with a clock that waits for nothing. */
async function facing(answers: readonly RequestListener[], options: Partial<ServiceClientOptions> = {}) {
  let count = 0;
  const { url, asked } = await serving((request, response) => {
    const answer = answers[Math.min(count, answers.length - 1)];
    count += 1;
    answer?.(request, response);
  });
  const clock = instantClock();
  return { service: client(url, { attempts: 5, clock, random: () => 0.5, ...options }), asked, clock };
}

const body = { name: "n", settings: {} };
const sendings: Readonly<Record<string, (service: ServiceClient) => Promise<unknown>>> = {
  GET: (service) => service.accounts(),
  PUT: (service) => service.replaceConfiguration("a", "c", body),
  PATCH: (service) => service.updateConfiguration("a", "c", body),
  "bulk update": (service) => service.bulkUpdate("a", ["c"], {}),
  assignment: (service) => service.assignRepositories("a", { configurationId: "c", repositoryPattern: "%" }),
  "POST of a triage": (service) => service.setTriage("a", "f", "wont_fix"),
  "POST of a configuration": (service) => service.createConfiguration("a", body),
  "POST of a deepscan": (service) => service.triggerDeepscan("a", "r"),
};
const repeatable = ["GET", "PUT", "PATCH", "bulk update", "assignment", "POST of a triage"];
const once = ["POST of a configuration", "POST of a deepscan"];
const send = (what: string, service: ServiceClient) => sendings[what]?.(service) ?? Promise.reject(new Error(what));
/** An answer that all of the operations above take. */
const fine: RequestListener = (request, response) => {
  (request.method === "GET" ? nothing : made)(request, response);
};

describe.each([...repeatable, ...once])("a %s", (what) => {
  test("is repeated after 429, which has no effect", async () => {
    const { service, asked } = await facing([saying(429, {}), saying(429, {}), fine]);
    await send(what, service);
    expect(asked).toHaveLength(3);
    expect(new Set(asked.map((each) => `${each.method} ${each.url} ${each.body}`)).size).toBe(1);
  });

  test.each([400, 401, 403, 404, 409, 413, 422, 501])("is not repeated after %d", async (status) => {
    const { service, asked } = await facing([saying(status, {}), fine]);
    const error = await failureOf(send(what, service));
    expect([error.status, error.refused]).toEqual([status, status < 500]);
    expect(error.message).not.toContain("attempts");
    expect(asked).toHaveLength(1);
  });

  test("is repeated when nothing listens, and reports the number of attempts", async () => {
    const clock = instantClock();
    const error = await failureOf(send(what, client(new URL("http://127.0.0.1:1"), { attempts: 3, clock })));
    expect(error.message).toMatch(
      /nothing listens at http:\/\/127\.0\.0\.1:1 \(3 attempts.*\)\. Is the base URL right, and the service up\?$/,
    );
    expect(error.refused).toBe(true);
    expect(clock.slept).toHaveLength(2);
  });
});

const troubles: readonly (readonly [string, RequestListener])[] = [
  ...[408, 500, 502, 503, 504].map((status) => [`status ${String(status)}`, saying(status, {})] as const),
  ["a connection that is closed", hangUp],
  ["a body that is cut off", cut],
];

describe.each(repeatable)("a %s, which is repeatable,", (what) => {
  test.each(troubles)("is repeated after %s", async (_trouble, answer) => {
    const { service, asked } = await facing([answer, fine]);
    await send(what, service);
    expect(asked).toHaveLength(2);
  });

  test.each(troubles)("fails after five attempts that end in %s", async (_trouble, answer) => {
    const { service, asked } = await facing([answer]);
    const error = await failureOf(send(what, service));
    expect(error.message).toContain(", after 5 attempts");
    expect(asked).toHaveLength(5);
  });
});

describe.each(once)("a %s, which is not repeatable,", (what) => {
  test.each(troubles)("is not repeated after %s", async (_trouble, answer) => {
    const { service, asked } = await facing([answer, fine]);
    const error = await failureOf(send(what, service));
    expect(error.refused).toBe(error.status === 408);
    expect(asked).toHaveLength(1);
  });
});

test("repeats a GET whose JSON is cut off, but not one answered with HTML", async () => {
  const short = await facing([saying(200, '{"data": ['), nothing]);
  expect(await short.service.accounts()).toEqual([]);
  const html = await facing([saying(200, "<html>"), nothing]);
  expect((await failureOf(html.service.accounts())).message).toContain("not JSON");
  expect(html.asked).toHaveLength(1);
});

describe("a DELETE", () => {
  const remove = (service: ServiceClient) => service.deleteConfiguration("a", "c");

  test.each(troubles)("succeeds on 404 after %s", async (_trouble, answer) => {
    const { service, asked } = await facing([answer, saying(404, {}, { request_id: "r-2" })]);
    expect(await remove(service)).toEqual({ requestId: "r-2" });
    expect(asked).toHaveLength(2);
  });

  test("succeeds on 404 after a lost answer, also with a 429 between", async () => {
    const { service, asked } = await facing([hangUp, saying(429, {}), saying(404, {})]);
    expect(await remove(service)).toEqual({});
    expect(asked).toHaveLength(3);
  });

  test("fails on a first 404", async () => {
    const { service } = await facing([saying(404, {})]);
    expect((await failureOf(remove(service))).status).toBe(404);
  });
});

test("a refusal does not prove that an earlier attempt had no effect", async () => {
  const { service } = await facing([saying(503, {}), saying(422, { error: "taken" })]);
  const error = await failureOf(service.updateConfiguration("a", "c", body));
  expect(error.message).toContain("status 422: taken, after 2 attempts");
  expect([error.status, error.refused]).toEqual([422, false]);
});

test.each(["PUT", "PATCH"])("a %s fails on 404 after a lost answer", async (what) => {
  const { service } = await facing([hangUp, saying(404, {})]);
  const error = await failureOf(send(what, service));
  expect([error.status, error.refused]).toEqual([404, false]);
});

describe("over any transport", () => {
  const patch = request("PATCH", "/v1/x", { repeatable: true });
  const trouble = new ServiceError({ ...patch.shown, code: "service-error", detail: "status 503", status: 503 });
  const lost = new ServiceError({ ...patch.shown, code: "service-unreachable", detail: "lost", fault: "lost" });

  /** Throws these, one after the other, and then gives an answer. */
  function throwing(...errors: readonly Error[]): Transport & { readonly sent: () => number } {
    let sent = 0;
    return {
      sent: () => sent,
      send: () => {
        const error = errors[sent];
        sent += 1;
        return error === undefined ? Promise.resolve({ status: 200, body: {} }) : Promise.reject(error);
      },
      close: () => Promise.resolve(),
    };
  }

  /** A clock during whose first sleep something happens. */
  const during = (happens: () => void): Clock => ({
    now: () => 0,
    sleep: () => {
      happens();
      return Promise.resolve();
    },
  });

  test("an abort during a wait ends the call as interrupted, without another attempt", async () => {
    const stopped = new AbortController();
    const transport = throwing(trouble);
    const clock = during(() => {
      stopped.abort();
    });
    const error = await failureOf(retrying(transport, { clock }).send({ ...patch, signal: stopped.signal }));
    expect([error.fault, error.cause, transport.sent()]).toEqual(["interrupted", trouble, 1]);
  });

  test.each<[string, readonly (Fault | undefined)[], boolean]>([
    ["no attempt left this machine", ["not-sent", "not-sent"], true],
    ["only the first one left it", ["lost", "not-sent"], false],
    ["only the last one left it", ["not-sent", "lost"], false],
    ["the first one was answered", [undefined, "not-sent"], false],
  ])("a request is unsent only if no attempt left this machine: %s", async (_what, faults, unsent) => {
    const failures = faults.map(
      (fault) =>
        new ServiceError({
          ...patch.shown,
          code: "service-error",
          detail: "no",
          ...(fault === undefined ? { status: 429 } : { fault }),
        }),
    );
    const robust = retrying(throwing(...failures), { clock: instantClock(), attempts: 2 });
    expect((await failureOf(robust.send(patch))).unsent).toBe(unsent);
  });

  test("a stop during a wait ends the call with the result of its last attempt", async () => {
    const stop = new AbortController();
    const transport = throwing(trouble, trouble);
    let sleeps = 0;
    const clock = during(() => {
      if ((sleeps += 1) === 2) stop.abort();
    });
    const error = await failureOf(retrying(transport, { clock, stop: stop.signal }).send(patch));
    expect(error.message).toMatch(/PATCH \/v1\/x: status 503, after 2 attempts$/);
    expect([error.status, error.refused, transport.sent()]).toEqual([503, false, 2]);
  });

  test("a stop before a wait skips it", async () => {
    const clock = instantClock();
    const transport = throwing(trouble);
    const error = await failureOf(retrying(transport, { clock, stop: AbortSignal.abort() }).send(patch));
    expect([error, clock.slept]).toEqual([trouble, []]);
  });

  test("a failing clock rejects the call", async () => {
    const clock: Clock = { now: () => 0, sleep: () => Promise.reject(new Error("no timer")) };
    await expect(retrying(throwing(trouble), { clock }).send(patch)).rejects.toThrow("no timer");
  });

  test("errors other than ServiceError are rethrown", async () => {
    const transport = throwing(new TypeError("a bug"));
    await expect(retrying(transport, { clock: instantClock() }).send(patch)).rejects.toThrow("a bug");
    expect(transport.sent()).toBe(1);
  });

  test("a repeated DELETE of something gone resolves without a body, and with the request id if there is one", async () => {
    const remove = request("DELETE", "/v1/x", { repeatable: true });
    const gone = (requestId?: string) =>
      new ServiceError({ ...remove.shown, code: "service-error", detail: "status 404", status: 404, requestId });
    const answer = (requestId?: string) =>
      retrying(throwing(lost, gone(requestId)), { clock: instantClock() }).send(remove);
    expect(await answer()).toStrictEqual({ status: 404, body: undefined });
    expect(await answer("r-1")).toStrictEqual({ status: 404, body: undefined, requestId: "r-1" });
  });
});

describe("the wait between attempts", () => {
  test("is a random part of a doubling time, up to a ceiling", async () => {
    const { service, clock } = await facing([saying(503, {})], { attempts: 9 });
    await failureOf(service.accounts());
    expect(clock.slept).toEqual([125, 250, 500, 1000, 2000, 4000, 5000, 5000]);
  });

  test.each([0, 0.999])("may be any part of it: %d", async (part) => {
    const { service, clock } = await facing([saying(503, {})], { attempts: 3, random: () => part });
    await failureOf(service.accounts());
    expect(clock.slept).toEqual([250 * part, 500 * part]);
  });

  const total = (slept: readonly number[]) => slept.reduce((sum, each) => sum + each, 0);
  const date = (seconds: number, form = (at: Date) => at.toUTCString()) => ({
    date: new Date(1_700_000_000_000).toUTCString(),
    "retry-after": form(new Date(1_700_000_000_000 + seconds * 1000)),
  });

  test.each([429, 503])("follows the Retry-After of a %d in seconds", async (status) => {
    const { service, clock, asked } = await facing([saying(status, {}, { "retry-after": "7" }), nothing], {
      random: () => 0,
    });
    await service.accounts();
    expect(total(clock.slept)).toBe(7000);
    expect(asked).toHaveLength(2);
  });

  test("follows a Retry-After date, relative to the Date of the answer", async () => {
    const { service, clock } = await facing([saying(429, {}, date(11)), nothing], { random: () => 0 });
    await service.accounts();
    expect(total(clock.slept)).toBe(11_000);
  });

  test("follows a Retry-After up to the longest wait; a longer one ends the call", async () => {
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
  ])("ends the call when Retry-After is %s", async (after, words) => {
    const { service, clock, asked } = await facing([
      saying(429, { error: "later" }, { ...date(0), "retry-after": after, request_id: "r-3" }),
    ]);
    const error = await failureOf(service.createConfiguration("a", body));
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
    return {
      sent,
      send: (given) => {
        sent.push(given);
        return Promise.reject(failure(Math.min(timeout, given.within ?? Infinity), more));
      },
      close: () => Promise.resolve(),
    };
  }

  async function attemptsOf(transport: Transport & { readonly sent: readonly Request[] }, options: RetryOptions = {}) {
    const clock = instantClock();
    const error = await failureOf(retrying(transport, { clock, random: () => 0, ...options }).send(get));
    return { error, clock, within: transport.sent.map((each) => each.within) };
  }

  test("a request that is never answered ends after 50 s, with the last attempt cut to what is left", async () => {
    const { error, within } = await attemptsOf(silent(30_000));
    expect(within).toEqual([50_000, 20_000]);
    expect(error.message).toContain("GET /v1/x: no answer, after 2 attempts over 50 s");
  });

  test("waits between attempts are part of the 50 s", async () => {
    const { error, within, clock } = await attemptsOf(silent(10_000), { random: () => 1 });
    expect(clock.slept).toEqual([250, 500, 1000, 2000]);
    expect(within).toEqual([50_000, 39_750, 29_250, 18_250, 6250]);
    expect(error.message).toContain("after 5 attempts over 50 s");
  });

  test.each([
    [50, [20_050, 20_000, 19_950, 19_900, 19_850]],
    [1000, [21_000, 20_000, 19_000, 18_000, 17_000]],
    [60_000, [80_000, 20_000]],
    [3_600_000, [3_620_000, 20_000]],
  ])("with a timeout of %d ms the first attempt has all of it, and all together 20 s more", async (timeout, times) => {
    const { within } = await attemptsOf(silent(timeout), { timeout });
    expect(within).toEqual(times);
    expect(within[0]).toBeGreaterThanOrEqual(timeout);
  });

  test("less than a second is not worth an attempt", async () => {
    expect((await attemptsOf(silent(49_000))).within).toHaveLength(2);
    expect((await attemptsOf(silent(49_001))).within).toHaveLength(1);
  });

  test("the wait before an attempt is taken from its time", async () => {
    expect((await attemptsOf(silent(48_750), { random: () => 1 })).within).toHaveLength(2);
    expect((await attemptsOf(silent(48_751), { random: () => 1 })).within).toHaveLength(1);
  });

  test("from 1 s on the error says how long all attempts took", async () => {
    expect((await attemptsOf(silent(500), { attempts: 2 })).error.message).toMatch(/after 2 attempts over 1 s$/);
    expect((await attemptsOf(silent(499), { attempts: 2 })).error.message).toMatch(/after 2 attempts$/);
  });

  test("the error of an only attempt stays as it is", async () => {
    const thrown = failure(10, { status: 400, fault: undefined });
    const refusing: Transport = { send: () => Promise.reject(thrown), close: () => Promise.resolve() };
    expect(await failureOf(retrying(refusing, { clock: instantClock() }).send(get))).toBe(thrown);
  });

  test("the requests of one transport share the time in which it may be silent", async () => {
    const clock = new VirtualClock();
    const sent: string[] = [];
    const transport: Transport = {
      send: async ({ shown }) => {
        sent.push(shown.path);
        await clock.sleep(shown.path === "/first" ? 20_500 : 10);
        throw new ServiceError({
          ...shown,
          code: "service-unreachable",
          detail: "no answer",
          fault: "lost",
          waited: 10,
        });
      },
      close: () => Promise.resolve(),
    };
    const robust = retrying(transport, { clock, random: () => 0, timeout: 1000 });
    const first = failureOf(robust.send(request("GET", "/first")));
    const late = clock.sleep(20_300).then(() => failureOf(robust.send(request("GET", "/late"))));
    await clock.until(Promise.all([first, late]));
    expect(sent).toEqual(["/first", "/late"]);
  });

  test("a request that could never be sent ends after the same time", async () => {
    const { within, error } = await attemptsOf(silent(15_000, { fault: "not-sent" }));
    expect(within).toEqual([50_000, 35_000, 20_000, 5000]);
    expect(error.message).toContain("after 4 attempts over 50 s");
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

  test("each attempt gets the time that the earlier ones took", async () => {
    const transport = silent(20_000);
    await attemptsOf(transport);
    expect(transport.sent.map((each) => each.waitedBefore)).toEqual([0, 20_000, 40_000]);
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
    const closed = new ServiceError({
      ...get.shown,
      code: "service-unreachable",
      detail: "closed",
      fault: "not-tried",
    });
    let sent = 0;
    const transport: Transport = {
      send: () => Promise.reject((sent += 1) === 1 ? failure(1) : closed),
      close: () => Promise.resolve(),
    };
    const robust = retrying(transport, { clock });
    const failed = failureOf(robust.send(get));
    await until(() => slept !== undefined);
    await robust.close();
    expect((await failed).fault).toBe("not-tried");
  });

  test.each<readonly [string, number, More, readonly unknown[]]>([
    ["a Retry-After of 20 s", 10, { status: 503, retryAfter: 20_000 }, [20_000, 20_000, 20_000, 20_000]],
    ["a Retry-After of 1 s", 0, { status: 503, retryAfter: 1000 }, [1000, 1000, 1000, 1000]],
    ["a Retry-After of 0.3 s", 10, { status: 503, retryAfter: 300 }, [300]],
    ["failures that last 2 s", 2000, {}, Array(4).fill(undefined)],
    ["failures at once", 10, { status: 503 }, []],
  ])("the waits after %s are reported once they add up to 1 s", async (_what, waited, more, told) => {
    const asked: unknown[] = [];
    const onWaiting: RetryOptions["onWaiting"] = (line, wait) => {
      expect(line).toEqual({ method: "GET", path: "/v1/x" });
      asked.push(wait);
    };
    await attemptsOf(silent(waited, more), { onWaiting });
    expect(asked).toStrictEqual(told);
  });
});

describe("the idle deadline", () => {
  const answer: Answer = { status: 200, body: {} };
  const forever = Infinity;

  /**
   * A service whose answers take these times, one after the other, and then forever, which ends with the time of the
   * attempt: 30 s or less.
   */
  function service(clock: VirtualClock, times: readonly number[], refusal?: { status: number; retryAfter?: number }) {
    const sent: Request[] = [];
    const transport: Transport = {
      send: async (given) => {
        const time = times[sent.length] ?? forever;
        sent.push(given);
        const most = Math.min(30_000, given.within ?? forever);
        await clock.sleep(Math.min(time, most));
        const facts = { ...given.shown, code: "service-unreachable", detail: "no answer", waited: most } as const;
        if (time > most) throw new ServiceError({ ...facts, fault: "lost" });
        if (refusal !== undefined) throw new ServiceError({ ...facts, ...refusal });
        return answer;
      },
      close: () => Promise.resolve(),
    };
    return { transport, sent };
  }

  function clientOf(clock: VirtualClock, transport: Transport, concurrency = 10): Transport {
    const deadline = new IdleDeadline({ clock });
    return retrying(rateLimited(transport, { clock, concurrency, deadline }), { clock, deadline, random: () => 0 });
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

  test("a request that is never answered has the time since the last answer, and no more", async () => {
    const clock = new VirtualClock();
    const { transport, sent } = service(clock, [20_000]);
    const client = clientOf(clock, transport);
    const both = Promise.all([client.send(get("/1")), failureOf(client.send(get("/2")))]);
    const [, failed] = await clock.until(both);
    expect(failed.message).toContain("no answer, after 2 attempts over 50 s");
    expect(sent.map(({ within }) => within)).toEqual([50_000, 50_000, 20_000]);
  });

  test("while others are answered, silence does not end a request", async () => {
    const clock = new VirtualClock();
    const { transport } = service(clock, Array<number>(10).fill(20_000));
    const client = clientOf(clock, transport, 1);
    const all = Promise.all(Array.from({ length: 10 }, (_, each) => client.send(get(`/${String(each)}`))));
    expect(await clock.until(all)).toHaveLength(10);
    expect(clock.now()).toBe(200_000);
  });

  test("after a pause without requests the time begins anew", async () => {
    const clock = new VirtualClock();
    const { transport } = service(clock, [10, 10]);
    const client = clientOf(clock, transport);
    await clock.until(client.send(get("/1")));
    await clock.until(clock.sleep(100_000));
    expect(await clock.until(client.send(get("/2")))).toBe(answer);
  });

  test("after a request that failed the time begins anew too", async () => {
    const clock = new VirtualClock();
    const deadline = new IdleDeadline({ clock });
    await expect(deadline.during(() => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
    await clock.until(clock.sleep(100_000));
    await deadline.during(() => {
      expect(deadline.left).toBe(50_000);
      return Promise.resolve();
    });
  });

  test("a wait that the service asks for is not silence", async () => {
    const clock = new VirtualClock();
    const { transport, sent } = service(clock, Array<number>(5).fill(10), { status: 503, retryAfter: 60_000 });
    const failed = await clock.until(failureOf(clientOf(clock, transport).send(get("/1"))));
    expect(failed.message).toContain("after 5 attempts");
    expect(sent.every(({ within }) => within === 50_000)).toBe(true);
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
    const client = clientOf(clock, { send, close: () => Promise.resolve() });
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
});

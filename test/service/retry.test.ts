import type { RequestListener } from "node:http";
import type { ServiceClient } from "../../src/service/service-client";
import type { Fault } from "../../src/reconcile/ports";
import type { Clock } from "../../src/service/clock";
import { ServiceError } from "../../src/service/service-error";
import type { ServiceClientOptions } from "../../src/service/client-options";
import { retrying } from "../../src/service/retry";
import type { Transport } from "../../src/service/transport";
import { client, failureOf, request, saying, serving } from "./server";
import { timeIsUp } from "./undici-time";
import { instantClock } from "./virtual-clock";

const nothing = saying(200, { data: [] });
const made = saying(201, { data: { id: "c" } });
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
  "POST of a triage": (service) => service.setTriage("a", "f", "wont_fix"),
  "POST of a configuration": (service) => service.createConfiguration("a", body),
  "POST of a deepscan": (service) => service.triggerDeepscan("a", "r"),
};
const repeatable = ["GET", "PUT", "PATCH", "POST of a triage"];
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

  test("is not repeated when no headers arrive in time", async () => {
    const { service, asked } = await facing([timeIsUp], { timeout: 50 });
    expect((await failureOf(send(what, service))).fault).toBe("lost");
    expect(asked).toHaveLength(1);
  });
});

test("repeats a GET whose headers do not arrive in time", async () => {
  const { service, asked } = await facing([timeIsUp, nothing], { timeout: 50 });
  expect(await service.accounts()).toEqual([]);
  expect(asked).toHaveLength(2);
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

  test("attempts and waits have defaults", async () => {
    const clock = instantClock();
    const transport = throwing(...Array.from({ length: 9 }, () => trouble));
    const error = await failureOf(retrying(transport, { clock, random: () => 1 }).send(patch));
    expect(error.message).toContain("after 5 attempts");
    expect(clock.slept).toEqual([250, 500, 1000, 2000]);
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

  test.each([
    ["a date in the past", date(-5)],
    ["neither a number nor a date", { "retry-after": "soon enough" }],
    ["a negative number", { "retry-after": "-5" }],
    ["empty", { "retry-after": "" }],
    ["a date that does not exist", { "retry-after": "Fri, 99 Foo 2026 99:99:99 GMT" }],
  ])("ignores a Retry-After that is %s", async (_what, headers) => {
    const { service, clock } = await facing([saying(503, {}, headers), nothing]);
    await service.accounts();
    expect(total(clock.slept)).toBe(125);
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

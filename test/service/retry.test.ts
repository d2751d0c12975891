import { once } from "node:events";
import type { RequestListener } from "node:http";
import type { Clock } from "../../src/service/clock";
import { retrying } from "../../src/service/retry";
import type { ServiceClient } from "../../src/service/service-client";
import { ServiceError } from "../../src/service/service-error";
import type { Request, Transport } from "../../src/service/transport";
import { client, facing, failureOf, request, saying, serving, transportOf } from "./server";
import { instantClock } from "./virtual-clock";

const nothing = saying(200, { data: [] });
const hangUp: RequestListener = (request) => request.socket.destroy();

const body = { name: "n", settings: {} };

describe("the requests of a client", () => {
  /** An answer that all of these operations take. */
  const counts = { updated_count: 1, total_count: 1, configuration_id: "c", assigned_count: 1, total_matched: 1 };
  const fine: RequestListener = (request, response) => {
    saying(200, request.method === "GET" ? { data: [] } : { data: { id: "c" }, ...counts })(request, response);
  };

  test.each<readonly [string, boolean, (service: ServiceClient) => Promise<unknown>]>([
    ["GET", true, (service) => service.accounts()],
    ["PUT", true, (service) => service.replaceConfiguration("a", "c", body)],
    ["PATCH", true, (service) => service.updateConfiguration("a", "c", body)],
    ["bulk update", true, (service) => service.bulkUpdate("a", ["c"], {})],
    [
      "assignment",
      true,
      (service) => service.assignRepositories("a", { configurationId: "c", repositoryPattern: "%" }),
    ],
    ["POST of a triage", true, (service) => service.setTriage("a", "f", "wont_fix")],
    ["DELETE of a triage", true, (service) => service.removeTriage("a", "f")],
    ["DELETE of a configuration", true, (service) => service.deleteConfiguration("a", "c")],
    ["POST of a configuration", false, (service) => service.createConfiguration("a", body)],
    ["POST of a deepscan", false, (service) => service.triggerDeepscan("a", "r")],
  ])("a %s may be repeated after a failure whose effect is unknown: %s", async (_what, isRepeatable, send) => {
    const limited = await facing([saying(429, {}), saying(429, {}), fine]);
    await send(limited.service);
    expect(limited.asked).toHaveLength(3);
    expect(new Set(limited.asked.map((each) => `${each.method} ${each.url} ${each.body}`)).size).toBe(1);
    const failing = await facing([hangUp]);
    const error = await failureOf(send(failing.service));
    expect(failing.asked).toHaveLength(isRepeatable ? 5 : 1);
    expect(error.message.includes(", after 5 attempts")).toBe(isRepeatable);
  });

  test("without a number of attempts, those of a GET take half a minute, and others are 5", async () => {
    const { service, asked, clock } = await facing([saying(503, {})], { attempts: undefined });
    await failureOf(service.accounts());
    const slept = clock.slept.reduce((sum, each) => sum + each, 0);
    expect(slept).toBeGreaterThan(30_000);
    expect(slept).toBeLessThan(40_000);
    const before = asked.length;
    await failureOf(service.deleteConfiguration("a", "c"));
    expect(asked.length - before).toBe(5);
  });

  test("the requests of a client are repeated when nothing listens, and the error has the number of attempts", async () => {
    const clock = instantClock();
    const error = await failureOf(
      client(new URL("http://127.0.0.1:1"), { attempts: 3, clock }).triggerDeepscan("a", "r"),
    );
    expect(error.message).toMatch(
      /nothing listens at http:\/\/127\.0\.0\.1:1 \(3 attempts.*\)\. Is the base URL right, and the service up\?$/,
    );
    expect(error.refused).toBe(true);
    expect(clock.slept).toHaveLength(2);
  });
});

test("repeats a GET whose JSON is cut off, but not one answered with HTML", async () => {
  const short = await facing([saying(200, '{"data": ['), nothing]);
  expect(await short.service.accounts()).toEqual([]);
  const html = await facing([saying(200, "<html>"), nothing]);
  expect((await failureOf(html.service.accounts())).message).toContain("not JSON");
  expect(html.asked).toHaveLength(1);
});

test("a refusal does not prove that an earlier attempt had no effect", async () => {
  const { service } = await facing([saying(503, {}), saying(422, { error: "taken" })]);
  const error = await failureOf(service.updateConfiguration("a", "c", body));
  expect(error.message).toContain("status 422: taken, after 2 attempts");
  expect([error.status, error.refused]).toEqual([422, false]);
});

describe("over any transport", () => {
  const patch = request("PATCH", "/v1/x", { repeatable: true });
  const failing = (facts: Partial<ConstructorParameters<typeof ServiceError>[0]>) =>
    new ServiceError({ ...patch.shown, code: "service-error", detail: "no", ...facts });
  const trouble = failing({ detail: "status 503", status: 503 });

  /** Throws these, one after the other, and then gives an answer. */
  function throwing(...errors: readonly Error[]): Transport & { readonly sent: () => number } {
    let sent = 0;
    const transport = transportOf(() => {
      const error = errors[sent];
      sent += 1;
      return error === undefined ? Promise.resolve({ status: 200, body: {} }) : Promise.reject(error);
    });
    return { ...transport, sent: () => sent };
  }

  const post = request("POST", "/v1/x");
  const get = request("GET", "/v1/x");
  const always = [patch, get, post];
  const [lost, notSent] = [failing({ fault: "lost" }), failing({ fault: "not-sent" })];

  test.each<readonly [string, ServiceError, readonly Request[]]>([
    ["a 429, which has no effect", failing({ status: 429 }), always],
    ["no connection", notSent, always],
    ["no connection, which would be so again", failing({ fault: "not-sent", lasting: true }), []],
    ["an answer that was lost", lost, [patch, get]],
    ...[408, 500, 502, 503, 504].map(
      (status) => [`status ${String(status)}`, failing({ status }), [patch, get]] as const,
    ),
    ...[400, 401, 403, 404, 409, 413, 422, 501].map(
      (status) => [`status ${String(status)}`, failing({ status }), []] as const,
    ),
  ])(
    "over any transport after %s the requests are repeated for which that is safe",
    async (_what, failure, repeated) => {
      for (const each of always) {
        const transport = throwing(failure);
        const outcome = await retrying(transport, { clock: instantClock() })
          .send(each)
          .catch((thrown: unknown) => thrown);
        const isRepeated = repeated.includes(each);
        expect([transport.sent(), outcome]).toEqual(isRepeated ? [2, { status: 200, body: {} }] : [1, failure]);
      }
    },
  );

  const gone = failing({ detail: "status 404", status: 404, requestId: "r-2" });

  test.each<readonly [string, string, boolean, readonly ServiceError[]]>([
    ["DELETE", "a lost answer", true, [lost]],
    ["DELETE", "status 503", true, [trouble]],
    ["DELETE", "a lost answer and a 429", true, [lost, failing({ status: 429 })]],
    ["DELETE", "a 429", false, [failing({ status: 429 })]],
    ["DELETE", "no connection", false, [notSent]],
    ["DELETE", "nothing", false, []],
    ["PUT", "a lost answer", false, [lost]],
    ["PATCH", "a lost answer", false, [lost]],
  ])("a %s that is answered 404 after %s has succeeded: %s", async (method, _what, succeeds, earlier) => {
    const robust = retrying(throwing(...earlier, gone), { clock: instantClock() });
    const sent = robust.send(request(method, "/v1/x", { repeatable: true }));
    if (succeeds) expect(await sent).toStrictEqual({ status: 404, body: undefined, requestId: "r-2" });
    else expect(await failureOf(sent)).toMatchObject({ status: 404, refused: !earlier.includes(lost) });
  });

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

  test.each<[string, readonly ServiceError[], boolean]>([
    ["no attempt left this machine", [notSent, notSent], true],
    ["only the first one left it", [lost, notSent], false],
    ["only the last one left it", [notSent, lost], false],
    ["the first one was answered", [failing({ status: 429 }), notSent], false],
  ])("a request is unsent only if no attempt left this machine: %s", async (_what, failures, unsent) => {
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
});

const reason = new Error("stop");

test("an AbortSignal ends a call that is queued, and no other", async () => {
  const { url, asked, release } = await holding();
  const service = client(url, { concurrency: 1 });
  const stopped = new AbortController();
  const first = service.accounts();
  const second = failureOf(service.accounts({ signal: stopped.signal }));
  const third = service.accounts();
  stopped.abort(reason);
  expect((await second).message).toContain("interrupted");
  release();
  expect(await Promise.all([first, third])).toEqual([[], []]);
  expect(asked).toHaveLength(2);
});

test.each([reason, undefined, "the user pressed Ctrl-C"])(
  "an AbortSignal ends a call that waits for headers, whatever its reason: %s",
  async (reason) => {
    const stopped = new AbortController();
    const { url } = await serving(() => {
      stopped.abort(reason);
    });
    expect((await failureOf(client(url).accounts({ signal: stopped.signal }))).fault).toBe("interrupted");
  },
);

test("an AbortSignal ends a call that reads a body", async () => {
  const stopped = new AbortController();
  const { url } = await serving((_request, response) => {
    response.writeHead(200).write('{"data"', () => {
      setImmediate(() => {
        stopped.abort(reason);
      });
    });
  });
  expect((await failureOf(client(url).accounts({ signal: stopped.signal }))).fault).toBe("interrupted");
});
/** A server that answers nothing until it is let. */
async function holding() {
  const opened = new AbortController();
  const arrived = new AbortController();
  const serves = await serving((request, response) => {
    arrived.abort();
    const answer = () => {
      saying(200, { data: [] })(request, response);
    };
    if (opened.signal.aborted) answer();
    else opened.signal.addEventListener("abort", answer);
  });
  const release = () => {
    opened.abort();
  };
  return { ...serves, release, arrived: once(arrived.signal, "abort") };
}

test("a client that is stopped waits for requests in flight and sends no other", async () => {
  const { url, asked, release } = await holding();
  const stop = new AbortController();
  const service = client(url, { concurrency: 2, stop: stop.signal });
  const sent = [service.accounts(), service.accounts()];
  const waiting = failureOf(service.updateConfiguration("a", "c", body));
  stop.abort();
  const error = await waiting;
  expect([error.message, error.refused]).toEqual([expect.stringContaining("interrupted"), true]);
  release();
  expect(await Promise.all(sent)).toEqual([[], []]);
  expect((await failureOf(service.accounts())).fault).toBe("not-tried");
  expect(asked).toHaveLength(2);
});

test("closing a client ends queued calls", async () => {
  const { url, release, arrived } = await holding();
  const service = client(url, { concurrency: 1, attempts: 5 });
  const first = service.accounts();
  const second = failureOf(service.accounts());
  await arrived;
  const closed = service.close();
  expect((await second).message).toContain("interrupted");
  release();
  expect(await first).toEqual([]);
  await closed;
  expect((await failureOf(service.accounts())).fault).toBe("not-tried");
  await service.close();
});

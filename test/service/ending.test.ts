import { once } from "node:events";
import { client, failureOf, saying, serving } from "./server";
import { VirtualClock } from "./virtual-clock";

const reason = new Error("stop");

describe("an AbortSignal ends a call", () => {
  test("that waits for a retry", async () => {
    const { url, asked } = await serving(saying(503, {}, { "retry-after": "30" }));
    const stopped = new AbortController();
    const clock = new VirtualClock();
    const service = client(url, {
      attempts: 5,
      clock: {
        now: () => clock.now(),
        sleep: (milliseconds, signal) => {
          queueMicrotask(() => {
            stopped.abort(reason);
          });
          return clock.sleep(milliseconds, signal);
        },
      },
    });
    const error = await failureOf(service.accounts({ signal: stopped.signal }));
    expect(error.message).toContain("GET /v1/accounts: interrupted");
    expect(error.fault).toBe("interrupted");
    expect(asked).toHaveLength(1);
  });

  test("that is queued, and no other", async () => {
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
    "that waits for headers, whatever its reason: %s",
    async (reason) => {
      const stopped = new AbortController();
      const { url } = await serving(() => {
        stopped.abort(reason);
      });
      expect((await failureOf(client(url).accounts({ signal: stopped.signal }))).fault).toBe("interrupted");
    },
  );

  test("that reads a body", async () => {
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
});

const body = { name: "n", settings: {} };
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

describe("a client that is stopped", () => {
  test("waits for requests in flight and sends no other", async () => {
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

  test("retries nothing, and reports the result of the last attempt", async () => {
    const stop = new AbortController();
    const { url, asked } = await serving((request, response) => {
      stop.abort();
      saying(503, {})(request, response);
    });
    const error = await failureOf(client(url, { attempts: 5, stop: stop.signal }).accounts());
    expect([error.status, asked.length]).toEqual([503, 1]);
  });
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

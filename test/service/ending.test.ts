import { once } from "node:events";
import { client, failureOf, saying, serving } from "./server";

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

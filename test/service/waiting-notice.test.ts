import { once } from "node:events";
import type { RequestLine } from "../../src/service/service-error";
import type { Answer, Request, Transport } from "../../src/service/transport";
import { systemClock } from "../../src/service/clock";
import { noticing } from "../../src/service/waiting-notice";
import { accountId } from "../../src/model/ids";
import { canary, client, request, serving } from "./server";
import { VirtualClock } from "./virtual-clock";

afterEach(() => {
  jest.restoreAllMocks();
});

const get = request("GET", "/v1/x");
const answer: Answer = { status: 200, body: {} };

/** The notices about a request whose answer takes this time. */
async function noticesOf(milliseconds: number, given: Request = get): Promise<readonly RequestLine[]> {
  const clock = new VirtualClock();
  const notices: RequestLine[] = [];
  const slow: Transport = {
    send: async () => {
      await clock.sleep(milliseconds);
      return answer;
    },
    close: () => Promise.resolve(),
  };
  const noticed = noticing(slow, (line) => notices.push(line), clock);
  expect(await clock.until(noticed.send(given))).toBe(answer);
  await clock.until(clock.sleep(5000));
  return notices;
}

test("a request that is not answered for 1 s is told of, once", async () => {
  expect(await noticesOf(1001)).toEqual([{ method: "GET", path: "/v1/x" }]);
  expect(await noticesOf(60_000)).toHaveLength(1);
});

test("a request that is answered before is not", async () => {
  expect(await noticesOf(999)).toEqual([]);
});

test("the time of earlier attempts counts, and nothing is told twice", async () => {
  expect(await noticesOf(401, { ...get, waitedBefore: 600 })).toHaveLength(1);
  expect(await noticesOf(399, { ...get, waitedBefore: 600 })).toEqual([]);
  expect(await noticesOf(60_000, { ...get, waitedBefore: 1000 })).toEqual([]);
});

test("a failure in time is not told of, and stays the same", async () => {
  const clock = new VirtualClock();
  const thrown = new Error("failed");
  let closed = 0;
  const close = (): Promise<void> => Promise.resolve(void (closed += 1));
  const failing: Transport = { send: () => Promise.reject(thrown), close };
  const noticed = noticing(
    failing,
    () => {
      throw new Error("it was told");
    },
    clock,
  );
  await expect(clock.until(noticed.send(get))).rejects.toBe(thrown);
  await noticed.close();
  expect(closed).toBe(1);
});

/** A server that answers when it is told to, and a client of it whose request it has. */
async function asked(readOnly: boolean) {
  const arrived = new AbortController();
  const answers: (() => void)[] = [];
  const { url } = await serving((_request, response) => {
    answers.push(() => response.end('{"data": []}'));
    arrived.abort();
  });
  const service = client(url, { readOnly });
  const outcome = service.repositories(accountId("a")).catch(String);
  await once(arrived.signal, "abort");
  return { service, outcome, answer: () => answers[0]?.() };
}

test("a read-only client ends requests in flight when it is closed", async () => {
  const { service, outcome } = await asked(true);
  await service.close();
  expect(await outcome).toContain("the client is closed");
});

test("a client that may write waits for requests in flight when it is closed", async () => {
  const { service, outcome, answer } = await asked(false);
  const closed = service.close();
  answer();
  expect(await outcome).toEqual([]);
  await closed;
});

test("the path of a notice does not contain the key", async () => {
  let noticed: RequestLine | undefined;
  const { url } = await serving((_request, response) => {
    setTimeout(() => response.end('{"data": []}'), 20);
  });
  const sleeping = jest.spyOn(systemClock, "sleep");
  sleeping.mockImplementation(() => Promise.resolve());
  await client(url, { onWaiting: (line) => (noticed = line) }).repositories(accountId(canary));
  expect(noticed).toEqual({ method: "GET", path: "/v1/accounts/***/repositories" });
  sleeping.mockClear();
  await client(url).repositories(accountId(canary));
  expect(sleeping).not.toHaveBeenCalled(); // nobody is told
});

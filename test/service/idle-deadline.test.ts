import type { Answer } from "../../src/service/answer";
import { rateLimited } from "../../src/service/rate-limit";
import { IdleDeadline, retrying } from "../../src/service/retry";
import { ServiceError } from "../../src/service/service-error";
import type { Request, Transport } from "../../src/service/transport";
import { client, failureOf, request, serving, transportOf } from "./server";
import { VirtualClock } from "./virtual-clock";

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

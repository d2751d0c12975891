import type { ServerResponse } from "node:http";
import { DeliveryQueue } from "../../../src/emulator/webhooks/delivery-queue";
import { parsePayload } from "../../../src/webhooks";
import { desk, listening, scan, seedWith, webhooks } from "./account";
import { until } from "../../support/until";
import { nobody, receiver } from "./receiver";

const hanging = () => receiver(() => undefined);

describe("a failing receiver is logged and delays neither the scan nor other receivers", () => {
  test("a failing receiver is logged and delays neither the scan nor other receivers when it refuses the connection", async () => {
    const good = await receiver();
    const at = await desk(
      seedWith([
        { name: "Bad", url: await nobody(), global: true },
        { name: "Good", url: good.url, global: true },
      ]),
    );
    await scan(at, ["high"]);
    expect(await at.deliveries()).toMatchObject([
      { destination: "good", outcome: "delivered" },
      { destination: "bad", outcome: "failed", error: "ECONNREFUSED", payload: { pr_number: 1 } },
    ]);
    expect(good.got.map(({ body }) => parsePayload(body).pr_number)).toEqual([1]);
  });

  test("a failing receiver is logged and delays neither the scan nor other receivers when its host does not exist", async () => {
    const at = await desk(seedWith([{ name: "Bad", url: "http://nobody.invalid/hook", global: true }]));
    await scan(at, ["high"]);
    const [delivery] = await at.deliveries();
    expect(delivery).toMatchObject({
      outcome: "failed",
      error: expect.stringMatching(/^E(NOTFOUND|AI_AGAIN)$/) as string,
    });
  });

  const redirect = (status: number) => (answer: ServerResponse) =>
    answer.writeHead(status, { location: "http://127.0.0.1:1/" }).end();
  const respond = (status: number) => (answer: ServerResponse) => answer.writeHead(status).end("no");
  const respondEndlessly = (answer: ServerResponse) => {
    const more = () => answer.writable && answer.write("x".repeat(65_536)) && setImmediate(more);
    answer.on("drain", more).on("error", () => undefined);
    more();
  };

  type Case = [title: string, answering: (answer: ServerResponse) => void, delivery: object];

  test.each<Case>([
    ...[301, 302, 303, 307, 308].map((status): Case => {
      const error = `answered ${String(status)}, and redirects are not followed`;
      return [`it redirects with ${String(status)}`, redirect(status), { outcome: "failed", status, error }];
    }),
    ...[400, 410, 429, 500].map((status): Case => {
      const error = `answered ${String(status)}`;
      return [`it responds ${String(status)}`, respond(status), { outcome: "failed", status, error, answer: "no" }];
    }),
    ["it responds endlessly", respondEndlessly, { outcome: "delivered", answer: "x".repeat(1_000) }],
    ["it aborts the response", (answer) => answer.destroy(), { outcome: "failed", error: "ECONNRESET" }],
  ])(
    "a failing receiver is logged and delays neither the scan nor other receivers when %s, without a retry",
    async (_, answering, delivery) => {
      const { at, got } = await listening({ global: true }, {}, answering);
      await scan(at, ["high"]);
      expect(await at.deliveries()).toMatchObject([delivery]);
      expect(got).toHaveLength(1);
    },
  );
});

test("a hanging receiver delays neither the scan nor other receivers", async () => {
  const bad = await hanging();
  const good = await receiver();
  const at = await desk(
    seedWith([
      { name: "Bad", url: bad.url, global: true },
      { name: "Good", url: good.url, global: true },
    ]),
  );
  await scan(at, ["high"], { number: 1 });
  await scan(at, ["high"], { number: 2 });
  await until(() => good.got.length === 2 && bad.got.length === 2);
  const { body } = await at.send("GET", webhooks.replace("/webhooks", "/deliveries"));
  const outcomes = (body as { data: { destination: string; outcome: string }[] }).data;
  expect(outcomes.filter(({ destination }) => destination === "bad").map(({ outcome }) => outcome)).toEqual([
    "under way",
    "under way",
  ]);
});

test("applies the time limit to the response body too", async () => {
  const silent = await hanging();
  const dripping = await receiver((answer) => {
    answer.writeHead(200).write("x");
    const timer = setInterval(() => answer.write("x"), 10);
    answer.on("close", () => {
      clearInterval(timer);
    });
  });
  const courier = new DeliveryQueue({ timeout: 100 });
  const late = { outcome: "failed", error: "no whole answer within 100 ms" };
  await expect(courier.send(silent.url, {})).resolves.toEqual(late);
  await expect(courier.send(dripping.url, {})).resolves.toEqual(late);
});

test("runs at most 8 deliveries at once and eventually all of them", async () => {
  const answers: (() => void)[] = [];
  let most = 0;
  const { url, got } = await receiver((answer) => {
    answers.push(() => answer.writeHead(204).end());
    most = Math.max(most, answers.length);
    if (answers.length === 8) for (const go of answers.splice(0)) go();
  });
  const courier = new DeliveryQueue();
  const results = await Promise.all(Array.from({ length: 32 }, (_, at) => courier.send(url, { at })));
  expect(results.filter(({ outcome }) => outcome === "delivered")).toHaveLength(32);
  expect([got.length, most]).toEqual([32, 8]);
  expect(new Set(got.map(({ body }) => (body as { at: number }).at)).size).toBe(32);
});

test("says again that all is resolved where the first attempt failed", async () => {
  const { at, got } = await listening({ global: true }, {}, (answer) =>
    answer.writeHead(got.length === 2 ? 500 : 204).end(),
  );
  for (const severities of [["high"], [], [], []]) {
    await scan(at, severities);
    await at.deliveries();
  }
  expect(got.map(({ body }) => parsePayload(body).issue_status)).toEqual(["open", "resolved", "resolved"]);
});

test("starts no ninth delivery either when one has ended and another was waiting", async () => {
  const ends: (() => void)[] = [];
  const resolve = () =>
    new Promise<never>((_resolve, reject) => {
      ends.push(() => {
        reject(new Error("over"));
      });
    });
  const queue = new DeliveryQueue({ resolve });
  const send = () => queue.send("http://receiver.invalid/", {});
  const turn = () => new Promise((done) => setImmediate(done));
  const [first] = Array.from({ length: 9 }, send);
  await turn();
  expect(ends).toHaveLength(8);
  ends[0]?.();
  expect(await first).toEqual({ outcome: "failed", error: "over" });
  await turn();
  expect(ends).toHaveLength(9);
  void send();
  await turn();
  expect(ends).toHaveLength(9);
  await queue.close();
});

test("closes the connection after a delivery", async () => {
  const { url, open } = await receiver();
  const at = await desk(seedWith([{ name: "One", url, global: true }]));
  await scan(at, ["high"]);
  expect(await at.deliveries()).toMatchObject([{ outcome: "delivered" }]);
  await until(async () => (await open()) === 0);
});

test("settle waits for running deliveries", async () => {
  let answer = () => undefined as unknown;
  const { at, got } = await listening(undefined, undefined, (slow) => {
    answer = () => slow.writeHead(204).end();
  });
  await scan(at, ["high"]);
  await until(() => got.length === 1);
  let settled = false;
  const settling = at.send("POST", "/control/webhooks/settle").then((seen) => {
    settled = true;
    return seen.status;
  });
  await at.send("GET", webhooks);
  expect(settled).toBe(false);
  answer();
  expect(await settling).toBe(204);
});

test("close aborts hanging deliveries and closes their connections", async () => {
  const bad = await hanging();
  const at = await desk(seedWith([{ name: "Bad", url: bad.url, global: true }]));
  for (let number = 1; number <= 10; number += 1) await scan(at, ["high"], { number });
  await until(() => bad.got.length === 8);
  await at.running.close();
  await until(async () => (await bad.open()) === 0);
  expect(bad.got).toHaveLength(8);
});

test("close ends a hanging Test", async () => {
  const bad = await hanging();
  const at = await desk(seedWith([{ name: "Bad", url: bad.url }]));
  const testing = at.send("POST", `${webhooks}/bad/test`).then(
    () => "answered",
    () => "ended",
  );
  await until(() => bad.got.length === 1);
  await at.running.close();
  expect(await testing).toBe("ended");
});

test("close prevents later deliveries", async () => {
  const { url, got } = await receiver();
  const courier = new DeliveryQueue();
  await courier.close();
  await expect(courier.send(url, {})).resolves.toEqual({ outcome: "failed", error: "the emulator was closed" });
  await courier.close();
  expect(got).toEqual([]);
});

test("logs the last 1,000 deliveries", async () => {
  const at = await desk(
    seedWith(
      Array.from({ length: 300 }, (_, n) => ({ name: `d ${String(n)}`, url: "http://a.invalid", enabled: false })),
    ),
  );
  for (let number = 1; number <= 4; number += 1) await scan(at, ["high"], { number });
  const log = await at.deliveries();
  expect(log).toHaveLength(1_000);
  expect(log[0]?.destination).toBe("d-299");
});

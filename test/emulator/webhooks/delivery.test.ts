import type { LookupAddress } from "node:dns";
import type { ServerResponse } from "node:http";
import { DeliveryQueue } from "../../../src/emulator/webhooks/delivery-queue";
import { checkAllowedHosts, type Resolve } from "../../../src/emulator/webhooks/post";
import { parsePayload } from "../../../src/webhooks";
import { accountId, canary } from "../../support/account";
import { until } from "../../support/until";
import { emulator, sender } from "../client";
import { dashboard, desk, listening, type Logged, scan, seedWith, webhooks } from "./account";
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

const portOf = (url: string): string => new URL(url).port;

const address = (text: string): LookupAddress => ({ address: text, family: text.includes(":") ? 6 : 4 });

/** A DNS that gives these answers, one after the other. */
function dnsOf(...answers: readonly (readonly string[])[]): { readonly resolve: Resolve; readonly asked: string[] } {
  const asked: string[] = [];
  const resolve: Resolve = (name) => {
    asked.push(name);
    return Promise.resolve((answers[asked.length - 1] ?? []).map(address));
  };
  return { resolve, asked };
}

// 0.0.0.0 is not a loopback address, and yet leads to one: a delivery that is not refused would arrive
test.each(["0.0.0.0", "0", "0x0", "[::]", "[::ffff:0.0.0.0]"])(
  "delivers nothing to %s, and the log names the option",
  async (host) => {
    const { url, got } = await receiver();
    const at = await desk(seedWith([{ name: "Out", url: `http://${host}:${portOf(url)}/hook`, global: true }]));
    await scan(at, ["high"]);
    const [delivery] = await at.deliveries();
    const name = host.startsWith("[") ? new URL(`http://${host}`).hostname.slice(1, -1) : "0.0.0.0";
    expect(delivery).toMatchObject({
      outcome: "failed",
      error: `not sent: ${name} is not this machine. Allow it with --allow-webhooks ${name}, in code with allowWebhooks: ["${name}"].`,
    });
    expect(got).toEqual([]);
  },
);

test.each(["169.254.169.254", "[fe80::1]", "10.0.0.1", "192.168.1.1", "100.64.0.1", "[fd00::1]", "[64:ff9b::7f00:1]"])(
  "delivers nothing to the address %s of a network, by a Test or a digest either",
  async (host) => {
    const at = await desk(seedWith([{ name: "One", url: `http://${host}/hook` }], {}, ["one"]));
    const tested = await at.send("POST", `${webhooks}/one/test`);
    expect((tested.body as { data: Logged }).data.error).toContain("is not this machine");
    await at.send("PATCH", `${webhooks}/one`, { enabled: true });
    await at.send("POST", `/control/accounts/${accountId}/digest`);
    for (const { outcome, error } of await at.deliveries())
      expect([outcome, error]).toEqual(["failed", expect.stringContaining("is not this machine")]);
  },
);

test.each(["localhost", "localhost.", "2130706433", "0x7f.1", "0177.0.0.1", "127.1", "[::ffff:127.0.0.1]"])(
  "delivers to this machine when it is written %s",
  async (host) => {
    const { url, got } = await receiver();
    const at = await desk(seedWith([{ name: "One", url: `http://${host}:${portOf(url)}/hook`, global: true }]));
    await scan(at, ["high"]);
    expect(await at.deliveries()).toMatchObject([{ outcome: "delivered", status: 204 }]);
    expect(got).toHaveLength(1);
  },
);

test("delivers to an allowed host, however its address is written", async () => {
  const { url, got } = await receiver();
  const seed = seedWith([{ name: "One", url: `http://0:${portOf(url)}/hook` }]);
  for (const allowed of ["0.0.0.0", "0x0"]) {
    const running = await emulator({ seed, allowWebhooks: ["hooks.example.com", allowed] });
    const { body } = await sender(running.url, canary)("POST", `${dashboard}/webhooks/one/test`);
    expect(body).toMatchObject({ data: { outcome: "delivered" } });
  }
  expect(got).toHaveLength(2);
});

test("the addresses of a name are connected to as they were checked, whatever the DNS says afterwards", async () => {
  const { url, got } = await receiver();
  const { resolve, asked } = dnsOf(["127.0.0.1"], ["192.0.2.1"]);
  const queue = new DeliveryQueue({ resolve });
  const sent = await queue.send(`http://rebinding.example:${portOf(url)}/hook`, {});
  expect(sent).toMatchObject({ outcome: "delivered" });
  expect([got.length, asked]).toEqual([1, ["rebinding.example"]]);
  const again = await queue.send(`http://rebinding.example:${portOf(url)}/hook`, {});
  expect(again).toMatchObject({
    outcome: "failed",
    error: expect.stringContaining("rebinding.example (192.0.2.1) is not this machine") as string,
  });
});

test.each([
  [["127.0.0.1", "192.0.2.1"]],
  [["192.0.2.1", "127.0.0.1"]],
  [["::1", "fe80::1"]],
  [["0.0.0.0"]],
  [["::ffff:0.0.0.0"]],
])("the addresses of a name must all be of this machine: %j", async (addresses) => {
  const { url, got } = await receiver();
  const { resolve } = dnsOf(addresses);
  const sent = await new DeliveryQueue({ resolve }).send(`http://mixed.example:${portOf(url)}/hook`, {});
  expect(sent).toMatchObject({
    outcome: "failed",
    error: expect.stringContaining("--allow-webhooks mixed.example") as string,
  });
  expect(got).toEqual([]);
});

test("the addresses of a name may be elsewhere for an allowed name, in any case and with the dot of the root", async () => {
  const { url, got } = await receiver();
  const allowed = checkAllowedHosts(["Hooks.Example."]);
  for (const host of ["hooks.example", "HOOKS.example", "hooks.example."]) {
    const { resolve } = dnsOf(["0.0.0.0"]);
    const sent = await new DeliveryQueue({ resolve, allowed }).send(`http://${host}:${portOf(url)}/hook`, {});
    expect(sent).toMatchObject({ outcome: "delivered" });
  }
  expect(got).toHaveLength(3);
});

test("the addresses of a name are those of a subdomain, which is another host", async () => {
  const { url, got } = await receiver();
  const { resolve } = dnsOf(["0.0.0.0"]);
  const queue = new DeliveryQueue({ resolve, allowed: checkAllowedHosts(["example.com"]) });
  expect(await queue.send(`http://a.example.com:${portOf(url)}/hook`, {})).toMatchObject({ outcome: "failed" });
  expect(got).toEqual([]);
});

test("the addresses of a name that never come end with the time limit and with close", async () => {
  const never: Resolve = () => new Promise(() => undefined);
  const late = await new DeliveryQueue({ resolve: never, timeout: 20 }).send("http://slow.example/", {});
  expect(late).toEqual({ outcome: "failed", error: "no whole answer within 20 ms" });
  const queue = new DeliveryQueue({ resolve: never });
  const sent = queue.send("http://slow.example/", {});
  await queue.close();
  expect(await sent).toEqual({ outcome: "failed", error: "the emulator was closed" });
});

test.each(["", " ", "http://a.example", "a.example:80", "[::1]:80", "a.example/x", "me@a.example", "*.example.com"])(
  "refuses to allow %j, which is not a host",
  async (host) => {
    await expect(emulator({ allowWebhooks: [host] })).rejects.toThrow(
      `--allow-webhooks, or allowWebhooks: ${JSON.stringify(host)} is not a host.`,
    );
  },
);

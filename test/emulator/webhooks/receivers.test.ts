import type { LookupAddress } from "node:dns";
import { checkAllowedHosts, type Resolve } from "../../../src/emulator/webhooks/post";
import { DeliveryQueue } from "../../../src/emulator/webhooks/delivery-queue";
import { accountId, canary } from "../../support/account";
import { emulator, sender } from "../client";
import { dashboard, desk, type Logged, scan, seedWith, webhooks } from "./account";
import { receiver } from "./receiver";

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
  const { resolve } = dnsOf(["0.0.0.0"]);
  const queue = new DeliveryQueue({ resolve, allowed: checkAllowedHosts(["example.com"]) });
  expect(await queue.send("http://a.example.com/", {})).toMatchObject({ outcome: "failed" });
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

import { builtinSeed, readSeed } from "../../../src/emulator";
import type { Destination } from "../../../src/emulator/webhooks/destination";
import { canary, otherAccountId, unknownId } from "../../support/account";
import { type Seen, sender } from "../client";
import { dashboard, dataOf, desk, destinationsOf, seedWith, webhooks } from "./account";

const url = "https://events.invalid/hook";
const made = async (given: object) => {
  const { send } = await desk(seedWith([]));
  return send("POST", webhooks, given);
};

test("a destination can be created, listed, read, updated and deleted", async () => {
  const { send } = await desk(seedWith([]));
  const first = await send("POST", webhooks, { name: "Security events", url });
  const destination = {
    slug: "security-events",
    name: "Security events",
    url,
    type: "generic",
    risk_level: "All",
    enabled: true,
    global: false,
  };
  expect([first.status, first.body]).toEqual([201, { data: destination }]);
  await send("POST", webhooks, { name: "Chat", url: "https://hooks.chat.invalid/services/a", risk_level: "High" });
  expect((await destinationsOf(send)).map(({ slug }) => slug)).toEqual(["security-events", "chat"]);
  expect((await send("GET", `${webhooks}/security-events`)).body).toEqual({ data: destination });
  const changed = await send("PATCH", `${webhooks}/security-events`, { risk_level: "Critical", global: true });
  expect(changed.body).toEqual({ data: { ...destination, risk_level: "Critical", global: true } });
  expect(await send("DELETE", `${webhooks}/security-events`)).toMatchObject({ status: 204, body: undefined });
  expect((await destinationsOf(send)).map(({ slug }) => slug)).toEqual(["chat"]);
  expect((await send("GET", `${webhooks}/security-events`)).status).toBe(404);
});

test("a destination keeps its slug and position when renamed", async () => {
  const { send } = await desk(
    seedWith([
      { name: "One", url },
      { name: "Two", url },
    ]),
  );
  const { body } = await send("PATCH", `${webhooks}/one`, { name: "Uno" });
  expect(body).toMatchObject({ data: { slug: "one", name: "Uno" } });
  expect((await destinationsOf(send)).map(({ slug }) => slug)).toEqual(["one", "two"]);
});

test("a destination gets the type of its new URL", async () => {
  const { send } = await desk(seedWith([{ name: "One", url }]));
  const { body } = await send("PATCH", `${webhooks}/one`, { url: "http://127.0.0.1:1/services/a" });
  expect(body).toMatchObject({ data: { type: "chat" } });
});

test.each([
  ["https://hooks.chat.invalid/services/T1/B2/x", "chat"],
  ["https://HOOKS.chat.invalid:8443/services/T1/B2/x", "chat"],
  ["https://discord.com/api/webhooks/1/x", "chat"],
  ["https://canary.discord.com/api/v10/webhooks/1/x", "chat"],
  ["https://acme.webhook.office.com/webhookb2/1/IncomingWebhook/2/3", "chat"],
  ["https://outlook.office.com/webhook/1/IncomingWebhook/2/3", "chat"],
  ["https://chat.googleapis.com/v1/spaces/1/messages?key=k&token=t", "chat"],
  ["https://webexapis.com/v1/webhooks/incoming/x", "chat"],
  ["http://127.0.0.1:8080/services/mine", "chat"],
  ["http://localhost:8080/services/mine", "chat"],
  ["http://[::1]:8080/services/mine", "chat"],
  ["https://my.host/services/x", "generic"],
  ["https://myhooks.invalid/services/x", "generic"],
  ["https://127.0.0.1.evil.invalid/services/x", "generic"],
  ["https://discord.com/channels/1", "generic"],
  ["https://discord.com.evil.invalid/api/webhooks/1/x", "generic"],
  ["https://my.host/api/webhooks/1/x", "generic"],
  ["https://mattermost.invalid/hooks/x", "generic"],
  ["https://hooks.invalid/workflows/1", "chat"],
  ["https://hooks.invalid/triggers/1", "chat"],
  ["https://hooks.chat.invalid/services", "generic"],
  ["https://events.invalid/v1/services/x", "generic"],
  ["https://events.invalid/?to=/services/x", "generic"],
  ["https://services.invalid/", "generic"],
])("a destination at %s is of type %s", async (address, type) => {
  expect((await made({ name: "One", url: address })).body).toMatchObject({ data: { type, url: address } });
});

test.each([
  ["AppSec, chat!", "appsec-chat"],
  ["  Événements  ", "evenements"],
  ["a_b/c", "a-b-c"],
  ["\u202Echat\u0007", "chat"],
  ["🔥", "webhook"],
  ["__proto__", "proto"],
])("a destination named %j has the slug %s", async (name, slug) => {
  expect((await made({ name, url })).body).toMatchObject({ data: { name, slug } });
});

test("a destination gets the next unused slug if its own is taken", async () => {
  const { send } = await desk(
    seedWith([
      { name: "Chat", url },
      { name: "x", slug: "chat-3", url },
    ]),
  );
  const slugs = [];
  for (const name of ["chat", "CHAT", "Chat!"])
    slugs.push((dataOf(await send("POST", webhooks, { name, url })) as Destination).slug);
  expect(slugs).toEqual(["chat-2", "chat-4", "chat-5"]);
});

describe("rejects a destination", () => {
  const wanted = "url: must be a URL such as https://example.com/hook";
  test.each<[string, object]>([
    ["name: ", { url }],
    ["name: must not be empty", { name: " ", url }],
    ["name: must have at most 255 characters", { name: "n".repeat(256), url }],
    ["url: ", { name: "n" }],
    ["url: must begin with https:// or http://", { name: "n", url: "ftp://a.invalid/" }],
    ["url: must begin with https:// or http://", { name: "n", url: "javascript:alert(1)" }],
    ["url: must begin with https:// or http://", { name: "n", url: "file:///etc/passwd" }],
    ["url: must not carry a user name or a password", { name: "n", url: "https://me@a.invalid/" }],
    ["url: must not carry a user name or a password", { name: "n", url: "https://:pw@a.invalid/" }],
    [wanted, { name: "n", url: "https://" }],
    [wanted, { name: "n", url: "/hook" }],
    [wanted, { name: "n", url: "https://a.invalid/\n" }],
    ["url: must have at most 2048 characters", { name: "n", url: `${url}${"x".repeat(2_048)}` }],
    ["risk_level: ", { name: "n", url, risk_level: "low" }],
    ["enabled: ", { name: "n", url, enabled: "yes" }],
    ["global: ", { name: "n", url, global: null }],
    ["slug: is not a known field", { name: "n", url, slug: "mine" }],
    ["type: is not a known field", { name: "n", url, type: "chat" }],
  ])("rejects a destination with the message %s", async (expected, given) => {
    const { status, body } = await made(given);
    expect([status, (body as { error: string }).error.slice(0, expected.length)]).toEqual([422, expected]);
  });

  test("rejects a destination on update without any change", async () => {
    const { send } = await desk(seedWith([{ name: "One", url }]));
    const before = await destinationsOf(send);
    expect((await send("PATCH", `${webhooks}/one`, { name: "Two", url: "ftp://a.invalid" })).status).toBe(422);
    expect(await destinationsOf(send)).toEqual(before);
  });
});

test.each<[string, string, number]>([
  ["GET", `${webhooks}/nothing`, 404],
  ["PATCH", `${webhooks}/nothing`, 404],
  ["DELETE", `${webhooks}/nothing`, 404],
  ["POST", `${webhooks}/nothing/test`, 404],
  ["GET", `/dashboard/accounts/${unknownId}/webhooks`, 404],
  ["GET", "/dashboard/nothing", 404],
  ["GET", `/dashboard/accounts/${otherAccountId}/webhooks`, 403],
  ["GET", `/dashboard/accounts/${otherAccountId}/deliveries`, 403],
  ["PUT", webhooks, 405],
  ["POST", `${webhooks}/one`, 405],
  ["GET", `${webhooks}/one/test`, 405],
  ["POST", `${dashboard}/notification_settings`, 405],
  ["DELETE", `${dashboard}/deliveries`, 405],
  ["GET", "/control/webhooks/settle", 405],
  ["POST", `/control/accounts/${unknownId}/digest`, 404],
])("%s %s responds %i with an error", async (method, path, status) => {
  const { send } = await desk(seedWith([{ name: "One", url }]));
  const answer = await send(method, path, method === "PATCH" ? {} : undefined);
  expect(answer).toMatchObject({ status, body: { error: expect.any(String) as string } });
  if (status === 405) expect(answer.headers.get("allow")).toMatch(/^(GET|POST)(, [A-Z]+)*$/);
});

test("requires a key for the dashboard", async () => {
  const { running } = await desk(seedWith([{ name: "One", url }]));
  expect((await fetch(running.url + webhooks)).status).toBe(401);
  expect((await sender(running.url, "nobody")("GET", `${dashboard}/deliveries`)).status).toBe(401);
});

describe("notification settings", () => {
  const settings = `${dashboard}/notification_settings`;
  const two = [
    { name: "One", url },
    { name: "Two", url },
  ];

  test("contain each digest destination once", async () => {
    const { send } = await desk(seedWith(two, {}, ["two"]));
    expect((await send("GET", settings)).body).toEqual({ data: { digest_destinations: ["two"] } });
    const put = await send("PUT", settings, { digest_destinations: ["two", "one", "two"] });
    expect([put.status, put.body]).toEqual([200, { data: { digest_destinations: ["two", "one"] } }]);
    expect((await send("GET", settings)).body).toEqual(put.body);
  });

  test("drop a deleted destination", async () => {
    const { send } = await desk(seedWith(two, {}, ["one", "two"]));
    await send("DELETE", `${webhooks}/one`);
    expect((await send("GET", settings)).body).toEqual({ data: { digest_destinations: ["two"] } });
  });

  test.each<[object, string]>([
    [{ digest_destinations: ["one", "three"] }, "digest_destinations[1]: the account has no destination three"],
    [{ digest_destinations: "one" }, "digest_destinations: "],
    [{}, "digest_destinations: "],
    [{ digest_destinations: [], daily: true }, "daily: is not a known field"],
  ])("reject %j and stay as they are", async (given, expected) => {
    const { send } = await desk(seedWith(two, {}, ["two"]));
    const { status, body } = await send("PUT", settings, given);
    expect([status, (body as { error: string }).error.slice(0, expected.length)]).toEqual([422, expected]);
    expect((await send("GET", settings)).body).toEqual({ data: { digest_destinations: ["two"] } });
  });
});

test("the built-in destinations are disabled and have hosts that do not exist", async () => {
  const { running } = await desk(builtinSeed);
  const answers: Seen[] = [];
  for (const { account_id: id } of builtinSeed.accounts)
    answers.push(await sender(running.url, "emulator-all-key")("GET", `/dashboard/accounts/${id}/webhooks`));
  const [acme, globex] = answers.map((answer) => dataOf(answer) as readonly Destination[]);
  expect(acme?.map(({ slug, type, enabled }) => [slug, type, enabled])).toEqual([
    ["appsec-chat", "chat", false],
    ["security-events", "generic", false],
  ]);
  expect(acme?.map((each) => new URL(each.url).hostname)).toEqual(["hooks.chat.invalid", "events.invalid"]);
  expect(globex).toEqual([]);
  expect(JSON.stringify(answers)).not.toContain(canary);
});

const one = { name: "One", url };

test.each<[string, object]>([
  ["webhooks[0].slug: must be a slug such as", { webhooks: [{ ...one, slug: "A B" }] }],
  [
    "webhooks[1].slug: the slug x is there twice",
    {
      webhooks: [
        { ...one, slug: "x" },
        { ...one, slug: "x" },
      ],
    },
  ],
  [
    "digest_destinations[1]: the account has no destination two",
    { webhooks: [one], digest_destinations: ["one", "two"] },
  ],
])("rejects a seed with wrong webhooks: %s", (expected, change) => {
  const seed = seedWith([]);
  const accounts = seed.accounts.map((each, at) => (at === 0 ? { ...each, ...change } : each));
  expect(() => readSeed(JSON.stringify({ ...seed, accounts }), "seed.json")).toThrow(
    `seed.json: accounts[0].${expected}`,
  );
});

test("derives unused slugs for destinations without one", async () => {
  const { send } = await desk(seedWith([one, one, { ...one, name: "Two", slug: "one-2" }]));
  expect((await destinationsOf(send)).map(({ slug }) => slug)).toEqual(["one", "one-3", "one-2"]);
});

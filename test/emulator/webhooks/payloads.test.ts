import { z } from "zod";
import { type WebhookPayload, parsePayload } from "../../../src/webhooks";
import { accountId } from "../../support/account";
import { compareText } from "../../../src/model/fingerprint";
import { isUuid } from "../../../src/model/uuid";
import { checkoutId, desk, listening, orphanId, scan, seedWith } from "./account";
import { type Got, receiver } from "./receiver";

/** The schema of a chat message: blocks of plain text. */
const plain = z.strictObject({ type: z.literal("plain_text"), text: z.string().max(3_000), emoji: z.boolean() });
const chat = z.strictObject({
  text: z.string(),
  blocks: z.array(
    z.discriminatedUnion("type", [
      z.strictObject({ type: z.literal("section"), text: plain }),
      z.strictObject({
        type: z.literal("actions"),
        elements: z.array(z.strictObject({ type: z.literal("button"), text: plain, url: z.url() })),
      }),
    ]),
  ),
});

const pullRequest = { title: "Faster checkout", status: "draft", branch: "faster", commit_author: "dana" };

test("derives every field of the generic payload from the scan", async () => {
  const { url, got } = await receiver();
  const at = await desk(seedWith([{ name: "One", url, global: true, risk_level: "Medium" }]));
  await scan(at, ["low", "high", "medium"], { number: 12, pullRequest });
  const [delivery] = await at.deliveries();
  expect(got).toHaveLength(1);
  expect(got[0]).toMatchObject({ method: "POST", path: "/hook", headers: { "content-type": "application/json" } });
  const payload = parsePayload(got[0]?.body);
  expect(payload).toEqual<WebhookPayload>({
    dashboard_url: payload.dashboard_url,
    scm_url: payload.scm_url,
    risk_threshold: "high",
    org: "acme",
    repo_name: "checkout",
    repo_full_name: "acme/checkout",
    pr_number: 12,
    pr_title: "Faster checkout",
    pr_status: "open",
    branch: "faster",
    commit_author: "dana",
    issue_status: "open",
    run_time: payload.run_time,
    results: ["high", "medium"].map((risk, at) => ({
      id: payload.results[at]?.id ?? "",
      finding_type: "pullrequest",
      type: `A ${risk} one`,
      filename: `src/${risk}.ts`,
      line_start: 3,
      line_end: 5,
      description: `It is ${risk}.`,
      risk: risk as "high" | "medium",
    })),
  });
  expect(payload.results.every(({ id }) => isUuid(id))).toBe(true);
  expect([payload.dashboard_url, payload.scm_url].map((link) => new URL(link).protocol)).toEqual(["https:", "https:"]);
  expect(payload.dashboard_url).toContain(checkoutId);
  expect(delivery?.payload).toEqual(payload);
});

test.each([
  ["open", ["low", "critical"], "open", "critical"],
  ["draft", ["medium", "high"], "open", "high"],
  ["closed", ["low", "medium"], "closed", "medium"],
  ["merged", ["low"], "closed", "low"],
])(
  "reports a pull request that is %s, with %j, as %s and %s",
  async (status, severities, pr_status, risk_threshold) => {
    const { at, got } = await listening();
    await scan(at, severities, { pullRequest: { status } });
    await at.deliveries();
    expect(got.map(({ body }) => body)).toMatchObject([{ pr_status, risk_threshold }]);
  },
);

test("sends chat-type destinations a message with repository, title, severity and link", async () => {
  const { url, got } = await receiver();
  const at = await desk(seedWith([{ name: "Chat", url: new URL("/services/T1/x", url).href, global: true }]));
  await scan(at, ["low", "high"], { number: 12, pullRequest });
  await at.deliveries();
  const { text, blocks } = chat.parse(got[0]?.body);
  expect(got.map(({ path }) => path)).toEqual(["/services/T1/x"]);
  const all = JSON.stringify(blocks);
  for (const part of ["acme/checkout", "#12 Faster checkout", "Severity: high"]) expect(all).toContain(part);
  expect(blocks.at(-1)).toMatchObject({ elements: [{ url: expect.stringContaining(checkoutId) as string }] });
  expect(text).toBe("acme/checkout #12: high");
});

test("sends a hostile title as plain text and truncates it", async () => {
  const { url, got } = await receiver();
  const at = await desk(seedWith([{ name: "Chat", url: new URL("/services/x", url).href, global: true }]));
  const title = `<!channel> *bold* <https://evil.invalid|click> ${"x".repeat(10_000)}`;
  await scan(at, ["low"], { repository: orphanId, pullRequest: { title } });
  await at.deliveries();
  const { blocks } = chat.parse(got[0]?.body);
  expect(JSON.stringify(blocks)).toContain("<!channel> *bold*");
  expect(JSON.stringify(got[0]?.body)).not.toContain("mrkdwn");
});

test("Test sends a valid payload even to a disabled destination", async () => {
  const { url, got } = await receiver((answer) => answer.writeHead(202).end("thanks"));
  const at = await desk(seedWith([{ name: "One", url, enabled: false, risk_level: "High" }]));
  const { status, body } = await at.send("POST", `/dashboard/accounts/${accountId}/webhooks/one/test`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    data: { destination: "one", event: "test", outcome: "delivered", status: 202, answer: "thanks" },
  });
  const payload = parsePayload(got[0]?.body);
  expect(payload).toMatchObject({ org: "acme", pr_title: "Test of the destination One", risk_threshold: "critical" });
  expect((await at.deliveries())[0]).toEqual((body as { data: unknown }).data);
});

test("Test sends a message to a chat-type destination and returns its response", async () => {
  const { url, got } = await receiver((answer) => answer.writeHead(404).end("no_service"));
  const at = await desk(seedWith([{ name: "Chat", url: new URL("/services/x", url).href }]));
  const { body } = await at.send("POST", `/dashboard/accounts/${accountId}/webhooks/chat/test`);
  expect(body).toMatchObject({
    data: { outcome: "failed", status: 404, answer: "no_service", error: "answered 404" },
  });
  expect(chat.safeParse(got[0]?.body).success).toBe(true);
});

/** The path of chat receivers is `/services/x`, that of others `/hook`. */
const byPath = (got: readonly Got[]) => got.toSorted((left, right) => compareText(right.path ?? "", left.path ?? ""));

test("the daily digest is sent to its enabled destinations and returns the result of each", async () => {
  const good = await receiver();
  const bad = await receiver((answer) => answer.writeHead(503).end());
  const at = await desk(
    seedWith(
      [
        { name: "Good", url: good.url },
        { name: "Bad", url: bad.url },
        { name: "Chat", url: new URL("/services/x", good.url).href },
        { name: "Paused", url: good.url, enabled: false },
        { name: "Other", url: good.url, global: true },
      ],
      {},
      ["good", "bad", "chat", "paused"],
    ),
  );
  const { status, body } = await at.send("POST", `/control/accounts/${accountId}/digest`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    data: [
      { destination: "good", event: "digest", outcome: "delivered" },
      { destination: "bad", event: "digest", outcome: "failed", error: "answered 503" },
      { destination: "chat", event: "digest", outcome: "delivered" },
      { destination: "paused", event: "digest", outcome: "not sent", why: "the destination is not enabled" },
    ],
  });
  const [message, generic] = byPath(good.got);
  expect(generic?.body).toMatchObject({ event: "daily_digest", org: "acme", insights: [] });
  expect(JSON.stringify(chat.parse(message?.body))).toContain("Daily digest of acme");
  expect(await at.deliveries()).toHaveLength(4);
});

test("the daily digest contains the latest insights", async () => {
  const { url, got } = await receiver();
  const insights = [{ title: "Two risky changes", answer: "Look at checkout.", pull_requests: [{ number: 12 }] }];
  const days = [
    { date: "2026-01-30", insights },
    { date: "2026-01-29", insights: [] },
  ];
  const seed = seedWith(
    [
      { name: "One", url },
      { name: "Chat", url: new URL("/services/x", url).href },
    ],
    {},
    ["one", "chat"],
  );
  const at = await desk({ ...seed, accounts: seed.accounts.map((each) => ({ ...each, insights: days })) });
  await at.send("POST", `/control/accounts/${accountId}/digest`);
  const [message, generic] = byPath(got);
  expect(generic?.body).toEqual({ event: "daily_digest", org: "acme", date: "2026/01/30", insights });
  const { blocks } = chat.parse(message?.body);
  expect(blocks.map((each) => (each.type === "section" ? each.text.text : ""))).toEqual([
    "Daily digest of acme, 2026/01/30",
    "Two risky changes\nLook at checkout.",
  ]);
});

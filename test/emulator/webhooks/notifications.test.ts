import { z } from "zod";
import { DeliveryLog } from "../../../src/emulator/webhooks/account-webhooks";
import type { PostResult } from "../../../src/emulator/webhooks/post";
import { compareText } from "../../../src/model/fingerprint";
import type { JsonObject } from "../../../src/model/json";
import { isUuid } from "../../../src/model/uuid";
import { parsePayload, type WebhookPayload } from "../../../src/webhooks";
import { accountId, canary, repositoryId } from "../../support/account";
import { checkoutId, dashboard, dataOf, desk, listening, orphanId, scan, seedWith, webhooks } from "./account";
import { type Got, receiver } from "./receiver";

const all = ["critical", "high", "medium", "low"];
const attached = { notifications: { enabled: true, integrationNames: ["one"] } };
const deduplicated = { notifications: { ...attached.notifications, deduplicate: true } };

const risksOf = ({ body }: Got): readonly string[] => parsePayload(body).results.map(({ risk }) => risk);

/** The reported severities, one list per delivery, after all deliveries. */
async function reportedSeverities({
  at,
  got,
}: Awaited<ReturnType<typeof listening>>): Promise<readonly (readonly string[])[]> {
  await at.deliveries();
  return got.map(risksOf);
}

describe("a destination is notified of a scan", () => {
  test.each<[string, object, JsonObject, readonly string[], readonly string[]]>([
    ["when the configuration names it", {}, attached, all, all],
    ["when it is Global, without notifications", { global: true }, {}, all, all],
    ["when it is Global, with notifications off", { global: true }, { notifications: { enabled: false } }, all, all],
    ["at Risk Level All", { risk_level: "All" }, attached, all, all],
    ["at Risk Level Medium", { risk_level: "Medium" }, attached, all, ["critical", "high", "medium"]],
    ["at Risk Level High", { risk_level: "High" }, attached, all, ["critical", "high"]],
    ["at Risk Level Critical", { risk_level: "Critical" }, attached, all, ["critical"]],
    ["at a Risk Level that no finding meets", { risk_level: "Critical" }, attached, ["high", "low"], []],
    [
      "at a Risk Level that no finding meets, with deduplicate",
      { risk_level: "Critical" },
      deduplicated,
      ["high", "low"],
      [],
    ],
    [
      "with a finding at the minimum severity",
      {},
      { ...attached, risk_threshold: 3 },
      ["high", "low"],
      ["high", "low"],
    ],
    ["with any severity, below the lowest threshold", {}, { ...attached, risk_threshold: 0 }, ["low"], ["low"]],
  ])("a destination is notified of a scan %s", async (_, destination, settings, severities, expected) => {
    const listener = await listening(destination, settings);
    await scan(listener.at, severities);
    expect(await reportedSeverities(listener)).toEqual([expected]);
  });
});

describe("a destination is not notified of a scan and the log contains the reason", () => {
  const disabled = "the destination is not enabled";
  const unnamed = "the configuration does not name the destination";
  const off = "notifications are not enabled in the configuration";
  const belowMinimum = "the scan has no finding of the configuration's minimum severity or above";
  test.each<[string, object, JsonObject, readonly string[], string]>([
    ["when it is disabled", { enabled: false }, attached, all, disabled],
    ["when it is Global and disabled", { enabled: false, global: true }, attached, all, disabled],
    ["without notifications", {}, {}, all, off],
    ["with notifications off", {}, { notifications: { enabled: false, integrationNames: ["one"] } }, all, off],
    ["with notifications neither enabled nor disabled", {}, { notifications: { integrationNames: ["one"] } }, all, off],
    ["with no names", {}, { notifications: { enabled: true } }, all, unnamed],
    ["with another name", {}, { notifications: { enabled: true, integrationNames: ["two"] } }, all, unnamed],
    [
      "with its name and not its slug",
      {},
      { notifications: { enabled: true, integrationNames: ["One"] } },
      all,
      unnamed,
    ],
    ["without findings", {}, attached, [], belowMinimum],
    ["without findings, when it is Global", { global: true }, attached, [], belowMinimum],
    ["below the minimum severity", {}, { ...attached, risk_threshold: 3 }, ["medium", "low"], belowMinimum],
    ["below the minimum severity, when it is Global", { global: true }, { risk_threshold: 4 }, ["high"], belowMinimum],
    ["with a severity other than the four", {}, attached, ["info"], belowMinimum],
    [
      "with silent findings only",
      {},
      { ...attached, analyzers: { "sql-injection": { silent: true } } },
      all,
      belowMinimum,
    ],
  ])(
    "a destination is not notified of a scan %s, and the log has the reason",
    async (_, destination, settings, severities, why) => {
      const { at, got } = await listening(destination, settings);
      await scan(at, severities);
      expect(await at.deliveries()).toMatchObject([{ destination: "one", event: "scan", outcome: "not sent", why }]);
      expect(got).toEqual([]);
    },
  );

  test("a destination is not notified of a scan and the log contains the reason when the repository has no configuration, unless the destination is Global", async () => {
    const listener = await listening({}, attached);
    await scan(listener.at, all, { repository: orphanId });
    expect(await listener.at.deliveries()).toMatchObject([
      { outcome: "not sent", why: "the repository has no configuration with settings" },
    ]);
    await listener.at.send("PATCH", `${webhooks}/one`, { global: true });
    await scan(listener.at, ["high"], { repository: orphanId });
    expect(await reportedSeverities(listener)).toEqual([["high"]]);
  });

  test("a destination is not notified of a scan and the log contains the reason when it is a deepscan", async () => {
    const { at, got } = await listening({ global: true }, attached);
    const deepscans = `/v1/accounts/${accountId}/repositories/${checkoutId}/deepscans`;
    expect((await at.send("POST", deepscans)).status).toBe(202);
    await at.send("POST", "/control/clock", { advance_seconds: 3_600 });
    const { id } = (dataOf(await at.send("GET", deepscans)) as [{ id: string }])[0];
    expect((await at.send("GET", `${deepscans}/${id}/results`)).body).not.toMatchObject({ data: [] });
    expect((await at.send("GET", `${deepscans}/${id}/sca_results`)).body).not.toMatchObject({ data: [] });
    expect(await at.deliveries()).toEqual([]);
    expect(got).toEqual([]);
  });
});

test("applies changes of destinations and configurations immediately", async () => {
  const listener = await listening({}, attached);
  const { send } = listener.at;
  await scan(listener.at, all, { number: 1 });
  await send("PATCH", `${webhooks}/one`, { risk_level: "High" });
  await scan(listener.at, all, { number: 2 });
  await send("PATCH", `${webhooks}/one`, { enabled: false });
  await scan(listener.at, all, { number: 3 });
  await send("DELETE", `${webhooks}/one`);
  await scan(listener.at, all, { number: 4 });
  expect(await reportedSeverities(listener)).toEqual([all, ["critical", "high"]]);
});

describe("with deduplicate", () => {
  test("a destination is notified of each finding once", async () => {
    const listener = await listening({}, deduplicated);
    await scan(listener.at, ["high"]);
    await scan(listener.at, ["high"]);
    await scan(listener.at, ["high", "low"]);
    expect(await reportedSeverities(listener)).toEqual([["high"], ["low"]]);
    expect((await listener.at.deliveries())[1]).toMatchObject({
      outcome: "not sent",
      why: "the destination was already notified of all these findings",
    });
  });

  test("notifications are tracked for each destination separately", async () => {
    const listener = await listening({}, deduplicated);
    const other = await receiver();
    await scan(listener.at, ["high"]);
    await listener.at.send("POST", webhooks, { name: "Two", url: other.url, global: true });
    await scan(listener.at, ["high"]);
    expect(await reportedSeverities(listener)).toEqual([["high"]]);
    expect(other.got.map(risksOf)).toEqual([["high"]]);
  });
});

test("sends all findings of every scan without deduplicate", async () => {
  const listener = await listening({}, attached);
  await scan(listener.at, ["high"]);
  await scan(listener.at, ["high"]);
  expect(await reportedSeverities(listener)).toEqual([["high"], ["high"]]);
});

test("sends resolved once to destinations that were notified before", async () => {
  const hooks = [await receiver(), await receiver()];
  const [first, second] = hooks.map(({ url }) => url);
  const at = await desk(
    seedWith([
      { name: "One", url: first ?? "", global: true },
      { name: "Two", url: second ?? "", enabled: false, global: true },
    ]),
  );
  await scan(at, ["high"]);
  await at.send("PATCH", `${webhooks}/two`, { enabled: true });
  await scan(at, []);
  await scan(at, []);
  await at.deliveries();
  expect(hooks[0]?.got.map(({ body }) => body)).toMatchObject([
    { issue_status: "open", risk_threshold: "high" },
    { issue_status: "resolved", risk_threshold: "passing", results: [] },
  ]);
  expect(hooks[1]?.got).toEqual([]);
});

test("returns the log of the account, newest first and without keys", async () => {
  const { at } = await listening({}, attached);
  await scan(at, ["high"], { number: 1 });
  await scan(at, ["low"], { number: 2 });
  const log = await at.deliveries();
  expect(log.map(({ payload }) => parsePayload(payload).pr_number)).toEqual([2, 1]);
  expect(log[0]).toMatchObject({ destination: "one", event: "scan", outcome: "delivered", status: 204, answer: "" });
  const other = await at.send(
    "GET",
    `${dashboard.replace(accountId, "bbbbbbbb-0000-4000-8000-000000000002")}/deliveries`,
  );
  expect(other.status).toBe(403);
  expect(JSON.stringify(log)).not.toContain(canary);
});

test("a new destination with the name of a deleted one has not been notified of any finding", async () => {
  const { url, got } = await receiver();
  const at = await desk(seedWith([{ name: "One", url }], deduplicated));
  await scan(at, ["high"]);
  await at.deliveries();
  expect((await at.send("DELETE", `${webhooks}/one`)).status).toBe(204);
  expect((await at.send("POST", webhooks, { name: "One", url })).body).toMatchObject({ data: { slug: "one" } });
  await scan(at, ["high"]);
  expect((await at.deliveries())[0]).toMatchObject({ outcome: "delivered" });
  expect(got).toHaveLength(2);
});

test("a pull request of another repository with the same number has nothing to resolve", async () => {
  const { at, got } = await listening();
  await scan(at, ["high"], { number: 7 });
  await at.deliveries();
  await scan(at, [], { number: 7, repository: repositoryId(1) });
  expect((await at.deliveries())[0]).toMatchObject({ outcome: "not sent" });
  expect(got).toHaveLength(1);
});

test("a delivery that the log has dropped is not added again by its response", async () => {
  const log = new DeliveryLog();
  const occasion = { time: "2026-01-01T00:00:00Z", destination: "one", event: "scan", why: "w" } as const;
  const delivered: PostResult = { outcome: "delivered", status: 204, answer: "" };
  let answer: (result: PostResult) => void = () => undefined;
  const sent = log.addSent(occasion, {}, new Promise((resolve) => (answer = resolve)));
  for (let at = 0; at < 1000; at += 1) log.addSkipped(occasion);
  answer(delivered);
  expect(await sent).toMatchObject({ outcome: "delivered" });
  expect(log.list()).toHaveLength(1000);
  expect(new Set(log.list().map(({ outcome }) => outcome))).toEqual(new Set(["not sent"]));
});

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

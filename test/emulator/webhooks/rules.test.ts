import { DeliveryLog } from "../../../src/emulator/webhooks/account-webhooks";
import type { PostResult } from "../../../src/emulator/webhooks/post";
import type { JsonObject } from "../../../src/model/json";
import { parsePayload } from "../../../src/webhooks";
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
    ["the same with deduplicate", { risk_level: "Critical" }, deduplicated, ["high", "low"], []],
    [
      "with a finding at the minimum severity",
      {},
      { ...attached, risk_threshold: 3 },
      ["high", "low"],
      ["high", "low"],
    ],
    ["with any severity, below the lowest threshold", {}, { ...attached, risk_threshold: 0 }, ["low"], ["low"]],
  ])("%s", async (_, destination, settings, severities, expected) => {
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
    ["below it if it is Global", { global: true }, { risk_threshold: 4 }, ["high"], belowMinimum],
    ["with a severity other than the four", {}, attached, ["info"], belowMinimum],
    [
      "with silent findings only",
      {},
      { ...attached, analyzers: { "sql-injection": { silent: true } } },
      all,
      belowMinimum,
    ],
  ])("%s", async (_, destination, settings, severities, why) => {
    const { at, got } = await listening(destination, settings);
    await scan(at, severities);
    expect(await at.deliveries()).toMatchObject([{ destination: "one", event: "scan", outcome: "not sent", why }]);
    expect(got).toEqual([]);
  });

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

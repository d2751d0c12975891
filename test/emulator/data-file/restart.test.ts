import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import type { Seed } from "../../../src/emulator";
import { parsePayload } from "../../../src/webhooks";
import { accountId } from "../../support/account";
import { emulator } from "../client";
import { checkoutId, type Desk, desk, scan, seedWith } from "../webhooks/account";
import { until } from "../../support/until";
import { receiver } from "../webhooks/receiver";
import { fileIn } from "./folder";

const repository = `/v1/accounts/${accountId}/repositories/${checkoutId}`;
const deduplicated = { notifications: { enabled: true, integrationNames: ["one"], deduplicate: true } };

const restarted = async ({ running }: Desk, data: string): Promise<Desk> => {
  await running.close();
  return desk(undefined, { data });
};

const timeOf = async ({ send }: Desk): Promise<number> =>
  Date.parse(((await send("GET", "/control/clock")).body as { now: string }).now);

const findingsOf = async ({ send }: Desk): Promise<readonly unknown[]> =>
  ((await send("GET", `${repository}/findings`)).body as { data: readonly unknown[] }).data;

const advance = ({ send }: Desk, seconds: number) => send("POST", "/control/clock", { advance_seconds: seconds });

/** The body of a data file. */
const bodyOf = (data: string): Seed => (JSON.parse(readFileSync(data, "utf8")) as { body: Seed }).body;

test("keeps the offset of the clock after a restart, so that the next scan is the latest", async () => {
  const data = fileIn();
  const first = await desk(seedWith([]), { data });
  await advance(first, 3 * 86_400);
  await scan(first, ["high"]);
  expect(await findingsOf(first)).toHaveLength(1);
  const before = await timeOf(first);
  const second = await restarted(first, data);
  expect(await timeOf(second)).toBeGreaterThanOrEqual(before);
  await scan(second, []);
  expect(await findingsOf(second)).toEqual([]);
});

test("includes the clock in a snapshot and rejects a seed beyond the year 9999", async () => {
  const first = await desk(seedWith([]));
  await advance(first, 86_400);
  const { body: seed } = await first.send("GET", "/control/seed");
  const second = await desk(first.running.snapshot());
  expect(seed).toHaveProperty("clock_ahead_ms", 86_400_000);
  expect(await timeOf(second)).toBeGreaterThanOrEqual(Date.now() + 86_000_000);
  for (const ahead of [-1, 1e15, "1"])
    await expect(emulator({ seed: { ...seedWith([]), clock_ahead_ms: ahead as number } })).rejects.toThrow(
      "the seed: clock_ahead_ms: ",
    );
});

test("reads a file of format 1.0, without clock and notifications", async () => {
  const data = fileIn();
  await (await emulator({ data, seed: seedWith([{ name: "One", url: "https://events.invalid/" }]) })).close();
  const { accounts, ...body } = bodyOf(data);
  const old = JSON.stringify({ ...body, accounts: accounts.map(({ webhooks_told: _, ...account }) => account) });
  const checksum = createHash("sha256").update(old).digest("hex");
  const head = '{"format":"scanform-emulator-data",\n"format_version":"1.0",\n"body":';
  writeFileSync(data, `${head}${old},\n"checksum":"${checksum}"}\n`);
  const { running } = await desk(undefined, { data });
  expect(running.resumed).toBe(true);
  expect(running.snapshot().accounts[0]).toMatchObject({ webhooks: [{ slug: "one" }], webhooks_told: [] });
});

test("does not repeat notifications after a restart, but sends resolved", async () => {
  const data = fileIn();
  const hook = await receiver();
  const seed = seedWith([{ name: "One", url: hook.url }], deduplicated);
  const first = await desk(seed, { data });
  await scan(first, ["high"]);
  await first.deliveries();
  const second = await restarted(first, data);
  await scan(second, ["high"]);
  expect(await second.deliveries()).toMatchObject([
    { why: "the destination was already notified of all these findings" },
  ]);
  const third = await restarted(second, data);
  await scan(third, []);
  await third.deliveries();
  const fourth = await restarted(third, data);
  await scan(fourth, []);
  await fourth.deliveries();
  expect(hook.got.map(({ body }) => parsePayload(body).issue_status)).toEqual(["open", "resolved"]);
});

test.each(["failed", "was running at the end"])("repeats a delivery that %s after a restart", async (how) => {
  const data = fileIn();
  const hook = await receiver((answer) => {
    if (hook.got.length > 1) answer.writeHead(204).end();
    else if (how === "failed") answer.writeHead(500).end();
  });
  const first = await desk(seedWith([{ name: "One", url: hook.url }], deduplicated), { data });
  await scan(first, ["high"]);
  await until(() => hook.got.length === 1);
  if (how === "failed") await first.deliveries();
  const second = await restarted(first, data);
  await scan(second, ["high"]);
  expect(await second.deliveries()).toMatchObject([{ outcome: "delivered" }]);
});

test("writes a failed delivery to the file without another request", async () => {
  const data = fileIn();
  const waiting: ServerResponse[] = [];
  const hook = await receiver((answer) => waiting.push(answer));
  const first = await desk(seedWith([{ name: "One", url: hook.url }], deduplicated), { data });
  await scan(first, ["high"]);
  await until(() => waiting.length === 1);
  const told = () => bodyOf(data).accounts[0]?.webhooks_told;
  expect(told()).toHaveLength(1);
  waiting[0]?.writeHead(500).end();
  await until(() => told()?.length === 0);
  expect(await first.deliveries()).toMatchObject([{ outcome: "failed" }]);
});

test("writes a deepscan to the file when a request finds it due", async () => {
  const data = fileIn();
  const first = await desk(seedWith([]), { data });
  await first.send("POST", `${repository}/deepscans`);
  await advance(first, 60);
  const kept = () => bodyOf(data).accounts[0]?.deepscans?.[0];
  expect(kept()).toMatchObject({ completed_at: null });
  await first.send("GET", `${repository}/deepscans`);
  await until(() => typeof kept()?.completed_at === "string");
  expect(kept()).toEqual(first.running.snapshot().accounts[0]?.deepscans?.[0]);
});

test.each<[string, object]>([
  ["[0].destination: the account has no destination two", { destination: "two" }],
  ["[0].findings: is required", { findings: undefined }],
  ["[0].repository_id: must be a UUID", { repository_id: "x" }],
])("rejects a seed with wrong notifications: %s", async (expected, change) => {
  const told = { destination: "one", repository_id: checkoutId, pr_number: 1, findings: ["x"], ...change };
  const { accounts, ...seed } = seedWith([{ name: "One", url: "https://events.invalid/" }]);
  const wrong = {
    ...seed,
    accounts: accounts.map((each, at) => (at === 0 ? { ...each, webhooks_told: [told] } : each)),
  };
  await expect(emulator({ seed: wrong })).rejects.toThrow(`accounts[0].webhooks_told${expected}`);
});

import { acmeAccountId, globexKey, readSeed } from "../../src/emulator";
import { parsePayload } from "../../src/webhooks";
import { accountId } from "../support/account";
import { until } from "../support/until";
import { configurations, emulator, members, named, repository, sender } from "./client";
import { account, api, type FindingPage, runOf, seedWith as scannedSeed } from "./scans/desk";
import { checkoutId, type Desk, desk, scan, seedWith } from "./webhooks/account";
import { receiver } from "./webhooks/receiver";

const checkout = `/v1/accounts/${accountId}/repositories/${checkoutId}`;
const deduplicated = { notifications: { enabled: true, integrationNames: ["one"], deduplicate: true } };

/** An emulator that begins with the state of another one, which ends. */
async function continued({ running }: Desk): Promise<Desk> {
  await running.close();
  return desk(running.snapshot());
}

const timeOf = async ({ send }: Desk): Promise<number> =>
  Date.parse(((await send("GET", "/control/clock")).body as { now: string }).now);

const findingsOf = async ({ send }: Desk): Promise<readonly unknown[]> =>
  ((await send("GET", `${checkout}/findings`)).body as { data: readonly unknown[] }).data;

const advance = ({ send }: Desk, seconds: number) => send("POST", "/control/clock", { advance_seconds: seconds });

test("a snapshot has the writes and the keys", async () => {
  const first = await emulator();
  const send = sender(first.url);
  const { id } = named(first, "baseline");
  await send("PATCH", `${configurations}/${id}`, {
    configuration: { name: "renamed", configuration: { risk_threshold: 7 } },
    repositories: [repository(first, "checkout").id],
  });
  const { body } = await send("POST", configurations, { configuration: { name: "new \u0000\u{1f600}\u202e" } });
  await send("DELETE", `${configurations}/${named(first, "default").id}`);
  const text = JSON.stringify(first.snapshot());

  const second = await emulator({ seed: readSeed(text, "the snapshot") });
  expect(second.snapshot()).toEqual(first.snapshot());
  expect(named(second, "renamed")).toMatchObject({ id, configuration: { risk_threshold: 7 } });
  expect(members(second, id)).toContain("checkout");
  expect(members(second, null)).toContain("payments-api");
  expect(second.store.configurations(acmeAccountId)).toContainEqual((body as { data: unknown }).data);
  expect((await sender(second.url, globexKey)("GET", "/v1/accounts")).status).toBe(200);
});

test("a snapshot has the offset of the clock, so that the next scan is the latest", async () => {
  const first = await desk(seedWith([]));
  await advance(first, 3 * 86_400);
  await scan(first, ["high"]);
  expect(await findingsOf(first)).toHaveLength(1);
  const before = await timeOf(first);
  const second = await continued(first);
  expect(await timeOf(second)).toBeGreaterThanOrEqual(before);
  await scan(second, []);
  expect(await findingsOf(second)).toEqual([]);
});

test("a seed whose clock is beyond the year 9999, or behind, is rejected", async () => {
  for (const ahead of [-1, 1e15, "1"])
    await expect(emulator({ seed: { ...seedWith([]), clock_ahead_ms: ahead as number } })).rejects.toThrow(
      "the seed: clock_ahead_ms: ",
    );
});

test("an emulator that begins with a snapshot does not repeat notifications, but sends resolved", async () => {
  const hook = await receiver();
  const first = await desk(seedWith([{ name: "One", url: hook.url }], deduplicated));
  await scan(first, ["high"]);
  await first.deliveries();
  const second = await continued(first);
  await scan(second, ["high"]);
  expect(await second.deliveries()).toMatchObject([
    { why: "the destination was already notified of all these findings" },
  ]);
  const third = await continued(second);
  await scan(third, []);
  await third.deliveries();
  const fourth = await continued(third);
  await scan(fourth, []);
  await fourth.deliveries();
  expect(hook.got.map(({ body }) => parsePayload(body).issue_status)).toEqual(["open", "resolved"]);
});

test.each(["failed", "was running at the end"])(
  "an emulator that begins with a snapshot repeats a delivery that %s",
  async (how) => {
    const hook = await receiver((answer) => {
      if (hook.got.length > 1) answer.writeHead(204).end();
      else if (how === "failed") answer.writeHead(500).end();
    });
    const first = await desk(seedWith([{ name: "One", url: hook.url }], deduplicated));
    await scan(first, ["high"]);
    await until(() => hook.got.length === 1);
    if (how === "failed") await first.deliveries();
    const second = await continued(first);
    await scan(second, ["high"]);
    expect(await second.deliveries()).toMatchObject([{ outcome: "delivered" }]);
  },
);

test("a snapshot is a valid seed after a deepscan that was run again lacks a finding that was triaged", async () => {
  const first = await emulator({ seed: scannedSeed() });
  const send = sender(first.url, "key");
  const { body } = await send("POST", `${account}${api}/deepscans`);
  const run = runOf((body as { data: { id: string } }).data.id);
  const found = { title: "t", description: "d", severity: "high" };
  expect((await send("POST", run, { results: [found], sca_results: [] })).status).toBe(200);
  const listed = (await send("GET", `${account}/all_findings?days=1`)).body as FindingPage;
  const triage = `${account}/findings/${listed.data[0]?.id ?? ""}/triage`;
  expect((await send("POST", triage, { triage_category: "wont_fix" })).status).toBe(200);
  expect((await send("POST", run, { results: [], sca_results: [] })).status).toBe(200);
  expect((await send("GET", triage)).status).toBe(404);
  const second = await emulator({ seed: first.snapshot() });
  expect(second.snapshot().accounts[0]).toMatchObject({ triage: [], deepscans: [{ retry_count: 1, results: [] }] });
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

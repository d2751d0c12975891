import { Agent, request } from "node:http";
import { connect } from "node:net";
import { operations } from "../../src/api/operations";
import { acmeAccountId, acmeKey, globexKey, readSeed } from "../../src/emulator";
import { parsePayload } from "../../src/webhooks";
import { accountId } from "../support/account";
import { startEmulator } from "../support/emulator";
import { until } from "../support/until";
import { acme, configurations, emulator, members, named, open, repository, sender, unknownId } from "./client";
import { account, api, type FindingPage, runOf, seedWith as scannedSeed } from "./scans/desk";
import { checkoutId, type Desk, desk, scan, seedWith } from "./webhooks/account";
import { receiver } from "./webhooks/receiver";

/** The globals before the first emulator of this file. */
const globals = { Request, Response };

test("close frees the port at once despite keep-alive connections", async () => {
  const first = await emulator();
  const agent = new Agent({ keepAlive: true });
  await new Promise<void>((resolve, reject) => {
    request(`${first.url}/v1/accounts`, { agent }, (answer) => answer.resume().on("end", resolve))
      .on("error", reject)
      .end();
  });
  await first.close();
  const second = await emulator({ port: first.port });
  expect(second.port).toBe(first.port);
  expect((await sender(second.url)("GET", "/v1/accounts")).status).toBe(200);
  agent.destroy();
});

test("close comes of itself where the block of an `await using` ends", async () => {
  let port: number;
  {
    await using first = await startEmulator();
    port = first.port;
    expect((await sender(first.url)("GET", "/v1/accounts")).status).toBe(200);
  }
  await using second = await startEmulator({ port });
  expect(second.port).toBe(port);
});

test("close ends requests in progress", async () => {
  const running = await emulator();
  const ended = new Promise<void>((resolve) => {
    const socket = connect(running.port, "127.0.0.1", () =>
      socket.write(
        `POST ${configurations} HTTP/1.1\r\nHost: localhost:${String(running.port)}\r\nAuthorization: Bearer ${acmeKey}\r\n` +
          "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
      ),
    );
    socket
      .on("error", () => undefined)
      .on("close", () => {
        resolve();
      });
    setTimeout(() => void running.close(), 50);
  });
  await ended;
  await running.close();
  await expect(fetch(running.url)).rejects.toThrow("fetch failed");
});

test("close is idempotent", async () => {
  const running = await emulator();
  await Promise.all([running.close(), running.close()]);
  await expect(running.close()).resolves.toBeUndefined();
});

test("rejects a port in use and names it", async () => {
  const { port } = await emulator();
  await expect(startEmulator({ port })).rejects.toThrow(`the emulator cannot listen on 127.0.0.1:${String(port)}: `);
});

test("isolates the state of two emulators", async () => {
  const other = await startEmulator();
  try {
    const { running, send } = await open();
    await send("POST", configurations, { configuration: { name: "x" } });
    expect(running.store.configurations(acmeAccountId)).toHaveLength(3);
    expect(other.store.configurations(acmeAccountId)).toHaveLength(2);
    expect(other.requests).toEqual([]);
  } finally {
    await other.close();
  }
});

test("does not replace the global Request and Response", async () => {
  await emulator();
  expect(Request).toBe(globals.Request);
  expect(Response).toBe(globals.Response);
});

test("requests contains status and body without headers, until cleared", async () => {
  const running = await emulator();
  const { requests } = running;
  const send = sender(running.url);
  const body = { configuration: { name: "x" } };
  await send("GET", `${acme}/repositories?page=2`);
  await send("POST", configurations, body);
  await send("DELETE", `${configurations}/${unknownId}`);
  await send("POST", configurations, { wrong: 1 });
  await send("POST", configurations, "{");
  await sender(running.url, "nobody")("GET", "/v1/accounts");
  await send("PUT", "/nowhere");
  expect(requests).toEqual([
    { method: "GET", path: `${acme}/repositories`, query: "?page=2", status: 200 },
    { method: "POST", path: configurations, status: 201, body },
    { method: "DELETE", path: `${configurations}/${unknownId}`, status: 404 },
    { method: "POST", path: configurations, status: 422, body: { wrong: 1 } },
    { method: "POST", path: configurations, status: 400 },
    { method: "GET", path: "/v1/accounts", status: 401 },
    { method: "PUT", path: "/nowhere", status: 404 },
  ]);
  expect(JSON.stringify(requests)).not.toContain("key");
  running.clearRequests();
  expect(running.requests).toEqual([]);
  await send("GET", "/v1/accounts");
  expect(running.requests).toHaveLength(1);
});

test("store returns immutable objects", async () => {
  const { running, send } = await open();
  const before = running.store.configurations(acmeAccountId);
  const copy = structuredClone(before);
  await send("PUT", `${configurations}/${before[0]?.id ?? ""}`, { configuration: { name: "x" } });
  expect(before).toEqual(copy);
  expect(running.store.configurations(acmeAccountId)[0]?.name).toBe("x");
});

test("store throws for an unknown account", async () => {
  const { store } = await emulator();
  expect(() => store.repositories(unknownId)).toThrow(`the emulator has no account ${unknownId}`);
});

test("prints nothing", async () => {
  const said: unknown[] = [];
  const keep = (...words: unknown[]) => void said.push(words);
  const spies = (["log", "info", "warn", "error", "debug"] as const).map((name) =>
    jest.spyOn(console, name).mockImplementation(keep),
  );
  const { url } = await emulator();
  await sender(url)("GET", "/v1/accounts");
  await sender(url)("POST", configurations, "{");
  await sender(url, "nobody")("POST", configurations, "x".repeat(6_000_000));
  for (const spy of spies) spy.mockRestore();
  expect(said).toEqual([]);
});

/** The page of the operations, as a browser gets it. */
async function opened(): Promise<{ readonly url: string; readonly answer: Response; readonly html: string }> {
  const { url } = await emulator();
  const answer = await fetch(`${url}/api-docs/index.html`);
  return { url, answer, html: await answer.text() };
}

test("the page of the operations is served without a key and loads files of the emulator only", async () => {
  const { url, answer, html } = await opened();
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=UTF-8"]);
  const named = [...html.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map(([, path = ""]) => path);
  expect(named).toEqual(["style.css", "v1/swagger.yaml"]);
  const types = await Promise.all(
    named.map(async (path) => {
      const { status, headers } = await fetch(new URL(path, answer.url));
      return [status, headers.get("content-type")];
    }),
  );
  expect(types).toEqual([
    [200, "text/css; charset=utf-8"],
    [200, "application/yaml"],
  ]);
  expect(html).toContain(`Server: <code>${url}</code>`);
});

test("the page lists each operation once, with its parameters and the body that it takes", async () => {
  const { html } = await opened();
  const listed = [...html.matchAll(/<h3 id="(\w+)"><code>([A-Z]+) ([^<]+)<\/code>/g)].map(([, ...each]) => each);
  const expected = Object.entries(operations).map(([id, { method, path }]) => [id, method, path]);
  expect(listed.toSorted()).toEqual(expected.toSorted());
  const [, triage = ""] = /<h3 id="setTriage">(.*?)<h[23]/s.exec(html) ?? [];
  expect(triage).toContain("<dt><code>finding_id</code>, in the path</dt>");
  expect(triage).toContain("&quot;false_positive&quot;");
});

test("the page has no script, and every value in it is escaped", async () => {
  const { html } = await opened();
  expect(html).not.toContain("<script");
  expect(html).toContain("{\n  &quot;type&quot;: &quot;object&quot;,");
  expect(html.replaceAll(/<\/?[a-z][^>]*>|<!doctype html>|&(?:quot|lt|gt|amp|#39);/g, "")).not.toMatch(/[<>&"]/);
});

test("the policy of the page forbids scripts and foreign content", async () => {
  const { headers } = (await opened()).answer;
  const policy = (headers.get("content-security-policy") ?? "").split("; ");
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "style-src 'self'"]));
  expect(policy.join(" ")).not.toMatch(/script|unsafe|\*|https?:/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test("/api-docs leads to the page", async () => {
  const { url } = await emulator();
  const answer = await fetch(`${url}/api-docs`);
  expect([answer.status, answer.url]).toEqual([200, `${url}/api-docs/index.html`]);
});

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

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { acmeAccountId, acmeKey, allKey, globexAccountId, globexKey } from "../../../src/emulator";
import { seedOf } from "../../support/account";
import { desk } from "../../support/desk";
import { spawnScanform } from "../../support/spawned";
import { temporaryFolder } from "../../support/temporary-folder";
import { acme, sender } from "../../emulator/client";
import { spawnEmulator, type SpawnedEmulator } from "../../emulator/spawned";
import { receiver } from "../../emulator/webhooks/receiver";

jest.setTimeout(60_000);

async function ended({ child, gone }: SpawnedEmulator): Promise<string> {
  child.kill("SIGINT");
  return gone;
}

/** The accounts that a key reaches, or the status of an error. */
async function reached({ url }: SpawnedEmulator, key: string | undefined): Promise<unknown> {
  const { status, body } = await sender(url, key)("GET", "/v1/accounts");
  return status === 200 ? (body as { data: { account_id: string }[] }).data.map((each) => each.account_id) : status;
}

test("prints random keys, and those of the sources open nothing", async () => {
  const [one, two] = await Promise.all([spawnEmulator([]), spawnEmulator([])]);
  expect(one.keys).toEqual([
    expect.stringMatching(/^emulator-acme-[\w-]{32}$/),
    expect.stringMatching(/^emulator-globex-[\w-]{32}$/),
    expect.stringMatching(/^emulator-all-[\w-]{32}$/),
  ]);
  expect(new Set([...one.keys, ...two.keys]).size).toBe(6);
  for (const key of [acmeKey, globexKey, allKey, two.keys[0]]) {
    expect(await reached(one, key)).toBe(401);
    expect((await sender(one.url, key)("POST", "/control/reset")).status).toBe(401);
  }
  expect(await reached(one, one.keys[2])).toEqual([acmeAccountId, globexAccountId]);
  expect(await ended(one)).toBe("");
});

test("--key sets the keys in their order, and the rest are random", async () => {
  const running = await spawnEmulator(["--key", "my-acme-key", "--key", "my~globex/key="]);
  expect(running.keys.slice(0, 2)).toEqual(["my-acme-key", "my~globex/key="]);
  expect(running.keys[2]).toMatch(/^emulator-all-/);
  expect(await reached(running, "my-acme-key")).toEqual([acmeAccountId]);
  expect(await reached(running, "my~globex/key=")).toEqual([globexAccountId]);
  await ended(running);
});

test("a generated seed has a random key, which a reset keeps", async () => {
  const running = await spawnEmulator(["--seed", "scale:1:2"]);
  const [key, ...more] = running.keys;
  expect([key, more]).toEqual([expect.stringMatching(/^emulator-acme-[\w-]{32}$/), []]);
  expect((await sender(running.url, key)("POST", "/control/reset")).status).toBe(204);
  expect(await reached(running, key)).toEqual([acmeAccountId]);
  expect(await reached(running, acmeKey)).toBe(401);
  await ended(running);
});

test("a seed file gives its own keys", async () => {
  const running = await spawnEmulator(["--seed", fileOf("seed.json", { ...seedOf(), keys: { mine: [] } })]);
  expect(running.keys).toEqual(["mine"]);
  await ended(running);
});

const keys = (...all: readonly string[]): readonly string[] => all.flatMap((key) => ["--key", key]);

test.each<[string, () => readonly string[], string]>([
  ["is empty", () => keys(""), "--key: a key needs 8 characters or more"],
  ["is shorter than 8 characters", () => keys("1234567"), "--key: a key needs 8 characters or more"],
  ["is only digits", () => keys("12345678"), "and not only digits"],
  ["has a blank", () => keys("secret canary"), "all of them visible ASCII characters"],
  ["has a line break", () => keys("secret\ncanary"), "all of them visible ASCII characters"],
  ["has an accent", () => keys("secret-canarý"), "all of them visible ASCII characters"],
  ["is given twice", () => keys("secret-canary", "secret-canary"), "--key, number 2: this key is given twice."],
  ["is the second wrong one", () => keys("secret-canary", "x"), "--key, number 2: a key needs 8 characters or more"],
  [
    "is one too many",
    () => keys("aaaaaaaa", "bbbbbbbb", "cccccccc", "dddddddd"),
    "--key is given 4 times, and this emulator has 3 keys.",
  ],
  [
    "is one too many for a small seed",
    () => [...keys("aaaaaaaa", "bbbbbbbb"), "--seed", "scale:1:1"],
    "is given 2 times, and this emulator has 1 key.",
  ],
  [
    "stands beside a seed file",
    () => [...keys("aaaaaaaa"), "--seed", fileOf("seed.json", seedOf())],
    'gives the keys itself, under "keys"',
  ],
])("rejects a --key that %s, without showing it", async (_, argv, said) => {
  const at = await desk();
  const ran = await at.run(["emulator", ...argv()], { env: {} });
  expect([ran.code, ran.out]).toEqual([1, ""]);
  expect(ran.err).toContain(said);
  expect(ran.err).not.toContain("canar");
});

function fileOf(name: string, content: unknown): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

test("prints its keys even when one of them is in the environment", async () => {
  const { child, done } = spawnScanform(["emulator", ...keys(acmeKey)], {
    cwd: temporaryFolder(),
    env: { SCANFORM_API_KEY: acmeKey },
  });
  child.stdout?.once("data", () => child.kill("SIGINT"));
  expect((await done).out).toContain(`SCANFORM_API_KEY=${acmeKey} `);
});

test("warns that other machines reach --host 0.0.0.0", async () => {
  const running = await spawnEmulator(["--host", "0.0.0.0"]);
  const local = `http://127.0.0.1:${new URL(running.url).port}`;
  expect((await sender(local, running.keys[0])("GET", `${acme}/repositories`)).status).toBe(200);
  const said = await ended(running);
  expect(said).toContain("Warning: --host 0.0.0.0 lets other machines on its network reach the emulator");
  expect(said).toContain("Use --host 127.0.0.1");
});

test("does not warn of --host localhost", async () => {
  const running = await spawnEmulator(["--host", "localhost"]);
  expect(await reached(running, running.keys[0])).toEqual([acmeAccountId]);
  expect(await ended(running)).toBe("");
});

test("--allow-webhooks lets webhooks go to a host", async () => {
  const { url, got } = await receiver();
  const running = await spawnEmulator(["--allow-webhooks", "0.0.0.0", "--allow-webhooks", "hooks.example.com"]);
  const send = sender(running.url, running.keys[0]);
  const webhooks = `/dashboard/accounts/${acmeAccountId}/webhooks`;
  await send("POST", webhooks, { name: "Mine", url: url.replace("127.0.0.1", "0.0.0.0") });
  expect((await send("POST", `${webhooks}/mine/test`)).body).toMatchObject({ data: { outcome: "delivered" } });
  expect(got).toHaveLength(1);
  await ended(running);
});

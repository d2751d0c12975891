import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { acmeKey } from "../../../src/emulator";
import { switches } from "../../../src/emulator/profile/profile";
import { canary, seedOf } from "../../support/account";
import { desk } from "../../support/desk";
import { scanform } from "../../support/spawned";
import { temporaryFolder } from "../../support/temporary-folder";
import { configurations, sender } from "../../emulator/client";
import { spawnEmulator } from "../../emulator/spawned";

jest.setTimeout(60_000);

/** Writes a file to a temporary folder. */
function file(name: string, content: unknown): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

test("says how to point scanform at it, serves, and ends with Ctrl-C", async () => {
  const { url, keys, child, gone } = await spawnEmulator([]);
  const at = await desk();
  const env = { SCANFORM_BASE_URL: url, SCANFORM_API_KEY: keys[0] };
  const planned = await scanform(["plan", "--synthesized", "app"], { cwd: at.folder, env });
  expect(planned).toMatchObject({
    code: 0,
    out: expect.stringContaining("  no changes (0 configurations, ") as string,
  });
  child.kill("SIGINT");
  expect([await gone, child.exitCode]).toEqual(["", 0]);
});

test("rejects a port that is taken", async () => {
  const at = await desk();
  const { code, err } = await at.run(["emulator", "--port", String(at.emulator.port)]);
  expect(code).toBe(1);
  expect(err).toContain(`cannot listen on 127.0.0.1:${String(at.emulator.port)}`);
  expect(err).not.toContain(canary);
});

test("reads --seed, --profile and --faults, where a later profile overrides an earlier one", async () => {
  const profile = file("profile.json", { delete_status: 200, page_size: 5 });
  const faults = '[{"fault":"status","status":503,"operation":"listAccounts","times":1}]';
  const { url, keys, child, gone } = await spawnEmulator([
    ...["--seed", "scale:3:7", "--profile", profile, "--profile", "page_size=2,order=created", "--faults", faults],
  ]);
  const send = sender(url, keys[0]);
  expect((await send("GET", "/v1/accounts")).status).toBe(503);
  expect((await send("GET", "/v1/accounts")).status).toBe(200);
  expect((await send("GET", "/control/profile")).body).toMatchObject({ delete_status: 200, page_size: 2 });
  const { body } = await send("GET", configurations);
  expect((body as { data: unknown[] }).data).toHaveLength(2);
  child.kill("SIGINT");
  expect(await gone).toBe("");
});

test("prints every switch with its default for --switches", async () => {
  const at = await desk();
  const { code, out } = await at.run(["emulator", "--switches"], { env: {} });
  expect(code).toBe(0);
  for (const [name, { standard, description }] of Object.entries(switches)) {
    expect(out).toContain(`${name} = `);
    expect(out).toContain(`(default ${String(standard)})\n    ${description}`);
  }
});

test.each<[string, () => string[], string]>([
  ["a missing seed file", () => ["--seed", "nowhere.json"], "nowhere.json cannot be read"],
  ["a seed that is not JSON", () => ["--seed", file("s.json", "{")], "s.json is not JSON"],
  ["an invalid seed", () => ["--seed", file("s.json", { ...seedOf(), keys: { x: 5 } })], "s.json: "],
  ["an invalid port", () => ["--port", "70000"], "It must be a whole number from 0 to 65535"],
  ["an unknown switch", () => ["--profile", "ordr=created"], '--profile: ordr: is not a switch. Did you mean "order"?'],
  ["a switch without a value", () => ["--profile", "order=created,names"], '--profile: names: is "". '],
  [
    "a profile that is nested too deep",
    () => ["--profile", file("p.json", "[".repeat(20_000))],
    "nested more than 150",
  ],
  ["a profile that is not JSON", () => ["--profile", file("p.json", "{")], "p.json is not JSON: "],
  ["an invalid profile", () => ["--profile", file("p.json", [])], "p.json: the profile: "],
  ["faults that are not JSON", () => ["--faults", "[{]"], "--faults is not JSON: Expected property name"],
  [
    "an unknown fault",
    () => ["--faults", file("f.json", [{ fault: "rest" }])],
    'is not a fault. Did you mean "reset"?',
  ],
  ["half a scale", () => ["--seed", "scale:10"], "--seed scale:10: it must be scale:CONFIGURATIONS:REPOSITORIES"],
  ["a scale beyond measure", () => ["--seed", "scale:1:9999999"], "two whole numbers up to 1000000"],
  [
    "a webhook host with a port",
    () => ["--allow-webhooks", "a.example:80"],
    '"a.example:80" is not a host. Give a name',
  ],
  ["an invalid host", () => ["--host", "203.0.113.1"], "the emulator cannot listen on 203.0.113.1:"],
])("rejects %s with exit code 1 and names it", async (_, argv, said) => {
  const at = await desk();
  const { code, out, err } = await at.run(["emulator", ...argv()], { env: {} });
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain(said);
  expect(err).not.toContain(acmeKey);
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { acmeKey } from "../../../src/emulator";
import { switches } from "../../../src/emulator/profile/switches";
import { desk } from "../../support/desk";
import { configurations, sender } from "../../emulator/client";
import { spawnEmulator } from "../../emulator/spawned";

jest.setTimeout(60_000);

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "scanform-emulator-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Writes a file to the temporary folder of the test. */
function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

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

test("keeps the state with --data after Ctrl-C and reports that it overrides --seed", async () => {
  const data = join(folder, "state.json");
  const first = await spawnEmulator(["--data", data, "--seed", "scale:1:1"]);
  await sender(first.url, first.keys[0])("POST", configurations, { configuration: { name: "kept" } });
  first.child.kill("SIGINT");
  expect(await first.gone).toBe("");
  const second = await spawnEmulator(["--data", data, "--seed", "scale:9:9"]);
  const { body } = await sender(second.url, first.keys[0])("GET", configurations);
  expect((body as { data: { name: string }[] }).data.map(({ name }) => name)).toEqual(["payments-00000", "kept"]);
  second.child.kill("SIGINT");
  expect(await second.gone).toContain("exists and goes before --seed scale:9:9");
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
  ["an unknown switch", () => ["--profile", "ordr=created"], '--profile: ordr: is not a switch. Did you mean "order"?'],
  ["an invalid value", () => ["--profile", "order=x"], '--profile: order: is "x". '],
  ["a switch without a value", () => ["--profile", "order=created,names"], '--profile: names: is "". '],
  ["a missing profile file", () => ["--profile", "nowhere.json"], "nowhere.json cannot be read"],
  [
    "a profile that is nested too deep",
    () => ["--profile", file("p.json", "[".repeat(20_000))],
    "nested more than 150",
  ],
  ["faults that are nested too deep", () => ["--faults", "[".repeat(20_000)], "nested more than 150"],
  ["a profile that is not JSON", () => ["--profile", file("p.json", "{")], "p.json is not JSON: "],
  ["an invalid profile", () => ["--profile", file("p.json", [])], "p.json: the profile: "],
  ["a missing faults file", () => ["--faults", "nowhere.json"], "nowhere.json cannot be read"],
  ["faults that are not JSON", () => ["--faults", "[{]"], "--faults is not JSON: Expected property name"],
  [
    "an unknown fault",
    () => ["--faults", file("f.json", [{ fault: "rest" }])],
    'is not a fault. Did you mean "reset"?',
  ],
  ["half a scale", () => ["--seed", "scale:10"], "--seed scale:10: it must be scale:CONFIGURATIONS:REPOSITORIES"],
  ["a scale beyond measure", () => ["--seed", "scale:1:9999999"], "two whole numbers up to 1000000"],
  ["a data file in no folder", () => ["--data", join(folder, "a/b.json")], "The state cannot be kept in "],
  ["a damaged data file", () => ["--data", file("d.json", "{")], "d.json is damaged: "],
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

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { acmeKey } from "../../../src/emulator";
import { canary, seedOf } from "../../support/account";
import { desk } from "../../support/desk";
import { scanform, spawnScanform } from "../../support/spawned";

/** Starts it, and gives what it says when it listens. */
async function started(argv: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const at = await desk();
  const { child, done } = spawnScanform(["emulator", ...argv], { cwd: at.folder, env });
  const said = await new Promise<string>((resolve) => {
    let all = "";
    child.stdout?.on("data", (text: Buffer) => {
      all += text.toString();
      if (/reaches .*\n/.test(all)) resolve(all);
    });
  });
  const url = /SCANFORM_BASE_URL=(\S+)/.exec(said)?.[1] ?? "";
  const keys = [...said.matchAll(/SCANFORM_API_KEY=(\S+)/g)].map(([, key = ""]) => key);
  return { at, said, url, keys, stop: () => child.kill("SIGINT"), done };
}

describe("scanform emulator", () => {
  test("says how to point scanform at it, serves, and ends with Ctrl-C", async () => {
    const { at, url, keys, stop, done } = await started([]);
    const env = { SCANFORM_BASE_URL: url, SCANFORM_API_KEY: keys[0] };
    const planned = await scanform(["plan", "--synthesized", "app"], { cwd: at.folder, env });
    expect(planned.code).toBe(0);
    expect(planned.out).toContain("   no changes, 0 unchanged");
    stop();
    expect((await done).code).toBe(0);
    expect((await scanform(["plan", "--synthesized", "app"], { cwd: at.folder, env })).code).toBe(1);
  });

  test("shows its keys even when one of them is in the environment", async () => {
    const { said, stop, done } = await started(["--key", acmeKey], { SCANFORM_API_KEY: acmeKey });
    expect(said).toContain(`SCANFORM_API_KEY=${acmeKey} `);
    stop();
    await done;
  });

  test.each([
    ["a seed that is not there", ["--seed", "nowhere.json"], "nowhere.json cannot be read"],
    ["a seed that is not JSON", ["--seed", "broken.json"], "broken.json is not JSON"],
    ["a seed that is none", ["--seed", "wrong.json"], "wrong.json: "],
    ["a port that is none", ["--port", "70000"], "It must be a whole number from 0 to 65535"],
  ])("refuses %s, naming it, with exit code 1", async (_what, argv, said) => {
    const at = await desk();
    writeFileSync(join(at.folder, "broken.json"), "{");
    writeFileSync(join(at.folder, "wrong.json"), JSON.stringify({ ...seedOf(), keys: { x: 5 } }));
    const ran = await at.run(["emulator", ...argv], { env: {} });
    expect(ran).toMatchObject({ code: 1, out: "" });
    expect(ran.err).toContain(said);
  });

  test("refuses a port that is taken", async () => {
    const at = await desk();
    const { code, err } = await at.run(["emulator", "--port", String(at.emulator.port)]);
    expect(code).toBe(1);
    expect(err).toContain(`cannot listen on 127.0.0.1:${String(at.emulator.port)}`);
    expect(err).not.toContain(canary);
  });
});

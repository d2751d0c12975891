/**
 * schemathesis of PyPI tries requests at `scanform emulator`, valid and invalid ones, in sequences too, and compares the
 * answers with the emulator's own OpenAPI document. FUZZ_SECONDS=600 tries for longer than CI does, SEED=2 other requests.
 */
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { operations } from "../../src/api/operations";
import { acmeKey } from "../../src/emulator";
import { spawnEmulator } from "../emulator/spawned";
import { ended, repositoryRoot } from "../support/spawned";
import { temporaryFolder } from "../support/temporary-folder";

/** Where .ci/run has put it. */
const program = join(repositoryRoot, "node_modules/.cache/schemathesis/bin/st");
const own = join(__dirname, "schemathesis");
const seconds = Number(process.env["FUZZ_SECONDS"] ?? 10);
const seed = process.env["SEED"] ?? "1";

jest.setTimeout((seconds + 120) * 1000);

function describeWithSchemathesis(title: string, tests: () => void): void {
  const { error, status } = spawnSync(program, ["--version"]);
  if (error === undefined && status === 0) describe(title, tests);
  else {
    process.stderr.write(`${title}: not run, since schemathesis of PyPI is not there (.ci/run installs it)\n`);
    describe.skip(`${title} (not run: schemathesis of PyPI is not there)`, tests);
  }
}

/** Its own tests, and then for as long as there is time; each operation with at most so many examples at once. */
const run = (url: string) => [
  ...["--config-file", join(own, "schemathesis.toml"), "run", `${url}/api-docs/v1/swagger.yaml`],
  ...["--header", `Authorization: Bearer ${acmeKey}`, "--checks", "all", "--max-examples", "20"],
  ...["--max-time", String(seconds), "--seed", seed, "--generation-database", "none", "--no-color"],
];

describeWithSchemathesis("the emulator", () => {
  test("answers a foreign fuzzer as its OpenAPI document says", async () => {
    const { url } = await spawnEmulator(["--key", acmeKey]);
    const { hostname } = new URL(url);
    expect(hostname).toBe("127.0.0.1");
    const child = spawn(program, run(url), {
      cwd: temporaryFolder(),
      env: { PATH: process.env["PATH"], PYTHONPATH: own, PYTHONDONTWRITEBYTECODE: "1", HOME: temporaryFolder() },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const { code, out, err } = await ended(child);
    const generated = Number(/(\d+) generated/.exec(out)?.[1] ?? 0);
    if (code !== 0) throw new Error(`schemathesis ended with ${String(code)}:\n${out.slice(-10_000)}${err}`);
    const { length: all } = Object.keys(operations);
    expect(out).toContain(`Tested: ${String(all)}`);
    expect(generated).toBeGreaterThan(all);
  });
});

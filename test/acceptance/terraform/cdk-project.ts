import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { acmeAccountId, acmeKey } from "../../../src/emulator";
import { startEmulator } from "../../support/emulator";
import { scanform } from "../../support/spawned";
import { providerFolder } from "../../support/provider-bundle";

export interface CdkTool {
  /** The executable of Node that it runs on, and the app and the provider with it. */
  readonly node: string;
  /** The script that Node is given. */
  readonly cli: string;
  /** What the app imports: folders by the names of packages. */
  readonly packages: Readonly<Record<string, string>>;
  /** The app. */
  readonly main: string;
}

/** A user's project, and the service that it is about: the emulator with acme's key. */
export interface CdkProject {
  /** Runs the tool to its end, which must be a success. @returns all that it said */
  readonly run: (...argv: readonly string[]) => Promise<string>;
  /** The methods of what the service was asked for since the last call, without GET. */
  readonly writes: () => readonly string[];
  /** The names of all configurations, in order. */
  readonly names: () => readonly string[];
}

/** A command of the tool is killed after so many milliseconds. */
const longest = 120_000;

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** With the provider where `scanform terraform install` puts it. Closed after the test. */
export async function cdkProject({ node, cli, packages, main }: CdkTool): Promise<CdkProject> {
  const emulator = await startEmulator();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "scanform-cdk-")));
  open.push(async () => {
    rmSync(folder, { recursive: true });
    await emulator.close();
  });
  providerFolder();
  const installed = await scanform(["terraform", "install"], { cwd: folder, env: { HOME: folder } });
  if (installed.code !== 0) throw new Error(installed.err);
  writeFileSync(join(folder, "main.ts"), main);
  writeFileSync(join(folder, "cdktf.json"), JSON.stringify(settings));
  mkdirSync(join(folder, "node_modules"));
  for (const [name, target] of Object.entries({ ...packages, tsx: dirname(require.resolve("tsx/package.json")) }))
    symlinkSync(target, join(folder, "node_modules", name));

  const run = async (...argv: readonly string[]) => {
    const child = spawn(node, [cli, ...argv], {
      cwd: folder,
      env: {
        PATH: [dirname(node), process.env["PATH"]].join(delimiter),
        HOME: folder,
        CI: "1",
        NO_COLOR: "1",
        FORCE_COLOR: "0",
        CHECKPOINT_DISABLE: "1",
        DISABLE_VERSION_CHECK: "1",
        SCANFORM_BASE_URL: emulator.url,
        SCANFORM_API_KEY: acmeKey,
      },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: longest,
      killSignal: "SIGKILL",
    });
    const closed = once(child, "close").then(([code]: (number | null)[]) => code);
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
    if (code !== 0) throw new Error(`${argv.join(" ")} ended with ${String(code)}:\n${out}${err}`);
    return out + err;
  };
  let since = 0;
  return {
    run,
    writes: () => {
      const requests = emulator.requests.slice(since);
      since = emulator.requests.length;
      return requests.map(({ method }) => method).filter((method) => method !== "GET");
    },
    names: () =>
      emulator.store
        .configurations(acmeAccountId)
        .map(({ name }) => name ?? "")
        .sort(),
  };
}

/** From generated bindings to nothing: two resources, of which one is a configuration named `strict`. @param output of the app */
export async function lived(at: CdkProject, output: string): Promise<void> {
  await at.run("get");
  const gathered = ["--skip-provider-lock", "--terraform-parallelism=256"];
  const said = await at.run("deploy", ...gathered, "--auto-approve");
  expect(said).toContain("Plan: 2 to add, 0 to change, 0 to destroy.");
  expect(said).toContain(output);
  expect(at.names()).toEqual(["baseline", "default", "strict"]);
  expect(at.writes()).toEqual(["POST", "POST"]);
  expect(await at.run("diff", "--skip-provider-lock")).toContain("No changes.");
  expect(at.writes()).toEqual([]);
  await at.run("destroy", "--skip-provider-lock", "--auto-approve");
  expect(at.names()).toEqual(["baseline", "default"]);
  expect(at.writes()).toEqual(["DELETE"]);
}

const settings = {
  language: "typescript",
  app: "node --import tsx main.ts",
  projectId: "acme",
  sendCrashReports: "false",
  terraformProviders: ["scanform/scanform@~> 0.1"],
  // the oldest that has functions of providers; without it cdktn refuses them
  targetVersions: { terraform: ">=1.8" },
};

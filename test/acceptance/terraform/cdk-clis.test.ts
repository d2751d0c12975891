import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { acmeAccountId, acmeKey } from "../../../src/emulator";
import { startEmulator } from "../../support/emulator";
import { afterTest } from "../../support/listening";
import { providerFolder } from "../../support/provider-bundle";
import { describeWeekly, fromRegistry, nodeFromRegistry } from "../../support/registry";
import { ended, scanform } from "../../support/spawned";
import { install, temporaryFolder } from "../../support/temporary-folder";

interface CdkTool {
  readonly framework: "cdktf" | "cdktn";
  /** The executable of Node that it runs on, and the app and the provider with it. */
  readonly node: string;
  /** The script that Node is given. */
  readonly cli: string;
  /** The app. */
  readonly main: string;
}

/** A user's project, and the service that it is about: the emulator with acme's key. */
interface CdkProject {
  /** Runs the tool to its end, which must be a success. @returns all that it said */
  readonly run: (...argv: readonly string[]) => Promise<string>;
  /** The methods of what the service was asked for since the last call, without GET. */
  readonly writes: () => readonly string[];
  /** The names of all configurations, in order. */
  readonly names: () => readonly string[];
}

/** A command of the tool is killed after so many milliseconds. */
const longest = 120_000;

/** With the provider where `scanform terraform install` puts it. Closed after the test. */
async function cdkProject({ framework, node, cli, main }: CdkTool): Promise<CdkProject> {
  const emulator = await startEmulator();
  const folder = temporaryFolder();
  afterTest(() => emulator.close());
  providerFolder();
  const installed = await scanform(["terraform", "install"], { cwd: folder, env: { HOME: folder } });
  if (installed.code !== 0) throw new Error(installed.err);
  writeFileSync(join(folder, "main.ts"), main);
  writeFileSync(join(folder, "cdktf.json"), JSON.stringify(settings));
  install(folder, [framework, "constructs", "tsx"]);

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
    const { code, out, err } = await ended(child);
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

const settings = {
  language: "typescript",
  app: "node --import tsx main.ts",
  projectId: "acme",
  sendCrashReports: "false",
  terraformProviders: ["scanform/scanform@~> 0.1"],
  // the oldest that has functions of providers; without it cdktn refuses them
  targetVersions: { terraform: ">=1.8" },
};

/** From generated bindings to nothing: two resources, of which one is a configuration named `strict`. @param output of the app */
async function lived(at: CdkProject, output: string): Promise<void> {
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

/** The package's constructs, beside a binding that `cdktf get` generates from the provider. */
const withBinding = `
import { App, Fn, TerraformOutput, TerraformStack } from "cdktf";
import { Comment, Configuration, RepositoryAssignments, ScanformProvider } from "scanform/cdktf";
import { DataScanformRepositories } from "./.gen/providers/scanform/data-scanform-repositories";

const app = new App();
const stack = new TerraformStack(app, "acme");
new ScanformProvider(stack, "scanform");
const strict = new Configuration(stack, "strict", { name: "strict", comment: Comment.ENABLED, forceDestroy: true });
strict.addAnalyzer("secrets", { enabled: true, blocking: true });
new RepositoryAssignments(stack, "routing", { rules: [{ repositoryPattern: "payments-%", configuration: strict }] });
const { repositories } = new DataScanformRepositories(stack, "payments", { namePattern: "payments-%" });
new TerraformOutput(stack, "count", { value: Fn.lengthOf(repositories) });
app.synth();
`;

/** The package's constructs, beside what `cdktn get` generates from the provider: its functions. */
const withFunctions = `
import { App, TerraformOutput, TerraformStack } from "cdktn";
import { Comment, Configuration, RepositoryAssignments } from "scanform/cdktn";
import { ScanformProvider } from "./.gen/providers/scanform/provider";

const app = new App();
const stack = new TerraformStack(app, "acme");
const { functions } = new ScanformProvider(stack, "scanform");
const strict = new Configuration(stack, "strict", { name: "strict", comment: Comment.ENABLED, forceDestroy: true });
strict.addAnalyzer("secrets", { enabled: true, blocking: true });
new RepositoryAssignments(stack, "routing", { rules: [{ repositoryPattern: "payments-%", configuration: strict }] });
new TerraformOutput(stack, "pattern", { value: functions.likeLiteral("100%") });
app.synth();
`;

// an app is synthesized, planned and applied by other tests; these are the programs around it
describeWeekly("generates, plans, deploys, has nothing to do then, and destroys:", () => {
  describe("cdktn-cli", () => {
    const modules = fromRegistry("cdktn-cli@0.24.0");
    const node24 = nodeFromRegistry("24.21.0");

    test("on Node 24", async () => {
      const cli = join(modules(), "cdktn-cli/bin/cdktn");
      const at = await cdkProject({ framework: "cdktn", node: node24(), cli, main: withFunctions });
      await lived(at, String.raw`pattern = 100\%`);
    }, 300_000);
  });

  describe("cdktf-cli", () => {
    const modules = fromRegistry("cdktf-cli@0.21.0");
    const node20 = nodeFromRegistry("20.20.2");

    test("on Node 20", async () => {
      const cli = join(modules(), "cdktf-cli/bundle/bin/cdktf");
      const at = await cdkProject({ framework: "cdktf", node: node20(), cli, main: withBinding });
      await lived(at, "count = 5");
    }, 300_000);
  });
});

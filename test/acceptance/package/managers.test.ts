import { execFileSync, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Ran } from "../../support/desk";
import { npmPackage } from "../../support/npm-package";
import { describeWeekly, describeWithPackages } from "../../support/registry";
import { ended } from "../../support/spawned";
import { temporaryFolder } from "../../support/temporary-folder";

/** An installation is killed after so many milliseconds. */
const longest = 240_000;

/** The beginning of a command that takes a line of a shell. */
type Shell = readonly [string, ...(readonly string[])];

const sh: Shell = ["sh", "-c"];
const yarn4: Shell = ["npx", "--yes", "--package", "@yarnpkg/cli-dist@4", "-c"];

/** How a package manager is called. The others come from the npm registry. */
const managers = {
  npm: { shell: sh, install: "npm install --no-audit --no-fund --ignore-scripts", node: "node" },
  pnpm: { shell: sh, install: "npx --yes pnpm@10 install --ignore-scripts", node: "node" },
  "yarn 1": { shell: sh, install: "npx --yes yarn@1 install --ignore-scripts --non-interactive", node: "node" },
  // without node_modules: a package finds only what it declares
  "yarn 4, Plug'n'Play": { shell: yarn4, install: "yarn install", node: "yarn node" },
} as const;

const entries = ["scanform", "scanform/service", "scanform/emulator", "scanform/testing", "scanform/webhooks"] as const;

/** Synthesizes with one framework, and names what every other entry exports. */
const program = (framework: "cdktn" | "cdktf", load: "import" | "require"): string => {
  const taking = (names: string, from: string): string =>
    load === "import"
      ? `import ${names.replaceAll(":", " as")} from "${from}";`
      : `const ${names} = require("${from}");`;
  const whole = (at: number, from: string): string =>
    load === "import" ? `import * as e${String(at)} from "${from}";` : `const e${String(at)} = require("${from}");`;
  return [
    taking("{ App, TerraformStack }", framework),
    taking("{ Configuration, l1, ScanformProvider }", `scanform/${framework}`),
    ...entries.map((entry, at) => whole(at, entry)),
    'const stack = new TerraformStack(new App(), "acme");',
    'new ScanformProvider(stack, "scanform");',
    'new Configuration(stack, "strict", { name: "strict" });',
    'new l1.configuration.Configuration(stack, "plain", { name: "plain" });',
    `const loaded = [${entries.map((_, at) => `e${String(at)}`).join(", ")}].every((each) => Object.keys(each).length > 0);`,
    "console.log(JSON.stringify({ names: Object.keys(stack.toTerraform().resource.scanform_configuration), loaded }));",
    "",
  ].join("\n");
};

const frameworks = ["cdktn", "cdktf"] as const;

const filesFor = (framework: "cdktn" | "cdktf") =>
  [
    [`${framework}.mjs`, program(framework, "import")],
    [`${framework}.cjs`, program(framework, "require")],
  ] as const;

/** What npm is told by its settings, Yarn 4 is told by variables. */
const registry = (): string =>
  execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8", shell: process.platform === "win32" }).trim();

async function run(folder: string, [command, ...argv]: Shell, line: string): Promise<Ran> {
  const env = {
    ...process.env,
    // Jest's own, which would reach the programs
    NODE_OPTIONS: undefined,
    NODE_ENV: undefined,
    CHECKPOINT_DISABLE: "1",
    YARN_ENABLE_IMMUTABLE_INSTALLS: "0",
    YARN_ENABLE_SCRIPTS: "0",
    YARN_ENABLE_TELEMETRY: "0",
    YARN_NPM_REGISTRY_SERVER: registry(),
  };
  const child = spawn(command, [...argv, line], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: longest,
    killSignal: "SIGKILL",
  });
  return ended(child);
}

type Manager = (typeof managers)[keyof typeof managers];

/** Installs the package with others in a new folder, and runs a program of each module type for each framework among them. */
async function installAndRun(manager: Manager, others: Readonly<Record<string, string>>): Promise<void> {
  const { shell, install, node } = manager;
  const { tarball } = await npmPackage();
  const folder = temporaryFolder();
  const dependencies = { scanform: `file:${tarball}`, ...others };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "user", private: true, dependencies }));
  if (manager !== managers.npm) writeFileSync(join(folder, "yarn.lock"), ""); // so that Yarn takes the folder for a project
  const files = frameworks.flatMap((each) => (Object.hasOwn(others, each) ? filesFor(each) : []));
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
  const { code, out, err } = await run(folder, shell, install);
  // with what the package manager says, such as that the registry cannot be reached
  expect([code, code === 0 ? "" : out + err]).toEqual([0, ""]);
  const programs = files.map(([name]) => `${node} ${name}`);
  expect(await run(folder, shell, programs.join(" && "))).toEqual({
    code: 0,
    out: '{"names":["strict","plain"],"loaded":true}\n'.repeat(programs.length),
    err: "",
  });
}

describeWithPackages("The package is imported by ES modules and by CommonJS", () => {
  const both = { cdktn: "^0.24.0", cdktf: "^0.21.0", constructs: ">=10.7.2 <10.8" };
  const where = (managedBy: readonly (keyof typeof managers)[]): void => {
    test.each(managedBy)("where %s has installed it", (name) => installAndRun(managers[name], both), 2 * longest);
  };
  const beside = (...rows: readonly (readonly [title: string, packages: Readonly<Record<string, string>>])[]): void => {
    test.each(rows)(
      "npm installs the package with %s, and its app synthesizes",
      (_title, packages) => installAndRun(managers.npm, packages),
      2 * longest,
    );
  };

  where(["npm", "yarn 4, Plug'n'Play"]);
  // what these install is between what the rows above do
  describeWeekly("once a week,", () => {
    where(["pnpm", "yarn 1"]);
    beside(
      ["cdktf and the oldest constructs", { cdktf: "0.21.0", constructs: "10.4.2" }],
      ["cdktf and a later constructs than cdktn allows", { cdktf: "0.21.0", constructs: "^10.8.1" }],
      ["cdktn and the oldest constructs", { cdktn: "0.24.0", constructs: "10.6.0" }],
    );
  });
});

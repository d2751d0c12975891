import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fail, messageOf } from "../../diagnostics/error";
import { temporaryFolder } from "../../diagnostics/temporary-folder";
import { strippedElf } from "./elf";
import { faultOf } from "./inspect";
import { signedMachO } from "./mach-o";
import {
  isStandalonePlatform,
  type Machine,
  nodePackages,
  nodeVersion,
  platformOf,
  type StandalonePlatform,
  standalonePlatforms,
  suffixOf,
} from "./platforms";
import { withoutCertificate } from "./portable-executable";

interface StandaloneOptions {
  /** The folder of the script and its licences, as the package has it. */
  readonly bundle: string;
  readonly platforms: readonly StandalonePlatform[];
  /** This machine, whose Node puts the script into the others. */
  readonly machine: Machine;
  /** For npm, which may need a proxy or a registry of its own; without keys of the service. */
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

export interface Standalone {
  readonly platform: StandalonePlatform;
  readonly content: Buffer;
  /** The licences of all that is inside. */
  readonly licences: Buffer;
}

const script = "terraform-provider-scanform";

/**
 * Makes executables that contain the provider and Node, one after the other, since each is large. Node comes from packages
 * of npm, whose content npm compares with `nodePackages`; equal scripts give equal bytes.
 *
 * @throws ScanformError where this machine's Node cannot be had, npm fails, or a file is not what it must be
 */
export async function* buildStandalone(options: StandaloneOptions): AsyncGenerator<Standalone, void> {
  const { platforms, bundle, signal } = options;
  const machine = platformOf(options.machine);
  if (machine === undefined || !isStandalonePlatform(machine))
    fail("provider-install", `Executables with Node in them are made on ${standalonePlatforms.join(", ")}.`);
  const folder = temporaryFolder();
  try {
    await fetchNode(folder, [...new Set([machine, licensed(machine), ...platforms])], options);
    const content = readFileSync(join(bundle, script));
    const licences = licencesOf(join(bundle, "LICENSES.txt"), join(packageIn(folder, licensed(machine)), "LICENSE"));
    for (const platform of platforms) {
      const executable = finished(
        await assembled(folder, platform, { ...options, builder: nodeIn(folder, machine) }),
        platform,
      );
      const fault = faultOf(executable, content, platform);
      if (fault !== undefined) throw new Error(`the executable for ${platform} is not right: ${fault}`);
      yield { platform, content: executable, licences };
    }
  } catch (thrown) {
    if (signal.aborted) fail("interrupted", "The executable was not made.", {}, thrown);
    const why = messageOf(thrown);
    const space = why.includes("ENOSPC") ? " It takes some 450 MB there; TMPDIR names another folder." : "";
    fail(
      "provider-install",
      `The executable cannot be made in ${folder}: ${why.trimEnd().replace(/\.?$/, ".")}${space}`,
      {},
      thrown,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The licences of the bundle, and then Node's, in the form of `tools/provider.mjs`. */
const licencesOf = (bundle: string, node: string): Buffer =>
  Buffer.from(
    `${readFileSync(bundle, "utf8")}\n${"=".repeat(80)}\n\nNode.js ${nodeVersion}\n\n${readFileSync(node, "utf8").trimEnd()}\n`,
  );

const packageIn = (folder: string, platform: StandalonePlatform): string =>
  join(folder, "node_modules", nodePackages[platform].name);

const nodeIn = (folder: string, platform: StandalonePlatform): string =>
  join(packageIn(folder, platform), `bin/node${suffixOf(platform)}`);

/** The package with Node's licences: the same texts everywhere, but none are in the package for Windows. */
const licensed = (machine: StandalonePlatform): StandalonePlatform =>
  machine === "windows_amd64" ? "linux_amd64" : machine;

/** Installs the packages, as a lock file names them, without the address of a registry: npm knows its own. */
async function fetchNode(folder: string, platforms: readonly StandalonePlatform[], options: StandaloneOptions) {
  const packages = platforms.map((platform) => nodePackages[platform]);
  const dependencies = Object.fromEntries(packages.map(({ name }) => [name, nodeVersion]));
  const locked = packages.map(
    ({ name, integrity }) => [`node_modules/${name}`, { version: nodeVersion, integrity }] as const,
  );
  const lock = { lockfileVersion: 3, packages: { "": { dependencies }, ...Object.fromEntries(locked) } };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  await run(...npm(options.env), ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder, options);
}

/** npm's own script where npm says it, which other package managers do not; else the command. */
function npm(env: NodeJS.ProcessEnv): readonly [program: string, argv: readonly string[]] {
  const { npm_execpath: script = "" } = env;
  if (basename(script) === "npm-cli.js") return [process.execPath, [script]];
  return [process.platform === "win32" ? "npm.cmd" : "npm", []];
}

/** Node with the script in it, as `node --build-sea` makes it. */
async function assembled(
  folder: string,
  platform: StandalonePlatform,
  options: StandaloneOptions & { readonly builder: string },
): Promise<Buffer> {
  const own = join(folder, platform);
  mkdirSync(own);
  const [base, output, config] = [join(own, "node"), join(own, "executable"), join(own, "config.json")];
  const node = readFileSync(nodeIn(folder, platform));
  writeFileSync(base, platform.startsWith("linux_") ? strippedElf(node) : node);
  writeFileSync(
    config,
    JSON.stringify({
      main: join(options.bundle, script),
      executable: base,
      output,
      disableExperimentalSEAWarning: true,
      // both are for the platform that they are made on
      useSnapshot: false,
      useCodeCache: false,
      // that is, NODE_OPTIONS is ignored, for the same reason
      execArgvExtension: "none",
    }),
  );
  // NODE_OPTIONS may be of another version of Node
  const env = { ...options.env, NODE_OPTIONS: "" };
  await run(options.builder, [], ["--build-sea", config], folder, { ...options, env });
  return readFileSync(output);
}

/** What remains to be done about signatures, which Node has taken from the file or broken. */
function finished(file: Buffer, platform: StandalonePlatform): Buffer {
  if (platform.startsWith("darwin_")) return signedMachO(file, script);
  return platform.startsWith("windows_") ? withoutCertificate(file) : file;
}

/** Runs a program to its end. @throws Error with what it said */
async function run(
  program: string,
  first: readonly string[],
  rest: readonly string[],
  cwd: string,
  { env, signal }: Pick<StandaloneOptions, "env" | "signal">,
): Promise<void> {
  // Node starts no .cmd without a shell; no argument comes from elsewhere
  const shell = program.endsWith(".cmd");
  const child = spawn(program, [...first, ...rest], { cwd, env, signal, shell, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  const [code] = (await once(child, "close")) as readonly (number | null)[];
  if (code !== 0) throw new Error(`${program} ${rest.join(" ")} ended with ${String(code)}\n${said.trimEnd()}`);
}

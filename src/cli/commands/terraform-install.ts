import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { Option } from "commander";
import pc from "picocolors";
import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { fail, messageOf } from "../../diagnostics/error";
import { documentText } from "../../report/document";
import { diagnosticsText } from "../../report/diagnostics-text";
import { withoutKeys } from "../credentials/secrets";
import { type ExitCode, exitCode } from "../exit-codes";
import type { Io } from "../io";
import { type CommandDefinition, type Flags, formatOf, withExamples } from "../options";
import { buildStandalone } from "../standalone/build";
import { isStandalonePlatform, type Machine, nodeVersion, platformOf, suffixOf } from "../standalone/platforms";
import { providerConstraint } from "../version";

export const define: CommandDefinition = (command, { io, finish }) => {
  const install = command
    .command("install")
    .description("put the provider where `terraform init` finds it")
    .option("--dir <folder>", "the mirror to put it into (default: the one that is searched by default)")
    .addOption(
      new Option("--for <program>", "the program that runs it")
        .choices(Object.keys(installers))
        .default("terraform" as const),
    )
    .option("--standalone", "an executable with Node in it, made with Node from npm's registry, in place of a script")
    .option("--json", "print one JSON document")
    .action(async (flags: Flags<TerraformInstallOptions>) => {
      finish(await terraformInstallCommand(io, { ...flags, format: formatOf(flags) }));
    });
  const example = ["put the provider where terraform init finds it", "scanform terraform install"] as const;
  withExamples(command, example);
  withExamples(
    install,
    example,
    ["into a mirror of your own", "scanform terraform install --dir mirror"],
    ["where tofu init finds it", "scanform terraform install --for tofu"],
    ["for machines without Node, and for Windows", "scanform terraform install --standalone"],
  );
};

interface TerraformInstallOptions {
  /** The mirror; the one that is searched by default when it is absent. */
  readonly dir?: string;
  readonly for?: InstallerName;
  readonly standalone?: boolean;
  readonly format: "text" | "json";
}

const source = "scanform/scanform";
const executable = "terraform-provider-scanform";
const root = join(__dirname, "../../..");
const bundle = join(root, "dist/provider");

/** Installs the provider where `init` finds it, and says how to continue. Needs neither terraform nor tofu. */
export async function terraformInstallCommand(
  io: Io,
  { dir, for: name = "terraform", standalone = false, format }: TerraformInstallOptions,
  machine: Machine = process,
): Promise<ExitCode> {
  const platform = terraformPlatform(machine);
  const { version } = JSON.parse(readFileSync(join(bundle, "package.json"), "utf8")) as { version: string };
  const installer = installers[name];
  const mirror = dir === undefined ? defaultMirror(machine.platform, io.env) : resolve(io.cwd, dir);
  const folder = join(mirror, installer.registry, source, version, platform);
  const file = `${executable}_v${version}${suffixOf(platform)}`;
  if (!standalone) refuseScript(machine);
  const quiet = format === "json";
  const files = standalone ? await standaloneFiles(io, platform, machine, file, quiet) : scriptFiles(file);
  const outcome = install(mirror, folder, files);
  const installed: Installed = {
    ...{ version, platform, mirror, folder, outcome, installer, standalone },
    path: join(folder, file),
    settings: settingsFile(machine.platform, installer),
    isDefault: dir === undefined,
  };
  const said = outcome === "replaced" ? [replaced(installed)] : [];
  if (format === "json") io.out(installedJson(installed, said));
  else {
    io.out(textOf(installed));
    if (said.length > 0) io.err(diagnosticsText(said, pc.createColors(io.colors.err)));
  }
  return exitCode.done;
}

const otherwise = "use `scanform plan` and `scanform apply`, which need no terraform";

/** As terraform names it: `linux_amd64`. @throws ScanformError where that is not known */
function terraformPlatform(machine: Machine): string {
  const platform = platformOf(machine);
  if (platform === undefined)
    fail(
      "provider-install",
      `It is not known how terraform names ${machine.platform} on ${machine.arch}: ${otherwise}.`,
    );
  return platform;
}

/** @throws ScanformError where a script cannot be a provider */
function refuseScript({ platform }: Machine): void {
  if (platform === "win32")
    fail(
      "provider-install",
      `Windows cannot start the provider as a script that Node runs. Install an executable with --standalone, or ${otherwise}.`,
    );
}

interface InstalledFile {
  readonly name: string;
  readonly content: Buffer;
  readonly mode: number;
}

/** The executable last, so that it is never found before the files that it needs. */
const scriptFiles = (file: string): readonly InstalledFile[] => [
  ...["LICENSES.txt", "package.json"].map((name) => ({ name, content: readFileSync(join(bundle, name)), mode: 0o644 })),
  { name: file, content: readFileSync(join(bundle, executable)), mode: 0o755 },
];

/** @throws ScanformError where there is none for the platform, or it cannot be made */
async function standaloneFiles(
  io: Io,
  platform: string,
  machine: Machine,
  file: string,
  quiet: boolean,
): Promise<readonly InstalledFile[]> {
  if (!isStandalonePlatform(platform))
    fail(
      "provider-install",
      `There is no executable with Node in it for ${platform}. Leave out --standalone, or ${otherwise}.`,
    );
  if (!quiet) io.err(`Making the executable. Node ${nodeVersion} comes from npm's registry.\n`);
  const files: InstalledFile[] = [];
  const options = { bundle, platforms: [platform], machine, env: withoutKeys(io.env), signal: io.signal };
  for await (const { licences, content } of buildStandalone(options))
    files.push({ name: "LICENSES.txt", content: licences, mode: 0o644 }, { name: file, content, mode: 0o755 });
  return files;
}

type Outcome = "installed" | "replaced" | "unchanged";

/** @throws ScanformError when a file cannot be written; each file is then completely old or completely new */
function install(mirror: string, folder: string, files: readonly InstalledFile[]): Outcome {
  const isThere = files.slice(-1).every(({ name }) => existsSync(join(folder, name)));
  // that of a script would belong to what terraform checks of an executable
  const others = ["package.json"].filter(
    (other) => files.every(({ name }) => name !== other) && existsSync(join(folder, other)),
  );
  try {
    if (others.length === 0 && files.every((file) => sameContent(folder, file))) return "unchanged";
    mkdirSync(folder, { recursive: true });
    const aside = mkdtempSync(join(mirror, ".scanform-"));
    try {
      for (const { name, content, mode } of files) {
        writeFileSync(join(aside, name), content);
        chmodSync(join(aside, name), mode);
      }
      for (const { name } of files) renameSync(join(aside, name), join(folder, name));
      for (const other of others) rmSync(join(folder, other));
    } finally {
      rmSync(aside, { recursive: true, force: true });
    }
  } catch (thrown) {
    const detail = `${folder} cannot be written: ${messageOf(thrown)}. Name another folder with --dir.`;
    fail("provider-install", detail, { path: folder }, thrown);
  }
  return isThere ? "replaced" : "installed";
}

const sameContent = (folder: string, { name, content }: InstalledFile): boolean =>
  existsSync(join(folder, name)) && readFileSync(join(folder, name)).equals(content);

/** A program that installs and runs providers. */
interface Installer {
  readonly name: "terraform" | "tofu";
  /** That of a source without a host. */
  readonly registry: string;
  /** The name of the file with `provider_installation`, without its leading point or its ending. */
  readonly settings: string;
}

const installers = {
  terraform: { name: "terraform", registry: "registry.terraform.io", settings: "terraformrc" },
  tofu: { name: "tofu", registry: "registry.opentofu.org", settings: "tofurc" },
} as const satisfies Record<string, Installer>;

type InstallerName = keyof typeof installers;

/** The mirror that both programs search without settings. */
const defaultMirror = (system: string, env: NodeJS.ProcessEnv): string =>
  system === "win32"
    ? join(env["APPDATA"] ?? join(homedir(), "AppData/Roaming"), "terraform.d/plugins")
    : join(env["HOME"] ?? homedir(), ".terraform.d/plugins");

const settingsFile = (system: string, { settings }: Installer): string =>
  system === "win32" ? `%APPDATA%\\${settings.replace(/rc$/, ".rc")}` : `~/.${settings}`;

interface Installed {
  readonly version: string;
  readonly platform: string;
  readonly mirror: string;
  readonly folder: string;
  /** Of the executable. */
  readonly path: string;
  readonly outcome: Outcome;
  readonly installer: Installer;
  /** The file with `provider_installation`. */
  readonly settings: string;
  readonly standalone: boolean;
  /** The mirror is searched by default. */
  readonly isDefault: boolean;
}

const replaced = ({ version, mirror, folder, installer: { name } }: Installed): Diagnostic =>
  warning(
    "provider-replaced",
    `${version} was there with other content. ${name} refuses it wherever .terraform.lock.hcl has the former checksum: ` +
      `run \`${name} providers lock -fs-mirror=${JSON.stringify(mirror)}\` there, then \`${name} init\`.`,
    { path: folder },
  );

function installedJson(installed: Installed, diagnostics: readonly Diagnostic[]): string {
  const { version, platform, path, outcome, installer, standalone } = installed;
  return documentText({
    ...{ outcome, version, platform, path, for: installer.name, standalone },
    required_providers: { scanform: { source, version: providerConstraint(version) } },
    diagnostics,
  });
}

const outcomes = {
  installed: "is installed",
  replaced: "is installed again",
  unchanged: "was installed already",
} as const satisfies Record<Outcome, string>;

const textOf = (installed: Installed): string => {
  const { version, platform, mirror, path, outcome, installer, settings, standalone, isDefault } = installed;
  const { name } = installer;
  return `The provider ${source} ${version} for ${platform} ${outcomes[outcome]}:
${path}

Write into your configuration

terraform {
  required_providers {
    scanform = {
      source  = "${source}"
      version = "${providerConstraint(version)}"
    }
  }
}

${isDefault ? `If there is a provider_installation in ${settings}, it must have this; else ${name} looks there by itself` : `and into ${settings}`}

provider_installation {
  filesystem_mirror {
    path    = ${JSON.stringify(mirror)}
    include = ["${source}"]
  }
  direct {
    exclude = ["${source}"]
  }
}

Then set SCANFORM_BASE_URL and SCANFORM_API_KEY, and run \`${name} init\`. ${standalone ? needs(platform) : "`node` must be in PATH."}
`;
};

const needs = (platform: string): string =>
  platform.startsWith("linux_") ? "It needs no Node, but glibc 2.28, libstdc++ and libatomic." : "It needs no Node.";

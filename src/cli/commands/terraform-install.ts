import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import pc from "picocolors";
import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { fail, messageOf } from "../../diagnostics/error";
import { formatVersion } from "../../report/format-version";
import { diagnosticsText } from "../../report/text";
import { type ExitCode, exitCode } from "../exit-codes";
import type { Io } from "../io";
import { type CommandDefinition, withExamples } from "../options";
import { providerConstraint } from "../version";

export const define: CommandDefinition = (command, { io, finish }) => {
  const install = command
    .command("install")
    .description("put the provider where `terraform init` finds it")
    .option("--dir <folder>", "the mirror to put it into, ~/.terraform.d/plugins if left out")
    .option("--json", "print one JSON document")
    .action(async ({ dir, json }: Pick<TerraformInstallOptions, "dir"> & { readonly json?: boolean }) => {
      finish(
        await terraformInstallCommand(io, {
          ...(dir === undefined ? {} : { dir }),
          format: json === true ? "json" : "text",
        }),
      );
    });
  const example = ["put the provider where terraform init finds it", "scanform terraform install"] as const;
  withExamples(command, example);
  withExamples(install, example, ["into a mirror of your own", "scanform terraform install --dir mirror"]);
};

interface TerraformInstallOptions {
  /** The mirror; `.terraform.d/plugins` in the user's home when it is absent. */
  readonly dir?: string;
  readonly format: "text" | "json";
}

/** The platform to install for, in the terms of Node. */
interface Machine {
  readonly platform: string;
  readonly arch: string;
}

const source = "scanform/scanform";
const executable = "terraform-provider-scanform";
const root = join(__dirname, "../../..");
const bundle = join(root, "dist/provider");

/** The target of each file, the executable last, so that it is never found before the files that it needs. */
const filesOf = (version: string): readonly (readonly [from: string, to: string])[] => [
  ["LICENSES.txt", "LICENSES.txt"],
  ["package.json", "package.json"],
  [executable, `${executable}_v${version}`],
];

/** Installs the provider where `terraform init` finds it, and says how to continue. Needs no terraform. */
export async function terraformInstallCommand(
  io: Io,
  { dir, format }: TerraformInstallOptions,
  machine: Machine = process,
): Promise<ExitCode> {
  const platform = terraformPlatform(machine);
  const { version } = JSON.parse(readFileSync(join(bundle, "package.json"), "utf8")) as { version: string };
  const mirror = dir === undefined ? join(io.env["HOME"] ?? homedir(), ".terraform.d/plugins") : resolve(io.cwd, dir);
  const folder = join(mirror, "registry.terraform.io", source, version, platform);
  const outcome = install(mirror, folder, version);
  const installed = { version, platform, mirror, folder, outcome, isDefault: dir === undefined };
  const said = outcome === "replaced" ? [replaced(installed)] : [];
  if (format === "json") io.out(`${JSON.stringify(documentOf(installed, said), null, 2)}\n`);
  else {
    io.out(textOf(installed));
    if (said.length > 0) io.err(diagnosticsText(said, pc.createColors(io.colors.err)));
  }
  return Promise.resolve(exitCode.done);
}

const systems: Readonly<Record<string, string>> = { linux: "linux", darwin: "darwin", freebsd: "freebsd" };
const processors: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64", ia32: "386", arm: "arm" };

/** As terraform names it: `linux_amd64`. @throws ScanformError where a script cannot be a provider */
function terraformPlatform({ platform, arch }: Machine): string {
  const [system, processor] = [systems[platform], processors[arch]];
  if (platform === "win32")
    fail(
      "provider-install",
      "Windows cannot start the provider, which is a script that Node runs. Install and run terraform inside WSL, or use `scanform plan` and `scanform apply`, which run on Windows and need no terraform.",
    );
  if (system === undefined || processor === undefined)
    fail(
      "provider-install",
      `It is not known how terraform names ${platform} on ${arch}. Use \`scanform plan\` and \`scanform apply\`, which need no terraform.`,
    );
  return `${system}_${processor}`;
}

type Outcome = "installed" | "replaced" | "unchanged";

/** @throws ScanformError when a file cannot be written; each file is then completely old or completely new */
function install(mirror: string, folder: string, version: string): Outcome {
  const files = filesOf(version).map(([from, to]) => ({ from: join(bundle, from), to: join(folder, to), name: to }));
  const wasThere = existsSync(join(folder, `${executable}_v${version}`));
  try {
    if (files.every(({ from, to }) => sameContent(from, to))) return "unchanged";
    mkdirSync(folder, { recursive: true });
    const aside = mkdtempSync(join(mirror, ".scanform-"));
    try {
      for (const { from, name } of files) {
        copyFileSync(from, join(aside, name));
        chmodSync(join(aside, name), name.startsWith(executable) ? 0o755 : 0o644);
      }
      for (const { to, name } of files) renameSync(join(aside, name), to);
    } finally {
      rmSync(aside, { recursive: true, force: true });
    }
  } catch (thrown) {
    const detail = `${folder} cannot be written: ${messageOf(thrown)}. Name another folder with --dir.`;
    fail("provider-install", detail, { path: folder }, thrown);
  }
  return wasThere ? "replaced" : "installed";
}

const sameContent = (from: string, to: string): boolean =>
  existsSync(to) && readFileSync(from).equals(readFileSync(to));

interface Installed {
  readonly version: string;
  readonly platform: string;
  readonly mirror: string;
  readonly folder: string;
  readonly outcome: Outcome;
  /** terraform searches this mirror by default. */
  readonly isDefault: boolean;
}

const replaced = ({ version, mirror, folder }: Installed): Diagnostic =>
  warning(
    "provider-replaced",
    `${version} was there with other content. terraform refuses it wherever .terraform.lock.hcl has the former checksum: ` +
      `run \`terraform providers lock -fs-mirror=${JSON.stringify(mirror)}\` there, then \`terraform init\`.`,
    { path: folder },
  );

function documentOf({ version, platform, folder, outcome }: Installed, diagnostics: readonly Diagnostic[]) {
  return {
    format_version: formatVersion,
    outcome,
    version,
    platform,
    path: join(folder, `${executable}_v${version}`),
    required_providers: { scanform: { source, version: providerConstraint(version) } },
    diagnostics,
  };
}

const outcomes = {
  installed: "is installed",
  replaced: "is installed anew",
  unchanged: "was installed already",
} as const satisfies Record<Outcome, string>;

const textOf = ({ version, platform, mirror, folder, outcome, isDefault }: Installed): string =>
  `The provider ${source} ${version} for ${platform} ${outcomes[outcome]}:
${join(folder, `${executable}_v${version}`)}

Write into your configuration

terraform {
  required_providers {
    scanform = {
      source  = "${source}"
      version = "${providerConstraint(version)}"
    }
  }
}

${isDefault ? "If there is a provider_installation in your .terraformrc, it must have this; else terraform looks there by itself" : "and into your .terraformrc"}

provider_installation {
  filesystem_mirror {
    path    = ${JSON.stringify(mirror)}
    include = ["${source}"]
  }
  direct {
    exclude = ["${source}"]
  }
}

Then set SCANFORM_BASE_URL and SCANFORM_API_KEY, and run \`terraform init\`. \`node\` must be in PATH.
`;

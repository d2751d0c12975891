import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { terraformInstallCommand } from "../../src/cli/commands/terraform-install";
import { exitCode } from "../../src/cli/exit-codes";
import { terminal, withoutKey } from "../../src/cli/io";
import { messageOf, ScanformError } from "../../src/diagnostics/error";
import { providerAddress } from "../../src/terraform/schema/schema";
import { providerSource, providerVersionConstraint } from "../../src/terraform/schema/provider";
import { desk, type Desk, jsonOf } from "../support/desk";
import { repositoryRoot } from "../support/spawned";
import { providerFolder } from "../support/provider-bundle";

const { version } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")) as { version: string };
const platforms: Readonly<Record<string, string>> = { "linux x64": "linux_amd64", "linux arm64": "linux_arm64" };
const platform =
  platforms[`${process.platform} ${process.arch}`] ??
  `${process.platform}_${process.arch === "x64" ? "amd64" : process.arch}`;

/** Where it must be below a mirror. */
const inside = join(providerAddress, version, platform);

const install = (at: Desk, ...flags: readonly string[]) => at.run(["terraform", "install", ...flags]);
const executableName = `terraform-provider-scanform_v${version}`;
const executableIn = (mirror: string): string => join(mirror, inside, executableName);

beforeAll(providerFolder);

test("the provider is put into the mirror, whole, executable and alone", async () => {
  const at = await desk();
  const { code, err } = await install(at, "--dir", "mirror");
  expect([code, err]).toEqual([0, ""]);
  const mirror = join(at.folder, "mirror");
  expect(readdirSync(join(mirror, inside)).sort()).toEqual([
    "LICENSES.txt",
    "package.json",
    `terraform-provider-scanform_v${version}`,
  ]);
  expect(readdirSync(mirror)).toEqual(["registry.terraform.io"]);
  expect(statSync(executableIn(mirror)).mode & 0o777).toBe(0o755);
  const bundle = readFileSync(join(providerFolder(), "terraform-provider-scanform"));
  expect(readFileSync(executableIn(mirror)).equals(bundle)).toBe(true); // toEqual compares byte by byte, for seconds
});

test("without --dir the provider is put into the mirror that terraform looks into by itself", async () => {
  const at = await desk();
  const { code } = await at.run(["terraform", "install"], { env: { HOME: at.folder } });
  expect(code).toBe(0);
  expect(statSync(executableIn(join(at.folder, ".terraform.d/plugins"))).isFile()).toBe(true);
});

test("terraform install says what to write, and what to do next", async () => {
  const { out } = await install(await desk(), "--dir", "mirror");
  expect(out).toContain(`scanform = {
      source  = "${providerSource}"
      version = "${providerVersionConstraint}"
    }`);
  expect(out).toMatch(/filesystem_mirror \{\n +path +=/);
  expect(out).toContain("terraform init");
});

test("terraform install --json says the same as one document", async () => {
  const at = await desk();
  expect(jsonOf(await install(at, "--dir", "mirror", "--json"))).toEqual({
    format_version: "1.0",
    outcome: "installed",
    version,
    platform,
    path: executableIn(join(at.folder, "mirror")),
    for: "terraform",
    standalone: false,
    required_providers: { scanform: { source: providerSource, version: providerVersionConstraint } },
    diagnostics: [],
  });
});

test("a provider that is installed already is left as it is", async () => {
  const at = await desk();
  await install(at, "--dir", "mirror");
  const before = statSync(executableIn(join(at.folder, "mirror"))).ino;
  const { code, out, err } = await install(at, "--dir", "mirror");
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("was installed already");
  expect(statSync(executableIn(join(at.folder, "mirror"))).ino).toBe(before);
});

async function replaced(...flags: readonly string[]) {
  const at = await desk();
  await install(at, "--dir", "mirror");
  const executable = executableIn(join(at.folder, "mirror"));
  writeFileSync(executable, "an older build");
  return { ran: await install(at, "--dir", "mirror", ...flags), executable };
}

test("another executable of the same version is replaced, with a warning that says what to do about the checksum", async () => {
  const { ran, executable } = await replaced();
  expect(ran.code).toBe(0);
  expect(ran.err).toMatch(/^warning: The same version of the provider was replaced/);
  expect(ran.err).toContain("terraform providers lock -fs-mirror=");
  expect(readFileSync(executable, "utf8")).toMatch(/^#!\/bin\/sh\n/);
});

test("with --json the document has the warning that an executable was replaced", async () => {
  const { ran } = await replaced("--json");
  expect(ran.err).toBe("");
  expect(jsonOf(ran)).toMatchObject({ outcome: "replaced", diagnostics: [{ code: "provider-replaced" }] });
});

test("a mirror that cannot be written is an error, and nothing is left behind", async () => {
  const at = await desk();
  writeFileSync(join(at.folder, "mirror"), "a file");
  const { code, err } = await install(at, "--dir", "mirror");
  expect(code).toBe(exitCode.error);
  expect(err).toContain("Name another folder with --dir.");
  expect(err).toContain("[provider-install]");
  expect(readdirSync(at.folder).sort()).toEqual(["app", "mirror"]);
});

test("for tofu the provider is put where tofu looks for it, and the texts are about tofu", async () => {
  const at = await desk();
  const { code, out } = await at.run(["terraform", "install", "--for", "tofu"], { env: { HOME: at.folder } });
  expect(code).toBe(0);
  const mirror = join(at.folder, ".terraform.d/plugins");
  const file = join(mirror, "registry.opentofu.org/scanform/scanform", version, platform, executableName);
  expect(statSync(file).isFile()).toBe(true);
  expect(readdirSync(mirror)).toEqual(["registry.opentofu.org"]);
  expect(out).toContain("provider_installation in ~/.tofurc, it must have this; else tofu looks there by itself");
  expect(out).toContain("run `tofu init`");
  expect(out).not.toContain("`terraform");
  writeFileSync(file, "an older build");
  const again = await at.run(["terraform", "install", "--for", "tofu"], { env: { HOME: at.folder } });
  expect(again.err).toContain("run `tofu providers lock -fs-mirror=");
});

const installedOn = async (system: string, arch: string, options: object = {}) => {
  const { folder } = await desk();
  const io = withoutKey({ ...terminal(new AbortController().signal), cwd: folder });
  const machine = { platform: system, arch };
  const done = terraformInstallCommand(io, { dir: "mirror", for: "terraform", format: "text", ...options }, machine);
  const thrown = await done.catch((reason: unknown) => reason);
  expect(thrown).toBeInstanceOf(ScanformError);
  expect(readdirSync(folder)).toEqual(["app"]);
  const said = messageOf(thrown);
  expect(said).toContain("`scanform plan` and `scanform apply`");
  return said;
};

test.each([
  ["win32", "x64", "Install an executable with --standalone"],
  ["aix", "ppc64", "aix on ppc64"],
  ["linux", "riscv64", "linux on riscv64"],
])("on %s and %s no provider is installed, and the error says what to do", async (system, arch, words) => {
  expect(await installedOn(system, arch)).toContain(words);
});

test("an executable of a platform without one is refused before anything is fetched", async () => {
  expect(await installedOn("freebsd", "x64", { standalone: true })).toContain(
    "There is no executable with Node in it for freebsd_amd64. Leave out --standalone",
  );
});

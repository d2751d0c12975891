import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { faultOf } from "../../../src/cli/standalone/inspect";
import { pageHashes, signatureAt } from "../../../src/cli/standalone/mach-o";
import {
  isStandalonePlatform,
  nodePackages,
  platformOf,
  type StandalonePlatform,
  standalonePlatforms,
  suffixOf,
} from "../../../src/cli/standalone/platforms";
import { hasCertificate } from "../../../src/cli/standalone/portable-executable";
import { protocolVersion } from "../../../src/terraform/process/handshake";
import { providerAddress } from "../../../src/terraform/schema/schema";
import { desk } from "../../support/desk";
import { providerFolder } from "../../support/provider-bundle";
import { describeWeekly, describeWithPackages, isWeekly } from "../../support/registry";
import { repositoryRoot } from "../../support/spawned";
import { describeWithTerraform, fromMirror } from "../../support/terraform";
import { temporaryFolder } from "../../support/temporary-folder";
import { workspaceOfManyProcesses } from "./workspace";

jest.setTimeout(900_000);

/** That of this machine; once a week every one, which takes minutes. */
const own = platformOf(process) as StandalonePlatform;
const standalone = isWeekly ? standalonePlatforms : [own];
const scripts = ["freebsd_amd64", "freebsd_arm64"];
const platforms = [...standalone, ...scripts];

const { version } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")) as { version: string };
const named = (rest: string): string => `terraform-provider-scanform_${version}_${rest}`;
const executable = (platform: string): string => `terraform-provider-scanform_v${version}${suffixOf(platform)}`;

const folder = temporaryFolder();

/** Runs the tool as npm does. @returns the folder that it has written */
function release(name: string, asked: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const outdir = join(folder, name);
  const { status, stderr } = spawnSync(process.execPath, ["tools/release-provider.mjs", outdir, ...asked], {
    cwd: repositoryRoot,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...env },
  });
  if (status !== 0) throw new Error(stderr);
  return outdir;
}

let released: string;
const read = (name: string): Buffer => readFileSync(join(released, name));
const unzipped = new Map<string, ReturnType<typeof unzipSync>>();
function filesFor(platform: string): ReturnType<typeof unzipSync> {
  const files = unzipped.get(platform) ?? unzipSync(read(named(`${platform}.zip`)));
  unzipped.set(platform, files);
  return files;
}
const programFor = (platform: string): Buffer => Buffer.from(filesFor(platform)[executable(platform)] ?? []);
const script = (): Buffer => readFileSync(join(providerFolder(), "terraform-provider-scanform"));

describeWithPackages("a release", () => {
  beforeAll(() => {
    released = release("first", platforms);
  });

  test("it has a zip for each platform, the manifest, the bill of materials, the sums and the documentation", () => {
    const zips = platforms.map((platform) => named(`${platform}.zip`));
    const others = ["SHA256SUMS", "manifest.json", "sbom.cdx.json"].map(named);
    expect(readdirSync(released).sort()).toEqual(["docs", ...others, ...zips].sort());
    expect(readdirSync(join(released, "docs")).sort()).toEqual(
      readdirSync(join(repositoryRoot, "docs/provider")).sort(),
    );
  });

  test.each(scripts)("the zip for %s holds the script under its name, and what it needs", (platform) => {
    expect(Object.keys(filesFor(platform))).toEqual([executable(platform), "package.json", "LICENSES.txt"]);
    expect(programFor(platform).toString("latin1", 0, 10)).toBe("#!/bin/sh\n");
  });

  describe.each(standalone)("the zip for %s", (platform) => {
    let program: Buffer;
    beforeAll(() => {
      program = programFor(platform);
    });

    test("holds an executable under its name, and the licences of the provider and of Node", () => {
      const files = filesFor(platform);
      expect(Object.keys(files)).toEqual([executable(platform), "LICENSES.txt"]);
      const licences = Buffer.from(files["LICENSES.txt"] ?? []).toString();
      expect(licences).toContain(readFileSync(join(providerFolder(), "LICENSES.txt"), "utf8"));
      expect(licences).toContain("Copyright Node.js contributors");
    });

    test("has an executable for that processor which runs the provider", () => {
      expect(faultOf(program, script(), platform)).toBeUndefined();
    });

    test("has an executable that fails the check of the release when it is another one", () => {
      const fault = (edit: (copy: Buffer) => void): string | undefined => {
        const copy = Buffer.from(program);
        edit(copy);
        return faultOf(copy, script(), platform);
      };
      const other = standalonePlatforms.find((each) => each !== platform) ?? platform;
      expect(faultOf(program, script(), other)).toMatch(/^it is /);
      const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:";
      expect(fault((copy) => copy.write("0", copy.indexOf(fuse) + fuse.length))).toBe(
        "Node looks for no bundle in it (0)",
      );
      expect(fault((copy) => copy.write("#", copy.indexOf(script()) + 1000))).toBe("it does not have the script");
    });

    test("has an executable without a signature of what it was made of", () => {
      if (platform.startsWith("windows_")) expect(hasCertificate(program)).toBe(false);
      if (!platform.startsWith("darwin_")) return;
      const at = signatureAt(program) ?? 0;
      const hashes = at + 20 + program.readUInt32BE(at + 20 + 16);
      const [count, end] = [program.readUInt32BE(at + 20 + 28), program.readUInt32BE(at + 20 + 32)];
      expect(end).toBe(at);
      expect(program.subarray(hashes, hashes + count * 32).equals(Buffer.concat(pageHashes(program, end)))).toBe(true);
    });
  });

  test("the manifest says which protocol the provider speaks", () => {
    expect(JSON.parse(read(named("manifest.json")).toString())).toEqual({
      version: 1,
      metadata: { protocol_versions: [`${String(protocolVersion)}.0`] },
    });
  });

  test("the bill of materials has the packages with Node that the executables are made with", () => {
    const { components } = JSON.parse(read(named("sbom.cdx.json")).toString()) as { components: { name: string }[] };
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.values(nodePackages).map(({ name }) => name)));
  });

  test("the sums are those of all files, in order, as sha256sum checks them", () => {
    const sums = read(named("SHA256SUMS")).toString();
    const expected = [...platforms.map((platform) => `${platform}.zip`), "manifest.json", "sbom.cdx.json"]
      .map(named)
      .sort()
      .map((name) => `${createHash("sha256").update(read(name)).digest("hex")}  ${name}\n`);
    expect(sums).toBe(expected.join(""));
    const { status, stdout } = spawnSync("sha256sum", ["-c", named("SHA256SUMS")], { cwd: released, encoding: "utf8" });
    expect([status, stdout]).toEqual([0, expected.map((line) => `${line.slice(66, -1)}: OK\n`).join("")]);
  });

  test("the same script gives the same zip, in whatever time zone", () => {
    const again = release("second", scripts, { TZ: "Asia/Tokyo" });
    for (const platform of scripts) {
      const name = named(`${platform}.zip`);
      expect(readFileSync(join(again, name)).equals(read(name))).toBe(true);
    }
  });

  test("an unknown platform is refused, with those that there are", () => {
    expect(() => release("third", ["linux_riscv64"])).toThrow(/linux_riscv64: not among linux_amd64, /);
  });

  // run-executables of the workflow `ci` installs them, too
  describeWeekly("another executable", () => {
    test("terraform install --standalone makes the same executable as the release", async () => {
      const at = await desk();
      const { code, err } = await at.run(["terraform", "install", "--standalone", "--dir", "mirror"], {
        env: process.env,
      });
      expect([code, err]).toEqual([
        0,
        expect.stringMatching(/^Making the executable\. Node [\d.]+ comes from npm's registry\.\n$/),
      ]);
      const installed = join(at.folder, "mirror", providerAddress, version, own);
      expect(readdirSync(installed).sort()).toEqual(["LICENSES.txt", executable(own)]);
      expect(readFileSync(join(installed, executable(own))).equals(programFor(own))).toBe(true);
    });
  });

  describeWithTerraform("terraform without node in PATH", () => {
    test("installs the zip from a mirror, plans, applies, finds nothing to do, and destroys", async () => {
      const mirror = join(folder, "mirror");
      const programs = join(folder, "programs");
      for (const each of [join(mirror, providerAddress), programs]) mkdirSync(each, { recursive: true });
      for (const platform of platforms.filter(isStandalonePlatform)) {
        const name = named(`${platform}.zip`);
        cpSync(join(released, name), join(mirror, providerAddress, name));
      }
      const { stdout: terraform } = spawnSync("which", ["terraform"], { encoding: "utf8" });
      symlinkSync(terraform.trim(), join(programs, "terraform"));
      const at = await workspaceOfManyProcesses({ installation: fromMirror(mirror), env: { PATH: programs } });
      at.write(`resource "scanform_configuration" "strict" {
  name      = "strict"
  comment   = "enabled"
  analyzers = { secrets = { enabled = true, blocking = true } }
}
`);
      await at.terraform("init");
      expect(await at.somethingToDo()).toContain("1 to add, 0 to change, 0 to destroy");
      await at.apply();
      expect(at.live("strict").settings).toMatchObject({ comment: "enabled" });
      await at.nothingToDo();
      await at.terraform("destroy", "-auto-approve");
      expect(at.names()).not.toContain("strict");
    });
  });
});

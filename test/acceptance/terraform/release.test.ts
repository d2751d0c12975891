import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { protocolVersion } from "../../../src/terraform/process/handshake";
import { providerAddress } from "../../../src/terraform/schema/schema";
import { repositoryRoot } from "../../support/spawned";
import { describeWithTerraform, fromMirror, terraformIn } from "../../support/terraform";
import { temporaryFolder } from "../../support/temporary-folder";

const { version } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")) as { version: string };
const platforms = ["darwin", "freebsd", "linux"].flatMap((system) => [`${system}_amd64`, `${system}_arm64`]);
const named = (rest: string): string => `terraform-provider-scanform_${version}_${rest}`;

const folder = temporaryFolder();

/** Runs the tool as npm does. @returns the folder that it has written */
function release(name: string, env: NodeJS.ProcessEnv = {}): string {
  const outdir = join(folder, name);
  const { status, stderr } = spawnSync(process.execPath, ["tools/release-provider.mjs", outdir], {
    cwd: repositoryRoot,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], ...env },
  });
  if (status !== 0) throw new Error(stderr);
  return outdir;
}

let released: string;
const read = (name: string): Buffer => readFileSync(join(released, name));

beforeAll(() => {
  released = release("first");
});

test("it has a zip for each platform, the manifest, the bill of materials, the sums and the documentation", () => {
  const zips = platforms.map((platform) => named(`${platform}.zip`));
  const others = ["SHA256SUMS", "manifest.json", "sbom.cdx.json"].map(named);
  expect(readdirSync(released).sort()).toEqual(["docs", ...others, ...zips].sort());
  expect(readdirSync(join(released, "docs")).sort()).toEqual([
    ...["data-sources", "ephemeral-resources", "functions", "guides", "index.md", "resources"],
  ]);
});

test("each zip holds the executable under its name, and what it needs", () => {
  for (const platform of platforms) {
    const files = unzipSync(read(named(`${platform}.zip`)));
    const executable = `terraform-provider-scanform_v${version}`;
    expect(Object.keys(files)).toEqual([executable, "package.json", "LICENSES.txt"]);
    expect(Buffer.from(files[executable] ?? []).toString("latin1", 0, 20)).toBe("#!/usr/bin/env node\n");
  }
});

test("the manifest says which protocol the provider speaks", () => {
  expect(JSON.parse(read(named("manifest.json")).toString())).toEqual({
    version: 1,
    metadata: { protocol_versions: [`${String(protocolVersion)}.0`] },
  });
});

test("the sums are those of all files, as sha256sum wants them", () => {
  const lines = read(named("SHA256SUMS")).toString().trimEnd().split("\n");
  const zips = platforms.map((platform) => named(`${platform}.zip`));
  const expected = [...zips, named("manifest.json"), named("sbom.cdx.json")];
  expect(lines).toEqual(expected.map((name) => `${createHash("sha256").update(read(name)).digest("hex")}  ${name}`));
});

test("the same sources give the same bytes, in whatever time zone", () => {
  const again = release("second", { TZ: "Asia/Tokyo" });
  expect(readFileSync(join(again, named("SHA256SUMS")), "utf8")).toBe(read(named("SHA256SUMS")).toString());
});

describeWithTerraform("terraform", () => {
  test("installs the zip from a mirror, and can start what is in it", async () => {
    const work = join(folder, "work");
    const mirror = join(folder, "mirror", providerAddress);
    for (const each of [work, mirror]) mkdirSync(each, { recursive: true });
    for (const platform of platforms)
      cpSync(join(released, named(`${platform}.zip`)), join(mirror, named(`${platform}.zip`)));
    writeFileSync(
      join(work, "main.tf"),
      'terraform {\n  required_providers {\n    scanform = { source = "scanform/scanform" }\n  }\n}\n' +
        'output "like" {\n  value = provider::scanform::like("a%", "abc")\n}\n',
    );
    const { run } = terraformIn(work, {}, fromMirror(join(folder, "mirror")));
    expect(await run("init")).toMatchObject({ code: 0 });
    const { code, stdout, stderr } = await run("plan");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("+ like = true");
  });
});

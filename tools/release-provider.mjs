// Builds the files that the public registry requires for a release: node tools/release-provider.mjs [OUTDIR [PLATFORM...]],
// by default into dist/release, and for all platforms. Each gets an executable with Node in it, and those for which there is
// none the script.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { zipSync } from "fflate";
import { buildProvider, bundleFolder, executable } from "./provider.mjs";
import { providerSbom } from "./sbom.mjs";

const root = join(import.meta.dirname, "..");
const require = createRequire(import.meta.url);
const { buildStandalone } = require(join(root, "dist", "cli", "standalone", "build.js"));
const { isStandalonePlatform, nodePackages, nodeVersion, standalonePlatforms, suffixOf } = require(
  join(root, "dist", "cli", "standalone", "platforms.js"),
);

/** What is in the executables besides the bundle, for the bill of materials. */
const runtimes = Object.values(nodePackages).map((each) => ({ ...each, version: nodeVersion, license: "MIT" }));

const scriptPlatforms = ["freebsd_amd64", "freebsd_arm64"];

/** Equal input gives equal bytes, independent of time and time zone: zip stores the fields of a local date. */
const mtime = new Date(1980, 0, 1);

/** A file in a zip from Unix. @param mode as for chmod */
const entry = (content, mode) => [content, { os: 3, attrs: ((0o100_000 | mode) << 16) >>> 0, mtime, level: 6 }];

const bundled = (name) => readFileSync(join(bundleFolder, name));

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** The zip of each platform, one after the other, since they are large. */
async function* zipsOf(platforms, version) {
  const file = `${executable}_v${version}`;
  if (platforms.some((platform) => !isStandalonePlatform(platform))) {
    // a script is equal on every platform
    const zip = zipSync({
      [file]: entry(bundled(executable), 0o755),
      "package.json": entry(bundled("package.json"), 0o644),
      "LICENSES.txt": entry(bundled("LICENSES.txt"), 0o644),
    });
    for (const platform of platforms.filter((each) => !isStandalonePlatform(each))) yield [platform, zip];
  }
  const options = { bundle: bundleFolder, machine: process, env: process.env, signal: new AbortController().signal };
  const standalone = platforms.filter(isStandalonePlatform);
  const executables = standalone.length === 0 ? [] : buildStandalone({ ...options, platforms: standalone });
  for await (const { platform, content, licences } of executables)
    yield [
      platform,
      zipSync({
        [`${file}${suffixOf(platform)}`]: entry(content, 0o755),
        "LICENSES.txt": entry(licences, 0o644),
      }),
    ];
}

async function release(outdir, platforms) {
  const metafile = await buildProvider();
  const { version } = JSON.parse(bundled("package.json").toString());
  const named = (rest) => `${executable}_${version}_${rest}`;
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  const sums = [];
  const put = (name, bytes) => {
    writeFileSync(join(outdir, name), bytes);
    sums.push(`${sha256(bytes)}  ${name}\n`);
  };
  for await (const [platform, zip] of zipsOf(platforms, version)) {
    put(named(`${platform}.zip`), zip);
    console.log(`${platform}: ${(zip.length / 1e6).toFixed(1)} MB`);
  }
  put(named("manifest.json"), `${JSON.stringify({ version: 1, metadata: { protocol_versions: ["6.0"] } })}\n`);
  put(named("sbom.cdx.json"), providerSbom(metafile, runtimes));
  // in the order of the names, whatever was made first
  writeFileSync(join(outdir, named("SHA256SUMS")), sums.toSorted(byName).join(""));
  cpSync(join(root, "docs", "provider"), join(outdir, "docs"), { recursive: true });
  console.log(`${outdir} has ${platforms.length} zips, a bill of materials, their sums, and docs/.`);
  console.log(`Sign it, where the key is: gpg --detach-sign ${join(outdir, named("SHA256SUMS"))}`);
}

const byName = (one, other) => (one.slice(64) < other.slice(64) ? -1 : 1);

const [outdir = join(root, "dist", "release"), ...asked] = process.argv.slice(2);
const all = [...standalonePlatforms, ...scriptPlatforms];
const unknown = asked.filter((platform) => !all.includes(platform));
if (unknown.length > 0) throw new Error(`${unknown.join(", ")}: not among ${all.join(", ")}`);
await release(resolve(outdir), asked.length === 0 ? all : asked);

// Builds the files that the public registry requires for a release: node tools/release-provider.mjs [OUTDIR], default
// dist/release.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { zipSync } from "fflate";
import { buildProvider, bundleFolder, executable } from "./provider.mjs";
import { providerSbom } from "./sbom.mjs";

const root = join(import.meta.dirname, "..");

const platforms = ["darwin", "freebsd", "linux"].flatMap((system) => [`${system}_amd64`, `${system}_arm64`]);

/** Equal input gives equal bytes, independent of time and time zone: zip stores the fields of a local date. */
const mtime = new Date(1980, 0, 1);

/** A file in a zip from Unix. @param mode as for chmod */
const entry = (name, mode) => [
  readFileSync(join(bundleFolder, name)),
  { os: 3, attrs: ((0o100_000 | mode) << 16) >>> 0, mtime, level: 9 },
];

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

async function release(outdir) {
  const metafile = await buildProvider();
  const { version } = JSON.parse(readFileSync(join(bundleFolder, "package.json"), "utf8"));
  const named = (rest) => `${executable}_${version}_${rest}`;
  // a script is equal on every platform
  const zip = zipSync({
    [`${executable}_v${version}`]: entry(executable, 0o755),
    "package.json": entry("package.json", 0o644),
    "LICENSES.txt": entry("LICENSES.txt", 0o644),
  });
  const manifest = Buffer.from(`${JSON.stringify({ version: 1, metadata: { protocol_versions: ["6.0"] } })}\n`);
  const files = [
    ...platforms.map((platform) => [named(`${platform}.zip`), zip]),
    [named("manifest.json"), manifest],
    [named("sbom.cdx.json"), Buffer.from(providerSbom(metafile))],
  ];
  const sums = files.map(([name, bytes]) => `${sha256(bytes)}  ${name}\n`).join("");

  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  for (const [name, bytes] of [...files, [named("SHA256SUMS"), sums]]) writeFileSync(join(outdir, name), bytes);
  cpSync(join(root, "docs", "provider"), join(outdir, "docs"), { recursive: true });
  console.log(
    `${outdir} has ${platforms.length} zips of ${Math.round(zip.length / 1000)} KB, a bill of materials, their sums, and docs/.`,
  );
  console.log(`Sign it, where the key is: gpg --detach-sign ${join(outdir, named("SHA256SUMS"))}`);
}

await release(resolve(process.argv[2] ?? join(root, "dist", "release")));

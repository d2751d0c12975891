// Bundles the Terraform provider into one file that node runs, with the licences of its contents: dist/provider.
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { lateModules } from "./late-modules.mjs";

const root = join(import.meta.dirname, "..");

/** The executable that terraform looks for. */
export const executable = "terraform-provider-scanform";

export const bundleFolder = join(root, "dist", "provider");

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

const zod = join(root, "node_modules", "zod");

/**
 * Files are written under a temporary name and renamed, so that a running terraform finds the old or the new file
 * complete.
 */
function put(name, content, mode) {
  const path = join(bundleFolder, name);
  const aside = `${bundleFolder}-${process.pid}-${name}`;
  writeFileSync(aside, content);
  chmodSync(aside, mode);
  renameSync(aside, path);
}

/**
 * The first lines of the executable: a program for a shell, and comments for node. Where node is missing, does not start, or is so
 * old that it could not even read what follows, they say so on stdout, which is all that terraform shows of a plugin that
 * does not start.
 */
const launcher = `#!/bin/sh
":" //; set -f; needs="scanform's provider needs Node 20.20 or newer, and"
":" //; command -v node >/dev/null || { echo "$needs there is no node in the PATH of terraform."; exit 1; }
":" //; found=$(node -v 2>&1) || { echo "$needs the node in the PATH does not start:" $found; exit 1; }
":" //; case $found in v[0-9].* | v1[0-9].* | v20.[0-9].* | v20.1[0-9].*) echo "$needs this is Node \${found#v}."; exit 1 ;; esac
":" //; exec node "$0" "$@"
`;

/** Bundles in memory. @returns esbuild's outputFiles and metafile */
export const bundleProvider = () =>
  build({
    absWorkingDir: root,
    entryPoints: ["src/terraform/bin.ts"],
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    minifyWhitespace: true,
    legalComments: "none", // LICENSES.txt has the full texts
    plugins: [lateModules("dist/provider")],
    alias: { zod: join(zod, manifestOf(zod).main) }, // prevents separate copies for `import` and `require`
    preserveSymlinks: true, // the bundle names its sources: equal ones where node_modules is a link
    logLevel: "warning",
  });

/** Writes the bundle into its folder. @returns esbuild's record of what is in it */
export async function buildProvider() {
  const { version } = manifestOf(root);
  const { outputFiles, metafile } = await bundleProvider();
  const licences = licencesOf(Object.keys(metafile.inputs));
  mkdirSync(bundleFolder, { recursive: true });
  put("LICENSES.txt", licences, 0o644);
  // without it node would use the module type of any package.json above
  put("package.json", `${JSON.stringify({ name: executable, version, type: "commonjs" })}\n`, 0o644);
  put(executable, outputFiles[0].text.replace(/^#!.*\n/, launcher), 0o755);
  return metafile;
}

/** The licence of scanform, and of each package with a file in the bundle. */
function licencesOf(inputs) {
  const packages = new Map([[".", []]]);
  for (const input of inputs.toSorted()) {
    const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
    if (folder !== undefined) packages.set(folder, [...(packages.get(folder) ?? []), input]);
  }
  return [...packages].map(([folder, files]) => licenceOf(folder, files)).join(`\n${"=".repeat(80)}\n\n`);
}

/** The licence files of a package, or else the header comments of its sources. */
function licenceOf(folder, sources) {
  const { name, version, license } = manifestOf(join(root, folder));
  const named = readdirSync(join(root, folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const whole = named.some((file) => !/^notice/i.test(file));
  const texts = whole
    ? named.toSorted().map((file) => read(join(folder, file)))
    : sources.map((file) => topOf(read(file)));
  if (texts.some((text) => !/copyright|permission|license/i.test(text)))
    throw new Error(`${name} ${version} is in the provider's bundle, and does not say its licence (${license}).`);
  return `${name} ${version} (${license})\n\n${[...new Set(texts)].join("\n\n")}\n`;
}

const read = (path) => readFileSync(join(root, path), "utf8").trimEnd();

/** The comment at the top of a source. */
const topOf = (source) => /^(?:"use strict";\n)?((?:\/\/.*\n)+|\/\*[^]*?\*\/)/.exec(source)?.[1].trimEnd() ?? "";

if (process.argv[1] === import.meta.filename) await buildProvider();

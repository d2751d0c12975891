// Writes what is published to npm into a folder: node tools/package.mjs [OUTDIR], default dist/npm. Requires a build
// with type declarations: npm run build.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { bundleProvider } from "./provider.mjs";
import { packageSbom, providerSbom } from "./sbom.mjs";
import { manifest } from "./shipped.mjs";

const root = join(import.meta.dirname, "..");

/** The fields of package.json that users and npm need, beside those of `forNode10`. */
const published = [
  "name",
  "version",
  "description",
  "license",
  "repository",
  "bugs",
  "homepage",
  "keywords",
  "engines",
  "type",
  "bin",
  "exports",
  "dependencies",
  "peerDependencies",
  "peerDependenciesMeta",
];

/**
 * The same as `exports`, for TypeScript's resolution `node10`, which does not read that: TypeScript 5 has it by default with
 * `"module": "commonjs"`, as in the projects that `cdktf init` writes.
 */
function forNode10({ ".": main, ...others }) {
  const typed = Object.entries(others).filter(([, { types }]) => types !== undefined);
  const paths = typed.map(([entry, { types }]) => [entry.replace("./", ""), [types]]);
  return { main: main.default, types: main.types, typesVersions: { "*": Object.fromEntries(paths) } };
}

/** By these keys cdktf-cli and cdktn-cli tell which provider, in which version, the constructs of a package are for. */
const provider = { name: "registry.terraform.io/scanform/scanform", version: manifest.version };

/** The paths that npm selects by the `files` of package.json. */
function selected() {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts", "--loglevel=error"];
  const windows = process.platform === "win32";
  const { status, stdout, stderr } = spawnSync("npm", args, { cwd: root, encoding: "utf8", shell: windows });
  if (status !== 0) throw new Error(`npm ${args.join(" ")} failed: ${stderr}`);
  return JSON.parse(stdout)[0].files.map(({ path }) => path);
}

/** Links to files that are not published lead to the tag of the version: to its page, or for a picture to the file itself. */
function readmeFor(outdir) {
  const repository = manifest.homepage.replace(/#.*/, "");
  const tagged = (to) => `${repository}/${to.endsWith(".png") ? "raw" : "blob"}/v${manifest.version}/${to}`;
  return readFileSync(join(root, "README.md"), "utf8").replaceAll(/\]\((?!https?:|#)([^)#\s]+)/g, (link, to) =>
    existsSync(join(outdir, to)) ? link : `](${tagged(to)}`,
  );
}

/**
 * In the checkout the example names no commit of the action: it would be that of the commit itself. The package names the
 * one that it is made from, which for a release is that of the tag.
 */
function namingTheAction(workflow) {
  const { status, stdout } = spawnSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" });
  const commit = status === 0 ? stdout.trim() : undefined;
  if (commit === undefined)
    console.error("git does not say which commit this is: the workflows call the action 000000…");
  return commit === undefined ? workflow : workflow.replaceAll(`@${"0".repeat(40)}`, `@${commit}`);
}

async function stage(outdir) {
  const { metafile } = await bundleProvider();
  const paths = selected();
  rmSync(outdir, { recursive: true, force: true });
  const put = (path, content) => {
    mkdirSync(dirname(join(outdir, path)), { recursive: true });
    writeFileSync(join(outdir, path), content);
  };
  for (const path of paths)
    if (path.startsWith("examples/github-actions/.github/workflows/"))
      put(path, namingTheAction(readFileSync(join(root, path), "utf8")));
    else cpSync(join(root, path), join(outdir, path));
  const fields = published.filter((name) => manifest[name] !== undefined).map((name) => [name, manifest[name]]);
  const written = {
    ...Object.fromEntries(fields),
    ...forNode10(manifest.exports),
    cdktf: { provider },
    cdktn: { provider },
  };
  put("package.json", `${JSON.stringify(written, null, 2)}\n`);
  put("README.md", readmeFor(outdir));
  put("sbom.cdx.json", packageSbom(metafile));
  put("dist/provider/sbom.cdx.json", providerSbom(metafile));
  console.log(`${outdir} has ${paths.length + 2} files. Publish it: npm publish ./dist/npm`);
}

await stage(resolve(process.argv[2] ?? join(root, "dist", "npm")));

// Installs what is missing and builds what has changed, so that one command works on a fresh clone.
//   node tools/setup.mjs           the program, as the tests and the demo run it
//   node tools/setup.mjs --types   the type declarations too, which the examples are checked against
//   node tools/setup.mjs --clean   both, into an empty folder, as they are published
import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { buildForCdktn } from "./cdktn.mjs";

const root = join(import.meta.dirname, "..");
const npm = process.env.npm_execpath;
const flags = new Set(process.argv.slice(2));

/** npm's output goes to stderr: stdout belongs to the command that is set up. */
const run = (command, args) => {
  // Node starts no .cmd without a shell
  const shell = command.endsWith(".cmd");
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ["ignore", 2, 2], shell });
  if (error !== undefined) console.error(error.message);
  if (status !== 0) process.exit(status ?? 1);
};

/** Compares the lock file with npm's own record of the installation; packages of other platforms may be absent. */
function isInstalled() {
  const record = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(record)) return false;
  const packagesOf = (path) => JSON.parse(readFileSync(path, "utf8")).packages;
  const installed = packagesOf(record);
  return Object.entries(packagesOf(join(root, "package-lock.json"))).every(([path, { version, optional }]) => {
    if (path === "") return true;
    return installed[path] === undefined ? optional === true : installed[path].version === version;
  });
}

if (!isInstalled()) {
  if (lstatSync(join(root, "node_modules"), { throwIfNoEntry: false })?.isSymbolicLink() === true) {
    console.error("node_modules is a link, and `npm ci` would empty the folder that it leads to. Install there.");
    process.exit(1);
  }
  if (npm?.endsWith(".js")) run(process.execPath, [npm, "ci", "--include=dev"]);
  else run(process.platform === "win32" ? "npm.cmd" : "npm", ["ci", "--include=dev"]);
}

if (flags.has("--clean")) rmSync(join(root, "dist"), { recursive: true, force: true });

// The program is transpiled file by file, which takes one second instead of twelve with tsc. `npm run types` checks
// types, so that type declarations are written without checking, in half the time.
const { build } = await import("esbuild");
await build({
  absWorkingDir: root,
  entryPoints: readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts") && !name.startsWith(join("page", "browser")))
    .map((name) => join("src", name)),
  outdir: "dist",
  outbase: "src",
  platform: "node",
  format: "cjs",
  target: "node20",
  logLevel: "warning",
});

// The script and the style sheet of a page: each is one file, which every page contains.
await build({
  absWorkingDir: root,
  entryPoints: { page: "src/page/browser/main.ts" },
  outdir: "dist/page",
  bundle: true,
  minify: true,
  format: "iife",
  platform: "browser",
  target: "es2023",
  logLevel: "warning",
});
await build({
  absWorkingDir: root,
  entryPoints: ["src/page/page.css"],
  outdir: "dist/page",
  minify: true,
  logLevel: "warning",
});

// The CLI is one file: loading its 180 small modules one by one would take a plan of 1,000 configurations 60 ms.
const { lateModules } = await import("./late-modules.mjs");
await build({
  absWorkingDir: root,
  entryPoints: ["src/cli/main.ts"],
  outfile: "dist/cli/main.js",
  allowOverwrite: true,
  bundle: true,
  packages: "external",
  platform: "node",
  format: "cjs",
  target: "node20",
  plugins: [lateModules("dist/cli")],
  logLevel: "warning",
});
if (flags.has("--types") || flags.has("--clean"))
  run(process.execPath, [join(root, "node_modules", "typescript", "bin", "tsc"), "-p", "src", "--noCheck"]);
buildForCdktn(join(root, "dist"));

// The JSON Schema of what --json prints and --out saves goes into the package.
const require = createRequire(import.meta.url);
const { planSchema } = require(join(root, "dist", "report", "printed-shapes.js"));
writeFileSync(join(root, "dist/plan.schema.json"), `${JSON.stringify(planSchema(), null, 2)}\n`);

// The Terraform provider is one file. Loaded late, since esbuild may have been installed above.
const { buildProvider } = await import("./provider.mjs");
await buildProvider();

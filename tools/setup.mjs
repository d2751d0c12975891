// Installs what is missing and builds what has changed, so that one command works on a fresh clone.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "..");
const npm = process.env.npm_execpath;

/** What npm says goes to stderr: stdout belongs to the command that is being set up for. */
const run = (command, args) => {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ["ignore", 2, 2] });
  if (error !== undefined) console.error(error.message);
  if (status !== 0) process.exit(status ?? 1);
};

const lock = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .digest("hex");
const stamp = join(root, "node_modules", ".scanform-lock");
if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== lock) {
  if (npm?.endsWith(".js")) run(process.execPath, [npm, "ci", "--include=dev"]);
  else run(process.platform === "win32" ? "npm.cmd" : "npm", ["ci", "--include=dev"]);
  writeFileSync(stamp, lock);
}

if (process.argv.includes("--clean")) rmSync(join(root, "dist"), { recursive: true, force: true });
run(process.execPath, [join(root, "node_modules", "typescript", "bin", "tsc"), "-p", "src"]);

// The JSON Schema of plan files goes into the package.
const require = createRequire(import.meta.url);
const { planFileSchema } = require(join(root, "dist", "cli", "plan-file-shape.js"));
writeFileSync(join(root, "dist", "plan-file.schema.json"), `${JSON.stringify(planFileSchema(), null, 2)}\n`);

// The emulator serves the viewer of its OpenAPI document itself, with the viewer's own licence beside it.
const viewer = dirname(require.resolve("swagger-ui-dist/package.json"));
const served = join(root, "dist", "emulator", "docs", "viewer");
mkdirSync(served, { recursive: true });
for (const file of ["swagger-ui.css", "swagger-ui-bundle.js", "swagger-ui-bundle.js.LICENSE.txt", "LICENSE", "NOTICE"])
  copyFileSync(join(viewer, file), join(served, file));

// Terraform's provider is one file. Loaded this late, since esbuild may have been installed above.
const { buildProvider } = await import("./provider.mjs");
await buildProvider();

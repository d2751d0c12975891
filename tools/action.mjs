// Bundles src/action into action/index.js, which action.yml runs and which is committed: node tools/action.mjs
// With --check nothing is written: exits with 1 where the committed bundle is not what the sources give.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");
const path = join(root, "action", "index.js");

const { outputFiles, metafile } = await build({
  absWorkingDir: root,
  entryPoints: ["src/action/main.ts"],
  bundle: true,
  write: false,
  metafile: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  minify: true,
  legalComments: "none",
  banner: { js: "// Made of src/action by: npm run action" },
  logLevel: "warning",
});

const foreign = Object.keys(metafile.inputs).filter((name) => name.includes("node_modules"));
if (foreign.length > 0)
  throw new Error(`The action has no packages, whose licences it would need: ${foreign.join(", ")}`);

const [{ text }] = outputFiles;
if (!process.argv.includes("--check")) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
} else if (readFileSync(path, "utf8") !== text) {
  console.error("action/index.js is not what src/action gives. Run: npm run action");
  process.exitCode = 1;
}

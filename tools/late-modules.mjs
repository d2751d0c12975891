// esbuild follows only a literal `require`, so what the sources load late is written as one for a bundle.
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const root = join(import.meta.dirname, "..");

/** How a source says that it loads modules late, by the name of its own `require`. */
const own = /^const (\w+) = createRequire\(__filename\);$/m;

/** @throws Error where a source loads what esbuild cannot follow, which would be looked for beside the bundle */
function withLiteralRequire(text, path) {
  const [, load] = own.exec(text) ?? [];
  if (load === undefined) return text;
  const literal = text.replaceAll(new RegExp(String.raw`\b${load}\((?=")`, "g"), "require(");
  const [other] = new RegExp(String.raw`\b${load}[.(\[].*`).exec(literal) ?? [];
  if (other !== undefined)
    throw new Error(`${relative(root, path)}: a bundle takes ${load}("...") only, and not ${other}`);
  return literal;
}

/**
 * For bundles: modules that are loaded on demand stay so, and `__dirname` is the folder of the module's own output.
 *
 * @param folder of the bundle, such as `dist/cli`
 */
export const lateModules = (folder) => ({
  name: "late-modules",
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const output = join("dist", relative(join(root, "src"), dirname(path)));
      const place = `require("node:path").join(__dirname, ${JSON.stringify(relative(folder, output))})`;
      return { contents: withLiteralRequire(text, path).replaceAll(/\b__dirname\b/g, place), loader: "ts" };
    });
  },
});

// esbuild follows only a literal `require`, so what the sources load late is written as one for a bundle.
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const root = join(import.meta.dirname, "..");

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
      if (!/\bcreateRequire\(__filename\);|\b__dirname\b/.test(text)) return undefined;
      const own = join("dist", relative(join(root, "src"), dirname(path)));
      const place = `require("node:path").join(__dirname, ${JSON.stringify(relative(folder, own))})`;
      return {
        contents: text
          .replaceAll(/^.*\bcreateRequire\b.*$/gm, "")
          .replaceAll(/\bload\("/g, 'require("')
          .replaceAll(/\b__dirname\b/g, place),
        loader: "ts",
      };
    });
  },
});

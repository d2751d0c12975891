// The constructs are written against cdktf. Those for cdktn are the same files with another module name.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The specifier of cdktf or of a file in it, where a module or a declaration imports one; and framework/require-framework.ts. */
const imported = /(\b(?:require|import)\(\s*|\b(?:from|import)\s+|\bframework = )(["'])cdktf(?=\/|\2)/g;

/** Writes `dist/cdktn` from `dist/constructs`, which must be built. */
export function buildForCdktn(dist) {
  const from = join(dist, "constructs");
  for (const name of readdirSync(from, { recursive: true, encoding: "utf8" })) {
    if (!/\.(js|d\.ts)$/.test(name)) continue;
    const to = join(dist, "cdktn", name);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, readFileSync(join(from, name), "utf8").replaceAll(imported, "$1$2cdktn"));
  }
}

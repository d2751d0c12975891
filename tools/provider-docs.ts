import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pages } from "./provider-docs/pages";

/** Writes the provider's documentation in the registry's layout: `tsx tools/provider-docs.ts`. */
const folder = join(__dirname, "../docs/provider");

rmSync(folder, { recursive: true, force: true });
for (const [path, text] of pages()) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

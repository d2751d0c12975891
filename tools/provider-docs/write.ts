import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pages } from "./pages";

/** The folder of the pages. */
export const pagesFolder = join(__dirname, "../../docs/provider");

/** Replaces all pages. */
export function writePages(): void {
  rmSync(pagesFolder, { recursive: true, force: true });
  for (const [path, text] of pages()) {
    mkdirSync(dirname(join(pagesFolder, path)), { recursive: true });
    writeFileSync(join(pagesFolder, path), text);
  }
}

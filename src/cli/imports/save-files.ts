import { lstatSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fail, messageOf } from "../../diagnostics/error";

/** Files that were written; can be taken back. */
export interface Saved {
  readonly paths: readonly string[];
  /** Removes the files, and the folders that were made for them. */
  readonly undo: () => void;
}

/**
 * Writes all of these files, or none.
 *
 * @param files texts by their paths below the folder, with slashes
 * @throws ScanformError where one is there already, or cannot be written
 */
export function saveFiles(folder: string, files: ReadonlyMap<string, string>): Saved {
  const paths = [...files.keys()].map((name) => join(folder, name));
  for (const path of paths)
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
      fail("usage", `${path} is there already, and nothing is overwritten. Name another folder with --out.`, { path });
  const made: string[] = [];
  const undo = (): void => {
    for (const path of made.toReversed()) rmSync(path, { recursive: true, force: true });
  };
  for (const [at, text] of [...files.values()].entries()) {
    const path = paths[at] ?? folder;
    try {
      const first = mkdirSync(dirname(path), { recursive: true });
      if (first !== undefined) made.push(first);
      writeFileSync(path, text, { flag: "wx" });
      made.push(path);
    } catch (thrown) {
      undo();
      fail(
        "usage",
        `${path} cannot be written: ${messageOf(thrown)}. Name another folder with --out.`,
        { path },
        thrown,
      );
    }
  }
  return { paths, undo };
}

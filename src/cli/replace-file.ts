import { randomUUID } from "node:crypto";
import { lstatSync, renameSync, rmSync, writeFileSync } from "node:fs";

/**
 * Writes a file whole or not at all. What is there and not a regular file, such as a symbolic link, stays as it is.
 *
 * @param mode readable only by its owner, if left out
 * @throws Error of the file system, or one that says what stands there
 */
export function replaceFile(path: string, text: string, mode = 0o600): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false)
    throw new Error("it is there and not a regular file");
  const beside = `${path}.${randomUUID()}.new`;
  try {
    writeFileSync(beside, text, { mode, flag: "wx" });
    renameSync(beside, path);
  } catch (thrown) {
    rmSync(beside, { force: true });
    throw thrown;
  }
}

import { randomUUID } from "node:crypto";
import { lstatSync, renameSync, rmSync, writeFileSync } from "node:fs";

/**
 * Writes a file whole or not at all, readable only by its owner. What is there and not a regular file, such as a
 * symbolic link, stays as it is.
 *
 * @throws Error of the file system, or one that says what stands there
 */
export function replaceFile(path: string, text: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false)
    throw new Error("it is there and not a regular file");
  const beside = `${path}.${randomUUID()}.new`;
  try {
    writeFileSync(beside, text, { mode: 0o600, flag: "wx" });
    renameSync(beside, path);
  } catch (thrown) {
    rmSync(beside, { force: true });
    throw thrown;
  }
}

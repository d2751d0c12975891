import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fail, messageOf } from "./error";

/**
 * Makes a folder for temporary files, which the caller removes.
 *
 * @param parent where to make it
 * @throws ScanformError `temporary-folder` where none can be made there
 */
export function temporaryFolder(parent = tmpdir()): string {
  try {
    return mkdtempSync(join(parent, "scanform-"));
  } catch (thrown) {
    const variable = process.platform === "win32" ? "TEMP" : "TMPDIR";
    fail(
      "temporary-folder",
      `No folder can be made in ${parent}: ${messageOf(thrown)}. Set ${variable} to a folder that can be written.`,
      {},
      thrown,
    );
  }
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders: string[] = [];

/** The path of a file in a temporary folder, which is deleted after the test. */
export function fileIn(name = "state.json"): string {
  const folder = mkdtempSync(join(tmpdir(), "scanform-data-"));
  folders.push(folder);
  return join(folder, name);
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

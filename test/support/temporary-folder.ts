import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const root = join(__dirname, "../..");
const folders: string[] = [];

afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A new folder, which is removed after all tests of the file. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "scanform-test-")));
  folders.push(folder);
  return folder;
}

/** Links packages of ours, or programs such as `.bin/tsx`, into the `node_modules` of a folder. */
export function linkPackages(folder: string, names: readonly string[]): void {
  for (const name of names) {
    const path = join("node_modules", name);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(root, path), join(folder, path));
  }
}

/** Installs scanform, as this checkout has it, and other packages of ours in a folder. */
export function install(folder: string, names: readonly string[]): void {
  linkPackages(folder, names);
  symlinkSync(root, join(folder, "node_modules/scanform"));
}

/** A folder in which the packages of an app are installed, with both frameworks. */
export function installedFolder(): string {
  const folder = temporaryFolder();
  install(folder, ["cdktn", "cdktf", "constructs", "tsx", ".bin/tsx"]);
  return folder;
}

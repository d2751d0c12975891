import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { repositoryRoot } from "./spawned";

const folders: string[] = [];

/** A folder in which the packages of an app are installed, with both frameworks. */
export function installedFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "scanform-installed-")));
  folders.push(folder);
  const modules = join(folder, "node_modules");
  for (const name of ["cdktn", "cdktf", "constructs", "tsx", ".bin/tsx"]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(repositoryRoot, "node_modules", name), join(modules, name));
  }
  symlinkSync(repositoryRoot, join(modules, "scanform"));
  return folder;
}

afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

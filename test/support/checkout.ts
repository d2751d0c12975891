import { spawn } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Ran } from "./desk";
import { ended, repositoryRoot } from "./spawned";
import { temporaryFolder } from "./temporary-folder";

interface LockedPackage {
  license?: string;
}

interface Lock {
  readonly packages: Record<string, LockedPackage | undefined>;
}

/** A copy of what the tools read, whose lock file a test may change. */
export interface Checkout {
  /** Changes the lock file's entry of a folder, such as `node_modules/zod`. */
  readonly lock: (folder: string, change: LockedPackage) => void;
  readonly run: (tool: string, args?: readonly string[], env?: NodeJS.ProcessEnv) => Promise<Ran>;
}

export function checkout(): Checkout {
  const folder = temporaryFolder();
  for (const name of ["package.json", "package-lock.json", "tsconfig.json", "tools"])
    cpSync(join(repositoryRoot, name), join(folder, name), { recursive: true });
  for (const name of ["src", "node_modules"]) symlinkSync(join(repositoryRoot, name), join(folder, name));
  const lockFile = join(folder, "package-lock.json");
  return {
    lock: (at, change) => {
      const lock = JSON.parse(readFileSync(lockFile, "utf8")) as Lock;
      lock.packages[at] = { ...lock.packages[at], ...change };
      writeFileSync(lockFile, JSON.stringify(lock));
    },
    run: (tool, args = [], env = {}) =>
      ended(
        spawn(process.execPath, [`tools/${tool}.mjs`, ...args], {
          cwd: folder,
          env: { PATH: process.env["PATH"], HOME: folder, ...env },
          stdio: ["ignore", "pipe", "pipe"],
        }),
      ),
  };
}

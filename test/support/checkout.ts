import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Ran } from "./desk";
import { repositoryRoot } from "./spawned";

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
  readonly remove: () => void;
}

export function checkout(): Checkout {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "scanform-checkout-")));
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
    run: async (tool, args = [], env = {}) => {
      const child = spawn(process.execPath, [`tools/${tool}.mjs`, ...args], {
        cwd: folder,
        env: { PATH: process.env["PATH"], HOME: folder, ...env },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let [out, err] = ["", ""];
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        out += text;
      });
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        err += text;
      });
      const [code] = (await once(child, "close")) as (number | null)[];
      return { code: code ?? -1, out, err };
    },
    remove: () => {
      rmSync(folder, { recursive: true });
    },
  };
}

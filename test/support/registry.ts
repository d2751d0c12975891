import { spawn } from "node:child_process";
import { join } from "node:path";
import { ended } from "./spawned";
import { temporaryFolder } from "./temporary-folder";

/** An installation is killed after so many milliseconds. */
const longest = 240_000;

/** For tests of packages that come from the npm registry, and are large: only CI pays for that; elsewhere they are skipped. */
export const describeWithPackages = (title: string, tests: () => void): void => {
  if (process.env["CI"] !== undefined) describe(title, tests);
  else describe.skip(`${title} (CI is not set: it installs packages from the npm registry)`, tests);
};

/** Where WEEKLY is set: the job of that name of the `ci` workflow, or somebody who releases. */
export const isWeekly = process.env["WEEKLY"] !== undefined;

/**
 * For rows beside one that runs everywhere, where each takes many seconds: they run once a week, and are reported as
 * skipped elsewhere.
 */
export const describeWeekly = (title: string, tests: () => void): void => {
  if (isWeekly) describe(title, tests);
  else describe.skip(`${title} (not run here: WEEKLY is not set)`, tests);
};

/**
 * Installs before all tests of the file, without running scripts of the packages.
 *
 * @param packages by name and version
 * @returns gives their `node_modules`, from the first test on
 */
export function fromRegistry(...packages: readonly string[]): () => string {
  const folder = temporaryFolder();
  beforeAll(() => install(folder, packages), longest + 10_000);
  return () => join(folder, "node_modules");
}

/**
 * The executable of another Node, installed likewise; of the one that runs this, where it is of that major version.
 *
 * @param version such as `24.21.0`
 */
export function nodeFromRegistry(version: string): () => string {
  const [major] = version.split(".");
  if (process.versions.node.split(".")[0] === major) return () => process.execPath;
  const prefix = process.platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
  const name = `${prefix}-${process.platform}-${process.arch}`;
  const modules = fromRegistry(`${name}@${version}`);
  return () => join(modules(), name, "bin/node");
}

async function install(folder: string, packages: readonly string[]): Promise<void> {
  const flags = ["--prefix", folder, "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  const child = spawn("npm", ["install", ...flags, ...packages], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
    timeout: longest,
  });
  const { code, err } = await ended(child);
  if (code !== 0)
    throw new Error(
      `${packages.join(" and ")} cannot be installed from the npm registry, which this test needs; npm ended with ${String(code)}:\n${err}`,
    );
}

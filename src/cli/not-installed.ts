import { messageOf } from "../diagnostics/error";
import { versionsFor } from "../generate/project/package-json";
import { frameworkOf } from "./imports/app-beside";
import { installCommand } from "./init/install-command";
import { nearestPackageJson, packagesOf } from "./package-json";
import { ownVersion } from "./version";

/** `tsx: not found`, and what Node and tsx say of a module. A package's name may begin with a scope. */
const missing = [
  /(?:^|[\s/])([\w.-]+): (?:command )?not found/,
  /Cannot find (?:module|package) '((?:@[^'/]+\/)?[^'./@:][^'/:]*)(?:\/[^']*)?'/,
];

/**
 * A sentence where an app failed since a package is not installed, with the command that installs it.
 *
 * @param words what the app said. @param folder of the app
 */
export function notInstalled(words: string, folder: string): string | undefined {
  const name = missing.map((pattern) => pattern.exec(words)?.[1]).find((each) => each !== undefined);
  if (name === undefined || name === "npm" || name === "npx") return undefined;
  return `${name} is not installed there. ${advice(name, folder)}`;
}

/** What every project needs is installed at once, in versions that fit. */
function advice(name: string, folder: string): string {
  try {
    const packages = packagesOf(nearestPackageJson(folder) ?? {});
    if (packages.has(name)) return "Run: npm install";
    const framework = frameworkOf(folder) ?? "cdktn";
    const isNeeded = name === "scanform" || Object.hasOwn(versionsFor(framework), name);
    return `Run: ${isNeeded ? installCommand(framework, ownVersion(), packages) : `npm install --save-dev ${name}`}`;
  } catch (thrown) {
    return messageOf(thrown);
  }
}

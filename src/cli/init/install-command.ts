import type { Framework } from "../../generate/choices";
import { shellRange, versionsFor } from "../../generate/project/package-json";

/**
 * The command that installs what a project needs.
 *
 * @param version of scanform
 * @param packages the names of those that its package.json names
 */
export function installCommand(framework: Framework, version: string, packages: ReadonlySet<string>): string {
  const needed = Object.entries({ ...versionsFor(framework), scanform: `^${version}` });
  const missing = needed.filter(([name]) => !packages.has(name));
  if (missing.length === 0) return "npm install";
  return `npm install --save-dev ${missing.map(([name, range]) => `${name}@${shellRange(range)}`).join(" ")}`;
}

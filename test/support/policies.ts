import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Desk } from "./desk";

const package_ = pathToFileURL(join(__dirname, "../../dist/policy/index.js")).href;

/** A file of policies in the folder, which imports from the package. */
export function policies({ folder }: Desk, list: string, waivers?: unknown, name = "scanform.policy.mjs"): string {
  const names =
    "alwaysBlock, atMostRepositories, criticalDismissalsNeed, deny, everyRepositoryCovered, needs, nothingWeakens, policy, warn";
  const text = [
    `import all from ${JSON.stringify(package_)};`,
    `const { ${names} } = all;`,
    `export default [${list}];`,
    ...(waivers === undefined ? [] : [`export const waivers = ${JSON.stringify(waivers)};`]),
  ];
  writeFileSync(join(folder, name), `${text.join("\n")}\n`);
  return name;
}

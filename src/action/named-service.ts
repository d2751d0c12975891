import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { visible } from "../diagnostics/foreign-text";
import { refuse } from "../code-host/refused";

/** The file that names the service, once for all workflows. */
const fileName = "service.env";

const assignment = /^(SCANFORM_BASE_URL(?:_[A-Z0-9_]+)?|SCANFORM_ACCOUNT_ID)=(\S+)$/;

/**
 * The variables that name the service, by the file of the default branch: lines such as
 * `SCANFORM_BASE_URL=https://findings.example.com`, and comments that begin with `#`. A variable of the repository would
 * not do: more people may change it than may change this folder, and the key is sent where it leads.
 *
 * @param folder of the pinned scanform
 */
export function namedService(folder: string): Readonly<Record<string, string>> {
  const path = join(folder, fileName);
  if (!existsSync(path))
    return refuse(`${path} is not there. Make it, with the line SCANFORM_BASE_URL=https://… of your service.`);
  const named = new Map<string, string>();
  for (const [at, line] of readFileSync(path, "utf8").split(/\r?\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, name = "", value = ""] = assignment.exec(line.trim()) ?? [];
    const where = `${fileName}, line ${String(at + 1)}`;
    if (name === "")
      refuse(
        `${where}, is neither SCANFORM_ACCOUNT_ID=… nor SCANFORM_BASE_URL=…, which may end in the alias of a provider ` +
          "block, such as SCANFORM_BASE_URL_EU=…. A key is a secret of the environments, and never in this file.",
      );
    if (named.has(name)) refuse(`${where}, sets ${visible(name)} a second time.`);
    named.set(name, value);
  }
  if (!named.has("SCANFORM_BASE_URL")) refuse(`${fileName} does not set SCANFORM_BASE_URL.`);
  return Object.fromEntries(named);
}

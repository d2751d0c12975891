import type { Framework } from "../choices";
import { jsonText } from "./project-files";

/** What runs the test of a project, in package.json and where there was one already. */
export const testCommand = "node --import tsx --test main.test.ts";

/** `package.json`. @param version of scanform */
export const packageJson = (folderName: string, framework: Framework, version: string): string =>
  jsonText({
    name: packageName(folderName),
    private: true,
    type: "module",
    scripts: {
      plan: "scanform plan",
      test: testCommand,
      types: "tsc",
    },
    devDependencies: byName({ ...versionsFor(framework), scanform: `^${version}` }),
  });

const byName = (versions: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(versions).sort(([left], [right]) => (left < right ? -1 : 1)));

/** Names that npm refuses or that would be taken for a dependency of the project. */
const taken: ReadonlySet<string> = new Set([
  "node_modules",
  "favicon.ico",
  "scanform",
  "cdktn",
  "cdktf",
  "constructs",
  "tsx",
  "typescript",
]);

/**
 * A name for package.json from that of the folder: lower-case letters, digits, `-`, `_` and `.`; `scan-settings` where
 * nothing of it can be kept.
 */
export function packageName(folderName: string): string {
  const plain = folderName
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9._]+/g, "-")
    .slice(0, 100)
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, "");
  if (plain === "") return "scan-settings";
  return taken.has(plain) ? `${plain}-settings` : plain;
}

/** The versions that scanform is tested with, of what a project needs besides scanform itself. */
const frameworkVersions: Readonly<Record<Framework, string>> = { cdktn: "^0.24.0", cdktf: "^0.21.0" };

const others: Readonly<Record<string, string>> = {
  "@types/node": "^20.19.43",
  constructs: "^10.7.2",
  tsx: "^4.23.15",
  typescript: "^6.0.0",
};

/** The packages of a project, with the ranges of their versions, by name. */
export const versionsFor = (framework: Framework): Readonly<Record<string, string>> =>
  byName({ ...others, [framework]: frameworkVersions[framework] });

/** A range without `^`, which some shells take for their own: `^0.24.0` is `0.24`, and `^10.7.2` is `10`. */
export const shellRange = (range: string): string => {
  const [major = "", minor = ""] = range.replace("^", "").split(".");
  return major === "0" ? `${major}.${minor}` : major;
};

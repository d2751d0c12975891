import type { Framework, TestRunner } from "../choices";
import { jsonText } from "./project-files";

/** What runs the test of a project, in package.json and where there was one already. */
export const testCommands: Readonly<Record<Exclude<TestRunner, "none">, string>> = {
  node: "node --import tsx --test main.test.ts",
  jest: "jest",
  vitest: "vitest run",
};

/** `package.json` of a project. @param scanform its version, or from where it is installed. @param plan its script */
export const packageJson = (
  folderName: string,
  framework: Framework,
  scanform: string,
  runner: TestRunner,
  plan = "scanform plan",
): string =>
  jsonText({
    name: packageName(folderName),
    private: true,
    type: "module",
    scripts: {
      plan,
      ...(runner === "none" ? {} : { test: testCommands[runner] }),
      types: "tsc",
    },
    devDependencies: byName({ ...versionsFor(framework, runner), scanform }),
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
  "jest",
  "vitest",
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

/** The versions that scanform is tested with: cdktn refuses later constructs. */
const ofFramework: Readonly<Record<Framework, Readonly<Record<string, string>>>> = {
  cdktn: { cdktn: "^0.24.0", constructs: ">=10.7.2 <10.8" },
  cdktf: { cdktf: "^0.21.0", constructs: "^10.7.2" },
};

const ofRunner: Readonly<Record<TestRunner, Readonly<Record<string, string>>>> = {
  node: {},
  none: {},
  jest: { "@swc/core": "^1.16.18", "@swc/jest": "^0.2.39", "@types/jest": "^30.0.0", jest: "^30.5.2" },
  vitest: { vitest: "^4.1.12" },
};

const others: Readonly<Record<string, string>> = {
  "@types/node": "^20.19.43",
  tsx: "^4.23.15",
  typescript: "^6.0.0",
};

/** The packages of a project besides scanform, with the ranges of their versions, by name. */
export const versionsFor = (framework: Framework, runner: TestRunner = "none"): Readonly<Record<string, string>> =>
  byName({ ...others, ...ofFramework[framework], ...ofRunner[runner] });

/**
 * A range without the characters that shells take for their own: `^0.24.0` is `0.24`, `^10.7.2` is `10`, and
 * `>=10.7.2 <10.8` is `~10.7.2`.
 */
export const shellRange = (range: string): string => {
  const [, from] = /^>=(\d+\.\d+\.\d+) </.exec(range) ?? [];
  if (from !== undefined) return `~${from}`;
  const [major = "", minor = ""] = range.replace("^", "").split(".");
  return major === "0" ? `${major}.${minor}` : major;
};

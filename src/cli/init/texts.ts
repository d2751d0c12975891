import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { visible } from "../../diagnostics/foreign-text";
import { type DeclaredConstruct, type FileTexts, usageOf } from "../../generate/project/project-files";
import { testCommand } from "../../generate/project/package-json";
import { groupBy } from "../../model/group-by";
import type { Manifest } from "../project";

/** Says which files were written, which were left, and how to use the construct in an app that is left. */
export function writtenText(
  written: readonly string[],
  there: readonly string[],
  construct: DeclaredConstruct,
): string {
  const lines = [
    written.length === 0 ? "Nothing was written: every file is there." : `Wrote ${shortened(written).join(", ")}.`,
    ...(there.length === 0 ? [] : [`Left as they are: ${shortened(there).join(", ")}.`]),
    ...(there.includes("main.ts") && written.includes(construct.fileName)
      ? [`Use ${construct.fileName} in a stack: ${usageOf(construct, "stack")}`]
      : []),
  ];
  return lines.map((line) => `${visible(line)}\n`).join("");
}

/** The names of files, with those of a folder as one. */
function shortened(names: readonly string[]): readonly string[] {
  const byFolder = groupBy(names, (name) => (name.includes("/") ? name.slice(0, name.indexOf("/")) : ""));
  return [...byFolder].flatMap(([folder, own]) => {
    if (folder === "") return own;
    const files = own.length === 1 ? "1 file" : `${String(own.length)} files`;
    return `${files}${folder === ".github" ? " of workflows" : ""} in ${folder}`;
  });
}

/** A key of the emulator that is in nobody's account. */
const emulatorKey = "local-emulator-key";
const emulatorPort = "4010";

/**
 * @param hasAccount false: the plan is made against an emulator
 * @param before undefined: the package.json is new
 */
export function nextSteps(install: string, hasAccount: boolean, before: Manifest | undefined): string {
  const plan = hasAccount ? ["Then:", "  npx scanform plan"] : withEmulator;
  const workflows = "What the workflows need is in node_modules/scanform/examples/github-actions/README.md";
  return ["Next:", `  ${install}`, ...testScript(before), ...plan, testLine(before), workflows]
    .map((line) => `${line}\n`)
    .join("");
}

const withEmulator = [
  "Then, with an emulator of the service in a terminal of its own until there is an account:",
  `  npx scanform emulator --port ${emulatorPort} --key ${emulatorKey}`,
  `  SCANFORM_BASE_URL=http://127.0.0.1:${emulatorPort} SCANFORM_API_KEY=${emulatorKey} npx scanform plan`,
  "For code of an account that is live, set SCANFORM_BASE_URL and SCANFORM_API_KEY, and run in another folder: npx scanform init --import",
];

/** A package.json that was there before is the user's to change. */
const testScript = (before: Manifest | undefined): readonly string[] =>
  before === undefined || before.hasTest ? [] : [`  npm pkg set "scripts.test=${testCommand}"`];

const testLine = (before: Manifest | undefined): string =>
  before?.hasTest === true
    ? `The test of main.test.ts runs with: ${testCommand}\nThe workflows run npm test: make it run that too.`
    : "The test of main.test.ts runs with: npm test";

/** The package's own folder, three above this one both in the sources and in the build. */
const example = join(__dirname, "../../../examples/github-actions");

const exampleOrigin = "https://findings.example.com";

/**
 * The workflows of the package and their scripts, by their paths in a repository.
 *
 * @param origin of the service, which is put into them where it is an https URL without anything unusual
 */
export function workflowFiles(origin = ""): FileTexts {
  const isPlain = /^https:\/\/[A-Za-z0-9][A-Za-z0-9.-]*(:\d+)?(\/[A-Za-z0-9._~/-]*)?$/.test(origin);
  const found = readdirSync(join(example, ".github"), { recursive: true, withFileTypes: true, encoding: "utf8" });
  const paths = found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  return Object.fromEntries(
    paths.map((path) => {
      const text = readFileSync(path, "utf8");
      const name = path.slice(example.length + 1).replaceAll("\\", "/");
      return [name, isPlain ? text.replaceAll(exampleOrigin, () => origin) : text];
    }),
  );
}

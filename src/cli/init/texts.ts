import { count } from "../../diagnostics/count";
import { visible } from "../../diagnostics/foreign-text";
import { type DeclaredConstruct, usageOf } from "../../generate/project/project-files";
import { testCommands } from "../../generate/project/package-json";
import { policyFileName } from "../command-policies";
import type { Manifest } from "../project";
import type { InitAnswers } from "./answers";
import { isPlainOrigin, workflowsScanform } from "./optional-files";

/** The files that are to be written, a line for each, and those that are there. */
export function plannedText(missing: readonly string[], there: readonly string[]): string {
  const lines = [
    ...(missing.length === 0 ? ["Nothing to write: every file is there."] : ["Files to write:"]),
    ...missing.map((name) => `  ${name}`),
    ...(there.length === 0 ? [] : [`Left as they are: ${there.join(", ")}.`]),
  ];
  return lines.map((line) => `${visible(line)}\n`).join("");
}

/** Says that the files were written, and how to use the construct in an app that is left. */
export function writtenText(
  written: readonly string[],
  there: readonly string[],
  construct: DeclaredConstruct | undefined,
): string {
  const lines = [
    `Wrote ${count(written.length, "file")}.`,
    ...(construct !== undefined && there.includes("main.ts") && written.includes(construct.fileName)
      ? [`Use ${construct.fileName} in a stack: ${usageOf(construct, "stack")}`]
      : []),
  ];
  return lines.map((line) => `${visible(line)}\n`).join("");
}

/** A key of the emulator that is in nobody's account. */
const emulatorKey = "local-emulator-key";
const emulatorPort = "4010";

const plan = "npx scanform plan";

interface NextSteps {
  /** The command that installs the packages. */
  readonly install: string;
  /** False: the plan is made against an emulator. */
  readonly hasAccount: boolean;
  /** Undefined: the package.json is new. */
  readonly before: Manifest | undefined;
  /** Of the service, as far as it was said. */
  readonly origin: string | undefined;
  /** Policies are at the root of the project, where no workflow asks them. */
  readonly hasRootPolicy: boolean;
}

/** The commands that come next. */
export function nextSteps({ test, ci }: InitAnswers, steps: NextSteps): string {
  const { install, hasAccount, before } = steps;
  const lines = [
    "Next:",
    `  ${install}`,
    ...(test === "none" ? [] : testScript(test, before)),
    ...(hasAccount ? ["Then:", `  ${plan}`] : withEmulator),
    ...(test === "none" ? [] : testLines(test, ci === "github", before)),
    ...(ci === "github" ? workflowsChecklist(steps) : []),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** What the workflows need, in the order in which it can be set up. */
function workflowsChecklist({ origin = "", hasRootPolicy }: NextSteps): readonly string[] {
  const items = [
    `in ${workflowsScanform}: npm install --package-lock-only --ignore-scripts; commit the package-lock.json`,
    isPlainOrigin(origin)
      ? `${workflowsScanform}/service.env names the service: ${origin}`
      : `in ${workflowsScanform}/service.env: set SCANFORM_BASE_URL to the address of your service`,
    ...(hasRootPolicy
      ? [`move ${policyFileName}, and what it imports, into ${workflowsScanform}: the workflows ask the policies there`]
      : []),
    "three environments, limited to the default branch, each with its own secret SCANFORM_API_KEY: scanform-plan, scanform-apply, and scanform-apply-weakens, which has required reviewers",
    "no secret SCANFORM_API_KEY in the repository or the organization: any branch could read it",
    "a rule for the default branch: pull requests only, an approval, stale ones dismissed (not where policies ask for approvals), code owners for /.github/, branches up to date",
    "once this is merged, in that rule: the required status scanform",
  ];
  return [
    "To set up for the workflows:",
    ...items.map((item) => `  [ ] ${item}`),
    "Each item is explained in node_modules/scanform/examples/github-actions/README.md",
  ];
}

const withEmulator: readonly string[] = [
  "Then, with an emulator of the service in a terminal of its own until there is an account:",
  `  npx scanform emulator --port ${emulatorPort} --key ${emulatorKey}`,
  `  SCANFORM_BASE_URL=http://127.0.0.1:${emulatorPort} SCANFORM_API_KEY=${emulatorKey} ${plan}`,
  "For code of an account that is live, set SCANFORM_BASE_URL and SCANFORM_API_KEY, and run in another folder: npx scanform init --import",
];

/** A package.json that was there before is the user's to change. */
const testScript = (test: keyof typeof testCommands, before: Manifest | undefined): readonly string[] =>
  before === undefined || before.hasTest ? [] : [`  npm pkg set "scripts.test=${testCommands[test]}"`];

const testLines = (
  test: keyof typeof testCommands,
  hasWorkflows: boolean,
  before: Manifest | undefined,
): readonly string[] =>
  before?.hasTest === true && before.test !== testCommands[test]
    ? [
        `The test of main.test.ts runs with: ${testCommands[test]}`,
        ...(hasWorkflows ? ["The workflows run npm test: make it run that too."] : []),
      ]
    : ["The test of main.test.ts runs with: npm test"];

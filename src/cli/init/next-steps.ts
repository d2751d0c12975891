import { testCommand } from "../../generate/project/package-json";
import type { Manifest } from "./manifest";

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

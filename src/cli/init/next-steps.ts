import { testCommand } from "../../generate/project/package-json";

/** A key of the emulator that is in nobody's account. */
const emulatorKey = "local-emulator-key";
const emulatorPort = "4010";

/** @param hasAccount false: the plan is made against an emulator */
export function nextSteps(install: string, hasAccount: boolean, isNewManifest: boolean): string {
  const test = isNewManifest ? "npm test" : testCommand;
  const plan = hasAccount
    ? ["Then:", "  npx scanform plan"]
    : [
        "Then, with an emulator of the service in a terminal of its own until there is an account:",
        `  npx scanform emulator --port ${emulatorPort} --key ${emulatorKey}`,
        `  SCANFORM_BASE_URL=http://127.0.0.1:${emulatorPort} SCANFORM_API_KEY=${emulatorKey} npx scanform plan`,
      ];
  const workflows = "What the workflows need is in node_modules/scanform/examples/github-actions/README.md";
  return ["Next:", `  ${install}`, ...plan, `The test of main.test.ts runs with: ${test}`, workflows]
    .map((line) => `${line}\n`)
    .join("");
}

import { Token } from "cdktf";
import { type ConfigurationProblem, judgeConfiguration } from "../../model/judge-configuration";

/** Checks a configuration. @param name any value, since JavaScript may pass one */
export function configurationProblems(
  name: unknown,
  renamedFrom: readonly string[],
  codePolicyIds: readonly string[],
): string[] {
  const known = typeof name === "string" ? name : undefined;
  return [
    ...(known === undefined ? [nameProblem(name)] : []),
    ...judgeConfiguration({ name: known, renamedFrom, codePolicyIds }).map((problem) => words(problem, name)),
  ];
}

const nameProblem = (name: unknown): string =>
  `name is ${name === undefined ? "absent" : JSON.stringify(name)}: give the configuration the name that it has in the account.`;

function words(problem: ConfigurationProblem, name: unknown): string {
  switch (problem.kind) {
    case "name-empty":
      return nameProblem(name);
    case "former-name-is-present":
      return `renamedFrom has ${JSON.stringify(problem.name)}, which is the name itself: remove it.`;
    case "policy-twice":
      return `The code policy "${problem.id}" is declared twice: put all of its settings into one place.`;
    default:
      return problem satisfies never;
  }
}

/**
 * Checks an optional whole number. cdktf writes NaN and infinity as null, which means "not managed".
 * Tokens are not checked.
 */
export function numberProblems(property: string, value: number | undefined): string[] {
  if (value === undefined || Token.isUnresolved(value) || Number.isSafeInteger(value)) return [];
  return [`${property} is ${String(value)}: give it a whole number between -(2^53 - 1) and 2^53 - 1, or leave it out.`];
}

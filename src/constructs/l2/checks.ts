import { Token } from "cdktf";

/** What is wrong with a configuration's name: it must be text that says something. */
export function nameProblems(name: unknown): string[] {
  if (typeof name === "string" && name.trim() !== "") return [];
  return [
    `name is ${name === undefined ? "absent" : JSON.stringify(name)}: give the configuration the name that it has in the account.`,
  ];
}

/**
 * What is wrong with an optional whole number. cdktf would write NaN and infinity as null, which
 * means "no opinion"; a token is left to whoever resolves it.
 */
export function numberProblems(property: string, value: number | undefined): string[] {
  if (value === undefined || Token.isUnresolved(value) || Number.isSafeInteger(value)) return [];
  return [`${property} is ${String(value)}: give it a whole number between -(2^53 - 1) and 2^53 - 1, or leave it out.`];
}

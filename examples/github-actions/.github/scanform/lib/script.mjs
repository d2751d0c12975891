import { appendFileSync } from "node:fs";

/** A commit, by its SHA-1 or SHA-256. */
export const commit = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
/** An id or a number of the code host. */
export const positive = /^[1-9][0-9]{0,15}$/;
/** A moment: ISO 8601, UTC, in seconds. */
export const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** What a script cannot go on with; its message is for the reader of the log. */
export class Refused extends Error {}

/** Runs a script. What it throws becomes an annotation, and exit code 1. */
export async function run(main) {
  try {
    await main();
  } catch (thrown) {
    console.log(`::error::${escaped(thrown instanceof Error ? thrown.message : String(thrown))}`);
    process.exitCode = 1;
  }
}

/** Shows why a script had nothing to do. */
export const notice = (text) => console.log(`::notice::${escaped(text)}`);

/** A required environment variable. */
export function input(name, pattern = /^[^\0\r\n]+$/) {
  const value = process.env[name] ?? "";
  if (!pattern.test(value)) throw new Refused(`${name} is ${value === "" ? "not set" : "not of its form"}.`);
  return value;
}

/** Sets an output of the step. */
export function output(name, value) {
  if (/[\r\n]/.test(value)) throw new Refused(`The output ${name} has several lines.`);
  appendFileSync(input("GITHUB_OUTPUT"), `${name}=${value}\n`);
}

/** Foreign text must not end the line: the next one could be a command to the runner. */
const escaped = (text) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

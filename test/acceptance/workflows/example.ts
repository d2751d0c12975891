import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../../support/spawned";

export const example = join(repositoryRoot, "examples/github-actions");

/** What was written to the file of a step's outputs. */
export function outputsOf(path: string): Readonly<Record<string, string>> {
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  return Object.fromEntries(lines.filter(Boolean).map((line) => line.split("=", 2) as [string, string]));
}

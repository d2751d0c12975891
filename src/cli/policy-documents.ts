import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fail, messageOf } from "../diagnostics/error";
import type { GivenAccount } from "../policy/evaluate";
import type { Io } from "./io";
import { readPlanDocument, unusable } from "./plan-document";

/** How a document that policies can be checked on is made. */
const refusal = {
  code: "policy-document",
  advice: "Make one with: scanform plan --json --for-policies > plan.json",
  use: "checked",
} as const;

/**
 * The accounts of a document of `scanform plan --json`, as policies are given them.
 *
 * @param file as it was typed
 * @throws ScanformError `policy-document` that says how to make one
 */
export const readDocument = (io: Pick<Io, "cwd">, file: string): readonly GivenAccount[] =>
  readPlanDocument(io, file, refusal).map((each) => {
    const { after } = each;
    if (after === undefined) return unusable(file, "does not say what holds once the plan is applied", refusal);
    const { length } = after.configurations;
    if (after.repositories.some(({ configuration }) => configuration !== null && configuration >= length))
      return unusable(file, "has a repository whose configuration it lacks", refusal);
    return { ...each, after };
  });

/** The documents of a folder, by name. @throws ScanformError where it has none, which tests nothing */
export function documentsIn({ cwd }: Pick<Io, "cwd">, folder: string): readonly string[] {
  let names: readonly string[];
  try {
    names = readdirSync(resolve(cwd, folder));
  } catch (thrown) {
    return fail("policy-document", `${folder} cannot be read: ${messageOf(thrown)}.`, { path: folder }, thrown);
  }
  const found = names.filter((name) => name.endsWith(".json")).sort();
  if (found.length === 0)
    fail(
      "policy-document",
      `${folder} has no document, so nothing is tested. Make one with: scanform plan --json --policy FILE > ${join(folder, "plan.json")}`,
      { path: folder },
    );
  return found.map((name) => join(folder, name));
}

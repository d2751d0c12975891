import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fail, messageOf } from "../diagnostics/error";
import { isObject } from "../model/json";
import { parseJson } from "../model/parse-json";
import type { GivenAccount } from "../policy/evaluate";
import { planShape } from "../report/document-shape";
import { formatVersion } from "../report/format-version";
import type { Io } from "./io";

/** How a document that policies can be checked on is made. */
const makeOne = "Make one with: scanform plan --json --for-policies > plan.json";

/**
 * The accounts of a document of `scanform plan --json`, as policies are given them.
 *
 * @param file as it was typed
 * @throws ScanformError `policy-document` that says how to make one
 */
export function readDocument({ cwd }: Pick<Io, "cwd">, file: string): readonly GivenAccount[] {
  const unusable = (why: string, cause?: unknown): never =>
    fail("policy-document", `${file} ${why}. ${makeOne}`, { path: file }, cause);
  let json: unknown;
  try {
    json = parseJson(readFileSync(resolve(cwd, file), "utf8"));
  } catch (thrown) {
    return unusable(`cannot be read: ${messageOf(thrown)}`, thrown);
  }
  if (!isObject(json) || !Array.isArray(json["accounts"])) return unusable("is not the document of a plan");
  const given = String(json["format_version"]);
  if (given !== formatVersion) return unusable(`has format ${given}, and this scanform reads ${formatVersion}`);
  if (json["accounts"].length === 0) return unusable("has no account, so nothing would be checked");
  const result = planShape.safeParse(json);
  if (!result.success) {
    const [issue] = result.error.issues;
    return unusable(`is not the document of a plan: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`);
  }
  if (result.data.diagnostics.some(({ severity }) => severity === "error"))
    return unusable("is that of a plan that failed");
  return result.data.accounts.map((each) => {
    const { after } = each;
    if (after === undefined) return unusable("does not say what holds once the plan is applied");
    const { length } = after.configurations;
    if (after.repositories.some(({ configuration }) => configuration !== null && configuration >= length))
      return unusable("has a repository whose configuration it lacks");
    return { ...each, after };
  });
}

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

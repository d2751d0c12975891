import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { z } from "zod";
import type { DiagnosticCode } from "../diagnostics/catalogue";
import { fail, messageOf } from "../diagnostics/error";
import { isObject } from "../model/json";
import { parseJson, textOfFile } from "../model/parse-json";
import type { GivenAccount } from "../policy/account";
import { planShape } from "../report/document-shape";
import { formatVersion, ofAnotherVersion } from "../report/format-version";
import type { Io } from "./io";
import { readGivenFile } from "../diagnostics/given-file";

/** An account of the document of a plan. */
export type PlannedAccount = z.infer<typeof planShape>["accounts"][number];

/** Equal for the same account of the same service. */
export const accountKey = ({ account_id: id, account: { base_url: url } }: PlannedAccount): string =>
  JSON.stringify([id, url]);

/** What is said of a document that cannot be used. */
interface Refusal {
  readonly code: DiagnosticCode;
  /** How to make one that can. */
  readonly advice: string;
  /** What is to be done with it. */
  readonly use: "checked" | "compared";
}

/** @throws ScanformError that says why, and how to make a document */
export const unusable = (file: string, why: string, { code, advice }: Refusal, cause?: unknown): never =>
  fail(code, `${file} ${why}. ${advice}`, { path: file }, cause);

/**
 * The accounts of a document of `scanform plan --json`.
 *
 * @param file as it was typed
 */
export function readPlanDocument({ cwd }: Pick<Io, "cwd">, file: string, refusal: Refusal): readonly PlannedAccount[] {
  let json: unknown;
  try {
    json = parseJson(textOfFile(readGivenFile(resolve(cwd, file))));
  } catch (thrown) {
    return unusable(file, `cannot be read: ${messageOf(thrown)}`, refusal, thrown);
  }
  if (!isObject(json) || !Array.isArray(json["accounts"]))
    return unusable(file, "is not the document of a plan", refusal);
  if (json["format_version"] !== formatVersion) return unusable(file, ofAnotherVersion, refusal);
  if (json["accounts"].length === 0)
    return unusable(file, `has no account, so nothing would be ${refusal.use}`, refusal);
  const result = planShape.safeParse(json);
  if (result.success) {
    const hasFailed = result.data.diagnostics.some(({ severity }) => severity === "error");
    return hasFailed ? unusable(file, "is that of a plan that failed", refusal) : result.data.accounts;
  }
  const [issue] = result.error.issues;
  const where = issue?.path.join(".") ?? "";
  return unusable(file, `is not the document of a plan: ${where}: ${issue?.message ?? ""}`, refusal);
}

/** How a document that policies can be checked on is made. */
const forPolicies = {
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
  readPlanDocument(io, file, forPolicies).map((each) => {
    const { before, after } = each;
    if (before === undefined || after === undefined)
      return unusable(file, "does not say what holds before and after the plan", forPolicies);
    const isWhole = ({ configurations: { length }, repositories }: typeof after): boolean =>
      repositories.every(({ configuration }) => configuration === null || configuration < length);
    if (!isWhole(before) || !isWhole(after))
      return unusable(file, "has a repository whose configuration it lacks", forPolicies);
    return { ...each, before, after };
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

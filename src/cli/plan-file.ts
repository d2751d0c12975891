import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { z } from "zod";
import { readGivenFile } from "../diagnostics/given-file";
import { hasErrors } from "../diagnostics/diagnostic";
import { fail, messageOf } from "../diagnostics/error";
import { canonicalJson } from "../model/fingerprint";
import { isObject } from "../model/json";
import { parseJson, textOfFile } from "../model/parse-json";
import type { GateCondition } from "../report/conditions";
import { decisionsOf } from "../reconcile/plan/decisions";
import type { Plan } from "../reconcile/plan/plan";
import {
  type AccountDocument,
  accountKey,
  type FailedAccountDocument,
  jsonText,
  plannedIn,
  type PlanDocument,
  isPlanned,
} from "../report/document";
import { accountShape, failedAccountShape, planShape } from "../report/document-shape";
import { formatVersion, ofAnotherVersion } from "../report/format-version";
import { accountLine } from "../report/head";
import { documentOf } from "../report/make-document";
import { isTrue, planOrWhy } from "../report/recompute";
import { saveFile } from "./files";
import type { Io } from "./io";

/** The saved plan of one account. Never a key. */
export interface SavedPlan {
  readonly document: AccountDocument;
  /** The same plan, made again from what the document says holds before it. */
  readonly plan: Plan;
  /** When the document was made: ISO 8601. */
  readonly madeAt: string;
}

/** What was saved. */
export interface SavedPlans {
  readonly document: PlanDocument;
  /** Of each account that has one. */
  readonly plans: readonly SavedPlan[];
}

/** Writes a document atomically, readable only by the owner. */
export function writePlanFile(path: string, document: PlanDocument, { secrets }: Pick<Io, "secrets">): void {
  const text = jsonText(document);
  if (secrets.isIn(text))
    fail("plan-file-unreadable", `${path} is not written: it would contain an API key.`, { path });
  saveFile(path, text, "plan-file-unreadable");
}

/**
 * Reads what `plan --out` has saved, or `plan --json` has printed.
 *
 * @param file as it was typed
 * @throws ScanformError that explains why the file cannot be used: `plan-unlike` where it says of a plan what does not
 *   follow from what it says holds before it
 */
export function readPlans({ cwd }: Pick<Io, "cwd">, file: string): SavedPlans {
  let text: string;
  try {
    text = textOfFile(readGivenFile(resolve(cwd, file)));
  } catch (thrown) {
    return unusable(file)(`cannot be read: ${messageOf(thrown)}`, thrown);
  }
  return parsePlans(file, text);
}

const unusable =
  (file: string) =>
  (why: string, cause?: unknown): never =>
    fail(
      "plan-file-unreadable",
      `${file || '""'} ${why}. \`scanform plan --out FILE\` makes one.`,
      { path: file },
      cause,
    );

/** The plans of the text of a file. @param file for errors */
export function parsePlans(file: string, text: string): SavedPlans {
  const read = documentIn(file, text);
  const refuse = (why = ""): never =>
    fail(
      "plan-unlike",
      `${file} was changed after it was saved: what it says does not follow from the settings that it holds${why}. Plan again, and have it reviewed.`,
      { path: file },
    );
  const document = documentOf(read);
  if (canonicalJson(read.overall) !== canonicalJson(document.overall)) refuse();
  const plans = plannedIn(document).map((saved): SavedPlan => {
    const plan = planOrWhy(saved, Date.parse(document.made_at));
    if (typeof plan === "string") return refuse(` (${plan})`);
    return isTrue(saved, plan) ? { document: saved, plan, madeAt: document.made_at } : refuse();
  });
  return { document, plans };
}

/** The document, in its form. What it says is not checked. */
function documentIn(file: string, text: string): PlanDocument {
  const refuse = unusable(file);
  let json: unknown;
  try {
    json = parseJson(text);
  } catch (thrown) {
    return refuse(`cannot be read: ${messageOf(thrown)}`, thrown);
  }
  if (!isObject(json) || !Array.isArray(json["accounts"])) return refuse("is not a saved plan");
  if (json["format_version"] !== formatVersion) return refuse(ofAnotherVersion);
  const inForm = <T>(shape: z.ZodType<T>, value: unknown, place: readonly PropertyKey[] = []): T => {
    const result = shape.safeParse(value);
    if (result.success) return value as T; // in the order in which it was written
    const [issue] = result.error.issues;
    const path = [...place, ...(issue?.path ?? [])].map(String).join(".");
    return refuse(`is damaged: ${path}: ${issue?.message ?? ""}`);
  };
  const accounts = (json["accounts"] as readonly unknown[]).map((each, at): AccountDocument | FailedAccountDocument =>
    isObject(each) && "digest" in each
      ? inForm(accountShape, each, ["accounts", at])
      : inForm(failedAccountShape, each, ["accounts", at]),
  );
  if (accounts.length === 0) return refuse("has no account");
  const silent = accounts.find((each) => !isPlanned(each) && !hasErrors(each.diagnostics));
  if (silent !== undefined) return refuse(`has no plan of the ${accountLine(silent.account)}, and does not say why`);
  const keys = accounts.map(accountKey);
  const twice = accounts.find((each, at) => keys.indexOf(accountKey(each)) !== at);
  if (twice !== undefined) return refuse(`has the ${accountLine(twice.account)} twice`);
  return { ...inForm(planShape, { ...json, accounts: [] }), accounts };
}

/**
 * The accounts of a saved plan that is to be judged: what has no plan must not pass for checked.
 *
 * @throws ScanformError why an account has none
 */
export function wholePlan(io: Pick<Io, "cwd">, file: string): readonly AccountDocument[] {
  const { document } = readPlans(io, file);
  const failed = document.accounts.filter((each) => !isPlanned(each));
  if (failed.length === 0) return plannedIn(document);
  const why = failed.flatMap(({ diagnostics }) => diagnostics.map(({ detail }) => detail)).join("\n");
  const which = failed.map(({ account }) => accountLine(account)).join(", ");
  return fail("plan-file-unreadable", `${file} has no plan of the ${which}, so nothing is checked:\n${why}`, {
    path: file,
  });
}

/** Applying it would do nothing. */
export const decidesNothing = ({ plan }: SavedPlan): boolean => decisionsOf(plan).size === 0;

/** @throws ScanformError `usage` for a condition about what a plan was saved without */
export function requireSaved(
  file: string,
  plans: readonly Pick<SavedPlan, "document">[],
  failOn: readonly GateCondition[] = [],
): void {
  if (failOn.includes("future") && plans.some(({ document }) => document.future === undefined))
    fail(
      "usage",
      `${file} was saved without --base, so it does not say what --fail-on future asks. Plan again with it.`,
    );
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
      `${folder} has no document, so nothing is tested. Make one with: scanform plan --policy FILE --out ${join(folder, "plan.json")}`,
      { path: folder },
    );
  return found.map((name) => join(folder, name));
}

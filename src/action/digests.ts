import { isObject } from "../model/json";
import { optionalAt } from "../code-host/answers";
import type { Files } from "../code-host/artifacts";
import { refuse } from "../code-host/refused";

/** The file of a kept plan with the document of `scanform plan --json`. */
export const documentFile = "plan.json";

/** The account and the digest of each plan in the document that was kept, sorted; equal for equal plans. */
export function digestsOf(files: Files): readonly string[] {
  const document: unknown = JSON.parse(files.get(documentFile)?.toString("utf8") ?? "{}");
  const accounts = optionalAt(document, "accounts");
  if (!Array.isArray(accounts) || accounts.length === 0) return refuse("The kept plan has no accounts.");
  return accounts.map(digestOf).sort();
}

function digestOf(account: unknown): string {
  const digest = isObject(account) ? account["digest"] : undefined;
  if (!isObject(account) || typeof digest !== "string" || !/^[0-9a-f]{64}$/.test(digest))
    return refuse("The kept plan has no digest.");
  return `${String(account["account_id"])} ${digest}`;
}

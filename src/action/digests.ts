import { isObject } from "../model/json";
import { optionalAt } from "../code-host/answers";
import type { Files } from "../code-host/artifacts";
import { keptFile } from "../code-host/kept-plans";
import { outcomeOf } from "./outcome";
import { refuse } from "../code-host/refused";

/**
 * The account and the digest of each plan that was kept, sorted; equal where an approval of one is an approval of the
 * other. Where nothing was planned, what became of it.
 */
export function digestsOf(files: Files): readonly string[] {
  const { kind } = outcomeOf(files);
  if (kind !== "planned") return [kind];
  const document: unknown = JSON.parse(files.get(keptFile)?.toString("utf8") ?? "{}");
  const accounts = optionalAt(document, "accounts");
  if (!Array.isArray(accounts) || accounts.length === 0) return refuse("The kept plan has no accounts.");
  return accounts.map(digestOf).sort();
}

function digestOf(account: unknown): string {
  const digest = isObject(account) ? account["review_digest"] : undefined;
  if (!isObject(account) || typeof digest !== "string" || !/^[0-9a-f]{64}$/.test(digest))
    return refuse("The kept plan has no digest.");
  return `${String(account["account_id"])} ${digest}`;
}

/** Whether two kept plans are the same one. */
export const isSamePlan = (one: Files, other: Files): boolean =>
  digestsOf(one).join("\n") === digestsOf(other).join("\n");

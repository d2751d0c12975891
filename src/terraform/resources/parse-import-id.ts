import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import type { Session } from "../account/session";

/**
 * Parses an import id: ids separated by slashes, optionally preceded by the id of the account.
 *
 * @param names the names of the ids, for the error
 */
export function parseImportId(
  { accountId }: Session,
  text: string,
  names: readonly string[],
): { readonly ids: readonly string[] } | { readonly diagnostics: readonly Diagnostic[] } {
  const parts = text.split("/");
  const account = parts.length === names.length + 1 ? parts.shift() : undefined;
  if (parts.length !== names.length || parts.some((each) => each.trim() === "")) {
    const form = names.join("/");
    const detail = `${JSON.stringify(text)} is not of the form ${form}, nor of the form ACCOUNT_ID/${form}.`;
    return { diagnostics: [error("id-invalid", detail)] };
  }
  if (account === undefined || account.toLowerCase() === accountId.toLowerCase()) return { ids: parts };
  return { diagnostics: [otherAccount({ accountId }, account)] };
}

export const otherAccount = ({ accountId }: Pick<Session, "accountId">, account: string): Diagnostic =>
  error(
    "import-account",
    `account_id of the provider block is ${accountId}, and not ${account}. Import with the block of that account.`,
  );

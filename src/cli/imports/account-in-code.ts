import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AccountDeclaration } from "../../declaration/group-by-account";
import { visible } from "../../diagnostics/foreign-text";
import { accountComment, type NamedAccount } from "../../generate/project/project-files";
import { sameId } from "../../model/uuid";
import type { Place, PlaceOptions } from "./place";

/** How the account's id gets into what is declared. */
export interface AccountInCode {
  /** A provider block that goes before the HCL; empty where there is none to write. */
  readonly block: string;
  /** What the user has to do; undefined if the id is written, or was there before. */
  readonly say?: string;
}

/**
 * The account's id is written wherever a provider block is written. Where there is one already, or where no block is a part
 * of the code, it is said.
 *
 * @param account undefined where the service calls the account by something else than a UUID, which no code can have
 * @param declared what the app beside declares
 */
export function accountInCode(
  account: NamedAccount | undefined,
  { folder, isNew }: Place,
  { out, format }: PlaceOptions,
  declared: readonly AccountDeclaration[] = [],
): AccountInCode {
  const none = { block: "" };
  if (account === undefined) return none;
  const { id } = account;
  const why = "so that a key of several accounts cannot mean another one";
  switch (format) {
    case "typescript": {
      const isThere = declared.some(
        ({ provider }) => provider.accountId !== undefined && sameId(provider.accountId, id),
      );
      if (isThere || (out !== undefined && isNew)) return none;
      const whose = declared.length === 0 ? "of your app" : "of the app";
      return { ...none, say: `Name the account in the provider ${whose}, ${why}: { accountId: "${id}" }` };
    }
    case "hcl": {
      const found = out === undefined ? undefined : fileWithBlock(folder);
      if (out !== undefined && found === undefined) return { block: `${providerBlock(account)}\n` };
      if (found?.text.toLowerCase().includes(id.toLowerCase()) === true) return none;
      const where = found === undefined ? "" : ` of ${visible(found.name)}`;
      return { ...none, say: `Name the account in the provider block${where}, ${why}: account_id = "${id}"` };
    }
    default:
      return format satisfies never;
  }
}

/** The provider block of an account, with the account's name in a comment. */
export const providerBlock = (account: NamedAccount): string => `${accountComment("#", account)}provider "scanform" {
  account_id = "${account.id}"
}
`;

/** The file of terraform's in the folder that has a provider block of scanform. */
function fileWithBlock(folder: string): { readonly name: string; readonly text: string } | undefined {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /\.tf(?:\.json)?$/.test(name)) : [];
  return names
    .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }))
    .find(({ name, text }) =>
      name.endsWith(".json")
        ? /"provider"\s*:[^]*"scanform"\s*:/.test(text)
        : /^\s*provider\s+"?scanform"?\s*\{/m.test(text),
    );
}

import { listed } from "../../diagnostics/enumeration";
import { fail } from "../../diagnostics/error";
import type { Session } from "../account/session";
import { type ConfigurationId, configurationId } from "../../model/ids";
import { suggestion } from "../../model/suggest";
import { isUuid, sameId } from "../../model/uuid";
import { identityCandidates } from "../account/lists";

/** All throw a ScanformError for a text that identifies nothing. */

/**
 * The ids in an import id, which are separated by slashes and may follow the id of the account.
 *
 * @param names the names of the ids, for the error
 */
export function parseImportId(session: Session, text: string, names: readonly string[]): readonly string[] {
  const parts = text.split("/");
  const account = parts.length === names.length + 1 ? parts.shift() : undefined;
  if (parts.length !== names.length || parts.some((each) => each.trim() === "")) {
    const form = names.join("/");
    fail("id-invalid", `${JSON.stringify(text)} is not of the form ${form}, nor of the form ACCOUNT_ID/${form}.`);
  }
  if (account !== undefined && !sameId(account, session.accountId)) refuseAccount(session, account);
  return parts;
}

const refuseAccount = ({ accountId }: Session, account: string): never =>
  fail(
    "import-account",
    `account_id of the provider block is ${accountId}, and not ${account}. Import with the block of that account.`,
  );

/**
 * Finds the configuration to import. A name may have slashes; a text that is a UUID is an id.
 *
 * @param text ID, NAME, ACCOUNT_ID/ID or ACCOUNT_ID/NAME
 */
export function parseConfigurationImportId(session: Session, text: string): Promise<ConfigurationId> {
  const at = text.indexOf("/");
  const [account, rest] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  if (sameId(account, session.accountId)) return configurationBy(session, rest);
  if (isUuid(account) && isUuid(rest)) refuseAccount(session, account);
  return configurationBy(session, text);
}

async function configurationBy({ lists }: Session, given: string): Promise<ConfigurationId> {
  if (isUuid(given)) return configurationId(given.toLowerCase());
  const all = await lists.read("configurations", "ended");
  const [found, ...more] = identityCandidates({ name: given }, all);
  const name = JSON.stringify(given);
  if (found === undefined) {
    const near = suggestion(
      given,
      all.flatMap((each) => each.name ?? []),
    );
    const forms = "Write ID, NAME, ACCOUNT_ID/ID or ACCOUNT_ID/NAME.";
    return fail(
      "import-unknown",
      `${name} is no id, and the account has no configuration of that name. ${near} ${forms}`,
    );
  }
  if (more.length === 0) return found.id;
  const ids = listed([found, ...more].map(({ id }) => id));
  return fail("name-live-twice", `${name} is the name of ${ids}. Import the one that is meant by its id.`);
}

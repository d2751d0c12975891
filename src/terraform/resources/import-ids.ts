import { fail } from "../../diagnostics/error";
import type { Session } from "../account/session";
import type { Configuration } from "../../model/entities";
import { groupBy } from "../../model/group-by";
import { type ConfigurationId, configurationId } from "../../model/ids";
import { listed, suggestion } from "../../model/suggest";
import { isUuid, sameId, type ImportPair, importPairs } from "../../model/uuid";
import { identityCandidates } from "../account/lists";
import { isWritableKey } from "../generated-keys";
import { objectOf, type ObjectValue } from "../value";

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
  const all = await lists.whole("configurations");
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

/**
 * The entries to import, with their ids alone.
 *
 * @param text `key=ID,key=NAME`, or `*` or the account's id for all its configurations, each under its name, or under
 *   its id where the name cannot be a key
 */
export async function parseCollectionImportId(session: Session, text: string): Promise<ObjectValue> {
  const { lists, accountId } = session;
  if (isUuid(text) && !sameId(text, accountId)) refuseAccount(session, text);
  const all = text === "*" || sameId(text, accountId);
  const pairs: readonly ImportPair[] = all ? pairsOf(await lists.whole("configurations")) : importPairs(text);
  const wrong = pairs.find(([key, given]) => key === "" || given === "");
  if (wrong !== undefined) refusePairs(`has ${JSON.stringify(wrong.join("="))}`);
  const keys = new Set<string>();
  const repeated = pairs.find(([key]) => keys.size === keys.add(key).size);
  if (repeated !== undefined) refusePairs(`has ${JSON.stringify(repeated[0])} twice`);
  const entries: [string, ObjectValue][] = [];
  for (const [key, given] of pairs) {
    const id = await configurationBy(session, given);
    if ((await lists.configuration(id)) === undefined)
      fail("import-unknown", `The account has no configuration ${id} for ${JSON.stringify(key)}.`);
    entries.push([key, { id }]);
  }
  return objectOf(entries);
}

/** All configurations, each under its name, or under its id where the name is missing, repeats, or is not written as it is. */
function pairsOf(configurations: readonly Configuration[]): readonly ImportPair[] {
  const names = groupBy(configurations, ({ name }) => name);
  return configurations.map(({ id, name = "" }) => {
    const isKey = name !== "" && names.get(name)?.length === 1 && isWritableKey(name);
    return [isKey ? name : id, id];
  });
}

const refusePairs = (what: string): never =>
  fail(
    "import-id-invalid",
    `It ${what}. Write KEY=ID,KEY=NAME with the ids or names of configurations, or * for all, each under its name.`,
  );

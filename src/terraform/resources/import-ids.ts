import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import type { Session } from "../account/session";
import { type ConfigurationId, configurationId } from "../../model/ids";
import { listed, suggestion } from "../../model/suggest";
import { isUuid, sameId, type ImportPair, importPairs } from "../../model/uuid";
import { identityCandidates } from "../account/lists";
import type { ObjectValue } from "../value";

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

const otherAccount = ({ accountId }: Pick<Session, "accountId">, account: string): Diagnostic =>
  error(
    "import-account",
    `account_id of the provider block is ${accountId}, and not ${account}. Import with the block of that account.`,
  );

interface ImportedId {
  /** undefined when something is wrong. */
  readonly id?: ConfigurationId;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds the configuration to import. A name may have slashes; a text that is a UUID is an id.
 *
 * @param text ID, NAME, ACCOUNT_ID/ID or ACCOUNT_ID/NAME
 */
export async function parseConfigurationImportId(session: Session, text: string): Promise<ImportedId> {
  const { account, rest } = split(text);
  if (account !== undefined && sameId(account, session.accountId))
    return isUuid(rest) ? byId(rest) : configurationNamed(session, rest);
  if (account !== undefined && isUuid(rest)) return { diagnostics: [otherAccount(session, account)] };
  return isUuid(text) ? byId(text) : configurationNamed(session, text);
}

/** What precedes the first slash is an account's id if it is a UUID. */
function split(text: string): { readonly account?: string; readonly rest: string } {
  const at = text.indexOf("/");
  const first = text.slice(0, Math.max(at, 0));
  return isUuid(first) ? { account: first, rest: text.slice(at + 1) } : { rest: text };
}

const byId = (id: string): ImportedId => ({ id: configurationId(id.toLowerCase()), diagnostics: [] });

async function configurationNamed({ lists }: Session, name: string): Promise<ImportedId> {
  const all = await lists.configurations();
  const [found, ...more] = identityCandidates({ name }, all);
  if (found === undefined) {
    const near = suggestion(
      name,
      all.flatMap((each) => each.name ?? []),
    );
    const detail = `${JSON.stringify(name)} is no id, and the account has no configuration of that name. ${near} ${forms}`;
    return { diagnostics: [error("import-unknown", detail)] };
  }
  if (more.length === 0) return { id: found.id, diagnostics: [] };
  const ids = listed([found, ...more].map(({ id }) => id));
  return {
    diagnostics: [
      error(
        "name-live-twice",
        `${JSON.stringify(name)} is the name of ${ids}. Import the one that is meant by its id.`,
      ),
    ],
  };
}

const forms = "Write ID, NAME, ACCOUNT_ID/ID or ACCOUNT_ID/NAME.";

interface ImportedEntries {
  /** With their ids alone; undefined when something is wrong. */
  readonly entries?: readonly (readonly [string, ObjectValue])[];
  readonly diagnostics: readonly Diagnostic[];
}

/** @param text `key=ID,key=NAME`, or `*` or the account's id for all its configurations, each under its name */
export async function parseCollectionImportId(session: Session, text: string): Promise<ImportedEntries> {
  const { lists, accountId } = session;
  if (isUuid(text) && !sameId(text, accountId)) return { diagnostics: [otherAccount(session, text)] };
  const all = text === "*" || sameId(text, accountId);
  const pairs: readonly ImportPair[] = all
    ? (await lists.configurations()).map(({ id, name }) => [name ?? id, id])
    : importPairs(text);
  const wrong = pairs.find(([key, text]) => key === "" || text === "");
  if (wrong !== undefined) return unusable(all, `has ${JSON.stringify(wrong.join("="))}`);
  const keys = new Set<string>();
  const repeated = pairs.find(([key]) => keys.size === keys.add(key).size);
  if (repeated !== undefined) return unusable(all, `has ${JSON.stringify(repeated[0])} twice`);
  const entries: [string, { readonly id: ConfigurationId }][] = [];
  for (const [key, given] of pairs) {
    const named = isUuid(given)
      ? { id: configurationId(given.toLowerCase()), diagnostics: [] }
      : await configurationNamed(session, given);
    const { id } = named;
    if (id === undefined) return { diagnostics: named.diagnostics };
    if ((await lists.configuration(id)) === undefined)
      return {
        diagnostics: [error("import-unknown", `The account has no configuration ${id} for ${JSON.stringify(key)}.`)],
      };
    entries.push([key, { id }]);
  }
  return { entries, diagnostics: [] };
}

const unusable = (all: boolean, what: string): ImportedEntries => ({
  diagnostics: [
    error(
      "import-id-invalid",
      `${all ? "The account" : "It"} ${what}. Write KEY=ID,KEY=NAME with the ids or names of configurations, or * for all, each under its name.`,
    ),
  ],
});

import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import { type ConfigurationId, configurationId } from "../../model/ids";
import { listed, suggestion } from "../../model/suggest";
import { isUuid, sameId } from "../../model/uuid";
import { identityCandidates } from "../account/identity-candidates";
import type { Session } from "../account/session";
import { otherAccount } from "./parse-import-id";

interface Imported {
  /** undefined when something is wrong. */
  readonly id?: ConfigurationId;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds the configuration to import. A name may have slashes; a text that is a UUID is an id.
 *
 * @param text ID, NAME, ACCOUNT_ID/ID or ACCOUNT_ID/NAME
 */
export async function parseConfigurationImportId(session: Session, text: string): Promise<Imported> {
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

const byId = (id: string): Imported => ({ id: configurationId(id.toLowerCase()), diagnostics: [] });

/** Finds the one configuration of this name. */
export async function configurationNamed({ lists }: Session, name: string): Promise<Imported> {
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

import { firstLines } from "../diagnostics/enumeration";
import type { AccountDeclaration } from "../declaration/group-by-account";
import type { ProviderSettings } from "../declaration/provider";
import type { Declaration } from "../declaration/read-declaration";
import { type Diagnostic, error } from "../diagnostics/diagnostic";
import { ScanformError } from "../diagnostics/error";
import type { Desired } from "../model/desired";
import type { AccountId } from "../model/ids";
import { sameId } from "../model/uuid";

/** An earlier declaration, by account. */
export interface Base {
  /** What it declares for an account; undefined where it cannot be read. */
  readonly of: (provider: ProviderSettings, account: AccountId | null) => Desired | undefined;
  /** Why the comparison is not whole. Called once all accounts have been asked for. */
  readonly problems: () => readonly Diagnostic[];
}

const nothing: Desired = { configurations: [], assignments: [] };

/**
 * Reads an earlier declaration. Never throws for what is wrong in it.
 *
 * @param read reads and evaluates the folder
 */
export function readBase(folder: string, read: (folder: string) => Pick<Declaration, "accounts">): Base {
  let accounts: readonly AccountDeclaration[];
  try {
    ({ accounts } = read(folder));
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    const problem = unusable(folder, thrown.diagnostics);
    return { of: () => undefined, problems: () => [problem] };
  }
  const asked = new Set<AccountDeclaration>();
  return {
    of: (provider, account) => {
      const found = accounts.find((each) => isSameAccount(each.provider, provider, account));
      if (found === undefined) return nothing; // the account is new
      asked.add(found);
      return found.desired;
    },
    problems: () =>
      accounts.filter((each) => !asked.has(each) && declaresAny(each)).map(({ provider }) => gone(provider)),
  };
}

/** A block of the base without an account id has the account of the block with its alias. */
const isSameAccount = (base: ProviderSettings, now: ProviderSettings, account: AccountId | null): boolean =>
  (base.baseUrl === undefined || now.baseUrl === undefined || base.baseUrl === now.baseUrl) &&
  (base.accountId === undefined
    ? base.aliases.some((alias) => now.aliases.includes(alias))
    : account !== null && sameId(base.accountId, account));

const declaresAny = ({ desired: { configurations, assignments, triages = [] } }: AccountDeclaration): boolean =>
  configurations.length + assignments.length + triages.length > 0;

function gone({ accountId, aliases }: ProviderSettings): Diagnostic {
  const alias = aliases.find((each) => each !== "");
  const which =
    accountId ??
    (alias === undefined ? "of the provider block without an alias" : `of the provider block ${JSON.stringify(alias)}`);
  const detail = `The base declares the account ${which}, and this declaration does not, so what becomes of its new repositories and triages is not known. If it is the same account under another alias, give both blocks its accountId.`;
  return error("base-unusable", detail, { address: "provider.scanform" });
}

/** The most problems of a base that are listed. */
const most = 10;

function unusable(folder: string, diagnostics: readonly Diagnostic[]): Diagnostic {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const lines = errors.map(({ address, detail }) => (address === undefined ? detail : `${address}: ${detail}`));
  const detail = `${folder} cannot be read as a declaration, so nothing was compared with it:\n${firstLines(lines, most).join("\n")}`;
  return error("base-unusable", detail, { path: folder });
}

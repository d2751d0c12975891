import type { ProviderSettings } from "../declaration/provider";
import { fail, ScanformError } from "../diagnostics/error";
import type { Desired } from "../model/desired";
import type { Account, Observed } from "../model/entities";
import { accountId } from "../model/ids";
import { complete } from "../reconcile/complete";
import { observe } from "../reconcile/observe";
import { plan, type PlanAccount, type PlanOptions } from "../reconcile/plan";
import type { Reader, Writer } from "../reconcile/ports";
import { ApiKey } from "../diagnostics/api-key";
import { baseUrl } from "../service/base-url";
import { ServiceClient } from "../service/client";
import { clockThatSleeps } from "../service/clock";
import { ServiceError } from "../service/error";
import type { Io } from "./io";

/** Options of every command that talks to the service. */
export interface ConnectionOptions {
  readonly insecure?: boolean;
  /** Seconds. */
  readonly timeout?: number;
}

/** A connection to one service with one key. */
export interface Session {
  readonly url: string;
  readonly provider: ProviderSettings;
  /** Cannot write: anything but GET throws before it is sent. */
  readonly reader: Reader;
  /** Only an apply asks for it. */
  writer(): Writer;
  close(): Promise<void>;
}

/** The key of the environment; it has no other way in. */
export function apiKey(env: NodeJS.ProcessEnv): ApiKey {
  const key = env["SCANFORM_API_KEY"]?.trim() ?? "";
  if (key === "")
    fail("no-api-key", "Set SCANFORM_API_KEY. Keys are made in the service's dashboard, under access keys.");
  if (!/^[\x21-\x7e]+$/.test(key))
    fail(
      "no-api-key",
      "SCANFORM_API_KEY holds characters that no key has, such as a line break in the middle. Set it again.",
    );
  return new ApiKey(key);
}

/** @param provider what the declaration says, which comes before the environment */
export function connect(io: Io, key: ApiKey, provider: ProviderSettings, options: ConnectionOptions): Session {
  const text = provider.baseUrl ?? io.env["SCANFORM_BASE_URL"] ?? "";
  if (text === "") fail("base-url-missing", "Set SCANFORM_BASE_URL, or base_url in the provider block, without /v1.");
  const url = baseUrl(text, options.insecure);
  const common = {
    baseUrl: url.href,
    apiKey: key,
    insecure: options.insecure === true,
    clock: clockThatSleeps(io.sleep),
    ...(options.timeout === undefined ? {} : { timeout: options.timeout * 1000 }),
  };
  const reader = new ServiceClient({ ...common, readOnly: true });
  let writer: ServiceClient | undefined;
  return {
    url: url.href.replace(/\/$/, ""),
    provider,
    reader,
    writer: () => (writer ??= new ServiceClient({ ...common, stop: io.signal })),
    close: async () => {
      await Promise.all([reader.close(), writer?.close()]);
    },
  };
}

/** The account that was named, or the only one that the key reaches. */
export async function chooseAccount(io: Io, { reader, provider }: Session): Promise<PlanAccount> {
  const named = provider.accountId ?? io.env["SCANFORM_ACCOUNT_ID"] ?? "";
  if (named === "." || named === "..")
    fail(
      "account-unknown",
      `${JSON.stringify(named)} is no account. Set SCANFORM_ACCOUNT_ID, or account_id in the provider block.`,
    );
  if (named !== "") return { id: accountId(named) };
  const accounts = await reader.accounts({ signal: io.signal });
  const [only, ...others] = accounts;
  if (only === undefined)
    return fail("account-unknown", "The key reaches no account. Ask for one with rights, or make another key.");
  if (others.length > 0)
    return fail(
      "account-ambiguous",
      `The key reaches ${accountList(accounts)}. Set SCANFORM_ACCOUNT_ID, or account_id in the provider block, to one of them.`,
    );
  return { id: only.account_id, ...(only.org_name === undefined ? {} : { name: only.org_name }) };
}

/** Looks at the account: all that a plan of this needs, with no list cut that the plan would rest on. */
export async function look(
  io: Io,
  reader: Reader,
  account: PlanAccount,
  desired: Desired,
  options: PlanOptions = {},
): Promise<Observed> {
  try {
    const first = await observe(reader, account.id, desired, io.signal);
    return await complete(reader, account.id, first, (seen) => plan(account, desired, seen, options), io.signal);
  } catch (thrown) {
    if (io.signal.aborted) fail("interrupted", "Nothing was changed.", {}, thrown);
    if (!(thrown instanceof ServiceError) || (thrown.status !== 404 && thrown.status !== 403)) throw thrown;
    // the account is part of every path, so this is what a wrong id looks like
    const accounts = await reader.accounts({ signal: io.signal }).catch((second: unknown) => {
      if (second instanceof ScanformError) return undefined;
      throw second;
    });
    if (accounts?.some((each) => each.account_id === account.id) === true) throw thrown;
    const reached = accounts === undefined ? "" : ` It reaches ${accountList(accounts)}.`;
    return fail(
      "account-unknown",
      `The service has no account ${JSON.stringify(account.id)} for this key.${reached}`,
      {},
      thrown,
    );
  }
}

const accountList = (accounts: readonly Account[]): string =>
  accounts.length === 0
    ? "none"
    : accounts.map((each) => `${each.account_id} (${each.org_name ?? "no name"})`).join(", ");

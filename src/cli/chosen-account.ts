import { error } from "../diagnostics/diagnostic";
import { fail, ScanformError } from "../diagnostics/error";
import { suggestion } from "../model/suggest";
import { sameId } from "../model/uuid";
import type { DeclaredIdentity, PlanAccount } from "../reconcile/plan/change";
import { chooseAccount } from "../reconcile/refresh/choose-account";
import type { Credentials } from "./credentials/operator";
import { environmentAccount } from "./credentials/variables";
import type { Io } from "./io";
import { connect, type ConnectionOptions } from "./session";

/** One of several accounts: `--account NAME` chooses it by its id, by an alias of its provider blocks, or by its name. */
interface Choice {
  readonly account: DeclaredIdentity;
  readonly provider: { readonly aliases: readonly string[] };
}

interface DeclaredChoice extends Choice {
  readonly provider: Choice["provider"] & { readonly accountId?: string };
  readonly credentials: Credentials | ScanformError;
}

/**
 * The declared account that is called so, with its name where that was asked for. An id or an alias of the declaration comes before a name, and nothing is asked
 * then: the keys of other accounts may be elsewhere.
 *
 * @throws ScanformError `usage` that lists the declared accounts, where none or several are called so
 */
export async function declaredAccount<T extends DeclaredChoice>(
  io: Io,
  all: readonly T[],
  wanted: string,
  options: ConnectionOptions,
): Promise<T> {
  const known = all.filter(isCalled(wanted));
  if (known.length > 0) return oneOf(known, all, wanted);
  const settled = await Promise.allSettled(all.map((each) => withName(io, each, options)));
  const asked = settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const found = asked.filter(isCalled(wanted));
  if (found.length > 0) return oneOf(found, all, wanted);
  const problems = settled.flatMap((each): readonly unknown[] => (each.status === "rejected" ? [each.reason] : []));
  for (const each of problems) if (!(each instanceof ScanformError)) throw each;
  const names = all.map((each) => asked.find(({ provider }) => provider === each.provider) ?? each);
  throw new ScanformError([
    error("usage", unknown(names, wanted)),
    ...problems.flatMap((each) => (each instanceof ScanformError ? each.diagnostics : [])),
  ]);
}

/** The accounts of a saved plan that are called so. */
export const accountOfFile = <T extends Choice>(file: string, all: readonly T[], wanted: string): T =>
  oneOf(all.filter(isCalled(wanted)), all, wanted, `${file}: `);

/** Whether an account is called so. */
export const isCalled =
  (wanted: string) =>
  ({ account: { id, name }, provider: { aliases } }: Choice): boolean =>
    wanted !== "" && ((id !== null && sameId(id, wanted)) || name === wanted || aliases.includes(wanted));

function oneOf<T extends Choice>(found: readonly T[], all: readonly Choice[], wanted: string, where = ""): T {
  const [one, other] = found;
  if (one === undefined) return fail("usage", where + unknown(all, wanted));
  if (other !== undefined)
    fail("usage", `${where}Several accounts are called ${JSON.stringify(wanted)}. Pass the id of one to --account.`);
  return one;
}

function unknown(all: readonly Choice[], wanted: string): string {
  const names = all.flatMap(({ account: { id, name, alias } }) => alias ?? name ?? id ?? []);
  return `No declared account is called ${JSON.stringify(wanted)}. ${suggestion(wanted, names)}`;
}

/** The account as the service knows it. */
async function withName<T extends DeclaredChoice>(
  io: Io,
  declared: T,
  options: ConnectionOptions,
): Promise<T & { readonly account: PlanAccount }> {
  const { credentials, provider, account } = declared;
  if (credentials instanceof ScanformError) throw credentials;
  const session = connect(io, credentials, options);
  try {
    const named = provider.accountId ?? environmentAccount(io.env);
    const found = await chooseAccount(session.reader, named, io.signal, true);
    return { ...declared, account: { ...account, ...found } };
  } finally {
    await session.close();
  }
}

import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { AccountDeclaration } from "../../declaration/group-by-account";
import { readDeclaration } from "../../declaration/read-declaration";
import { fail } from "../../diagnostics/error";
import { visible } from "../../diagnostics/foreign-text";
import { locationAt } from "../../diagnostics/locations";
import { temporaryFolder } from "../../diagnostics/temporary-folder";
import { declarationOf } from "../../generate/import/declaration";
import type { DeclaredAlready } from "../../generate/import/import-account";
import { importCode, type ImportCodeOptions, type ImportedCode } from "../../generate/import/import-code";
import type { PolicyFile } from "../../generate/project/policy-file";
import { policyFileName } from "../command-policies";
import type { FileTexts } from "../../generate/project/project-files";
import { desiredOf } from "../../library/input";
import type { Desired } from "../../model/desired";
import type { Observed, Repository } from "../../model/observed";
import { sameId } from "../../model/uuid";
import type { PlanAccount } from "../../reconcile/plan/change";
import { isEmpty } from "../../reconcile/plan/plan";
import type { Reader } from "../../reconcile/ports";
import { checkAccountReachable, chooseAccount } from "../../reconcile/refresh/choose-account";
import { refuseIncomplete } from "../../reconcile/refresh/complete-lists";
import { refreshAndPlan, survey, withSourceLocations } from "../../reconcile/refresh/refresh";
import { type Claim, credentialsOf, Operator } from "../credentials/operator";
import { environmentAccount, inputVariables, requireAnyKey } from "../credentials/variables";
import type { Io } from "../io";
import { connect, type ConnectionOptions } from "../session";
import { synthesize } from "../synthesize";

/** What is live in an account, and code for it. */
interface ImportedLive {
  readonly observed: Observed;
  readonly code: ImportedCode;
}

/** A connection to the account that is imported. */
export interface LiveAccount {
  readonly reader: Reader;
  readonly account: PlanAccount;
  /** Whether a provider block goes to the same service. */
  readonly isServiceOf: (block: Claim) => boolean;
}

/**
 * Reads an account, and makes TypeScript for it. Sends only GET requests.
 *
 * @throws ScanformError `import-changes` when a plan of the settings and rules has changes, and `list-incomplete` when
 *   the list of configurations lacks one
 */
export async function importLive(io: Io, live: LiveAccount, options: ImportCodeOptions): Promise<ImportedLive> {
  const observed = await everything(live, io.signal);
  await refuseIncomplete(live.reader, live.account.id, observed, io);
  const code = importCode(observed, "typescript", options);
  await checkNoChanges(live, desiredOf(declarationOf(code.imported)), io.signal);
  return { observed, code };
}

/**
 * The account of SCANFORM_ACCOUNT_ID, or the only one that the key reaches.
 *
 * @param withName asks for the name of the first too
 */
export const chooserOf =
  (io: Io, withName = false) =>
  (reader: Reader): Promise<PlanAccount> =>
    chooseAccount(reader, environmentAccount(io.env), io.signal, withName);

/**
 * Works on an account.
 *
 * @param choose which one: that of SCANFORM_ACCOUNT_ID, or the only one that the key reaches, if left out
 */
export async function withAccount<T>(
  io: Io,
  connection: ConnectionOptions,
  work: (live: LiveAccount) => Promise<T>,
  choose = chooserOf(io),
): Promise<T> {
  const credentials = credentialsOf(io, connection, { aliases: [""] });
  const session = connect(io, credentials, connection);
  try {
    const account = await choose(session.reader);
    try {
      const isServiceOf = (block: Claim): boolean => new Operator(io, connection).goesTo(block, credentials.url);
      return await work({ reader: session.reader, account, isServiceOf });
    } catch (thrown) {
      await checkAccountReachable(session.reader, account.id, thrown, io.signal);
      throw thrown;
    }
  } finally {
    await session.close();
  }
}

/** @throws ScanformError `import-changes` */
export async function checkNoChanges(
  { reader, account }: LiveAccount,
  desired: Desired,
  signal: AbortSignal,
): Promise<void> {
  const planned = await refreshAndPlan(reader, account, desired, {}, { signal });
  if (!isEmpty(planned) || planned.refusals.length > 0)
    fail(
      "import-changes",
      "A plan of the imported configurations and rules has changes, as when the account changes meanwhile. Import again.",
    );
}

/** What is planned where the code itself does not run. */
export const settingsAndRules = "these settings and rules";

/**
 * Says what was not imported and why, and what the code has gained.
 *
 * @param planned what was planned
 */
export function sayImported(io: Io, code: ImportedCode, planned = settingsAndRules): void {
  sayUnexpressed(io, code);
  if (code.unsplit !== undefined) io.err(`Not split: ${visible(code.unsplit)}.\n`);
  io.err(`${code.gain}. A plan of ${planned} shows no changes.\n`);
}

/** The file of the policies, where there are any. */
export const policyTexts = (policy: PolicyFile, path = policyFileName): FileTexts =>
  "text" in policy ? { [path]: policy.text } : {};

/** Says how the policies are used, or why there are none. */
export function sayPolicy(io: Io, policy: PolicyFile, path = policyFileName): void {
  io.err(
    "text" in policy
      ? `To keep what holds in every repository today, run: npx scanform plan --policy ${path}\n`
      : `No ${policyFileName} is written, since nothing holds in every repository: ${policy.none}.\n`,
  );
}

export function sayUnexpressed(io: Io, { unexpressed }: ImportedCode): void {
  for (const { what, reason } of unexpressed) io.err(`${visible(`Not imported: ${what}: ${reason}.`)}\n`);
}

/** Every list, to its end. */
export async function everything({ reader, account: { id } }: LiveAccount, signal: AbortSignal): Promise<Observed> {
  const options = { certainty: "certain", signal } as const;
  const [configurations, repositories, policies] = await Promise.all([
    reader.list("configurations", id, options),
    reader.list("repositories", id, options),
    reader.list("policies", id, options),
  ]);
  return { configurations: configurations.items, repositories: repositories.items, policies: policies.items };
}

export interface AppOptions {
  /** The output of an app, in place of running the one of cdktf.json. */
  readonly synthesized?: string;
  readonly appTimeout?: number;
}

/** What an app declares of the live account. */
export interface DeclaredLive {
  readonly observed: Observed;
  readonly configurations: ReadonlyMap<string, DeclaredAlready>;
  /** The place of the routing, or its address; absent where the app has none. */
  readonly routing?: string;
  /** Repositories whose configuration is declared, while no rule decides about them. */
  readonly unrouted: readonly Repository[];
}

/** Reads what an app declares, by its output or by running it. @param folder of its cdktf.json */
export async function readApp(io: Io, folder: string, options: AppOptions): Promise<readonly AccountDeclaration[]> {
  if (options.synthesized !== undefined)
    return readDeclaration(resolve(io.cwd, options.synthesized), undefined, inputVariables(io)).accounts;
  requireAnyKey(io.env); // before the app runs, which may take a while
  io.secrets.readFiles(io.env, io.cwd); // what the app repeats of a key is not shown
  const into = temporaryFolder();
  try {
    const { appTimeout } = options;
    const output = await synthesize(
      { ...io, cwd: folder },
      { into: join(into, "out"), ...(appTimeout === undefined ? {} : { appTimeout }) },
    );
    return readDeclaration(output, undefined, inputVariables(io)).accounts;
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
}

/** What an app declares of the live account, and not of one that is named by another id, or is in another service. */
export const declaredOf = (
  declared: readonly AccountDeclaration[],
  { account, isServiceOf }: LiveAccount,
): readonly AccountDeclaration[] =>
  declared.filter(
    ({ provider }) =>
      (provider.accountId === undefined || sameId(provider.accountId, account.id)) && isServiceOf(provider),
  );

/** Which live configurations the app declares, as its plan finds them. */
export async function declaredLive(
  declared: readonly AccountDeclaration[],
  live: LiveAccount,
  signal: AbortSignal,
): Promise<DeclaredLive> {
  const { reader, account } = live;
  const whole = ["configurations", "repositories", "policies"] as const;
  let observed: Observed | undefined;
  const configurations = new Map<string, DeclaredAlready>();
  const routed = new Set<string>();
  let routing: string | undefined;
  for (const { desired, locations } of declaredOf(declared, live)) {
    const plan = await withSourceLocations(locations, async () => {
      const found = await survey(reader, account, desired, {}, { signal, whole });
      observed = found.observed;
      return found.planOf(found.observed);
    });
    for (const { live, declared: each } of plan.configurations)
      if (live !== undefined) configurations.set(live.id, { pinned: each.id !== undefined });
    for (const { repository } of plan.routes) routed.add(repository.id);
    const [first] = desired.assignments;
    if (first !== undefined) routing ??= locationAt(locations, first.address) ?? first.address;
  }
  const seen = observed ?? (await everything(live, signal));
  return {
    observed: seen,
    configurations,
    ...(routing === undefined ? {} : { routing }),
    unrouted: seen.repositories.filter(
      ({ id, configuration_id: holder }) => holder !== undefined && configurations.has(holder) && !routed.has(id),
    ),
  };
}

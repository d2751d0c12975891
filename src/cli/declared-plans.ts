import { createRequire } from "node:module";
import { resolve } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { type AccountDeclaration, accountTwice } from "../declaration/group-by-account";
import type { ProviderSettings } from "../declaration/provider";
import { type Declaration, readDeclaration } from "../declaration/read-declaration";
import type { Diagnostic } from "../diagnostics/diagnostic";
import { fail, ScanformError } from "../diagnostics/error";
import { chooseAccount } from "../reconcile/refresh/choose-account";
import { prefetch } from "../reconcile/refresh/observe";
import { refuseIncomplete } from "../reconcile/refresh/complete-lists";
import { type RefreshOptions, withSourceLocations } from "../reconcile/refresh/refresh";
import type * as Refresh from "../reconcile/refresh/refresh";
import type { Plan, PlanOptions } from "../reconcile/plan/plan";
import type { DeclaredIdentity, PlanAccount } from "../reconcile/plan/change";
import { accountId } from "../model/ids";
import { nothingCompared } from "../reconcile/plan/base-comparison";
import type { FailedAccount } from "../report/renderer";
import { type AccountPlans, closeAll } from "./account-plans";
import { readBase } from "./base";
import { declaredAccount } from "./chosen-account";
import { type Credentials, urlText, withCredentials } from "./credentials/operator";
import { environmentAccount, inputVariables, requireAnyKey } from "./credentials/variables";
import { eachAccount } from "./each-account";
import type { Io } from "./io";
import { type PolicyOptions, wholeFor } from "./command-policies";
import { type ConnectionOptions, connect, type Session } from "./session";
import type { SynthesizeOptions } from "./synthesize";

const load = createRequire(__filename);

/** The engine, loaded while the service answers the first requests: that saves a plan about 50 ms. */
const engine = () => load("../reconcile/refresh/refresh") as typeof Refresh;

export interface DeclaredOptions extends ConnectionOptions, SynthesizeOptions, PolicyOptions {
  /** The file that the plans are saved in. */
  readonly out?: string;
  readonly format?: string;
  readonly synthesized?: string;
  /** Only the declared account that is called so. */
  readonly account?: string;
  /** The folder of an earlier declaration, to compare with. */
  readonly base?: string;
  readonly prune?: boolean;
  readonly force?: boolean;
}

/** An account that the app declares, and its connection. */
export interface DeclaredAccount {
  readonly session: Session;
  readonly account: PlanAccount;
  readonly declaration: AccountDeclaration;
}

/** The same, with the state of the account. */
export interface Surveyed extends DeclaredAccount {
  readonly survey: Refresh.Survey;
}

/** What is done with each account once the first requests are sent. */
type Work<T> = (
  each: DeclaredAccount & { readonly planOptions: PlanOptions; readonly refreshOptions: RefreshOptions },
) => Promise<T>;

/** The plans of everything that the app declares, one per account, made concurrently. */
export async function declaredPlans(io: Io, options: DeclaredOptions): Promise<AccountPlans> {
  const madeAt = io.now();
  const base = options.base === undefined ? undefined : readBase(options.base, (folder) => readFolder(io, folder));
  const { accounts, failed, others, diagnostics } = await declaredAccounts(
    io,
    options,
    async ({ session, account, declaration: { desired, provider, locations }, planOptions, refreshOptions }) => {
      const earlier = base?.of(provider, account.id);
      // a comparison reads all lists to their end
      const lists = earlier === undefined ? wholeFor(options) : { base: earlier };
      const make = () =>
        engine().refreshAndPlan(session.reader, account, desired, planOptions, {
          ...refreshOptions,
          ...lists,
          now: () => madeAt, // what has expired has a plan and its document agree on
        });
      return { plan: await withSourceLocations(locations, make) };
    },
    options.account !== undefined, // the plan of one account is shown beside those of the others
  );
  // an account that has failed, or is not chosen, is declared all the same
  for (const { provider, account } of [...failed, ...others]) base?.of(provider, account.id);
  const problems = base?.problems() ?? [];
  const made = accounts.map(({ session, declaration: { provider, locations }, plan }) => ({
    session,
    provider,
    locations,
    plan: base === undefined ? plan : withProblems(plan, problems),
  }));
  return { plans: made, failed, diagnostics, madeAt };
}

/** Why an account, or all of them, cannot be compared with the base. */
const withProblems = (plan: Plan, problems: readonly Diagnostic[]): Plan => ({
  ...plan,
  base: { ...(plan.base ?? nothingCompared), problems: [...problems, ...(plan.base?.problems ?? [])] },
});

/**
 * The state of every account that the app declares, as `explain` and `drift` need it: the lists are complete. Both are
 * about configurations and repositories, so no triage is read.
 *
 * @throws ScanformError `list-incomplete` where the list of configurations lacks one that exists
 */
export const declaredSurveys = (
  io: Io,
  options: DeclaredOptions,
): Promise<DeclaredAccounts<Pick<Surveyed, "survey">>> =>
  declaredAccounts(io, options, async ({ session, account, declaration, planOptions, refreshOptions }) => {
    const { triages: _none, ...desired } = declaration.desired;
    const survey = await engine().survey(session.reader, account, desired, planOptions, {
      ...refreshOptions,
      whole: ["configurations", "repositories"],
    });
    await refuseIncomplete(session.reader, account.id, survey.observed, { signal: io.signal });
    return { survey };
  });

interface DeclaredAccounts<T> {
  readonly accounts: readonly (DeclaredAccount & T)[];
  readonly failed: readonly (FailedAccount & Pick<AccountDeclaration, "provider">)[];
  /** Those that are not chosen. */
  readonly others: readonly Reached[];
  /** Warnings about the whole app. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Runs the app, connects to each account that it declares, or to the one that is chosen, and works on all of them
 * concurrently.
 *
 * @param isPart nothing is thrown where all have failed
 */
async function declaredAccounts<T>(
  io: Io,
  options: DeclaredOptions,
  work: Work<T>,
  isPart = false,
): Promise<DeclaredAccounts<T>> {
  if (options.synthesized === undefined) requireAnyKey(io.env); // before the app runs, which may take a while
  io.secrets.readFiles(io.env, io.cwd); // what the app or its output repeats of a key is not shown
  const planOptions: PlanOptions = {
    ...(options.prune === true ? { prune: true } : {}),
    ...(options.force === true ? { force: true } : {}),
  };
  const folder =
    options.synthesized === undefined ? await synthesized(io, options) : resolve(io.cwd, options.synthesized);
  const { accounts, diagnostics } = readFolder(io, folder);
  const several = accounts.length > 1;
  const all = withCredentials(io, options, accounts).map((each) => ({ ...each, account: named(io, each) }));
  const { account: wanted } = options;
  const chosen = wanted === undefined ? all : [await declaredAccount(io, all, wanted, options)];
  const made: (DeclaredAccount & T)[] = [];
  try {
    const workOnOne = async (each: Reached): Promise<DeclaredAccount & T> => {
      const done = await workOn(io, each, { planOptions, several, work }, options);
      made.push(done);
      return done;
    };
    const { done, failed } = await eachAccount(io, chosen, workOnOne, { isPart });
    refuseTwice(done);
    const others = all.filter(({ provider }) => !chosen.some((each) => each.provider === provider));
    return { accounts: done, failed, others, diagnostics };
  } catch (thrown) {
    await closeAll(made);
    throw thrown;
  }
}

/**
 * What an app has synthesized into a folder. Runs no code. An API key in it is an error: it would go into plans and
 * journals.
 */
function readFolder(io: Io, folder: string): Declaration {
  io.secrets.readFiles(io.env, io.cwd);
  const inspect = (text: string, path: string): void => {
    if (!io.secrets.isIn(text)) return;
    const detail = `${path} contains an API key. Remove it there, and make a new key in the dashboard.`;
    fail("secret-declared", detail, { path });
  };
  return readDeclaration(resolve(io.cwd, folder), inspect, inputVariables(io));
}

/** What is known of an account before the service is asked. */
function named({ env }: Io, { provider, credentials }: Omit<Reached, "account">): DeclaredIdentity {
  const alias = provider.aliases.find((each) => each !== "");
  const known = provider.accountId ?? environmentAccount(env);
  const baseUrl = credentials instanceof ScanformError ? provider.baseUrl : urlText(credentials.url);
  const id = known === undefined ? null : accountId(known);
  return { id, baseUrl, ...(alias === undefined ? {} : { alias }) };
}

const synthesized = async (io: Io, options: SynthesizeOptions): Promise<string> =>
  (await import("./synthesize.js")).synthesize(io, options);

interface Reached extends AccountDeclaration {
  readonly account: DeclaredIdentity;
  readonly credentials: Credentials | ScanformError;
}

async function workOn<T>(
  io: Io,
  declared: Reached,
  {
    planOptions,
    several,
    work,
  }: { readonly planOptions: PlanOptions; readonly several: boolean; readonly work: Work<T> },
  options: DeclaredOptions,
): Promise<DeclaredAccount & T> {
  const { credentials, ...declaration } = declared;
  if (credentials instanceof ScanformError) throw credentials;
  const { provider } = declaration;
  const session = connect(io, credentials, { ...options, concurrency: provider.maxConcurrency });
  try {
    const { id, ...known } = declared.account;
    // one that was chosen by its name has it already
    const found =
      id === null || known.name === undefined
        ? await chooseAccount(session.reader, id ?? "", io.signal, several || wholeFor(options).whole !== undefined)
        : { id };
    const account = { ...known, ...found, baseUrl: session.url };
    const begun = prefetch(session.reader, account.id, io.signal);
    await underWay();
    const base = { session, account, declaration };
    const done = await work({ ...base, planOptions, refreshOptions: { signal: io.signal, now: io.now, begun } });
    return { ...base, ...done };
  } catch (thrown) {
    await session.close();
    throw thrown;
  }
}

/** Connects and sends the first requests, as far as they depend on no answer. */
async function underWay(): Promise<void> {
  for (let turns = 4; turns > 0; turns -= 1) await turn();
}

/** Two provider blocks may turn out to be the same account once the environment is considered. */
function refuseTwice(accounts: readonly DeclaredAccount[]): void {
  const seen = new Map<string, ProviderSettings>();
  for (const { account, session, declaration } of accounts) {
    const key = `${session.url} ${account.id.toLowerCase()}`;
    const other = seen.get(key);
    if (other !== undefined)
      fail(
        "account-declared-twice",
        `${accountTwice(other, declaration.provider)}, ${account.id} of ${session.url}. Keep one of them, or give each its accountId.`,
        { address: "provider.scanform" },
      );
    seen.set(key, declaration.provider);
  }
}

import type { Seed, SeedAccount } from "../emulator/index";
import { fail } from "../diagnostics/error";
import { decode } from "../model/decoder";
import {
  analyzerListingFields,
  type Configuration,
  configurationFields,
  customPolicyFields,
  type Observed,
  type Repository,
  repositoryFields,
} from "../model/observed";
import type { Fields, Received } from "../model/field";
import { fieldsDecoder } from "../model/field-decoder";
import { placeText } from "../model/problem";
import { settingsFields } from "../model/settings";
import { plan } from "../reconcile/plan/plan";
import { type AccountDocument } from "../report/document";
import { accountDocument as documented } from "../report/make-document";
import { type AgainstOptions, emulatedAccount } from "./plan-against";
import { declarationIn, type Declared } from "./snapshot";

/**
 * An account as policies are given it, for their tests with `evaluate` of `scanform/policy`: as it is in a seed, or with
 * what a stack, an app or a synthesized folder would change in it. Without an emulator.
 *
 * @example
 * const account = accountDocument(accountSeed({ repositories: ["web"] }));
 * expect(evaluate([everyRepositoryCovered()], account)).toMatchObject([{ level: "deny", at: { name: "web" } }]);
 * @param seed as `accountSeed` makes it; each configuration needs an id
 * @param declared what is planned; without it, nothing changes
 * @throws ScanformError when the seed or the declaration is not valid, or they do not fit
 */
export function accountDocument(seed: Seed, declared?: Declared, options: AgainstOptions = {}): AccountDocument {
  const accounts = declared === undefined ? [undefined] : declarationIn(declared).accounts;
  const [only] = accounts;
  if (accounts.length !== 1)
    fail(
      "argument-invalid",
      `${String(accounts.length)} accounts are declared, and policies are given one. Pass the stack of one.`,
    );
  const { account } = emulatedAccount(seed, only ?? { provider: { aliases: [] } }, options);
  const observed = observedOf(seed.accounts.find(({ account_id: id }) => id === account.id) ?? {});
  const { desired = { configurations: [], assignments: [] } } = only ?? {};
  // what nobody declares here, nobody misses
  const planOptions = { prune: options.prune === true, ...(only === undefined ? { partial: true as const } : {}) };
  return documented(plan(account, desired, observed, planOptions));
}

/** The account as the service would answer. */
const observedOf = ({
  repositories = [],
  configurations = [],
  analyzers = [],
  custom_policies = [],
}: Partial<SeedAccount>): Observed => ({
  repositories: repositories.map((each) => received(repositoryFields, each) as Repository),
  configurations: configurations.map(({ configuration, ...each }) => ({
    ...(received(configurationFields, each) as Omit<Configuration, "settings">),
    settings: received(settingsFields, configuration ?? {}),
  })),
  analyzers: analyzers.map((each) => received(analyzerListingFields, each)),
  policies: custom_policies.map((each) => received(customPolicyFields, each)),
});

function received<F extends Fields>(fields: F, value: object): Received<F> {
  const decoded = decode(fieldsDecoder(fields, "received"), value);
  if ("value" in decoded) return decoded.value as Received<F>;
  const [problem] = decoded.problems;
  const what = problem === undefined ? "" : ` ${placeText(problem.path)}: ${problem.sentence}`;
  return fail("argument-invalid", `The seed is not valid:${what}.`);
}

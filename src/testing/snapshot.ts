import { listed } from "../diagnostics/enumeration";
import type { AccountDeclaration } from "../declaration/group-by-account";
import { readDeclaration } from "../declaration/read-declaration";
import { fail } from "../diagnostics/error";
import { quoted } from "../diagnostics/foreign-text";
import type { Locations } from "../diagnostics/locations";
import type { DesiredAssignments, DesiredConfiguration, DesiredRule, Lookup, RuleTarget } from "../model/desired";
import { repositoryId } from "../model/ids";
import type { Sought } from "../model/look-up";
import { isUuid, sameId } from "../model/uuid";
import { checkText } from "./arguments";
import { type AnyConstruct, declarationOf, isApp, isStack } from "./synthesize";

/** What a declaration says at one moment; later changes to the app do not affect it. */
export class Snapshot {
  /** @internal */
  constructor(
    /** What is declared for each account, as the matchers read it. */
    readonly accounts: readonly DeclaredAccount[],
  ) {}
}

/** A stack, an app, the folder of a synthesized app (`cdktf.out`), or what `snapshot` has made of one. */
export type Declared = AnyConstruct | Snapshot | string;

/**
 * What a stack, an app or a synthesized folder declares. A stack is read with the stacks that it depends on. Nothing is
 * written to the project.
 *
 * @example
 * const before = snapshot(stack);
 * strict.addAnalyzer("xss", { enabled: true });
 * expect(stack).toWeakenNothingComparedTo(before);
 * @throws ScanformError when it is none of these, or declares what is not valid
 */
export function snapshot(declared: unknown): Snapshot {
  if (declared instanceof Snapshot) return declared;
  const { accounts } = declarationIn(declared);
  return new Snapshot(accounts.map(declaredAccount));
}

export function declarationIn(declared: unknown): ReturnType<typeof readDeclaration> {
  if (typeof declared === "string") return readDeclaration(declared);
  if (isStack(declared) || isApp(declared)) return declarationOf(declared);
  return fail(
    "argument-invalid",
    "This is neither a stack, an app nor a folder of a synthesized app. Pass one of them.",
  );
}

/** Which account is meant. Absent: the only one that is declared. */
export interface AccountOption {
  /** The account's id, or an alias of its provider block; needed where several accounts are declared. */
  readonly account?: string;
}

export function accountIn({ accounts }: Snapshot, { account }: AccountOption): DeclaredAccount {
  if (account !== undefined) checkText(account, "account", "the id of an account, or an alias of its provider block");
  const found = account === undefined ? accounts : accounts.filter(({ labels }) => isAmong(labels, account));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (accounts.length === 0) fail("argument-invalid", "Nothing of scanform is declared.");
  const known = listed(accounts.map(({ labels: [label = "the one without an alias"] }) => label));
  return fail(
    "argument-invalid",
    account === undefined
      ? `Several accounts are declared: ${known}. Choose one by { account }.`
      : `No account ${quoted(account)} is declared; there are ${known}.`,
  );
}

const isAmong = (labels: readonly string[], account: string): boolean =>
  labels.some((label) => (isUuid(account) ? sameId(label, account) : label === account));

/** What is declared for one account, as far as it is known without that account. */
export interface DeclaredAccount {
  /** By which the account is chosen where there are several: its id and the aliases of its provider blocks. */
  readonly labels: readonly string[];
  readonly configurations: readonly DesiredConfiguration[];
  readonly assignments: readonly DesiredAssignments[];
  readonly locations: Locations;
  /** What a target's id identifies, where it is looked up. */
  readonly lookups: ReadonlyMap<string, Sought>;
}

/** What a rule gives: a configuration that is declared, or one of that name or id that is not; null: it leaves. */
export type Given =
  null | { readonly declared: DesiredConfiguration } | { readonly name: string } | { readonly id: string };

function declaredAccount({ provider, desired, locations }: AccountDeclaration): DeclaredAccount {
  const { lookups = [] } = desired;
  const soughtBy = (kind: Lookup["kind"]): ReadonlyMap<string, Sought> =>
    new Map(lookups.flatMap((each) => (each.kind === kind ? [[each.placeholder, each.sought]] : [])));
  const repositories = soughtBy("repository");
  return {
    labels: [...(provider.accountId === undefined ? [] : [provider.accountId]), ...provider.aliases.filter(Boolean)],
    configurations: desired.configurations,
    assignments: desired.assignments.map(({ address, rules }) => ({
      address,
      rules: rules.map((rule) => withNames(rule, repositories)),
    })),
    locations,
    lookups: soughtBy("configuration"),
  };
}

/** A repository that is looked up by its name is selected by its name. */
function withNames(rule: DesiredRule, lookups: ReadonlyMap<string, Sought>): DesiredRule {
  const { repositoryIds = [], repositoryNames = [], ...rest } = rule;
  const found = repositoryIds.map((id) => lookups.get(id) ?? { id });
  const ids = found.flatMap((each) => ("id" in each ? [repositoryId(each.id.toLowerCase())] : []));
  const names = [...repositoryNames, ...found.flatMap((each) => ("key" in each ? [each.key] : []))];
  return {
    ...rest,
    ...(ids.length === 0 ? {} : { repositoryIds: ids }),
    ...(names.length === 0 ? {} : { repositoryNames: names }),
  };
}

export function givenBy(target: RuleTarget, { configurations, lookups }: DeclaredAccount): Given {
  if ("leave" in target) return null;
  const to = target.configuration;
  const named = (name: string): Given => {
    const declared = configurations.find((each) => each.name === name);
    return declared === undefined ? { name } : { declared };
  };
  if ("id" in to) {
    const sought = lookups.get(to.id) ?? { id: to.id };
    if ("key" in sought) return named(sought.key);
    const declared = configurations.find((each) => each.id !== undefined && sameId(each.id, sought.id));
    return declared === undefined ? { id: sought.id } : { declared };
  }
  const declared = configurations.find((each) => each.address === to.address);
  return declared === undefined ? { name: to.address } : { declared };
}

export function titleOf(given: Exclude<Given, null>): string {
  if ("id" in given) return `the configuration with the id ${given.id}`;
  return quoted("declared" in given ? given.declared.name : given.name);
}

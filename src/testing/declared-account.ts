import type { AccountDeclaration } from "../declaration/group-by-account";
import type { Locations } from "../diagnostics/locations";
import { quoted } from "../diagnostics/foreign-text";
import type { DesiredAssignments, DesiredConfiguration, DesiredRule, Lookup, RuleTarget } from "../model/desired";
import { repositoryId } from "../model/ids";
import type { Sought } from "../model/look-up";
import { sameId } from "../model/uuid";

/** What is declared for one account, as far as it is known without that account. */
export interface DeclaredAccount {
  /** By which the account is chosen where there are several: its id and the aliases of its provider blocks. */
  readonly labels: readonly string[];
  readonly configurations: readonly DesiredConfiguration[];
  readonly assignments: readonly DesiredAssignments[];
  readonly locations: Locations;
  /** What a target's id stands for, where it is looked up. */
  readonly lookups: ReadonlyMap<string, Sought>;
}

/** What a rule gives: a configuration that is declared, or one of that name or id that is not; null: it leaves. */
export type Given =
  null | { readonly declared: DesiredConfiguration } | { readonly name: string } | { readonly id: string };

export function declaredAccount({ provider, desired, locations }: AccountDeclaration): DeclaredAccount {
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

/** What a configuration is called in a message. */
export function titleOf(given: Exclude<Given, null>): string {
  if ("id" in given) return `the configuration with the id ${given.id}`;
  return quoted("declared" in given ? given.declared.name : given.name);
}

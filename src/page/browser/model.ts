import { visible, label } from "../../diagnostics/foreign-text";
import { groupBy } from "../../model/group-by";
import { address as addressOf, configurationId, repositoryId } from "../../model/ids";
import { type RepositoryClass, repositoryClasses } from "../../model/leaf-verdict";
import { normalForm } from "../../model/normal-form";
import { matchesIn } from "../../reconcile/explain/matching";
import { configurationLabels, type Labels } from "../../report/configuration-labels";
import { phrases } from "../../report/explain/phrases";
import { ruleLabel } from "../../report/words";
import type {
  AccountFacts,
  ConfigurationFacts,
  FindingsFacts,
  LeafFacts,
  RuleFacts,
  SettingsPart,
} from "../page-facts";

export type ClassOfRepository = RepositoryClass | "unaffected";

export const classes: readonly ClassOfRepository[] = [...repositoryClasses, "unaffected"];

/** A rule with the ids that it selects. */
export interface Rule extends RuleFacts {
  readonly repository_ids: readonly string[];
}

/** An account, with what is found out of its facts where it is shown. */
export interface Account extends Omit<AccountFacts, "rules"> {
  readonly rules: readonly Rule[];
  /** What its configurations are called. */
  readonly labels: Labels;
  /** The rules that match a repository. */
  readonly matches: (repository: Pick<Entry, "id" | "name">) => ReturnType<ReturnType<typeof matchesIn>>;
}

export function accountOf(facts: AccountFacts): Account {
  const { configurations, future = [], repositories } = facts;
  const rules = facts.rules.map((rule): Rule => ({
    ...rule,
    repository_ids: rule.repository_ids.flatMap((each) =>
      typeof each === "string" ? each : (repositories[each]?.[0] ?? []),
    ),
  }));
  const named = configurations.flatMap(({ id, before, after }) =>
    [before, after].map((state) => ({ id, name: state?.[0] })),
  );
  let found: ReturnType<typeof matchesIn> | undefined;
  return {
    ...facts,
    rules,
    labels: configurationLabels([...named, ...future.flatMap(({ from, to }) => [from, to])]),
    matches: ({ id, name }) =>
      (found ??= matchesIn({ assignments: assignmentsOf(rules) }))({ id: repositoryId(id), name }),
  };
}

/** The rules as they are declared. Whether one leaves decides which of several wins; what it assigns does not. */
const assignmentsOf = (rules: readonly Rule[]) =>
  [...groupBy(rules, ({ address }) => address)].map(([address, own]) => ({
    address: addressOf(address),
    rules: own.map(({ to, repository_ids: ids, repository_names: repositoryNames, repository_pattern: pattern }) => ({
      target: to === null ? ({ leave: true } as const) : { configuration: { id: configurationId(String(to)) } },
      repositoryIds: ids.map(repositoryId),
      repositoryNames,
      ...(pattern === null ? {} : { repositoryPattern: pattern }),
    })),
  }));

/** A repository of an account, with what it refers to. */
export interface Entry {
  readonly account: Account;
  readonly at: number;
  readonly id: string;
  /** A repository without a name is called by its id. */
  readonly name: string;
  readonly from: number | null;
  readonly to: number | null;
  /** The position of its list of changes. */
  readonly changes: number | null;
  readonly class: ClassOfRepository;
  readonly isMixed: boolean;
  readonly rule: number | null;
  /** The rule selects it by its name or id. */
  readonly isNamed: boolean;
  readonly isNew: boolean;
  readonly isScanned: boolean;
  /** The open findings of all repositories that change in the same way. */
  readonly findings: FindingsFacts | undefined;
}

/** The repositories of all accounts, those that weaken first. */
export function entriesOf(accounts: readonly Account[]): readonly Entry[] {
  const all = accounts.flatMap((account) => {
    const fresh = new Set(account.since?.repositories);
    const unscanned = new Set(account.unscanned);
    const named = account.rules.map(
      ({ repository_ids: ids, repository_names: names }) => new Set([...ids, ...names.map(normalForm)]),
    );
    return account.repositories.map(([id, name, from, to, effect, rule], at): Entry => {
      const affected = effect === null ? undefined : account.effects[effect];
      const selectors = rule === null ? undefined : named[rule];
      return {
        account,
        at,
        id,
        name: name ?? id,
        from,
        to,
        changes: affected?.changes ?? null,
        class: affected?.class ?? "unaffected",
        isMixed: affected?.mixed ?? false,
        rule,
        isNamed: selectors !== undefined && (selectors.has(id) || selectors.has(normalForm(name ?? id))),
        isNew: fresh.has(at),
        isScanned: !unscanned.has(at),
        findings: affected?.findings,
      };
    });
  });
  const byClass = new Map(classes.map((each) => [each, [] as Entry[]]));
  for (const each of all) byClass.get(each.class)?.push(each);
  return [...byClass.values()].flat();
}

export const configurationAt = (account: Account, at: number | null): ConfigurationFacts | undefined =>
  at === null ? undefined : account.configurations[at];

/** When something holds: now, or after an apply. */
export type When = "before" | "after";

/** Its name at one time; `none` where there is no configuration. */
export function configurationLabel(account: Account, at: number | null, when: When): string {
  const found = configurationAt(account, at);
  return found === undefined ? "none" : labelOf(account, found, when);
}

export const labelOf = ({ labels }: Account, each: ConfigurationFacts, when: When): string =>
  labels({ id: each.id, address: each.address, name: nameOf(each, when) });

/** As it is searched for, and written in an address. */
export function nameOf({ id, address, before, after }: ConfigurationFacts, when: When): string {
  const states = when === "before" ? [before, after] : [after, before];
  return states.find((each) => typeof each?.[0] === "string")?.[0] ?? id ?? address ?? "";
}

export const leavesAt = (account: Account, changes: number | null | undefined): readonly LeafFacts[] =>
  (account.changes[changes ?? -1] ?? []).flatMap((at) => account.leaves[at] ?? []);

/** The parts of settings; none where they are not known. */
export function partsAt(
  account: Pick<AccountFacts, "settings" | "parts">,
  at: number | null | undefined,
): readonly SettingsPart[] {
  const own = account.settings[at ?? -1];
  if (own === undefined) return [];
  const left = new Set(own.without?.map((each) => account.parts[each]));
  const shared = partsAt(account, own.like).filter((each) => !left.has(each));
  return [...shared, ...own.parts.flatMap((each) => (account.parts[each] === undefined ? [] : [account.parts[each]]))];
}

/** Where a rule is written, or its address. */
export const placeOf = ({ location, address }: RuleFacts): string =>
  location === undefined ? label(address) : visible(location);

/** `rule 2: payments-%`, or why there is none. */
export function ruleText(each: Entry): string {
  const winner = each.account.matches(each).winner;
  if (winner !== undefined) return ruleLabel(winner);
  return each.account.isRollback && each.from !== each.to ? "rollback" : "no rule";
}

/** What a rule does: `assigns strict`. @param isLost another one decides */
export function doesText(account: Account, { to }: RuleFacts, isLost = false): string {
  if (to === null) return isLost ? phrases.wouldLeave : phrases.leaves;
  return `${isLost ? phrases.wouldAssign : phrases.assigns} ${configurationLabel(account, to, "after")}`;
}

/** `baseline -> strict`, or the name alone where it stays. */
export function sidesLabel({ account, from, to }: Pick<Entry, "account" | "from" | "to">): string {
  const [before, after] = [configurationLabel(account, from, "before"), configurationLabel(account, to, "after")];
  return from === to && before === after ? after : `${before} -> ${after}`;
}

import { label } from "../../diagnostics/foreign-text";
import { type RepositoryClass, repositoryClasses } from "../../model/leaf-verdict";
import { ruleLabel } from "../../report/words";
import type { AccountFacts, ConfigurationFacts, FindingsFacts, LeafFacts, RuleFacts, Selector } from "../facts";

export type ClassOfRepository = RepositoryClass | "unaffected";

export const classes: readonly ClassOfRepository[] = [...repositoryClasses, "unaffected"];

/** A repository of an account, with what it refers to. */
export interface Entry {
  readonly account: AccountFacts;
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
  readonly by: Selector | null;
  readonly lost: number | null;
  readonly isNew: boolean;
  readonly isScanned: boolean;
  /** The open findings of all repositories that change in the same way. */
  readonly findings: FindingsFacts | undefined;
}

/** The repositories of all accounts, those that weaken first. */
export function entriesOf(accounts: readonly AccountFacts[]): readonly Entry[] {
  const all = accounts.flatMap((account) => {
    const fresh = new Set(account.since?.repositories);
    const unscanned = new Set(account.unscanned);
    return account.repositories.map(([id, name, from, to, effect, rule, by, lost], at): Entry => {
      const felt = effect === null ? undefined : account.effects[effect];
      return {
        account,
        at,
        id,
        name: name ?? id,
        from,
        to,
        changes: felt?.changes ?? null,
        class: felt?.class ?? "unaffected",
        isMixed: felt?.mixed ?? false,
        rule,
        by,
        lost,
        isNew: fresh.has(at),
        isScanned: !unscanned.has(at),
        findings: felt?.findings,
      };
    });
  });
  const byClass = new Map(classes.map((each) => [each, [] as Entry[]]));
  for (const each of all) byClass.get(each.class)?.push(each);
  return [...byClass.values()].flat();
}

export const configurationAt = (account: AccountFacts, at: number | null): ConfigurationFacts | undefined =>
  at === null ? undefined : account.configurations[at];

/** Its name before an apply, or afterwards; `none` where there is no configuration. */
export function configurationLabel(account: AccountFacts, at: number | null, when: "before" | "after"): string {
  const found = configurationAt(account, at);
  return found === undefined ? "none" : labelOf(found, when);
}

export const labelOf = (each: ConfigurationFacts, when: "before" | "after"): string =>
  label(nameOf(each, when)) + (each.distinction ?? "");

/** As it is searched for, and written in an address. */
export function nameOf({ id, address, was, name }: ConfigurationFacts, when: "before" | "after"): string {
  const names = when === "before" ? [was, name] : [name, was];
  return names.find((each) => each !== null) ?? id ?? address ?? "";
}

export const leavesAt = (account: AccountFacts, changes: number | null): readonly LeafFacts[] =>
  changes === null
    ? []
    : (account.changes[changes] ?? []).flatMap((at) => {
        const leaf = account.leaves[at];
        return leaf === undefined ? [] : [leaf];
      });

/** `rule 2: payments-%` */
export function ruleText(rule: RuleFacts, by: Selector | null, { id, name }: Pick<Entry, "id" | "name">): string {
  const matched = by === 0 ? id : by === 1 ? name : (rule.pattern ?? "");
  return rule.address === "rollback" ? "rollback" : ruleLabel({ rule: rule.rule - 1, matched });
}

/** `baseline -> strict`, or the name alone where it stays. */
export function sidesLabel({ account, from, to }: Pick<Entry, "account" | "from" | "to">): string {
  const [before, after] = [configurationLabel(account, from, "before"), configurationLabel(account, to, "after")];
  return from === to && before === after ? after : `${before} -> ${after}`;
}

import type { Analyzer, CustomPolicy, Repository } from "../../model/entities";
import { canonicalJson, compareText, fingerprint } from "../../model/fingerprint";
import type { AccountId } from "../../model/ids";
import { constantNames } from "./constant-name";

/** The names of an account, each under its constant; sorted by name. */
export interface Snapshot {
  readonly account_id: string;
  /** Slugs. */
  readonly analyzers: Readonly<Record<string, string>>;
  readonly policies: Readonly<Record<string, { readonly id: string; readonly title: string }>>;
  /** Names. */
  readonly repositories: Readonly<Record<string, string>>;
}

/** The lists that a snapshot is made of. */
export interface NamedLists {
  readonly analyzers: readonly Pick<Analyzer, "id" | "slug">[];
  readonly policies: readonly Pick<CustomPolicy, "id" | "title">[];
  readonly repositories: readonly Pick<Repository, "id" | "name">[];
}

/** The same text for the same names, in whatever order the service lists them. */
export function snapshotOf(account: AccountId, { analyzers, policies, repositories }: NamedLists): Snapshot {
  const slugs = distinct(analyzers.map(({ id, slug }) => ({ id, name: slug })));
  const titles = policies.map(({ id, title }) => ({ id, name: title })).sort(byName);
  const names = distinct(repositories.flatMap(({ id, name }) => (name === undefined ? [] : { id, name })));
  return {
    account_id: account,
    analyzers: keyed(slugs, "ANALYZER", ({ name }) => name),
    policies: keyed(titles, "POLICY", ({ id, name }) => ({ id, title: name })),
    repositories: keyed(names, "REPOSITORY", ({ name }) => name),
  };
}

/** A fingerprint of all names and their constants. */
export const digestOfSnapshot = (snapshot: Snapshot): string => fingerprint(canonicalJson(snapshot));

interface Item {
  readonly id: string;
  readonly name: string;
}

const byName = (left: Item, right: Item): number =>
  compareText(left.name, right.name) || compareText(left.id, right.id);

/** One of those with the same name: the one with the least id, wherever it is listed. */
function distinct(items: readonly Item[]): readonly Item[] {
  const sorted = [...items].sort(byName);
  return sorted.filter(({ name }, at) => sorted[at - 1]?.name !== name);
}

const keyed = <T>(items: readonly Item[], noun: string, value: (item: Item) => T): Readonly<Record<string, T>> => {
  const constants = constantNames(items, noun);
  return Object.fromEntries(items.map((item, at) => [constants[at] ?? noun, value(item)]));
};

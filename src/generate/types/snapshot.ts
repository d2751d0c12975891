import { visibleJson } from "../../diagnostics/foreign-text";
import { canonicalJson, compareText, fingerprint } from "../../model/fingerprint";
import type { Analyzer, CustomPolicy, Repository } from "../../model/observed";
import type { AccountId } from "../../model/ids";
import { isObject } from "../../model/json";
import { parseJsonOrNothing } from "../../model/parse-json";
import { constantNames } from "./constant-name";

/** The names of an account, each under its constant; sorted by name. */
export interface Snapshot {
  readonly account_id: string;
  readonly analyzers: Readonly<Record<string, string>>;
  readonly policies: Readonly<Record<string, { readonly id: string; readonly title: string }>>;
  readonly repositories: Readonly<Record<string, string>>;
}

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

const author = "scanform types";
const version = "1.0";

/** The snapshot as a JSON file, which says who has written it. */
export const snapshotText = (snapshot: Snapshot): string =>
  `${visibleJson(JSON.stringify({ made_by: author, format_version: version, ...snapshot }, null, 2))}\n`;

/** The snapshot in a file; absent where `scanform types` has not written it, in this form. */
export function snapshotIn(text: string): Snapshot | undefined {
  const json = parseJsonOrNothing(text);
  if (!isObject(json) || json["made_by"] !== author || json["format_version"] !== version) return undefined;
  const { account_id, analyzers, policies, repositories } = json;
  return typeof account_id === "string" && isTexts(analyzers) && isPolicies(policies) && isTexts(repositories)
    ? { account_id, analyzers, policies, repositories }
    : undefined;
}

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every((each) => typeof each === "string");

const isPolicies = (value: unknown): value is Snapshot["policies"] =>
  isObject(value) &&
  Object.values(value).every(
    (each) => isObject(each) && typeof each["id"] === "string" && typeof each["title"] === "string",
  );

/** A name that only one of two snapshots has. */
export interface NameChange {
  readonly kind: "analyzers" | "policies" | "repositories";
  readonly constant: string;
  readonly name: string;
}

export interface SnapshotChanges {
  readonly added: readonly NameChange[];
  readonly removed: readonly NameChange[];
}

/** What is in one snapshot only. A policy that has another title or id, and a name that has another constant, is in both lists. */
export function compareSnapshots(before: Snapshot | undefined, after: Snapshot): SnapshotChanges {
  const [old, now] = [before === undefined ? new Map<string, NameChange>() : entriesOf(before), entriesOf(after)];
  const only = (here: ReadonlyMap<string, NameChange>, there: ReadonlyMap<string, NameChange>) =>
    [...here].filter(([key]) => !there.has(key)).map(([, change]) => change);
  return { added: only(now, old), removed: only(old, now) };
}

function entriesOf({ analyzers, policies, repositories }: Snapshot): ReadonlyMap<string, NameChange> {
  const entries = new Map<string, NameChange>();
  const add = (kind: NameChange["kind"], constant: string, name: string, id = ""): void => {
    entries.set(JSON.stringify([kind, constant, name, id]), { kind, constant, name });
  };
  for (const [constant, slug] of Object.entries(analyzers)) add("analyzers", constant, slug);
  for (const [constant, { id, title }] of Object.entries(policies)) add("policies", constant, title, id);
  for (const [constant, name] of Object.entries(repositories)) add("repositories", constant, name);
  return entries;
}

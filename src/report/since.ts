import type { z } from "zod";
import { canonicalJson } from "../model/fingerprint";
import { groupBy } from "../model/group-by";
import { type LeafVerdict, leafVerdicts } from "../model/leaf-verdict";
import { isFutureWeakening } from "../reconcile/plan/base-comparison";
import {
  type AccountDocument,
  accountKey,
  type Frozen,
  isPlanned,
  plannedIn,
  type PlanDocument,
  withoutRuleNumber,
} from "./document";
import type { comparedAccountShape, comparedPlanShape, goneShape } from "./document-shape";

/** How an entry differs from an earlier document: it is new there, has more or less than before, or both. */
export type Mark = "new" | "grown" | "shrunk" | "changed";

/** What comes first, since it was not reviewed before. */
export const isFresh = (mark: Mark | undefined): boolean => mark !== undefined && mark !== "shrunk";

/** How an account differs from what an earlier document says of it. */
export interface News {
  /** What the earlier document says; absent where it has no plan of the account. */
  readonly old?: AccountDocument;
  /** The entries that differ, those of `lines` too. */
  readonly differences: ReadonlyMap<object, Difference>;
  /** The entries that only the earlier document has. */
  readonly gone: Lists;
  /** The ids of the repositories for which anything changes that did not. */
  readonly repositories: ReadonlySet<string>;
  /** What gets weaker, or is deleted, that did not, or was not. */
  readonly weakensMore: boolean;
  /** What is not compared, since only one of the two says it. */
  readonly uncompared: readonly ("future" | "policies")[];
}

/** How an entry differs: what has come to it and what has gone from it. All of a new one has come. */
export interface Difference {
  readonly mark: Mark;
  readonly came: Parts;
  readonly gone: Parts;
}

/** What of an entry is compared by itself. */
export interface Parts {
  readonly repositories: Effect["repositories"];
  readonly leaves: readonly VerdictLeaf[];
}

export interface VerdictLeaf {
  readonly verdict: LeafVerdict;
  readonly leaf: Effect["weaker"][number];
}

type Effect = AccountDocument["effects"][number];

/** How the entries of one list are compared. */
interface Comparison<Entry> {
  /** What makes it the same entry. Without places of code, numbers of rules and words. */
  readonly key: (entry: Entry, account: AccountDocument) => object;
  readonly parts?: (entry: Entry) => Parts;
  /** Whether one that is new, or to which something has come, makes the plan weaken more. */
  readonly weakens?: (entry: Entry, came: Parts) => boolean;
}

const none: Parts = { repositories: [], leaves: [] };
const always = (): boolean => true;
const leavesOnly = (leaves: readonly VerdictLeaf[]): Parts => ({ repositories: [], leaves });
export const weakerParts = ({ weaker }: Pick<Effect, "weaker">): Parts =>
  leavesOnly(weaker.map((leaf) => ({ verdict: "weaker", leaf })));

export const effectParts = (effect: Pick<Effect, LeafVerdict | "repositories">): Parts => ({
  repositories: effect.repositories,
  leaves: leafVerdicts.flatMap((verdict) => effect[verdict].map((leaf) => ({ verdict, leaf }))),
});

export const changeParts = ({ changes }: Pick<AccountDocument["changes"][number], "changes">): Parts =>
  leavesOnly(changes.map((leaf) => ({ verdict: leaf.verdict, leaf })));

/** A configuration by its id, else, where it is yet to be created, by its name. */
const sideKey = (side: Partial<NonNullable<Effect["to"]>> | null): object | null => {
  const { id = null, name = null, address = null } = side ?? {};
  return side && (id === null ? { name: name ?? address } : { id });
};

/** The lists of an account that are compared, in the order in which they are shown. */
const comparisons: { readonly [Name in ListName]: Comparison<Entry<Name>> } = {
  policies: { key: ({ waiver, ...said }, { waivers = [] }) => ({ ...said, waiver: waivers[waiver ?? -1] }) },
  future: {
    key: ({ like, from, to }) => ({ like, from: sideKey(from), to: sideKey(to) }),
    parts: weakerParts,
    weakens: isFutureWeakening,
  },
  prolonged: { key: ({ address: _code, ...each }) => each, weakens: always },
  no_longer_declared: { key: withoutRuleNumber },
  deletions: { key: ({ id, name }) => ({ id, name }), weakens: always },
  unused: { key: ({ id, name }) => ({ id, name }), parts: weakerParts, weakens: always },
  effects: {
    key: ({ from, to }) => ({ from: sideKey(from), to: sideKey(to) }),
    parts: effectParts,
    weakens: (effect, came) => concerned(effectParts(effect).leaves, came).some(({ verdict }) => verdict === "weaker"),
  },
  moves: { key: ({ rule: _rule, ...each }) => each },
  changes: { key: ({ action, ...each }) => ({ action, of: sideKey(each) }), parts: changeParts },
  triages: { key: ({ address: _code, location: _at, finding: _what, ...each }) => each },
};

/** The compared lists, as a document has them of what is gone. */
type Lists = Frozen<z.infer<typeof goneShape>>;
type ListName = keyof Lists;
type Entry<Name extends ListName> = Lists[Name][number];

export const comparedLists = Object.keys(comparisons) as readonly ListName[];

/**
 * What differs between two documents of one account. What differs only in places of code, the numbers of rules, the
 * order of lists or the words is the same.
 *
 * @param old undefined where all of the account is new
 */
export function since(old: AccountDocument | undefined, now: AccountDocument): News {
  const differences = new Map<object, Difference>();
  let weakensMore = false;
  const compare = <Name extends ListName>(name: Name): readonly Entry<Name>[] => {
    if (!isCompared(name, old, now)) return [];
    const { key, parts = () => none, weakens } = comparisons[name];
    const keyed = (account: AccountDocument | undefined) =>
      account === undefined ? [] : entriesOf(name, account).map((each) => [key(each, account), each] as const);
    const { both, came, gone } = matched(keyed(old), keyed(now));
    for (const [was, is] of [...both, ...came.map((each) => [undefined, each] as const)]) {
      const difference = differenceOf(was && parts(was), parts(is));
      if (difference === undefined) continue;
      differences.set(is, difference);
      weakensMore ||= isFresh(difference.mark) && weakens?.(is, difference.came) === true;
    }
    return gone;
  };
  const gone = Object.fromEntries(comparedLists.map((name) => [name, compare(name)])) as unknown as Lists;
  markLines(old?.lines ?? [], now, gone.effects, differences);
  const affected = now.effects.flatMap((each) => {
    const { came = none } = differences.get(each) ?? {};
    return came.leaves.length > 0 ? each.repositories : came.repositories;
  });
  const moved = now.moves.filter((each) => differences.has(each));
  return {
    ...(old === undefined ? {} : { old }),
    ...{ differences, gone, weakensMore },
    repositories: new Set([...affected.map(({ id }) => id), ...moved.map(({ repository_id: id }) => id)]),
    uncompared: (["future", "policies"] as const).filter((each) => !isCompared(each, old, now)),
  };
}

/** What the base shows, and what policies say, is compared where both documents have it. */
const isCompared = (name: ListName, old: AccountDocument | undefined, now: AccountDocument): boolean =>
  old === undefined || (old[name] === undefined) === (now[name] === undefined);

export const isUnaffected = ({ class: kind }: AccountDocument["moves"][number]): boolean => kind === "unaffected";

/** The moves of repositories that are affected are in the effects. */
const entriesOf = <Name extends ListName>(name: Name, account: AccountDocument): readonly Entry<Name>[] =>
  name === "moves" ? account.moves.filter(isUnaffected) : (account[name] ?? []);

type Keyed<T> = readonly (readonly [key: object, item: T])[];

/** What two lists have in common, and what only one has; of what is there several times, as many as there are more. */
function matched<T>(before: Keyed<T>, now: Keyed<T>) {
  const left = groupBy(before, ([key]) => canonicalJson(key));
  const both: (readonly [was: T, is: T])[] = [];
  const came: T[] = [];
  for (const [key, item] of now) {
    const other = left.get(canonicalJson(key))?.pop();
    if (other === undefined) came.push(item);
    else both.push([other[1], item]);
  }
  return { both, came, gone: [...left.values()].flat().map(([, item]) => item) };
}

/** @param was undefined for what is new. @returns undefined where nothing differs */
function differenceOf(was: Parts | undefined, is: Parts): Difference | undefined {
  const before = was ?? none;
  const named = ({ repositories }: Parts) =>
    repositories.map((each) => [{ id: each.id, name: each.name }, each] as const);
  const valued = ({ leaves }: Parts) =>
    leaves.map((each) => {
      const { path, before: from, after: to } = each.leaf;
      return [{ verdict: each.verdict, path, from, to }, each] as const;
    });
  const repositories = matched(named(before), named(is));
  const leaves = matched(valued(before), valued(is));
  const came = { repositories: repositories.came, leaves: leaves.came };
  const gone = { repositories: repositories.gone, leaves: leaves.gone };
  const mark = was === undefined ? "new" : markOf(sizeOf(came) > 0, sizeOf(gone) > 0);
  return mark && { mark, came, gone };
}

const sizeOf = ({ repositories, leaves }: Parts): number => repositories.length + leaves.length;

/** Undefined where nothing has come or gone. */
function markOf(hasCome: boolean, hasGone: boolean): Mark | undefined {
  if (hasCome) return hasGone ? "changed" : "grown";
  return hasGone ? "shrunk" : undefined;
}

/** The leaves of an effect that change for more, or fewer, repositories: all where repositories have come, or gone. */
const concerned = (leaves: Parts["leaves"], part: Parts): Parts["leaves"] =>
  part.repositories.length > 0 ? leaves : part.leaves;

/** Of a line, or of a leaf of an effect that it sums up. */
export const lineKey = (verdict: LeafVerdict, path: string): string => `${verdict} ${path}`;
const lineKeys = (leaves: Parts["leaves"]): readonly string[] =>
  leaves.map(({ verdict, leaf }) => lineKey(verdict, leaf.path));

/** Lines sum up what effects do, so their marks follow from it. */
function markLines(
  before: AccountDocument["lines"],
  { lines, effects }: Pick<AccountDocument, "lines" | "effects">,
  goneEffects: readonly Effect[],
  differences: Map<object, Difference>,
): void {
  const known = new Set(before.map(({ verdict, path }) => lineKey(verdict, path)));
  const came = new Set<string>();
  const gone = new Set(goneEffects.flatMap((each) => lineKeys(effectParts(each).leaves)));
  for (const each of effects) {
    const difference = differences.get(each);
    if (difference === undefined) continue;
    const { leaves } = effectParts(each);
    const stayed = leaves.filter(({ leaf }) => !difference.came.leaves.some((one) => one.leaf === leaf));
    for (const key of lineKeys(concerned(leaves, difference.came))) came.add(key);
    for (const key of lineKeys(concerned([...stayed, ...difference.gone.leaves], difference.gone))) gone.add(key);
  }
  for (const each of lines) {
    const key = lineKey(each.verdict, each.path);
    const mark = known.has(key) ? markOf(came.has(key), gone.has(key)) : "new";
    if (mark !== undefined) differences.set(each, { mark, came: none, gone: none });
  }
}

/** How an account differs from what the earlier document says of it; undefined without an earlier document. */
export function newsOf(account: AccountDocument, earlier: PlanDocument | undefined): News | undefined {
  if (earlier === undefined) return undefined;
  const key = accountKey(account);
  return since(
    plannedIn(earlier).find((each) => accountKey(each) === key),
    account,
  );
}

/** The accounts that have a plan in the earlier document, and nothing in the later one. */
export function goneAccounts(now: PlanDocument, earlier: PlanDocument | undefined): readonly AccountDocument[] {
  const known = new Set(now.accounts.flatMap((each) => (isPlanned(each) ? accountKey(each) : [])));
  // of an account that has failed now, only its id or its alias is certain
  const isFailed = ({ account: { id, alias } }: AccountDocument): boolean =>
    now.accounts.some(
      (each) => !isPlanned(each) && (each.account.id === null ? each.account.alias === alias : each.account.id === id),
    );
  return earlier === undefined
    ? []
    : plannedIn(earlier).filter((each) => !known.has(accountKey(each)) && !isFailed(each));
}

type ComparedPlan = Frozen<z.infer<typeof comparedPlanShape>>;
type ComparedAccount = Frozen<z.infer<typeof comparedAccountShape>>;

/** A document, with how each of its accounts differs from an earlier one. */
export const comparedDocument = (document: PlanDocument, earlier: PlanDocument): ComparedPlan => ({
  ...document,
  accounts: document.accounts.map((each) => {
    const news = isPlanned(each) ? newsOf(each, earlier) : undefined;
    return isPlanned(each) && news !== undefined ? { ...each, since: sinceMember(each, news) } : each;
  }),
  gone: goneAccounts(document, earlier).map(({ account_id, account }) => ({ account_id, account })),
});

const sinceMember = (account: AccountDocument, { old, differences, gone }: News): ComparedAccount["since"] => ({
  digest: old?.digest ?? null,
  review_digest: old?.review_digest ?? null,
  marks: ([...comparedLists, "lines"] as const).flatMap((list) =>
    (account[list] ?? []).flatMap((entry, at) => {
      const difference = differences.get(entry);
      if (difference === undefined) return [];
      const { mark } = difference;
      return [
        { list, at, mark, ...(mark === "new" ? {} : { ...partIn(difference, "came"), ...partIn(difference, "gone") }) },
      ];
    }),
  ),
  gone: { ...gone, policies: gone.policies.map(({ waiver: _position, ...each }) => each) },
});

/** What has come to an entry, or gone from it; nothing where nothing has. */
function partIn(difference: Difference, name: "came" | "gone") {
  const { repositories, leaves } = difference[name];
  if (repositories.length + leaves.length === 0) return {};
  return { [name]: { repositories, leaves: leaves.map(({ verdict, leaf }) => ({ ...leaf, verdict })) } };
}

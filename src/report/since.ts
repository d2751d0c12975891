import { canonicalJson } from "../model/fingerprint";
import { groupBy } from "../model/group-by";
import { judgementOf, type LeafVerdict, leafVerdicts } from "../model/leaf-verdict";
import { isFutureWeakening } from "../reconcile/plan/base";
import {
  type AccountDocument,
  accountKey,
  isPlanned,
  plannedIn,
  type PlanDocument,
  withoutRuleNumber,
} from "./document";
import { saidBy } from "./policy-review";

/** How an entry differs from an earlier document: it is new there, has more or less than before, or both. */
export type Mark = "new" | "grown" | "shrunk" | "changed";

/** The marks of entries of a document, and of the repositories and leaves that came to an entry. */
export type Marks = ReadonlyMap<object, Mark>;

/** How an account differs from what an earlier document says of it. */
export interface News {
  /** What the earlier document says; absent where it has no plan of the account. */
  readonly old?: AccountDocument;
  readonly marks: Marks;
  /** What only the earlier document has. An entry of which a part is left has the mark of what is left. */
  readonly gone: AccountDocument;
  /** The ids of the repositories for which anything changes that did not. */
  readonly repositories: ReadonlySet<string>;
  /** What gets weaker, or is deleted, that did not, or was not. */
  readonly weakensMore: boolean;
  /** What is not compared, since only one of the two says it. */
  readonly uncompared: readonly ("future" | "policies")[];
}

type Effect = AccountDocument["effects"][number];
type Change = AccountDocument["changes"][number];
type Leaf = Effect["weaker"][number];

/** The lists of an account that are compared, in the order in which they are shown; `lines` sum up the effects. */
export const comparedLists = [
  "policies",
  "future",
  "prolonged",
  "no_longer_declared",
  "deletions",
  "unused",
  "effects",
  "moves",
  "changes",
  "triages",
  "lines",
] as const;

/** How an account differs from what the earlier document says of it; undefined without an earlier document. */
export function newsOf(account: AccountDocument, earlier: PlanDocument | undefined): News | undefined {
  if (earlier === undefined) return undefined;
  const key = accountKey(account);
  return since(
    plannedIn(earlier).find((each) => accountKey(each) === key),
    account,
  );
}

/** The accounts of which the earlier document has a plan, and the later one has nothing. */
export function goneAccounts(now: PlanDocument, earlier: PlanDocument | undefined): readonly AccountDocument[] {
  // of an account that has failed now, only its id is certain
  const known = new Set(now.accounts.flatMap((each) => (isPlanned(each) ? accountKey(each) : [])));
  const failed = new Set<string | null>(
    now.accounts.flatMap((each) => (isPlanned(each) ? [] : [each.account_id, each.account.alias ?? each.account_id])),
  );
  return earlier === undefined
    ? []
    : plannedIn(earlier).filter(
        (each) => !known.has(accountKey(each)) && !failed.has(each.account_id) && !failed.has(each.account.alias),
      );
}

/**
 * What differs between two documents of one account. What differs only in places of code, the numbers of rules, the
 * order of lists or the words is the same.
 *
 * @param old undefined where all of the account is new
 */
export function since(old: AccountDocument | undefined, now: AccountDocument): News {
  const before = old ?? emptied(now);
  const marks = new Map<object, Mark>();
  const uncompared = (["future", "policies"] as const).filter(
    (each) => (before[each] === undefined) !== (now[each] === undefined),
  );
  const [was, is] = uncompared.includes("future") ? [withoutBase(before), withoutBase(now)] : [before, now];
  const effects = effectsSince(before.effects, now.effects, marks);
  const lists = {
    policies: uncompared.includes("policies") ? [] : policiesSince(before, now, marks),
    future: listSince(was.future, is.future, ({ rules: _rules, weaker, ...each }) => [each, leafKeys(weaker)], marks),
    prolonged: listSince(was.prolonged, is.prolonged, ({ address: _code, ...each }) => each, marks),
    no_longer_declared: listSince(was.no_longer_declared, is.no_longer_declared, withoutRuleNumber, marks),
    deletions: listSince(before.deletions, now.deletions, ({ id, name }) => [id, name], marks),
    unused: listSince(before.unused, now.unused, ({ id, name, weaker }) => [id, name, leafKeys(weaker)], marks),
    triages: listSince(before.triages, now.triages, ({ address: _, location: _at, ...each }) => each, marks),
    changes: changesSince(before.changes, now.changes, marks),
    moves: listSince(before.moves.filter(isUnaffected), now.moves.filter(isUnaffected), moveKey, marks),
  };
  markLines(before, now, effects, marks);
  const moved = now.moves.filter((each) => marks.has(each)).map(({ repository_id: id }) => id);
  const isNew = (each: object): boolean => marks.has(each);
  return {
    ...(old === undefined ? {} : { old }),
    marks,
    gone: {
      ...withoutFindings(before),
      ...{ ...lists, effects: effects.gone, lines: [] },
      // how many repositories a configuration had that is gone is counted by its moves
      moves: [...before.moves.filter((each) => !isUnaffected(each)), ...lists.moves],
    },
    repositories: new Set([...effects.repositories, ...moved]),
    weakensMore:
      effects.weakensMore ||
      [now.deletions, now.unused, now.prolonged ?? []].some((list) => list.some(isNew)) ||
      (now.future ?? []).some((each) => isNew(each) && isFutureWeakening(each)) ||
      now.changes.some(({ changes, ...each }) => isNew(each) && changes.some(({ verdict }) => verdict === "weaker")),
    uncompared,
  };
}

/** The same account without anything that changes. */
const emptied = (account: AccountDocument): AccountDocument => ({
  ...account,
  ...{ effects: [], changes: [], moves: [], deletions: [], unused: [], triages: [], lines: [] },
  ...(account.policies === undefined ? {} : { policies: [] }),
  ...(account.future === undefined ? {} : { future: [], prolonged: [], no_longer_declared: [] }),
});

const withoutBase = (account: AccountDocument): AccountDocument => {
  const { future: _1, prolonged: _2, no_longer_declared: _3, ...rest } = account;
  return rest;
};

const withoutFindings = ({ findings: _open, ...account }: AccountDocument): AccountDocument => account;

export const isUnaffected = ({ class: kind }: AccountDocument["moves"][number]): boolean => kind === "unaffected";
const moveKey = ({ rule: _rule, ...each }: AccountDocument["moves"][number]) => each;

/** Marks what the later list has more. @returns what the earlier one has more */
function listSince<T extends object>(
  before: readonly T[] = [],
  now: readonly T[] = [],
  keyOf: (each: T) => unknown,
  marks: Map<object, Mark>,
): readonly T[] {
  for (const each of lacking(now, before, keyOf)) marks.set(each, "new");
  return lacking(before, now, keyOf);
}

/** What one list has, and the other has not; of what is there several times, as many as there are more. */
function lacking<T>(wanted: readonly T[], from: readonly T[], keyOf: (each: T) => unknown): readonly T[] {
  const textOf = (each: T): string => canonicalJson(keyOf(each));
  const left = new Map([...groupBy(from, textOf)].map(([key, group]) => [key, group.length]));
  return wanted.filter((each) => {
    const key = textOf(each);
    const many = left.get(key) ?? 0;
    left.set(key, many - 1);
    return many <= 0;
  });
}

/** The position of a waiver says nothing of its own. */
function policiesSince(before: AccountDocument, now: AccountDocument, marks: Map<object, Mark>) {
  const entries = (account: AccountDocument) =>
    saidBy(account).map((said, at) => ({ said, entry: account.policies?.[at] }));
  const [had, has] = [entries(before), entries(now)];
  const keyOf = ({ said }: (typeof had)[number]) => said;
  for (const { entry } of lacking(has, had, keyOf)) if (entry !== undefined) marks.set(entry, "new");
  return lacking(had, has, keyOf).flatMap(({ entry }) => entry ?? []);
}

const leafKey = ({ path, before, after }: Leaf): string => canonicalJson([path, before, after]);
const leafKeys = (leaves: readonly Leaf[]): readonly string[] => leaves.map(leafKey);

/** What has come to an entry, and what has gone from it; undefined where nothing has. */
function markOf(came: number, gone: number): Mark | undefined {
  if (came === 0) return gone === 0 ? undefined : "shrunk";
  return gone === 0 ? "grown" : "changed";
}

/** Configurations that change are the same by their id, else by their name, and are compared by their leaves. */
function changesSince(before: readonly Change[], now: readonly Change[], marks: Map<object, Mark>): readonly Change[] {
  const identity = ({ action, id, name, address }: Change): string =>
    canonicalJson([action, id ?? null, id === undefined ? (name ?? address) : null]);
  const keyOf = ({ verdict, ...leaf }: Change["changes"][number]) => [verdict, leafKey(leaf)];
  const earlier = new Map(before.map((each) => [identity(each), each]));
  const gone: Change[] = [];
  for (const each of now) {
    const key = identity(each);
    const other = earlier.get(key);
    earlier.delete(key);
    const came = lacking(each.changes, other?.changes ?? [], keyOf);
    const lost = lacking(other?.changes ?? [], each.changes, keyOf);
    const mark = other === undefined ? "new" : markOf(came.length, lost.length);
    if (mark === undefined) continue;
    marks.set(each, mark);
    if (other === undefined) continue;
    for (const leaf of came) marks.set(leaf, "new");
    if (lost.length === 0) continue;
    const part = { ...other, changes: lost };
    marks.set(part, mark);
    gone.push(part);
  }
  return [...earlier.values(), ...gone];
}

interface EffectsSince {
  readonly gone: readonly Effect[];
  readonly repositories: ReadonlySet<string>;
  readonly weakensMore: boolean;
  /** The keys of the lines that concern more than before, and of those that concern less. */
  readonly lines: { readonly came: ReadonlySet<string>; readonly gone: ReadonlySet<string> };
}

/** Of a line, or of a leaf of an effect that it sums up. */
export const lineKey = (verdict: LeafVerdict, path: string): string => `${verdict} ${path}`;

/** Effects between the same configurations are one: a leaf for a repository is what comes, or goes. */
function effectsSince(before: readonly Effect[], now: readonly Effect[], marks: Map<object, Mark>): EffectsSince {
  const earlier = new Map(before.map((each) => [sidesOf(each), each]));
  const gone: Effect[] = [];
  const repositories = new Set<string>();
  const lines = { came: new Set<string>(), gone: new Set<string>() };
  let weakensMore = false;
  const sumUp = (which: "came" | "gone", leaves: readonly VerdictLeaf[]): void => {
    for (const { verdict, leaf } of leaves) lines[which].add(lineKey(verdict, leaf.path));
  };
  for (const each of now) {
    const key = sidesOf(each);
    const other = earlier.get(key);
    earlier.delete(key);
    const { mark, came, lost } = effectSince(other, each);
    if (mark === undefined) continue;
    marks.set(each, mark);
    for (const one of came.repositories) marks.set(one, "new");
    if (other !== undefined) for (const { leaf } of came.leaves) marks.set(leaf, "new");
    const concerned = came.leaves.length > 0 ? each.repositories : came.repositories;
    for (const { id } of concerned) repositories.add(id);
    const leaves = came.repositories.length > 0 ? leavesOf(each) : came.leaves;
    weakensMore ||= leaves.some(({ verdict }) => verdict === "weaker");
    sumUp("came", leaves);
    if (other === undefined) continue;
    sumUp("gone", lost.repositories.length > 0 ? leavesOf(other) : lost.leaves);
    for (const part of partsOf(other, lost)) {
      marks.set(part, mark);
      gone.push(part);
    }
  }
  for (const each of earlier.values()) {
    sumUp("gone", leavesOf(each));
    gone.push(withoutOpen(each));
  }
  return { gone, repositories, weakensMore, lines };
}

/** A configuration by its id, else, where it is yet to be created, by its name. */
const sidesOf = ({ from, to }: Effect): string =>
  JSON.stringify([from?.id, to?.id, to?.id === null ? (to.name ?? to.address) : null]);

interface VerdictLeaf {
  readonly verdict: LeafVerdict;
  readonly leaf: Leaf;
}

const leavesOf = (effect: Effect): readonly VerdictLeaf[] =>
  leafVerdicts.flatMap((verdict) => effect[verdict].map((leaf) => ({ verdict, leaf })));

interface EffectPart {
  readonly repositories: Effect["repositories"];
  readonly leaves: readonly VerdictLeaf[];
}

/** @param before undefined where all of it is new */
function effectSince(before: Effect | undefined, now: Effect) {
  const difference = (one: Effect | undefined, other: Effect | undefined): EffectPart => ({
    repositories: lacking(one?.repositories ?? [], other?.repositories ?? [], ({ id, name }) => [id, name]),
    leaves: lacking(one ? leavesOf(one) : [], other ? leavesOf(other) : [], ({ verdict, leaf }) => [
      verdict,
      leafKey(leaf),
    ]),
  });
  const [came, lost] = [difference(now, before), difference(before, now)];
  const sizeOf = (part: EffectPart): number => part.repositories.length + part.leaves.length;
  return { mark: before === undefined ? ("new" as const) : markOf(sizeOf(came), sizeOf(lost)), came, lost };
}

/** What has gone from an effect: all of it for the repositories that left it, and for the others the leaves. */
function partsOf(effect: Effect, lost: EffectPart): readonly Effect[] {
  const whole = withoutOpen(effect);
  const left = effect.repositories.filter((each) => !lost.repositories.includes(each));
  const leaves = (wanted: LeafVerdict): Leaf[] =>
    lost.leaves.flatMap(({ verdict, leaf }) => (verdict === wanted ? [leaf] : []));
  const judgement = judgementOf(lost.leaves);
  return [
    ...(lost.repositories.length > 0 ? [{ ...whole, repositories: lost.repositories }] : []),
    ...(judgement === undefined || left.length === 0
      ? []
      : [
          {
            ...whole,
            ...judgement,
            ...{ weaker: leaves("weaker"), unclassified: leaves("unclassified") },
            ...{ stronger: leaves("stronger"), neutral: leaves("neutral") },
            repositories: left,
          },
        ]),
  ];
}

const withoutOpen = ({ findings: _open, ...effect }: Effect): Effect => effect;

/** Lines sum up what effects do, so their marks follow from it. */
function markLines(
  { lines: before }: AccountDocument,
  { lines: now }: AccountDocument,
  { lines: { came, gone } }: EffectsSince,
  marks: Map<object, Mark>,
): void {
  const known = new Set(before.map(({ verdict, path }) => lineKey(verdict, path)));
  for (const each of now) {
    const key = lineKey(each.verdict, each.path);
    const mark = known.has(key) ? markOf(came.has(key) ? 1 : 0, gone.has(key) ? 1 : 0) : "new";
    if (mark !== undefined) marks.set(each, mark);
  }
}

/** The mark of several entries that are shown as one. */
export function commonMark(all: readonly (Mark | undefined)[]): Mark | undefined {
  const [first] = all;
  if (all.every((each) => each === first)) return first;
  const isIn = (...some: readonly Mark[]): number => (all.some((each) => each && some.includes(each)) ? 1 : 0);
  return markOf(isIn("new", "grown", "changed"), isIn("shrunk", "changed"));
}

import type { LeafChange } from "../../model/compare-settings";
import { mayMeet, sampleOf } from "../../model/like-automaton";
import { judgementOf, repositoryClasses } from "../../model/leaf-verdict";
import type { FutureChange } from "../plan/base-comparison";
import { changesBetween, type Held, sideOf } from "../plan/effects";
import type { RuleMatch } from "../plan/change";
import type { Destination } from "../plan/moves";
import { Coverage } from "./coverage";
import { fits, findName, type Found, type Ground, Patterns, type Sought, type Wanted } from "./find-name";
import { decide, type Decision, type FutureRule, type RuleList } from "./rule-list";

/** What two lists of rules do with repositories that do not exist yet. */
export interface RuleComparison {
  readonly future: readonly FutureChange[];
  /** Regions between the same two configurations as one of `future` are left out. */
  readonly isCut: boolean;
  /** Names that two blocks of the later list claim, and not of the earlier one. */
  readonly claimedTwice: readonly ClaimedTwice[];
  /** Pairs of rules that may weaken, where the search was given up. */
  readonly undecided: readonly { readonly before: RuleMatch | null; readonly after: RuleMatch | null }[];
}

export interface ClaimedTwice {
  readonly like: string;
  readonly first: FutureRule;
  readonly second: FutureRule;
}

/** The most regions that are listed between two configurations. */
const mostOfPair = 20;

/** The steps of all searches. */
const stepsOfAll = 4_000_000;

/** One pair of a rule before and a rule afterwards; null for none. */
interface Pair {
  readonly before: FutureRule | null;
  readonly after: FutureRule | null;
}

/** What changes between two configurations, or one of them and none. */
interface Bucket {
  readonly from: Destination | null;
  readonly to: Destination | null;
  readonly changes: readonly LeafChange[];
  readonly pairs: Pair[];
}

/**
 * Finds for each pair of rules, one of the earlier list and one of the later, a name that both are the first to match
 * and that no live repository has, wherever the two assign different settings: those that weaken first.
 */
export function compareRules(before: RuleList, after: RuleList, liveNames: ReadonlySet<string>): RuleComparison {
  const ground: Ground = {
    before,
    after,
    liveNames,
    other: otherThan([before, after], liveNames),
    patterns: new Patterns(),
    budget: { left: stepsOfAll },
  };
  const coverage = [
    new Coverage(before, ground.patterns, ground.other),
    new Coverage(after, ground.patterns, ground.other),
  ] as const;
  const future: FutureChange[] = [];
  const undecided: { before: RuleMatch | null; after: RuleMatch | null }[] = [];
  let isCut = false;
  for (const bucket of bucketsOf(before, after)) {
    const judgement = judgementOf(bucket.changes);
    if (judgement === undefined) continue;
    const weakens = judgement.class === "weakens" && bucket.from !== null;
    const open: Pair[] = [];
    let listed = 0;
    for (const pair of bucket.pairs) {
      if (listed === mostOfPair) {
        isCut = true;
        break;
      }
      const found = nameFor(ground, pair, coverage);
      if (found === "undecided") open.push(pair);
      if (typeof found === "string") continue;
      listed += 1;
      future.push({
        like: found.name,
        from: sideOf(heldOf(bucket.from)),
        to: sideOf(heldOf(bucket.to)),
        class: judgement.class,
        weaker: bucket.changes.filter(({ verdict }) => verdict === "weaker"),
        rules: { before: decidedBy(ground, before, found.name), after: decidedBy(ground, after, found.name) },
      });
    }
    // a line is of the whole pair of configurations
    if (weakens && listed === 0)
      for (const each of open) undecided.push({ before: matchOf(each.before), after: matchOf(each.after) });
  }
  return { future, isCut, claimedTwice: claimedTwice(ground), undecided };
}

/** Pairs of rules by the two configurations, those that weaken first. */
function bucketsOf(before: RuleList, after: RuleList): readonly Bucket[] {
  const buckets = new Map<string, Bucket>();
  const keyOf = (each: FutureRule | null): string => {
    if (each?.target === undefined) return "";
    const { id, ref } = each.target;
    return id ?? ("address" in ref ? ref.address : ref.id);
  };
  const add = (pair: Pair): void => {
    const key = `${keyOf(pair.before)}\n${keyOf(pair.after)}`;
    const [from, to] = [pair.before?.target ?? null, pair.after?.target ?? null];
    const bucket = buckets.get(key) ?? {
      from,
      to,
      changes: changesBetween(heldOf(from) ?? { settings: {} }, heldOf(to)),
      pairs: [],
    };
    buckets.set(key, bucket);
    if (bucket.changes.length > 0) bucket.pairs.push(pair);
  };
  const [earlier, later] = [assigning(before), assigning(after)];
  for (const one of earlier) {
    for (const other of later) add({ before: one, after: other });
    add({ before: one, after: null });
  }
  for (const other of later) add({ before: null, after: other });
  return [...buckets.values()].sort((one, other) => rankOf(one) - rankOf(other));
}

const assigning = ({ blocks }: RuleList): readonly FutureRule[] =>
  blocks.flat().filter(({ target }) => target !== undefined);

/** What closes the gate first. */
function rankOf({ from, changes }: Bucket): number {
  const worst = judgementOf(changes)?.class ?? "neutral";
  return repositoryClasses.indexOf(worst) + (from === null ? repositoryClasses.length : 0);
}

const heldOf = (of: Destination | null): Held | null =>
  of && {
    id: of.id,
    address: "address" in of.ref ? of.ref.address : undefined,
    name: of.name,
    settings: of.after,
  };

const matchOf = (each: FutureRule | null): RuleMatch | null => {
  const [selector] = each?.selectors ?? [];
  return each === null || selector === undefined ? null : { rule: each.rule, matched: selector.shown };
};

function decidedBy(ground: Ground, list: RuleList, name: string): RuleMatch | null {
  const decision = decisionOf(ground, list, name);
  if (decision.is === "claimed-twice" || decision.by === undefined || decision.selector === undefined) return null;
  return { rule: decision.by.rule, matched: decision.selector.shown };
}

const decisionOf = ({ patterns }: Ground, list: RuleList, name: string): Decision =>
  decide(list, (pattern) => patterns.matches(pattern, name));

/** The first name that is found over all selectors of both rules. */
function nameFor(ground: Ground, { before, after }: Pair, coverage: readonly [Coverage, Coverage]): Found {
  let result: Found = "nothing";
  for (const one of before?.selectors ?? [undefined])
    for (const other of after?.selectors ?? [undefined]) {
      const required = [...new Set([one, other].flatMap((each) => each?.pattern ?? []))];
      if (!canMeet(ground.patterns, required)) continue;
      if (isImpossible(before, required, coverage[0]) || isImpossible(after, required, coverage[1])) continue;
      const found = nameOf(ground, required, { before: before ?? "none", after: after ?? "none" });
      if (typeof found !== "string") return found;
      if (found === "undecided") result = found;
    }
  return result;
}

const isImpossible = (rule: FutureRule | null, required: readonly string[], coverage: Coverage): boolean =>
  rule === null ? required.some((each) => coverage.assignsAll(each)) : coverage.isShadowed(rule, required);

function canMeet(patterns: Patterns, required: readonly string[]): boolean {
  const [first, ...rest] = required.map((pattern) => patterns.ends(pattern));
  return first === undefined || rest.every((each) => mayMeet(first, each));
}

function nameOf(ground: Ground, required: readonly string[], wanted: Omit<Sought, "required">): Found {
  const { patterns, other } = ground;
  const isRight = (name: string): boolean =>
    name !== "" &&
    !ground.liveNames.has(name) &&
    required.every((pattern) => patterns.matches(pattern, name)) &&
    fits(wanted.before, decisionOf(ground, ground.before, name)) &&
    fits(wanted.after, decisionOf(ground, ground.after, name));
  const sample = samplesOf(required, other).find(isRight);
  if (sample !== undefined) return { name: sample };
  const found = findName(ground, { required, ...wanted });
  if (typeof found === "string") return found;
  // it says more plainly where any text is possible
  const longer = [`${found.name}${other}`, `${other}${found.name}`].find(isRight);
  return longer === undefined ? found : { name: longer };
}

/** Names that most pairs of overlapping patterns have in common. */
function samplesOf(required: readonly string[], other: string): readonly string[] {
  const samples = required.map((pattern) => sampleOf(pattern, other));
  const [first, second] = samples;
  if (first === undefined || second === undefined) return samples;
  const joined = [`${first}${second}`, `${second}${first}`];
  return [...samples, ...joined.map((each) => each.replaceAll(other + other, other)), ...joined];
}

/** One name for each pair of blocks of the later list that claim it. */
function claimedTwice(ground: Ground): readonly ClaimedTwice[] {
  const { blocks } = ground.after;
  const wanted = { before: "not-twice", after: "twice" } as const satisfies Record<string, Wanted>;
  return blocks.flatMap((rules, index) =>
    blocks.slice(index + 1).flatMap((others): readonly ClaimedTwice[] => {
      for (const first of rules)
        for (const second of others) {
          if (first.target === undefined || second.target === undefined) continue;
          for (const one of first.selectors)
            for (const other of second.selectors) {
              const required = [...new Set([one.pattern, other.pattern])];
              if (!canMeet(ground.patterns, required)) continue;
              const found = nameOf(ground, required, wanted);
              if (typeof found === "string") continue;
              const decision = decisionOf(ground, ground.after, found.name);
              if (decision.is === "claimed-twice")
                return [{ like: found.name, first: decision.first, second: decision.second }];
            }
        }
      return [];
    }),
  );
}

/** Written for any text where a character is needed that no pattern and no live name has. */
const ellipsis = "…";

/** The first code point of the characters that are tried where an ellipsis occurs. */
const firstOther = 0x2460;

function otherThan(lists: readonly RuleList[], liveNames: ReadonlySet<string>): string {
  const texts = [
    ...liveNames,
    ...lists.flatMap(({ blocks }) => blocks.flat().flatMap(({ selectors }) => selectors.map(({ pattern }) => pattern))),
  ];
  const isFree = (character: string): boolean => texts.every((text) => !text.includes(character));
  let other = ellipsis;
  for (let code = firstOther; !isFree(other); code += 1) other = String.fromCodePoint(code);
  return other;
}

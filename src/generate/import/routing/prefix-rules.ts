import { midwordCost, nameCost, patternCost } from "./cost";
import { narrowed } from "./narrowed";
import { nth } from "./nth";
import { type PrefixNode, prefixTree } from "./prefix-tree";
import { escapedPattern } from "./rule";
import { lastWordEnd } from "./words";

/** A name and its class: 0 where the repository stays as it is, else a configuration. */
export interface Named {
  readonly name: string;
  readonly class: number;
}

export interface PrefixRule {
  /** The text that the names begin with. */
  readonly prefix: string;
  readonly class: number;
  readonly cost: number;
  /** The names that it decides. */
  readonly decided: Named[];
}

export interface PrefixRules {
  /** Longer prefixes come before those that they begin with. */
  readonly rules: readonly PrefixRule[];
  /** Names that the rules get wrong: they must be named before. */
  readonly exceptions: readonly Named[];
  readonly cost: number;
}

/** What is known of a node and its subtree once its children are. */
interface Weighed {
  readonly prefix: string | undefined;
  readonly ruleCost: number;
  /** The class that a rule at this node would best have. */
  readonly best: number;
  /** Classes for which no rule is needed here when a shorter prefix gives them, and what they save below `other`. */
  readonly inherits: ReadonlyMap<number, number>;
  /** The cost when a shorter prefix gives a class that no name in the subtree has. */
  readonly other: number;
  readonly otherInherits: boolean;
}

/**
 * The shortest list of prefix rules and exceptions that gives every name its class: dynamic programming over the
 * tree of prefixes, as for routing tables with the longest prefix first.
 *
 * @param allowAll a rule without a prefix is allowed
 */
export function prefixRules(given: readonly Named[], allowAll: boolean): PrefixRules {
  const named = given.toSorted((left, right) => (left.name < right.name ? -1 : left.name > right.name ? 1 : 0));
  const root = prefixTree(named.map(({ name }) => name));
  const weighed = new Map<PrefixNode, Weighed>();
  for (const { node, parent } of childrenFirst(root)) weighed.set(node, weigh(node, parent, named, weighed, allowAll));
  return chosen(root, named, weighed);
}

function found(weighed: ReadonlyMap<PrefixNode, Weighed>, node: PrefixNode): Weighed {
  const known = weighed.get(node);
  if (known === undefined) throw new RangeError("a node was weighed before its children");
  return known;
}

interface Step {
  readonly node: PrefixNode;
  readonly parent: PrefixNode | undefined;
}

function childrenFirst(root: PrefixNode): readonly Step[] {
  const steps: Step[] = [{ node: root, parent: undefined }];
  // the list grows while it is walked
  for (const { node } of steps) for (const child of node.children) steps.push({ node: child, parent: node });
  return steps.reverse();
}

function weigh(
  node: PrefixNode,
  parent: PrefixNode | undefined,
  named: readonly Named[],
  weighed: ReadonlyMap<PrefixNode, Weighed>,
  allowAll: boolean,
): Weighed {
  let total = 0; // the cost when every name and every child gets a class that it has not
  const less = new Map<number, number>();
  for (const at of node.names) {
    const each = nth(named, at);
    total += nameCost(each.name);
    less.set(each.class, (less.get(each.class) ?? 0) + nameCost(each.name));
  }
  for (const child of node.children) {
    const { other, inherits } = found(weighed, child);
    total += other;
    for (const [key, saved] of inherits) less.set(key, (less.get(key) ?? 0) + saved);
  }
  let [best, saved] = [0, less.get(0) ?? 0];
  for (const [key, each] of less) if (each > saved || (each === saved && key < best)) [best, saved] = [key, each];
  const { prefix, cost: ruleCost } = ruleAt(node, parent, named, allowAll);
  const own = total - saved + ruleCost;
  const otherInherits = total <= own;
  const other = Math.min(total, own);
  const inherits = new Map<number, number>();
  for (const [key, each] of less) if (total - each <= other) inherits.set(key, other - (total - each));
  return { prefix, ruleCost, best, inherits, other, otherInherits };
}

/** Where the prefix of a rule at this node ends: at the last word that all names share, else in a word. */
function ruleAt(
  node: PrefixNode,
  parent: PrefixNode | undefined,
  named: readonly Named[],
  allowAll: boolean,
): { readonly prefix: string | undefined; readonly cost: number } {
  const none = { prefix: undefined, cost: Infinity };
  if (parent === undefined)
    return allowAll && node.children.length + node.names.length > 1 ? { prefix: "", cost: patternCost("%") } : none;
  const text = firstName(node, named).slice(0, node.depth);
  const word = lastWordEnd(text);
  if (word > parent.depth)
    return { prefix: text.slice(0, word), cost: patternCost(escapedPattern(text.slice(0, word))) };
  const whole = /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
  if (whole.length <= parent.depth) return none;
  return { prefix: whole, cost: patternCost(escapedPattern(whole)) + midwordCost };
}

function firstName(node: PrefixNode, named: readonly Named[]): string {
  let at = node;
  while (at.names.length === 0) at = nth(at.children, 0);
  return nth(named, nth(at.names, 0)).name;
}

/** Walks down from the root with the rule that holds, and notes where another is cheaper. */
function chosen(root: PrefixNode, named: readonly Named[], weighed: ReadonlyMap<PrefixNode, Weighed>): PrefixRules {
  const rules: PrefixRule[] = [];
  const exceptions: Named[] = [];
  let cost = 0;
  const open: { readonly node: PrefixNode; readonly rule: PrefixRule | undefined }[] = [
    { node: root, rule: undefined },
  ];
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    const { node } = step;
    let { rule } = step;
    const { best, inherits, otherInherits, prefix, ruleCost } = found(weighed, node);
    const held = rule?.class ?? 0;
    if (!otherInherits && !inherits.has(held) && prefix !== undefined) {
      rule = { prefix, class: best, cost: ruleCost, decided: [] };
      rules.push(rule);
      cost += ruleCost;
    }
    for (const at of node.names) {
      const each = nth(named, at);
      if (each.class === (rule?.class ?? 0)) rule?.decided.push(each);
      else {
        exceptions.push(each);
        cost += nameCost(each.name);
      }
    }
    for (const child of node.children) open.push({ node: child, rule });
  }
  // a rule that decides nothing only has exceptions, which are named
  const needed = rules.filter(({ decided }) => decided.length > 0).map(narrowed);
  return { rules: needed.sort(longerFirst), exceptions, cost };
}

/** By prefix, but a longer one before those that it begins with. */
const longerFirst = ({ prefix: left }: PrefixRule, { prefix: right }: PrefixRule): number =>
  `${left}\uffff` < `${right}\uffff` ? -1 : 1;

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

/** A rule's prefix and the names that it decides. */
interface Decided {
  readonly prefix: string;
  readonly decided: readonly { readonly name: string }[];
}

/**
 * The rule with the longest prefix that still decides the same names. A shorter one costs less, but would also take in
 * whatever is created later: `billing-%` for what is all `billing-sandbox-…`, or `%` for the repositories of one team.
 */
export function narrowed<Rule extends Decided>(rule: Rule): Rule {
  const { prefix, decided } = rule;
  if (decided.length < 2) return rule;
  const longest = commonWords(decided.map(({ name }) => name));
  return longest.length > prefix.length ? { ...rule, prefix: longest } : rule;
}

/** What the texts have in common at the start, as far as the end of a word. */
function commonWords([first = "", ...rest]: readonly string[]): string {
  let length = first.length;
  for (const text of rest) while (!text.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, lastWordEnd(first.slice(0, length)));
}

/** Where the last word of a name's beginning ends, with what separates it from the next; 0 where there is no whole word. */
export function lastWordEnd(text: string): number {
  for (let at = text.length; at > 0; at -= 1) if (/[-_./ ]/.test(text.charAt(at - 1))) return at;
  return 0;
}

/** Lengths of code in characters that are not blank. */

export const nameCost = (name: string): number => name.length + 3;

/** A rule with a pattern: `({configuration:payments,repositoryPattern:"payments-%"});`. */
export const patternCost = (pattern: string): number => 44 + pattern.length;

/** Added for a pattern that ends in the middle of a word: such a pattern says nothing to a reader. */
export const midwordCost = 30;

/** @throws RangeError where there is no such item */
export function nth<T>(items: readonly T[], at: number): T {
  const found = items[at];
  if (found === undefined) throw new RangeError(`there is no item ${String(at)}`);
  return found;
}

export interface PrefixNode {
  /** The length of the longest prefix that all of them share. */
  readonly depth: number;
  /** Indices into the names: those that are in no child. */
  readonly names: number[];
  readonly children: PrefixNode[];
}

/**
 * The tree of the prefixes that two or more names share, in linear time besides the comparisons, without recursion.
 *
 * @param names sorted by code unit, each once
 */
export function prefixTree(names: readonly string[]): PrefixNode {
  const root: PrefixNode = { depth: 0, names: [], children: [] };
  const open: PrefixNode[] = [root];
  for (let at = 0; at < names.length; at += 1) {
    const shared = sharedPrefix(names[at] ?? "", names[at + 1]);
    if (shared > (open.at(-1) ?? root).depth) open.push({ depth: shared, names: [], children: [] });
    (open.at(-1) ?? root).names.push(at);
    for (let top = open.at(-1) ?? root; top.depth > shared; top = open.at(-1) ?? root) {
      open.pop();
      if ((open.at(-1) ?? root).depth < shared) open.push({ depth: shared, names: [], children: [] });
      (open.at(-1) ?? root).children.push(top);
    }
  }
  return root;
}

function sharedPrefix(left: string, right: string | undefined): number {
  if (right === undefined) return 0;
  let length = 0;
  while (length < left.length && left.charCodeAt(length) === right.charCodeAt(length)) length += 1;
  return length;
}

/** A text in a pattern, where it is literal. An unescaped `*` or `?` is refused as a mistake for `%` or `_`. */
export const escapedPattern = (text: string): string => text.replace(/[\\%_*?]/g, "\\$&");

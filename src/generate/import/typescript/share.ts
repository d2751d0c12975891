import type { Names } from "../../typescript/names";
import { flat } from "../../typescript/print";
import { array, call, childrenOf, code, type Expression, hasParts, type Member, object } from "../../typescript/syntax";
import { constantNames } from "./constant-names";

export interface Shared {
  /** Those that others use come first. */
  readonly constants: readonly { readonly name: string; readonly value: Expression }[];
  /** The expression with names in place of what is shared. */
  readonly rewrite: (expression: Expression) => Expression;
}

interface Node {
  readonly value: Expression;
  readonly text: string;
  readonly key: string;
  readonly parts: readonly Node[];
  depth: number;
}

/** `const x={...};` and what a reader spends on a name. */
const [declarationCost, nameLength] = [24, 10];

/**
 * Lists and objects that occur so often that a constant is shorter. A part that occurs only within a constant counts
 * once, whatever the uses of the constant.
 */
export function share(roots: readonly Expression[], names: Names): Shared {
  const nodes = new Map<string, Node>();
  const tops = roots.map((root) => nodeOf(root, "", nodes));
  const outerFirst = [...nodes.values()].sort((left, right) => right.depth - left.depth);
  let chosen = new Set<string>();
  for (let round = 0; round < 4; round += 1) chosen = choose(tops, outerFirst, chosen);

  const nameOf = new Map<string, string>();
  const constants: { name: string; value: Expression }[] = [];
  const rewrite = (expression: Expression, isOwn = false): Expression => {
    const name = isOwn || !hasParts(expression) ? undefined : nameOf.get(flat(expression));
    return name === undefined ? rebuilt(expression, rewrite) : code(name);
  };
  const innerFirst = outerFirst
    .filter(({ text }) => chosen.has(text))
    .sort((left, right) => left.depth - right.depth || (left.text < right.text ? -1 : 1));
  const nameFor = constantNames(outerFirst);
  for (const { text, value, key } of innerFirst) {
    const name = names.take(...nameFor({ key, value }));
    constants.push({ name, value: rewrite(value, true) });
    nameOf.set(text, name);
  }
  return { constants, rewrite };
}

/** Which nodes pay as constants, given which did in the round before. */
function choose(tops: readonly Node[], outerFirst: readonly Node[], before: ReadonlySet<string>): Set<string> {
  const lengths = new Map<string, number>();
  for (const node of outerFirst.toReversed()) {
    const parts = node.parts.reduce(
      (sum, part) =>
        sum +
        (before.has(part.text) ? nameLength : (lengths.get(part.text) ?? 0)) -
        part.text.replaceAll(" ", "").length,
      0,
    );
    lengths.set(node.text, node.text.replaceAll(" ", "").length + parts);
  }
  const uses = new Map<string, number>();
  const chosen = new Set<string>();
  const add = (node: Node, count: number) => uses.set(node.text, (uses.get(node.text) ?? 0) + count);
  for (const top of tops) for (const part of top.parts) add(part, 1);
  for (const node of outerFirst) {
    const count = uses.get(node.text) ?? 0;
    const length = lengths.get(node.text) ?? 0;
    const pays = count * length > count * nameLength + length + declarationCost;
    if (pays) chosen.add(node.text);
    for (const part of node.parts) add(part, pays ? 1 : count);
  }
  return chosen;
}

/** The roots themselves are not shared: two of them are never equal, since their names are not. */
function nodeOf(value: Expression, key: string, nodes: Map<string, Node>): Node {
  const text = flat(value);
  const known = nodes.get(text);
  if (known !== undefined && key !== "") return known;
  const parts = childrenOf(value)
    .flatMap((child) => shareable(child.key === "" ? key : child.key, child.value))
    .map(([name, child]) => nodeOf(child, name, nodes));
  const node: Node = { value, text, key, parts, depth: Math.max(0, ...parts.map(({ depth }) => depth + 1)) };
  if (key !== "") nodes.set(text, node);
  return node;
}

/** The nearest lists and objects in an expression. */
const shareable = (key: string, value: Expression): readonly (readonly [string, Expression])[] =>
  hasParts(value)
    ? [[key === "" ? "value" : key, value]]
    : childrenOf(value).flatMap((child) => shareable(child.key === "" ? key : child.key, child.value));

function rebuilt(value: Expression, rewrite: (part: Expression) => Expression): Expression {
  switch (value.kind) {
    case "string":
    case "code":
      return value;
    case "array":
      return array(value.items.map((item) => rewrite(item)));
    case "object":
      return object(
        value.members.map((each): Member =>
          "spread" in each ? { spread: rewrite(each.spread) } : { ...each, value: rewrite(each.value) },
        ),
      );
    case "call":
      return call(value.callee, ...value.args.map((arg) => rewrite(arg)));
    default:
      return value satisfies never;
  }
}

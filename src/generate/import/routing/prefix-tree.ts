/** A set of names that share a prefix. */
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

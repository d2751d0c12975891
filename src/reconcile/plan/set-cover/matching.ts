/**
 * A smallest set of left and right nodes that touches every edge, by a largest matching
 * (Hopcroft and Karp; König).
 *
 * @param edges for each left node the right nodes that it is joined to
 */
export function smallestCover(
  edges: readonly (readonly number[])[],
  rightCount: number,
): { readonly left: readonly number[]; readonly right: readonly number[] } {
  const matchOfLeft = new Int32Array(edges.length).fill(-1);
  const matchOfRight = new Int32Array(rightCount).fill(-1);
  const level = new Int32Array(edges.length);

  /** Builds layers of alternating paths from the free left nodes; false when none reaches a free right node. */
  const layer = (): boolean => {
    const queue: number[] = [];
    level.fill(-1);
    for (const [node] of edges.entries())
      if (matchOfLeft[node] === -1) {
        level[node] = 0;
        queue.push(node);
      }
    let free = false;
    // new nodes are appended to the queue during the walk
    for (const node of queue) {
      for (const right of edges[node] ?? []) {
        const next = matchOfRight[right] ?? -1;
        if (next === -1) free = true;
        else if (level[next] === -1) {
          level[next] = (level[node] ?? 0) + 1;
          queue.push(next);
        }
      }
    }
    return free;
  };

  /** Follows one path to a free right node and flips it; without recursion, since paths may be long. */
  const begun = new Int32Array(edges.length);
  const augment = (start: number): void => {
    const path = [start];
    while (path.length > 0) {
      const node = path.at(-1) ?? start;
      const right = edges[node]?.[begun[node] ?? 0];
      if (right === undefined) {
        level[node] = -1; // a dead end for this phase
        path.pop();
        continue;
      }
      const next = matchOfRight[right] ?? -1;
      if (next !== -1 && level[next] !== (level[node] ?? 0) + 1) {
        begun[node] = (begun[node] ?? 0) + 1;
        continue;
      }
      if (next !== -1) {
        begun[node] = (begun[node] ?? 0) + 1;
        path.push(next);
        continue;
      }
      let taken = right;
      for (const each of path.toReversed()) {
        const before = matchOfLeft[each] ?? -1;
        matchOfLeft[each] = taken;
        matchOfRight[taken] = each;
        taken = before;
      }
      return;
    }
  };

  while (layer()) {
    begun.fill(0);
    for (const [node] of edges.entries()) if (matchOfLeft[node] === -1) augment(node);
  }

  // all nodes on alternating paths from free left nodes
  const seenLeft = new Uint8Array(edges.length);
  const seenRight = new Uint8Array(rightCount);
  const queue = edges.flatMap((_, node) => (matchOfLeft[node] === -1 ? [node] : []));
  for (const node of queue) seenLeft[node] = 1;
  for (const node of queue)
    for (const right of edges[node] ?? []) {
      if (seenRight[right] === 1) continue;
      seenRight[right] = 1;
      const next = matchOfRight[right] ?? -1;
      if (next !== -1 && seenLeft[next] !== 1) {
        seenLeft[next] = 1;
        queue.push(next);
      }
    }
  return {
    left: edges.flatMap((_, node) => (seenLeft[node] === 1 ? [] : [node])),
    right: [...seenRight].flatMap((seen, node) => (seen === 1 ? [node] : [])),
  };
}

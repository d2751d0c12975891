import fc from "fast-check";
import { smallestCover } from "../../../../src/reconcile/plan/set-cover/matching";

type Edges = readonly (readonly number[])[];

/** The size of a smallest cover, by trying every set of left nodes. */
function fewest(edges: Edges): number {
  const sizes = Array.from({ length: 2 ** edges.length }, (_, mask) => {
    const open = edges.filter((_right, node) => (mask & (1 << node)) === 0);
    return edges.length - open.length + new Set(open.flat()).size;
  });
  return Math.min(...sizes);
}

function expectSmallest(edges: Edges, rightCount: number): void {
  const { left, right } = smallestCover(edges, rightCount);
  const [lefts, rights] = [new Set(left), new Set(right)];
  for (const [node, joined] of edges.entries())
    for (const each of joined) expect(lefts.has(node) || rights.has(each)).toBe(true);
  expect(left.length + right.length).toBe(fewest(edges));
}

test.each<[string, Edges]>([
  ["a matched edge has to be turned over", [[0, 1], [0]]],
  ["a path must not go through a node twice", [[0, 1, 2], [0], [0]]],
  ["a right node changes hands twice", [[0, 1], [2, 1], [0], [2]]],
  ["the first branch of a path is a dead end", [[0], [1, 2], [0, 1]]],
  ["a path turns over an edge to a right node other than the first", [[1, 2, 3], [1], [0]]],
  ["a left node is joined to nothing", [[], [0], [0, 1]]],
])("finds a smallest cover where %s", (_when, edges) => {
  expectSmallest(edges, 4);
});

test("finds a smallest cover of any small graph, whatever the order of its edges", () => {
  const edges = fc.array(fc.uniqueArray(fc.nat(5), { maxLength: 4 }), { maxLength: 7 });
  fc.assert(
    fc.property(edges, (each) => {
      expectSmallest(each, 6);
    }),
    { numRuns: 500 },
  );
});

test("handles an augmenting path as long as the graph", () => {
  const length = 20_000;
  const chain = Array.from({ length }, (_, node) => (node === length - 1 ? [0] : [node, node + 1]));
  const { left, right } = smallestCover(chain, length);
  expect(left.length + right.length).toBe(length);
});

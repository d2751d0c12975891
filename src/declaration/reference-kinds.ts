/** What an expression refers to, by its root, where only terraform knows it. */
export const referenceKinds: ReadonlyMap<string, string> = new Map([
  ["module", "a module"],
  ["each", "for_each"],
  ["count", "count"],
  ["self", "self"],
  ["path", "a path"],
  ["terraform", "terraform itself"],
]);

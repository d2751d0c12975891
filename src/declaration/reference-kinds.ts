/** What an expression refers to, by its root. */
export const referenceKinds: ReadonlyMap<string, string> = new Map([
  ["var", "a variable"],
  ["local", "a local value"],
  ["module", "a module"],
  ["each", "for_each"],
  ["count", "count"],
  ["self", "self"],
  ["path", "a path"],
  ["terraform", "terraform itself"],
]);

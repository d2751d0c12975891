/** The definition of SQL LIKE, word by word: slow, and written without a look at the engine's. */
export function naiveLike(pattern: readonly string[], name: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return name.length === 0;
  if (first === "%") return naiveLike(rest, name) || (name.length > 0 && naiveLike(pattern, name.slice(1)));
  if (name.length === 0) return false;
  if (first === "_") return naiveLike(rest, name.slice(1));
  const [wanted, ...after] = first === "\\" ? rest : [first, ...rest];
  return wanted === name[0] && naiveLike(after, name.slice(1));
}

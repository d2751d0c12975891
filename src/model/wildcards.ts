/**
 * A pattern with the wildcards of file patterns, `*` and `?`, as SQL LIKE writes it: `%` and `_`. Undefined where the
 * pattern has none. After a backslash they stand for themselves.
 */
export function withSqlWildcards(pattern: string): string | undefined {
  const written = pattern.replace(/\\[^]|\.?\*+|\?/g, (found) => {
    if (found.startsWith("\\")) return found;
    return found === "?" ? "_" : "%";
  });
  return written === pattern ? undefined : written;
}

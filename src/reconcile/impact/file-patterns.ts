/**
 * Whether a file may match one of the patterns. The specification shows no syntax of patterns, so the answer is no only
 * where it is no in every usual dialect of globs: some letters and digits that the pattern asks for are nowhere in the
 * file's name, in any case.
 *
 * @returns a judge of file names, or undefined where any file may match
 */
export function mayMatch(patterns: readonly string[]): ((file: string) => boolean) | undefined {
  if (patterns.some(isOpaque)) return undefined;
  const needed = patterns.map(literals);
  if (needed.some((parts) => parts.length === 0)) return undefined;
  return (file) => {
    const name = file.toLowerCase();
    return needed.some((parts) => parts.every((part) => name.includes(part)));
  };
}

/** It may be an alternative, a negation or an escape in some dialect: nothing that it asks for is certain. */
export const isOpaque = (pattern: string): boolean => !/^[\w*?./-]+$/.test(pattern);

/** What stands right before a wildcard may be repeated or left out in some dialect. */
const literals = (pattern: string): readonly string[] =>
  pattern
    .toLowerCase()
    .replaceAll(/[a-z0-9](?=[*?])/g, "*")
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== "");

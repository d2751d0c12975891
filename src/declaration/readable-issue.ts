const kinds: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

/**
 * What is wrong with a value, in words that complete a sentence about it: `must be a string`.
 *
 * @param message of a decoder
 */
export function readableIssue(message: string): string {
  const [, kind] = /^Invalid input: expected (\w+), received /.exec(message) ?? [];
  if (kind !== undefined) return `must be ${kinds[kind] ?? kind}`;
  const [, options] = /^Invalid (?:option|input): expected (?:one of )?(".*")$/.exec(message) ?? [];
  return options === undefined ? message : `must be ${options.split("|").join(" or ")}`;
}

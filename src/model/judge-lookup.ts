import { type Problem, problem } from "./problem";

/**
 * Judges a lookup by an id or a key: exactly one of them must be given.
 *
 * @param key the attribute beside `id`, such as `name`
 * @param given what is given by its attribute; undefined while it is not known, when it may still become null
 * @param hasStandard whether nothing may be given
 */
export function judgeLookup(
  key: string,
  given: ReadonlyMap<string, string | undefined>,
  hasStandard = false,
): readonly Problem[] {
  const known = [...given].flatMap(([name, text]) => (text === undefined ? [] : [{ name, text }]));
  const blank = known.filter(({ text }) => text.trim() === "");
  if (blank.length > 0) return blank.map(({ name }) => problem("lookup-empty", [name], "Give it a value."));
  if (known.length > 1) return [problem("lookup-ambiguous", [], key)];
  if (given.size > 0 || hasStandard) return [];
  return [problem("lookup-empty", [], `Give its id or its exact ${key}.`)];
}

import type { DiagnosticCode } from "../diagnostics/catalogue";

/** What is wrong with a lookup, and the attribute with the mistake; without one it is the whole block. */
export interface LookupProblem {
  readonly code: DiagnosticCode;
  readonly detail: string;
  readonly attribute?: string;
}

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
): readonly LookupProblem[] {
  const known = [...given].flatMap(([name, text]) => (text === undefined ? [] : [{ name, text }]));
  const blank = known.filter(({ text }) => text.trim() === "");
  if (blank.length > 0)
    return blank.map(({ name }) => ({
      code: "lookup-empty",
      detail: `${name} is empty. Give a value.`,
      attribute: name,
    }));
  if (known.length > 1) {
    const detail = `Give the id or the ${key}: the other is then read.`;
    return [{ code: "lookup-ambiguous", detail, attribute: key }];
  }
  if (given.size > 0 || hasStandard) return [];
  return [{ code: "lookup-empty", detail: `Give its id or its exact ${key}.` }];
}

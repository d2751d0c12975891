import { lastWordEnd } from "./words";

/** A rule's prefix and the names that it decides. */
interface Decided {
  readonly prefix: string;
  readonly decided: readonly { readonly name: string }[];
}

/**
 * The rule with the longest prefix that still decides the same names. A shorter one costs less, but would also take in
 * whatever is created later: `billing-%` for what is all `billing-sandbox-…`, or `%` for the repositories of one team.
 */
export function narrowed<Rule extends Decided>(rule: Rule): Rule {
  const { prefix, decided } = rule;
  if (decided.length < 2) return rule;
  const longest = commonWords(decided.map(({ name }) => name));
  return longest.length > prefix.length ? { ...rule, prefix: longest } : rule;
}

/** What the texts have in common at the start, as far as the end of a word. */
function commonWords([first = "", ...rest]: readonly string[]): string {
  let length = first.length;
  for (const text of rest) while (!text.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, lastWordEnd(first.slice(0, length)));
}

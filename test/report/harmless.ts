import { outsideFences, raw } from "./hostile";

/** A comment on GitHub ends here. */
export const mostCharacters = 65_536;

const title =
  /((DELETES|CONFIGURATIONS|POLICIES|UNUSED|FUTURE|TRIAGES|NO LONGER DECLARED) [\da-z,;() ]+|(WEAKENS|UNCLASSIFIED|STRENGTHENS|NEUTRAL|UNAFFECTED) [\d,]+ repositor(y|ies)( that moves?)?|FINDINGS (at least )?[\d,]+ open of the last( [\d,]+)? days?( \([a-z\d, ]+\))?: the worst|Diagnostics|Left as they are)/
    .source;

/** Nothing but our own words may be outside of a fence, and code. */
const own = [
  /^$/,
  /^<!-- scanform plan -->$/,
  /^### scanform: (no plan, because of errors|[a-z0-9,;() ]+)$/,
  /^#### `CODE`: [a-z0-9,;() ]+$/,
  /^\*\*(WEAKENS [\d,]+ of [\d,]+ repositor(y|ies)|weakens nothing)( in ([\d,]+ of )?[\d,]+ accounts)?\*\*(, [\d,]+ of [\d,]+ repositor(y|ies) unclassified| \(([\d,]+ of )?which also gets? stronger settings\))?(, [\d,]+ unclassified)?(; [\da-z, ()]+)*$/,
  /^\*\*(DENIED by [\d,]+ polic(y|ies)\*\*:|NEEDS the approval of\*\*) `CODE`(, `CODE`)*( and (`CODE`|[\d,]+ more))?$/,
  /^(these [\d,]+ repositories have|this repository has) (at least )?[\d,]+ open findings? of the last( [\d,]+)? days?( \([a-z\d, ]+\))?(; [a-z\d, ]+)?$/,
  /^and [\d,]+ more accounts?: (WEAKENS|weakens) [\da-z,;() ]+$/,
  /^[\d,]+ requests?( \(one by one: [\d,]+\))?, digest [0-9a-f]{12}\.$/,
  /^`scanform plan` shows what is left out\.$/,
  new RegExp(`^<details( open)?><summary>(<code>CODE</code>: )?${title}</summary>$`),
  /^<\/details>$/,
];

/** A line without what it shows as code. */
const withoutCode = (line: string): string =>
  line.replace(/(?<!`)(`+) (?:.*?[^`])?? \1(?!`)/g, "`CODE`").replace(/<code>[^<>]*<\/code>/, "<code>CODE</code>");

/** @param words what a line outside of fences may be, with `CODE` in place of what it shows as code */
export function expectHarmless(markdown: string, words: readonly RegExp[] = own): void {
  expect(markdown.length).toBeLessThan(mostCharacters);
  expect(Buffer.byteLength(markdown)).toBeLessThan(mostCharacters);
  expect(outsideFences(markdown).filter((line) => !words.some((each) => each.test(withoutCode(line))))).toEqual([]);
  expect(markdown.split("\n").filter((line) => raw.test(line))).toEqual([]);
}

import { enumeration, shownCount } from "../diagnostics/enumeration";
import { number, repositories } from "../diagnostics/count";
import { label, quoted, visible } from "../diagnostics/foreign-text";
import { type RuleMatch, ruleText } from "../reconcile/plan/change";
import { groupBy } from "../model/group-by";
import { fitting, type Layout, own, row, shortened } from "./layout";
import type { SectionContext } from "./section-context";

/** `main.ts:31` for `main.ts:31:5`, in quotes where a blank could make it look like words of ours. */
export function placeLabel(location: string): string {
  const place = location.replace(/:\d+$/, "");
  return /\s/.test(place) ? quoted(place) : visible(place);
}

/** `main.ts:31 and 4 more`; "" where none is known. */
export const placesLabel = (places: readonly string[]): string => enumeration([...new Set(places.map(placeLabel))], 1);

interface NamedRepository {
  readonly id: string;
  readonly name?: string | null | undefined;
  readonly enabled?: unknown;
}

/** A repository, with the rule that decides about it as a document says it: `rule 2: payments-%`. */
interface Ruled {
  readonly id: string;
  readonly name: string | null;
  readonly rule: string | null;
}

/** A repository without a name is shown by its id; one that the service does not scan is marked. */
export const nameOf = ({ id, name, ...repository }: NamedRepository): string =>
  `${quoted(name ?? id)}${scanMark(repository)}`;

/** What follows the name of a repository that the service does not scan. */
export const scanMark = ({ enabled }: Pick<NamedRepository, "enabled">): string =>
  enabled === false ? ` (${notScanned})` : "";

export const notScanned = "not scanned";

/** `rule 2: payments-%`, the pattern in quotes where it could be taken for something else. */
export const ruleLabel = ({ rule, matched }: RuleMatch): string => ruleText({ rule, matched: label(matched) });

/** The number of a rule and what it matched, of its text in a document: the inverse of `ruleText`. */
export function ruleMatch(text: string): RuleMatch {
  const [, number, matched = text] = /^rule ([1-9]\d{0,8}): (.*)$/s.exec(text) ?? [];
  return number === undefined ? { matched } : { rule: Number(number) - 1, matched };
}

/** A rule by its number, whichever of its names matched. */
const ruleNumber = ({ rule }: RuleMatch): string => (rule === undefined ? "rollback" : `rule ${String(rule + 1)}`);
const numberOf = ({ rule }: Ruled): string | undefined => (rule === null ? undefined : ruleNumber(ruleMatch(rule)));

/** What a rule is called that matched these: by its number alone where it did so by several names. */
function ruleOf(ruled: readonly Ruled[]): string | undefined {
  const rule = ruled[0]?.rule ?? null;
  if (rule === null) return undefined;
  return ruled.every((each) => each.rule === rule) ? ruleLabel(ruleMatch(rule)) : ruleNumber(ruleMatch(rule));
}

/** The rule that matched all of them, if it is one. */
export const onlyRule = (ruled: readonly Ruled[]): string | undefined =>
  new Set(ruled.map(numberOf)).size === 1 ? ruleOf(ruled) : undefined;

/** How many rules are distinguished in one paragraph. */
const mostRules = 3;

/**
 * Which repositories: some names for each rule that matches them, or all with `full`.
 *
 * @param isSaid the rule is said already, the only one
 * @param sign before each name where all are listed
 */
export function nameLines(
  ruled: readonly Ruled[],
  { layout, unscanned }: Pick<SectionContext, "layout" | "unscanned">,
  isSaid = false,
  sign = "-",
): readonly string[] {
  const line = row(layout);
  const called = ({ id, name }: Ruled): string => nameOf({ id, name, enabled: !unscanned.has(id) });
  if (layout.full)
    return ruled.map((each) =>
      each.rule === null
        ? line`      ${own(sign)} ${called(each)}`
        : line`      ${own(sign)} ${called(each)}   ${ruleLabel(ruleMatch(each.rule))}`,
    );
  const byRule = [...groupBy(ruled, numberOf)].sort(([, one], [, other]) => other.length - one.length);
  const shown = shownCount(byRule.length, mostRules);
  const rest = byRule.slice(shown).reduce((sum, [, each]) => sum + each.length, 0);
  return [
    ...byRule.slice(0, shown).map(([rule, group]) => {
      const start = rule === undefined || isSaid ? "" : `${shortened(ruleOf(group) ?? "", 28)}   `;
      return sample(`      ${start}`, group.map(called), layout);
    }),
    ...(rest > 0 ? [line`      ${own(number(byRule.length - shown))} more rules: ${own(repositories(rest))}`] : []),
  ];
}

/** How many names a line has at most, however wide it is. */
const mostNames = 8;

/**
 * `such as "a", "b" and 11 more`: the names that fit into one line, at least one.
 *
 * @param all what comes before the names where none is left out
 */
export function sample(start: string, names: readonly string[], layout: Layout, all = "namely "): string {
  const total = names.length;
  const shown = (many: number): string => `${start}${many === total ? all : "such as "}${enumeration(names, many)}`;
  const many = fitting(shownCount(total, mostNames), shown, layout.columns);
  if (many > 1) return shown(many);
  const [first = ""] = names;
  return total === 1
    ? row(layout)`${own(start + all)}${first}`
    : row(layout)`${own(start)}such as ${first} and ${own(number(total - 1))} more`;
}

import { textWidth } from "../diagnostics/text-width";
import { addressLabel } from "../diagnostics/foreign-text";
import { locationAt } from "../diagnostics/locations";
import { groupBy } from "../model/group-by";
import { type LeafVerdict, repositoryClasses } from "../model/leaf-verdict";
import { isUndeclared } from "../reconcile/plan/deletions";
import type { Effect } from "../reconcile/plan/effects";
import type { Labels } from "./configuration-labels";
import { findingsDetails } from "./findings-sections";
import { type Layout, own, row } from "./layout";
import { leafLines, ranks } from "./leaves";
import { type Paragraph, type Section, unlessEmpty } from "./outline";
import type { PlanReport } from "./renderer";
import { number, repositories } from "../diagnostics/count";
import { enumeration, nameLines, onlyRule, placesLabel } from "./words";

/** What is said of a plan before its parts, so that they need not say it again. */
export interface Said {
  /** Every leaf that changes has a line above, and all belong to the only group. */
  readonly leaves?: boolean;
}

export const rankOf: Readonly<Record<LeafVerdict, number>> = {
  weaker: ranks.weakens,
  unclassified: ranks.unclassified,
  stronger: ranks.strengthens,
  neutral: ranks.neutral,
};

/** What affects repositories, a section for each class, those that weaken first. */
export function effectSections(
  plan: Pick<PlanReport, "effects" | "policyTitles" | "findings"> & Located,
  labelOf: Labels,
  layout: Layout,
  said: Said = {},
): readonly Section[] {
  const byClass = groupBy(groupsOf(plan.effects), ([first]) => first?.class);
  return repositoryClasses.flatMap((each) => {
    const groups = byClass.get(each) ?? [];
    const felt = feltOf(groups.flat());
    return unlessEmpty({
      class: each,
      title: `${each.toUpperCase()} ${repositories(felt)}`,
      noun: "group",
      paragraphs: groups.map((group) => effectParagraph(group, plan, labelOf, layout, said)),
    });
  });
}

/** Configurations that change alike are one group, and so are moves to one configuration that change alike. */
export function groupsOf(effects: readonly Effect[]): readonly (readonly Effect[])[] {
  const known = new Map<Effect["changes"], string>();
  const signature = (changes: Effect["changes"]): string => {
    const made =
      known.get(changes) ??
      JSON.stringify(changes.map((each) => [each.path, each.verdict, each.words, each.before, each.after]));
    known.set(changes, made);
    return made;
  };
  const key = ({ class: kind, from, to, changes }: Effect): string => {
    if (to === null)
      return JSON.stringify(["loss", kind, signature(changes.filter(({ path }) => path !== "configuration"))]);
    if (from !== null && from.id === to.id)
      return JSON.stringify(["edit", kind, from.name === to.name ? "" : to.name, signature(changes)]);
    return JSON.stringify(["move", kind, to.id ?? to.address, signature(changes)]);
  };
  return [...groupBy(effects, key).values()].sort((one, other) => feltOf(other) - feltOf(one));
}

const feltOf = (group: readonly Effect[]): number => group.reduce((sum, each) => sum + each.repositories.length, 0);

function effectParagraph(
  group: readonly Effect[],
  plan: Pick<PlanReport, "policyTitles" | "findings"> & Located,
  labelOf: Labels,
  layout: Layout,
  said: Said,
): Paragraph {
  const [first] = group;
  const felt = group.flatMap((each) => each.repositories);
  const rank = ranks[first?.class ?? "neutral"];
  const rule = group.some(isMove) ? onlyRule(felt) : undefined;
  return {
    rank,
    head: effectHead(group, felt, rule, { plan, labelOf, layout }),
    repositories: felt.length,
    details: () => {
      const lines = said.leaves === true ? [] : leafLines(first?.changes ?? [], plan.policyTitles, layout);
      const worst = lines.find(({ verdict }) => rankOf[verdict] === rank);
      return [
        ...lines.map((each) => ({ ...each, rank: each === worst ? rank : rankOf[each.verdict] + 1 })),
        ...findingsDetails(group, plan, rank + 1, layout),
        ...nameLines(felt, layout, rule !== undefined).map((line) => ({ lines: [line], rank: rank + 2 })),
      ];
    },
  };
}

const isMove = ({ from, to }: Effect): boolean => to !== null && (from === null || from.id !== to.id);

/** The head of a group: which configurations, how many repositories, and where or by which rule. */
function effectHead(
  group: readonly Effect[],
  felt: Effect["repositories"],
  rule: string | undefined,
  { plan, labelOf, layout }: { readonly plan: Located; readonly labelOf: Labels; readonly layout: Layout },
): string {
  const [first] = group;
  const { from = null, to = null } = first ?? {};
  const many = repositories(felt.length);
  const sides = (which: "from" | "to") => group.map((each) => labelOf(each[which]));
  if (to === null) return headOf("  - ", sides("from"), ` -> none   ${many}`, layout);
  if (first === undefined || isMove(first))
    return headOf(
      "  > ",
      sides("from"),
      "",
      layout,
      row(layout)` -> ${labelOf(to)}   ${own(many)}   ${rule ?? own("")}`,
    );
  const former = from?.name === to.name ? "" : row(layout)` (was ${labelOf(from)})`;
  const places = group.map((each) => each.to?.address).filter((each) => each !== undefined);
  return headOf("  ~ ", sides("to"), `${former}   ${many}`, layout, `   ${declaredAt(places, plan)}`);
}

/**
 * A line that begins with names: as many as there is room for, at least one; the rest is counted.
 *
 * @param rest words of ours
 * @param place text from elsewhere, made visible
 */
export function headOf(
  start: string,
  names: readonly string[],
  rest: string,
  { columns, full }: Layout,
  place = "",
): string {
  const shown = (many: number): string =>
    many === names.length
      ? enumeration(names)
      : `${names.slice(0, many).join(", ")} and ${number(names.length - many)} more`;
  let many = full ? names.length : Math.min(names.length, mostNames);
  while (many > 1 && textWidth(start + shown(many) + rest + place) > columns) many -= 1;
  if (many > 1 || full) return `${start}${shown(many)}${rest}${place}`.trimEnd();
  const [first = ""] = names;
  const more = names.length > 1 ? ` and ${number(names.length - 1)} more` : "";
  // a name may be long, and what is shortened first is the widest
  const whole = textWidth(place) <= columns / 3;
  return row({ columns })`${own(start)}${first}${own(more + rest)}${whole ? own(place) : place}`;
}

/** How many configurations a head names at most, however wide it is. */
const mostNames = 8;

/** A plan or a drift, with the places of what is declared. */
interface Located {
  readonly locations?: PlanReport["locations"] | undefined;
}

/** The places of the declaration in the code, else its address; empty for an undeclared configuration. */
export function declaredAt(addresses: readonly string[], { locations = new Map() }: Located): string {
  const declared = addresses.filter((each) => !isUndeclared(each));
  const places = declared.map((each) => locationAt(locations, each));
  if (places.every((each) => each !== undefined)) return placesLabel(places);
  const [first = ""] = declared;
  return declared.length > 1 ? `${addressLabel(first)} and ${number(declared.length - 1)} more` : addressLabel(first);
}

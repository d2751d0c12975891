import { textWidth } from "../diagnostics/text-width";
import { addressLabel } from "../diagnostics/foreign-text";
import { groupBy } from "../model/group-by";
import type { ComparedLeaf } from "../model/compare-settings";
import { type LeafVerdict, leafVerdicts, repositoryClasses } from "../model/leaf-verdict";
import { isUndeclared } from "../reconcile/plan/deletions";
import type { AccountDocument } from "./document";
import { findingsDetails } from "./findings-sections";
import { type Layout, own, row } from "./layout";
import { leafLines, ranks } from "./leaves";
import { type Detail, type Paragraph, type Section, unlessEmpty } from "./outline";
import type { Shown } from "./shown";
import { leavesIn, shownLeaf } from "./shown-leaf";
import { commonMark } from "./since";
import { number, repositories } from "../diagnostics/count";
import { enumeration, nameLines, nameOf, onlyRule, placesLabel, sample } from "./words";

type Effect = AccountDocument["effects"][number];

export const rankOf: Readonly<Record<LeafVerdict, number>> = {
  weaker: ranks.weakens,
  unclassified: ranks.unclassified,
  stronger: ranks.strengthens,
  neutral: ranks.neutral,
};

/** What affects repositories, a section for each class, those that weaken first. */
export function effectSections(plan: Pick<AccountDocument, "effects" | "findings">, shown: Shown): readonly Section[] {
  const byClass = groupBy(groupsOf(plan.effects), ([first]) => first?.class);
  return repositoryClasses.flatMap((each) => {
    const groups = byClass.get(each) ?? [];
    return unlessEmpty({
      class: each,
      title: `${each.toUpperCase()} ${repositories(affectedBy(groups.flat()))}`,
      noun: "group",
      paragraphs: groups.map((group) => effectParagraph(group, plan, shown)),
    });
  });
}

/** Configurations that change alike are one group, and so are moves to one configuration that change alike. */
export function groupsOf(effects: readonly Effect[]): readonly (readonly Effect[])[] {
  const key = (each: Effect): string => {
    const { class: kind, from, to } = each;
    const leaves = [each.weaker, each.unclassified, each.stronger, each.neutral];
    if (to === null) {
      const settings = leaves.map((some) => some.filter(({ path }) => path !== "configuration"));
      return JSON.stringify(["loss", kind, settings]);
    }
    if (from !== null && from.id === to.id)
      return JSON.stringify(["edit", kind, from.name === to.name ? "" : to.name, leaves]);
    return JSON.stringify(["move", kind, to.id ?? to.address, leaves]);
  };
  return [...groupBy(effects, key).values()].sort((one, other) => affectedBy(other) - affectedBy(one));
}

const affectedBy = (group: readonly Effect[]): number => group.reduce((sum, each) => sum + each.repositories.length, 0);

function effectParagraph(group: readonly Effect[], plan: Pick<AccountDocument, "findings">, shown: Shown): Paragraph {
  const [first] = group;
  const affected = group.flatMap((each) => each.repositories);
  const rank = ranks[first?.class ?? "neutral"];
  const rule = group.some(isMove) ? onlyRule(affected) : undefined;
  const { marks } = shown;
  const mark = commonMark(group.map((each) => marks?.get(each)));
  return {
    rank,
    mark,
    head: effectHead(group, repositories(affected.length), rule, shown),
    repositories: affected.length,
    details: () => {
      const isSaid = shown.leaves === true || first === undefined;
      const lines = isSaid ? [] : leafLines(leavesIn(first), shown.titles, shown.layout);
      const worst = lines.find(({ verdict }) => rankOf[verdict] === rank);
      const came = affected.filter((each) => marks?.has(each));
      return [
        ...(mark === "grown" || mark === "changed"
          ? cameDetails(rank + 1, came, leavesThatCame(first, marks), shown)
          : []),
        ...lines.map((each) => ({ ...each, rank: each === worst ? rank : rankOf[each.verdict] + 1 })),
        ...findingsDetails(group, plan, rank + 1, shown.layout),
        ...nameLines(affected, shown, rule !== undefined).map((line) => ({ lines: [line], rank: rank + 2 })),
      ];
    },
  };
}

/** The leaves of an effect that are marked. */
function leavesThatCame(effect: Effect | undefined, marks: Shown["marks"]): readonly ComparedLeaf[] {
  if (effect === undefined || marks === undefined) return [];
  const came = (leaf: object): boolean => marks.has(leaf);
  return leafVerdicts.flatMap((verdict) => effect[verdict].filter(came).map((each) => shownLeaf(each, verdict)));
}

/** What has come to an entry that an earlier document has too: `new  2 repositories, namely "api" and "web"`. */
export function cameDetails(
  rank: number,
  came: Effect["repositories"],
  leaves: readonly ComparedLeaf[],
  { layout, titles }: Shown,
): readonly Detail[] {
  const start = "      new: ";
  const names = came.map(({ id, name }) => nameOf({ id, name }));
  return [
    ...leafLines(leaves, titles, { ...layout, columns: layout.columns - 5 }).map(({ verdict, lines }) => ({
      rank,
      verdict,
      lines: lines.map((line, at) => (at === 0 ? start : " ".repeat(start.length)) + line.slice(6)),
    })),
    ...(names.length === 0
      ? []
      : layout.full
        ? names.map((each) => ({ rank, lines: [`${start}${each}`] }))
        : [{ rank, lines: [sample(`${start}${repositories(names.length)}, `, names, layout)] }]),
  ];
}

const isMove = ({ from, to }: Effect): boolean => to !== null && from?.id !== to.id;

/** The head of a group: which configurations, how many repositories, and where or by which rule. */
function effectHead(
  group: readonly Effect[],
  many: string,
  rule: string | undefined,
  { labelOf, layout, places }: Shown,
): string {
  const [first] = group;
  const { from = null, to = null } = first ?? {};
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
  const addresses = group.flatMap((each) => each.to?.address ?? []);
  return headOf("  ~ ", sides("to"), `${former}   ${many}`, layout, `   ${declaredAt(addresses, places)}`);
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

/** The places of the declaration in the code, else its address; empty for an undeclared configuration. */
export function declaredAt(addresses: readonly string[], places: Shown["places"]): string {
  const declared = addresses.filter((each) => !isUndeclared(each));
  const known = declared.flatMap((each) => places.get(each) ?? []);
  if (known.length === declared.length) return placesLabel(known);
  const [first = ""] = declared;
  return declared.length > 1 ? `${addressLabel(first)} and ${number(declared.length - 1)} more` : addressLabel(first);
}

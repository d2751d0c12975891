import { enumeration, shownCount } from "../diagnostics/enumeration";
import { textWidth } from "../diagnostics/text-width";
import { addressLabel } from "../diagnostics/foreign-text";
import { groupBy } from "../model/group-by";
import { type LeafVerdict, repositoryClasses } from "../model/leaf-verdict";
import { isUndeclared } from "../reconcile/plan/deletions";
import { type AccountDocument, shownLeaf } from "./document";
import { findingsDetails } from "./findings-sections";
import { fitting, type Layout, own, row } from "./layout";
import { leafLines, ranks } from "./leaf-lines";
import { moveDetails } from "./move-notes";
import { type Detail, type Paragraph, type Section, unlessEmpty } from "./outline";
import type { SectionContext } from "./section-context";
import { effectParts, type News, type Parts } from "./since";
import { number, repositories } from "../diagnostics/count";
import { nameLines, nameOf, onlyRule, placesLabel, sample } from "./words";

type Effect = AccountDocument["effects"][number];

export const rankOf: Readonly<Record<LeafVerdict, number>> = {
  weaker: ranks.weakens,
  unclassified: ranks.unclassified,
  stronger: ranks.strengthens,
  neutral: ranks.neutral,
};

/** What affects repositories, a section for each class, those that weaken first. */
export function effectSections(
  plan: Pick<AccountDocument, "effects" | "findings">,
  context: SectionContext,
): readonly Section[] {
  const byClass = groupBy(groupsOf(plan.effects, context.news), ([first]) => first?.class);
  return repositoryClasses.flatMap((each) => {
    const groups = byClass.get(each) ?? [];
    const affected = groups.flat().flatMap((effect) => effect.repositories);
    const still = affected.filter(({ id }) => context.now?.get(id) === each).length;
    const some = still === affected.length ? "" : `${number(still)} of them `;
    return unlessEmpty({
      class: each,
      title: `${each.toUpperCase()} ${repositories(affected.length)}${still === 0 ? "" : ` (${some}still, in another way)`}`,
      noun: "group",
      paragraphs: groups.map((group) => effectParagraph(group, plan, context)),
    });
  });
}

/** Configurations that change alike are one group, and so are moves to one configuration that change alike. */
export function groupsOf(effects: readonly Effect[], news?: News): readonly (readonly Effect[])[] {
  const key = (each: Effect): string => {
    const { class: kind, from, to } = each;
    const leaves = [each.weaker, each.unclassified, each.stronger, each.neutral];
    const { mark, came, gone } = news?.differences.get(each) ?? {};
    const beside = [kind, mark, came?.leaves, gone?.leaves];
    if (to === null) {
      const settings = leaves.map((some) => some.filter(({ path }) => path !== "configuration"));
      return JSON.stringify(["loss", beside, settings]);
    }
    if (from !== null && from.id === to.id)
      return JSON.stringify(["edit", beside, from.name === to.name ? "" : to.name, leaves]);
    return JSON.stringify(["move", beside, to.id ?? to.address, leaves]);
  };
  return [...groupBy(effects, key).values()].sort((one, other) => affectedBy(other) - affectedBy(one));
}

const affectedBy = (group: readonly Effect[]): number => group.reduce((sum, each) => sum + each.repositories.length, 0);

function effectParagraph(
  group: readonly Effect[],
  plan: Pick<AccountDocument, "findings">,
  context: SectionContext,
): Paragraph {
  const [first] = group;
  const rank = ranks[first?.class ?? "neutral"];
  const ruleOf = () => (group.some(isMove) ? onlyRule(group.flatMap((each) => each.repositories)) : undefined);
  return {
    rank,
    mark: context.markOf(first),
    head: () => effectHead(group, ruleOf(), context)[0] ?? "",
    repositories: affectedBy(group),
    details: () => {
      // what is gone has no line above
      const lines = (first ? comparedLeafLines(first, effectParts(first), context) : []).filter(
        ({ verdict }) => verdict === undefined || context.leaves !== true,
      );
      const rule = ruleOf();
      const worst = lines.find(({ verdict }) => verdict && rankOf[verdict] === rank);
      return [
        ...belowHead(effectHead(group, rule, context), rank),
        ...lines.map((each) => ({ ...each, rank: each === worst ? rank : rankOf[each.verdict ?? "neutral"] + 1 })),
        ...findingsDetails(group, plan, rank + 1, context.layout),
        ...moveDetails(
          group.map(({ from }) => from),
          group.flatMap((each) => each.repositories),
          context,
          rank + 1,
        ),
        ...nameDetails(group, rank, context, rule !== undefined),
      ];
    },
  };
}

/** The leaves of an entry: what is new of it, the others, and what is gone from it. */
export function comparedLeafLines(
  entry: object,
  { leaves }: Pick<Parts, "leaves">,
  { news, titles, layout }: Pick<SectionContext, "news" | "titles" | "layout">,
): readonly Pick<Detail, "lines" | "verdict">[] {
  const lines = (some: Parts["leaves"], sign = "") => {
    const settings = some.filter(({ leaf }) => leaf.path !== "name");
    return leafLines(
      settings.map(({ leaf, verdict }) => shownLeaf(leaf, verdict)),
      titles,
      layout,
      `      ${sign}`,
    );
  };
  const difference = news?.differences.get(entry);
  if (difference === undefined || difference.mark === "new") return lines(leaves);
  const { came, gone } = difference;
  return [
    ...lines(came.leaves, "new: "),
    ...lines(leaves.filter((each) => !came.leaves.some(({ leaf }) => leaf === each.leaf))),
    ...lines(gone.leaves, "gone: ").map((each) => ({ lines: each.lines })),
  ];
}

/** The repositories of a group, and which of them are new, and gone. */
function nameDetails(
  group: readonly Effect[],
  rank: number,
  context: SectionContext,
  isRuleSaid: boolean,
): readonly Detail[] {
  const { layout, news } = context;
  const differences = group.flatMap((each) => news?.differences.get(each) ?? []).filter(({ mark }) => mark !== "new");
  const came = differences.flatMap((each) => each.came.repositories);
  const gone = differences.flatMap((each) => each.gone.repositories);
  const all = group.flatMap((each) => each.repositories);
  const signed = (sign: string, some: Effect["repositories"]): readonly string[] =>
    layout.full || some.length === 0
      ? nameLines(some, context, isRuleSaid, sign)
      : [sample(`      ${sign} ${repositories(some.length)}, `, some.map(nameOf), layout)];
  const others = layout.full ? all.filter((each) => !came.includes(each)) : all;
  return [
    ...signed("new:", came).map((line) => ({ lines: [line], rank: rank + 1 })),
    ...[...nameLines(others, context, isRuleSaid), ...signed("gone:", gone)].map((line) => ({
      lines: [line],
      rank: rank + 2,
    })),
  ];
}

const isMove = ({ from, to }: Effect): boolean => to !== null && from?.id !== to.id;

/** The head of a group: which configurations, how many repositories, and where or by which rule. */
function effectHead(
  group: readonly Effect[],
  rule: string | undefined,
  { labelOf, layout, places }: SectionContext,
): readonly string[] {
  const [first] = group;
  const { from = null, to = null } = first ?? {};
  const many = repositories(affectedBy(group));
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
 * A line that begins with names: as many as there is room for, at least one; the rest is counted. An address that has no
 * room beside one name has a line of its own.
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
): readonly string[] {
  const shown = (many: number): string => enumeration(names, many);
  const whole = (many: number): string => start + shown(many) + rest + place;
  const many = full ? names.length : fitting(shownCount(names.length, mostNames), whole, columns);
  if (many > 1 || full) return [whole(many).trimEnd()];
  const [first = ""] = names;
  const more = names.length > 1 ? ` and ${number(names.length - 1)} more` : "";
  const line = row({ columns });
  if (/\bscanform_\w+\./.test(place) && textWidth(start + first + more + rest + place) > columns)
    return [line`${own(start)}${first}${own(more + rest)}`, line`      ${place.trim()}`];
  // a name may be long, and what is shortened first is the widest
  const isShort = textWidth(place) <= columns / 3;
  return [line`${own(start)}${first}${own(more + rest)}${isShort ? own(place) : place}`];
}

/** What a head has below it. */
export const belowHead = ([, ...below]: readonly string[], rank: number): readonly Detail[] =>
  below.map((line) => ({ rank, lines: [line] }));

/** How many configurations a head names at most, however wide it is. */
const mostNames = 8;

/** The places of the declaration in the code, else its address; empty for an undeclared configuration. */
export function declaredAt(addresses: readonly string[], places: SectionContext["places"]): string {
  const declared = addresses.filter((each) => !isUndeclared(each));
  const known = declared.flatMap((each) => places.get(each) ?? []);
  if (known.length === declared.length) return placesLabel(known);
  return enumeration(declared.map(addressLabel), 1);
}

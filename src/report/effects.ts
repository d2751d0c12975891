import { addressLabel } from "../diagnostics/entry-address";
import { label } from "../diagnostics/foreign-text";
import { type RepositoryClass, repositoryClasses } from "../model/repository-class";
import type { LeafVerdict } from "../model/leaf-verdict";
import { groupBy } from "../model/group-by";
import type { Effect, Side } from "../reconcile/plan/effects";
import type { PlanReport } from "./plan-report";
import { leafLines } from "./leaves";
import { nameLines, ruleLabel } from "./names";
import type { Paragraph, Section } from "./outline";
import { type Layout, own, row } from "./row";
import { repositories } from "./words";

/** What matters more has a lower rank: the head of a paragraph and the line that gives its class, more lines, then names. */
const ranks: Readonly<Record<RepositoryClass, number>> = {
  weakens: 10,
  unclassified: 20,
  strengthens: 30,
  neutral: 40,
};
const rankOf: Readonly<Record<LeafVerdict, number>> = {
  weaker: ranks.weakens,
  unclassified: ranks.unclassified,
  stronger: ranks.strengthens,
  neutral: ranks.neutral,
};

/** What the repositories feel, a section for each class, those that weaken first. */
export function effectSections(
  { effects, policyTitles }: Pick<PlanReport, "effects" | "policyTitles">,
  layout: Layout,
): readonly Section[] {
  const byClass = groupBy(effects, (each) => each.class);
  return repositoryClasses.flatMap((each) => {
    const group = byClass.get(each) ?? [];
    const felt = group.reduce((sum, effect) => sum + effect.repositories.length, 0);
    return group.length === 0
      ? []
      : [
          {
            class: each,
            title: `${each.toUpperCase()} ${repositories(felt)}`,
            noun: "group",
            paragraphs: group.map((effect) => paragraphOf(effect, policyTitles, layout)),
          },
        ];
  });
}

function paragraphOf(effect: Effect, titles: PlanReport["policyTitles"], layout: Layout): Paragraph {
  const rank = ranks[effect.class];
  const { head, said } = headOf(effect, layout);
  const lines = leafLines(effect.changes, titles, layout);
  const worst = lines.find(({ verdict }) => rankOf[verdict] === rank);
  return {
    rank,
    head,
    repositories: effect.repositories.length,
    details: [
      ...lines.map((each) => ({ lines: each.lines, rank: each === worst ? rank : rankOf[each.verdict] + 1 })),
      ...nameLines(effect.repositories, layout, said).map((line) => ({ lines: [line], rank: rank + 2 })),
    ],
  };
}

/** The head of an effect, and the rule that it names: the only one that matches, where repositories move. */
function headOf({ from, to, repositories: felt }: Effect, layout: Layout): { head: string; said?: string } {
  const line = row(layout);
  const many = own(repositories(felt.length));
  if (from !== null && from.id === to?.id) {
    const former = from.name === to?.name ? own("") : line` (was ${sideLabel(from)})`;
    return { head: line`  ~ ${sideLabel(to)}${former}   ${many}   ${addressLabel(to?.address ?? "")}` };
  }
  if (to === null) return { head: line`  - ${sideLabel(from)} -> none   ${many}` };
  const rules = new Set(felt.map(({ rule }) => rule));
  const [rule] = rules.size === 1 ? rules : [];
  if (rule === undefined) return { head: line`  > ${sideLabel(from)} -> ${sideLabel(to)}   ${many}` };
  return { head: line`  > ${sideLabel(from)} -> ${sideLabel(to)}   ${many}   ${ruleLabel(rule)}`, said: rule };
}

/** `none` where there is no configuration. */
export const sideLabel = (side: Side | null | undefined): string =>
  side === null || side === undefined ? "none" : label(side.name ?? side.id ?? side.address ?? "");

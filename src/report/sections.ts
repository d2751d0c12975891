import { groupBy } from "../model/group-by";
import type { ConfigurationChange, Deletion } from "../reconcile/plan/change";
import { formerSide, type Labels, labelsOf, nextSide } from "./configuration-labels";
import { declaredAt, effectSections, headOf, rankOf, type Said } from "./effect-sections";
import { type Layout, own, row } from "./layout";
import { leafLines, settingLines } from "./leaves";
import { type Detail, type Paragraph, paragraphOf, type Section, unlessEmpty } from "./outline";
import type { PlanReport } from "./renderer";
import { triageSections } from "./triage-sections";
import { count, number, repositories } from "../diagnostics/count";
import { nameLines } from "./words";

/** A plan by its parts: what goes away, what affects repositories, what becomes of the configurations, and triages. */
export function sections(plan: PlanReport, layout: Layout, said: Said = {}): readonly Section[] {
  const labelOf = labelsOf(plan);
  return [
    ...deletionSections(plan, labelOf, layout),
    ...unusedSections(plan, labelOf, layout),
    ...effectSections(plan, labelOf, layout, said),
    ...unfeltMoveSections(plan, labelOf, layout),
    ...configurationSections(plan, labelOf, layout),
    ...triageSections(plan, layout),
  ];
}

/** Repositories that move between configurations that mean the same: they are in no effect. */
function unfeltMoveSections({ moves }: PlanReport, labelOf: Labels, layout: Layout): readonly Section[] {
  const unfelt = moves.filter((each) => each.class === "unaffected");
  const groups = [...groupBy(unfelt, ({ from, to }) => JSON.stringify([from, to])).values()];
  return unlessEmpty({
    class: "neutral",
    title: `UNAFFECTED ${repositories(unfelt.length)} that ${unfelt.length === 1 ? "moves" : "move"}`,
    noun: "group",
    paragraphs: groups.map((group) => {
      const [first] = group;
      const [from, to] = first === undefined ? [] : [formerSide(first), nextSide(first)];
      const head = row(layout)`  > ${labelOf(from)} -> ${labelOf(to)}   ${own(repositories(group.length))}`;
      const details = nameLines(group, layout).map((line) => ({ rank: 46, lines: [line] }));
      return paragraphOf(45, [head], details, group.length);
    }),
  });
}

/** What goes away for good; what repositories lose by it is an effect too. */
function deletionSections({ deletions }: PlanReport, labelOf: Labels, layout: Layout): readonly Section[] {
  return unlessEmpty({
    class: "weakens", // it cannot be undone
    title: `DELETES ${count(deletions.length, "configuration")}`,
    noun: "configuration",
    paragraphs: deletions.map((each) => deletionParagraph(each, labelOf, layout)),
  });
}

function deletionParagraph({ live, remaining }: Deletion, labelOf: Labels, layout: Layout): Paragraph {
  const many = remaining.length;
  const left = many === 0 ? "no repository has it" : `leaves ${repositories(many)} without a configuration`;
  return paragraphOf(0, [row(layout)`  - ${labelOf(live)}   ${own(left)}`], [], many);
}

/** What gets weaker although no repository has it: those that are given it later do. */
function unusedSections(plan: PlanReport, labelOf: Labels, layout: Layout): readonly Section[] {
  const byAddress = new Map(plan.configurations.map((each) => [each.address, each]));
  const many = plan.unused.length;
  return unlessEmpty({
    class: "weakens",
    title: `UNUSED ${count(many, "configuration")} that ${many === 1 ? "gets" : "get"} weaker`,
    noun: "configuration",
    paragraphs: plan.unused.map(({ address, id, name, changes }) => {
      const all = byAddress.get(address)?.changes ?? changes;
      return {
        rank: 11,
        head: headOf(
          "  ~ ",
          [labelOf({ id, name })],
          "   no repository has it",
          layout,
          `   ${declaredAt([address], plan)}`,
        ),
        details: () =>
          leafLines(all, plan.policyTitles, layout).map((each) => ({ ...each, rank: rankOf[each.verdict] + 1 })),
        repositories: 0,
      };
    }),
  });
}

/** What becomes of the configurations themselves, where neither the repositories nor another part says it. */
function configurationSections(plan: PlanReport, labelOf: Labels, layout: Layout): readonly Section[] {
  const said = new Set<string | undefined>([
    ...plan.effects.flatMap(({ from, to }) => (from !== null && from.id === to?.id ? [from.id] : [])),
    ...plan.unused.map(({ id }) => id),
  ]);
  const listed = plan.configurations.filter(
    ({ action, live }) => action !== "no-op" && (live === undefined || !said.has(live.id)),
  );
  const arriving = groupBy(plan.moves, ({ to }) => ("id" in to ? to.id : to.address));
  const created = listed.filter(({ action }) => action === "create").length;
  const changed = listed.length - created;
  const parts = [
    ...(created > 0 ? [`${number(created)} created`] : []),
    ...(changed > 0 ? [`${number(changed)} changed`] : []),
  ];
  const described = listed.map((each) => ({
    each,
    gained: arriving.get(each.live === undefined ? each.address : each.live.id)?.length ?? 0,
    details:
      each.live === undefined
        ? settingLines(each.changes, plan.policyTitles, layout).map((lines): Detail => ({ rank: 51, lines }))
        : leafLines(each.changes, plan.policyTitles, layout).map((lines): Detail => ({ ...lines, rank: 51 })),
  }));
  const groups = groupBy(described, ({ each, details }) =>
    each.action === "adopt" ? each.address : JSON.stringify([each.action, details]),
  );
  return unlessEmpty({
    class: "neutral",
    title: `CONFIGURATIONS ${parts.join(", ")}`,
    noun: "configuration",
    paragraphs: [...groups.values()].map((group) => {
      const gained = group.reduce((sum, one) => sum + one.gained, 0);
      const having = group.reduce((sum, one) => sum + one.each.repositories, gained);
      return {
        rank: 50,
        head: configurationHead(
          group.map(({ each }) => each),
          { having, gained },
          plan,
          labelOf,
          layout,
        ),
        details: () => group[0]?.details ?? [],
        repositories: having,
      };
    }),
  });
}

function configurationHead(
  group: readonly ConfigurationChange[],
  { having, gained }: { readonly having: number; readonly gained: number },
  plan: PlanReport,
  labelOf: Labels,
  layout: Layout,
): string {
  const [first] = group;
  const former = first?.action === "adopt" ? row(layout)` (was ${labelOf(first.live)})` : "";
  const many = repositories(having) + (gained > 0 && gained < having ? `, ${number(gained)} of them new` : "");
  return headOf(
    first?.action === "create" ? "  + " : "  ~ ",
    group.map(({ live, declared: { name } }) => labelOf({ id: live?.id, name })),
    `${former}   ${many}`,
    layout,
    `   ${declaredAt(
      group.map(({ address }) => address),
      plan,
    )}`,
  );
}

import { groupBy } from "../model/group-by";
import { sidesOfMoves } from "./configuration-labels";
import { type AccountDocument, leavesOfChange } from "./document";
import { belowHead, comparedLeafLines, declaredAt, effectSections, headOf, rankOf } from "./effect-sections";
import { type Layout, own, row } from "./layout";
import { baseSections } from "./base-sections";
import { findingsSections } from "./findings-sections";
import { settingLines } from "./leaf-lines";
import { moveDetails } from "./move-notes";
import { type Detail, paragraphOf, type Section, unlessEmpty } from "./outline";
import { type Said, type SectionContext, sectionContext } from "./section-context";
import { policySections } from "./policy-sections";
import { changeParts, isFresh, isUnaffected, weakerParts } from "./since";
import { triageSections } from "./triage-sections";
import { count, number, repositories } from "../diagnostics/count";
import { nameLines } from "./words";

/**
 * A plan by its parts: what policies say and what the base shows, what goes away, what affects repositories, what becomes
 * of the configurations, triages and findings. Beside an earlier document what was not reviewed comes first in each.
 */
export function sections(plan: AccountDocument, layout: Layout, said: Said = {}): readonly Section[] {
  const context = sectionContext(plan, layout, said);
  const all = [
    ...policySections(plan, layout, context.markOf),
    ...baseSections(plan, context),
    ...deletionSections(plan, context),
    ...unusedSections(plan, context),
    ...effectSections(plan, context),
    ...unaffectedMoveSections(plan, context),
    ...configurationSections(plan, context),
    ...triageSections(plan, context),
    ...findingsSections(plan, layout),
  ];
  return said.news === undefined ? all : all.map(freshFirst);
}

const freshFirst = ({ paragraphs, ...section }: Section): Section => ({
  ...section,
  paragraphs: paragraphs.toSorted((one, other) => Number(isFresh(other.mark)) - Number(isFresh(one.mark))),
});

/** Repositories that move between configurations that mean the same: they are in no effect. */
function unaffectedMoveSections(plan: AccountDocument, context: SectionContext): readonly Section[] {
  const { labelOf, layout, markOf } = context;
  const moves = plan.moves.filter(isUnaffected);
  const sidesOf = sidesOfMoves(plan);
  const groups = [...groupBy(moves, (each) => JSON.stringify([each.from, each.to, markOf(each)])).values()];
  return unlessEmpty({
    class: "neutral",
    title: `UNAFFECTED ${count(moves.length, "repository that moves", "repositories that move")}`,
    noun: "group",
    paragraphs: groups.map((group) => {
      const { from, to } = sidesOf(group[0] ?? { from: null, to: "" });
      const head = row(layout)`  > ${labelOf(from)} -> ${labelOf(to)}   ${own(repositories(group.length))}`;
      const moved = group.map(({ repository_id: id, repository_name: name, rule }) => ({ id, name, rule }));
      const names = nameLines(moved, context).map((line) => ({ rank: 46, lines: [line] }));
      const details = [...moveDetails([from], moved, context, 46), ...names];
      return { ...paragraphOf(45, [head], details, group.length), mark: markOf(group[0]) };
    }),
  });
}

/** What goes away for good; what repositories lose by it is an effect too. */
function deletionSections({ deletions, before }: AccountDocument, context: SectionContext): readonly Section[] {
  const { labelOf, layout, markOf } = context;
  const holders = deletions.length === 0 ? new Map<string | null, number>() : holdersIn(before);
  return unlessEmpty({
    class: "weakens", // it cannot be undone
    title: `DELETES ${count(deletions.length, "configuration")}`,
    noun: "configuration",
    paragraphs: deletions.map((each) => {
      const { id, repositories: many } = each;
      const left =
        many === 0 ? movedAway(holders.get(id) ?? 0) : `leaves ${repositories(many)} without a configuration`;
      const head = row(layout)`  - ${labelOf(each)}   ${own(left)}`;
      return { ...paragraphOf(0, [head], [], many), mark: markOf(each) };
    }),
  });
}

/** How many repositories have each configuration, by its id. */
function holdersIn({
  configurations,
  repositories: all,
}: AccountDocument["before"]): ReadonlyMap<string | null, number> {
  const having = groupBy(all, ({ configuration }) => configuration ?? -1);
  return new Map(configurations.map(({ id }, at) => [id, having.get(at)?.length ?? 0]));
}

/** @param many how many repositories have it now, of which none is left */
const movedAway = (many: number): string =>
  many === 0 ? "no repository has it" : `its ${count(many, "repository gets", "repositories get")} another one`;

/** What gets weaker although no repository has it: those that are given it later do. */
function unusedSections({ unused, changes }: AccountDocument, context: SectionContext): readonly Section[] {
  const { labelOf, layout, places, markOf } = context;
  const byAddress = new Map(changes.map((each) => [each.address, each]));
  return unlessEmpty({
    class: "weakens",
    title: `UNUSED ${count(unused.length, "configuration that gets", "configurations that get")} weaker`,
    noun: "configuration",
    paragraphs: unused.map((each) => {
      const { address, id, name } = each;
      const rest = "   no repository has it";
      const head = () => headOf("  ~ ", [labelOf({ id, name })], rest, layout, `   ${declaredAt([address], places)}`);
      return {
        rank: 11,
        mark: markOf(each),
        head: () => head()[0] ?? "",
        details: () => {
          const change = byAddress.get(address);
          const lines = change
            ? comparedLeafLines(change, changeParts(change), context)
            : comparedLeafLines(each, weakerParts(each), context);
          return [
            ...belowHead(head(), 11),
            ...lines.map((line) => ({ ...line, rank: rankOf[line.verdict ?? "neutral"] + 1 })),
          ];
        },
        repositories: 0,
      };
    }),
  });
}

type Change = AccountDocument["changes"][number];

/** The configurations that change where neither the repositories nor another part says it. */
export function ownChanges({
  effects,
  unused,
  changes,
}: Pick<AccountDocument, "effects" | "unused" | "changes">): readonly Change[] {
  const said = new Set<string | null | undefined>([
    ...effects.flatMap(({ from, to }) => (from !== null && from.id === to?.id ? [from.id] : [])),
    ...unused.map(({ id }) => id),
  ]);
  return changes.filter(({ action, id }) => action !== "delete" && (id === undefined || !said.has(id)));
}

const participles = { create: "created", rename: "renamed", adopt: "adopted", update: "changed" } as const;

const hasNewName = ({ changes }: Change): boolean => changes.some(({ path }) => path === "name");

/** What becomes of the configurations themselves. */
function configurationSections(plan: AccountDocument, context: SectionContext): readonly Section[] {
  const { titles, layout, markOf } = context;
  const listed = ownChanges(plan);
  const arriving = groupBy(plan.moves, ({ to }) => to);
  const parts = Object.entries(participles).flatMap(([wanted, word]) => {
    const many = listed.filter(({ action }) => action === wanted).length;
    return many === 0 ? [] : [`${number(many)} ${word}`];
  });
  const detailsOf = (each: Change): readonly Detail[] => {
    const isNew = each.action === "create" && (markOf(each) ?? "new") === "new";
    return isNew
      ? settingLines(leavesOfChange(each), titles, layout).map((lines) => ({ rank: 51, lines }))
      : comparedLeafLines(each, changeParts(each), context).map((lines) => ({ ...lines, rank: 51 }));
  };
  const groups = groupBy(listed, (each) => {
    const { mark, came, gone } = context.news?.differences.get(each) ?? {};
    const leaves = [changeParts(each), came, gone].map((parts) =>
      parts?.leaves.map(({ verdict, leaf: { path, before, after } }) => [verdict, path, before, after]),
    );
    return hasNewName(each) ? each.address : JSON.stringify([each.action, mark, leaves]);
  });
  const formerly = new Map(plan.before.configurations.map((each) => [each.id, each]));
  return unlessEmpty({
    class: "neutral",
    title: `CONFIGURATIONS ${parts.join(", ")}`,
    noun: "configuration",
    paragraphs: [...groups.values()].map((group) => {
      const [first] = group;
      const gained = group.reduce((sum, each) => sum + (arriving.get(each.id ?? each.address)?.length ?? 0), 0);
      const having = group.reduce((sum, each) => sum + each.repositories, gained);
      const many = repositories(having) + (gained > 0 && gained < having ? `, ${number(gained)} of them new` : "");
      const head = () => configurationHead(group, many, formerly, context);
      return {
        rank: 50,
        mark: markOf(first),
        head: () => head()[0] ?? "",
        details: () => [...belowHead(head(), 50), ...(first === undefined ? [] : detailsOf(first))],
        repositories: having,
        things: group.length,
      };
    }),
  });
}

/** @param formerly the configurations of now, by their ids */
function configurationHead(
  group: readonly Change[],
  many: string,
  formerly: ReadonlyMap<string | null, AccountDocument["before"]["configurations"][number]>,
  { labelOf, layout, places }: SectionContext,
): readonly string[] {
  const [first] = group;
  const former = first && hasNewName(first) ? row(layout)` (was ${labelOf(formerly.get(first.id ?? null))})` : "";
  const place = declaredAt(
    group.map(({ address }) => address),
    places,
  );
  return headOf(
    first?.action === "create" ? "  + " : "  ~ ",
    group.map(labelOf),
    `${former}   ${many}`,
    layout,
    `   ${place}`,
  );
}

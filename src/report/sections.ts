import { textWidth } from "../diagnostics/text-width";
import { addressLabel } from "../diagnostics/entry-address";
import { label, quoted } from "../diagnostics/foreign-text";
import { groupBy } from "../model/group-by";
import { type LeafVerdict, type RepositoryClass, repositoryClasses } from "../model/leaf-verdict";
import type { ConfigurationChange, Deletion } from "../reconcile/plan/change";
import { isUndeclared } from "../reconcile/plan/deletions";
import type { Effect, Side } from "../reconcile/plan/effects";
import { type PendingTriage, pendingTriages } from "../reconcile/plan/triages";
import { type Layout, own, pieces, row, shortened } from "./layout";
import { leafLines, settingLines } from "./leaves";
import type { Paragraph, Section } from "./outline";
import type { PlanReport } from "./renderer";
import { count, nameLines, number, repositories, ruleLabel } from "./words";

/** A plan by its parts: what goes away, what the repositories feel, what becomes of the configurations, and triages. */
export const sections = (plan: PlanReport, layout: Layout): readonly Section[] => [
  ...deletionSections(plan, layout),
  ...effectSections(plan, layout),
  ...unfeltMoveSections(plan, layout),
  ...configurationSections(plan, layout),
  ...triageSections(plan, layout),
];

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
            paragraphs: group.map((effect) => effectParagraph(effect, policyTitles, layout)),
          },
        ];
  });
}

function effectParagraph(effect: Effect, titles: PlanReport["policyTitles"], layout: Layout): Paragraph {
  const rank = ranks[effect.class];
  const { head, said } = effectHead(effect, layout);
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
function effectHead({ from, to, repositories: felt }: Effect, layout: Layout): { head: string; said?: string } {
  const line = row(layout);
  const many = own(repositories(felt.length));
  if (from !== null && from.id === to?.id) {
    const former = from.name === to?.name ? own("") : line` (was ${sideLabel(from)})`;
    return { head: line`  ~ ${sideLabel(to)}${former}   ${many}   ${declaredAt(to?.address)}` };
  }
  if (to === null) return { head: line`  - ${sideLabel(from)} -> none   ${many}` };
  const rules = new Set(felt.map(({ rule }) => rule));
  const [rule] = rules.size === 1 ? rules : [];
  if (rule === undefined) return { head: line`  > ${sideLabel(from)} -> ${sideLabel(to)}   ${many}` };
  return { head: line`  > ${sideLabel(from)} -> ${sideLabel(to)}   ${many}   ${ruleLabel(rule)}`, said: rule };
}

/** Where it is declared; nothing for what is not: its name stands beside it. */
const declaredAt = (address: string | undefined): string | ReturnType<typeof own> =>
  address === undefined || isUndeclared(address) ? own("") : addressLabel(address);

/** `none` where there is no configuration. */
export const sideLabel = (side: Side | null | undefined): string =>
  side === null || side === undefined ? "none" : label(side.name ?? side.id ?? side.address ?? "");

/** Repositories that move between configurations that mean the same: they are in no effect. */
function unfeltMoveSections({ moves }: PlanReport, layout: Layout): readonly Section[] {
  const unfelt = moves.filter((each) => each.class === "unaffected");
  if (unfelt.length === 0) return [];
  const groups = [...groupBy(unfelt, ({ fromName, toName }) => JSON.stringify([fromName, toName])).values()];
  return [
    {
      class: "neutral",
      title: `UNAFFECTED ${repositories(unfelt.length)} that ${unfelt.length === 1 ? "moves" : "move"}`,
      noun: "group",
      paragraphs: groups.map((group) => {
        const [first] = group;
        const [from, to] = [first?.fromName ?? "", first?.toName ?? ""];
        const head = row(
          layout,
        )`  > ${from === "" ? "none" : label(from)} -> ${label(to)}   ${own(repositories(group.length))}`;
        const details = nameLines(group, layout).map((line) => ({ rank: 46, lines: [line] }));
        return { rank: 45, head, details, repositories: group.length };
      }),
    },
  ];
}

/** What goes away for good; what repositories lose by it is an effect too. */
function deletionSections({ deletions }: PlanReport, layout: Layout): readonly Section[] {
  if (deletions.length === 0) return [];
  return [
    {
      class: "weakens", // it has no way back, whoever feels it
      title: `DELETES ${count(deletions.length, "configuration")}`,
      noun: "configuration",
      paragraphs: deletions.map((each) => deletionParagraph(each, layout)),
    },
  ];
}

function deletionParagraph({ address, live, remaining }: Deletion, layout: Layout): Paragraph {
  const many = remaining.length;
  const left = many === 0 ? "no repository has it" : `leaves ${repositories(many)} without a configuration`;
  const head = row(layout)`  - ${label(live.name ?? live.id)}   ${own(left)}   ${declaredAt(address)}`;
  return { rank: 0, head, details: [], repositories: many };
}

/** What becomes of the configurations themselves, and how many repositories have them afterwards. */
function configurationSections(plan: PlanReport, layout: Layout): readonly Section[] {
  const changed = plan.configurations.filter(({ action }) => action !== "no-op");
  if (changed.length === 0) return [];
  const arriving = groupBy(plan.moves, ({ to }) => ("id" in to ? to.id : to.address));
  const felt = new Set(plan.effects.flatMap(({ from, to }) => (from?.id === to?.id ? [from?.id] : [])));
  const created = changed.filter(({ action }) => action === "create").length;
  const parts = [
    ...(created > 0 ? [`${number(created)} created`] : []),
    ...(created < changed.length ? [`${number(changed.length - created)} changed`] : []),
  ];
  return [
    {
      class: "neutral",
      title: `CONFIGURATIONS ${parts.join(", ")}`,
      noun: "configuration",
      paragraphs: changed.map((each) => {
        const { address, live, repositories: keeping, changes } = each;
        const gained = arriving.get(live === undefined ? address : live.id)?.length ?? 0;
        // what repositories feel of it is said there
        const leaves = (): readonly (readonly string[])[] => {
          if (live === undefined) return settingLines(changes, plan.policyTitles, layout).map((line) => [line]);
          if (felt.has(live.id)) return [];
          return leafLines(changes, plan.policyTitles, layout).map(({ lines }) => lines);
        };
        return {
          rank: 50,
          head: configurationHead(each, keeping + gained, gained, layout),
          details: leaves().map((lines) => ({ rank: 51, lines })),
          repositories: keeping + gained,
        };
      }),
    },
  ];
}

function configurationHead(
  { address, action, live, declared }: ConfigurationChange,
  having: number,
  gained: number,
  layout: Layout,
): string {
  const line = row(layout);
  const former = action === "adopt" ? line` (was ${label(live?.name ?? live?.id ?? "")})` : own("");
  const many = own(repositories(having) + (gained > 0 && gained < having ? `, ${number(gained)} of them new` : ""));
  return line`  ${own(action === "create" ? "+" : "~")} ${label(declared.name)}${former}   ${many}   ${declaredAt(address)}`;
}

/** Only what is deleted matters more: triages are shown whatever else is left out. */
const triageRank = 5;

/** Decisions about findings, with the reasons that a reviewer agrees to. The verdict does not count them. */
function triageSections(plan: PlanReport, layout: Layout): readonly Section[] {
  const pending = pendingTriages(plan.triages);
  if (pending.length === 0) return [];
  const removed = pending.filter(({ action }) => action === "remove").length;
  const parts = [
    ...(removed < pending.length ? [`${number(pending.length - removed)} set`] : []),
    ...(removed > 0 ? [`${number(removed)} removed`] : []),
  ];
  return [
    {
      class: "neutral",
      title: `TRIAGES ${parts.join(", ")} (no part of the verdict)`,
      noun: "triage",
      paragraphs: pending.map((each) => triageParagraph(each, layout)),
    },
  ];
}

function triageParagraph(each: PendingTriage, layout: Layout): Paragraph {
  const { address, declared, location } = each;
  const place = location === undefined ? own("") : `   ${label(location)}`;
  return {
    rank: triageRank,
    head: triageHead(each, layout),
    details: [
      { rank: triageRank, lines: reasonLines(declared.justification, layout) },
      { rank: triageRank + 1, lines: [row(layout)`      ${label(address)}${place}`] },
    ],
    repositories: 0,
  };
}

function triageHead({ before, after, declared: { findingId, expires } }: PendingTriage, layout: Layout): string {
  const line = row(layout);
  const finding = label(findingId);
  if (after === null) {
    const why = expires === undefined ? own("") : line`, expired ${label(expires)}`;
    return line`  - ${label(before ?? "none")}${why}   finding ${finding}`;
  }
  const until = expires === undefined ? own("") : line` until ${label(expires)}`;
  if (before === null) return line`  + ${label(after)}${until}   finding ${finding}`;
  return line`  ~ ${label(before)} -> ${label(after)}${until}   finding ${finding}`;
}

/** About how many lines a reason may take, unless everything is printed; words do not fill every line. */
const usualLines = 6;

/** A reason on as many lines as it takes. None begins with what comes from elsewhere. */
function reasonLines(justification: string, { columns, full }: Layout): readonly string[] {
  const [first, next] = ["      because ", "            | "];
  const room = columns - first.length;
  const text = full ? quoted(justification) : shortened(quoted(justification), room * usualLines);
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((each) => pieces(each, room)))
    if (line !== "" && textWidth(line) + 1 + textWidth(word) > room) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  return [...lines, line].map((each, at) => (at === 0 ? first : next) + each);
}

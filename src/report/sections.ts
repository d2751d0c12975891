import { textWidth } from "../diagnostics/text-width";
import { addressLabel } from "../diagnostics/entry-address";
import { label, quoted } from "../diagnostics/foreign-text";
import { locationAt } from "../diagnostics/locations";
import { groupBy } from "../model/group-by";
import { type LeafVerdict, repositoryClasses } from "../model/leaf-verdict";
import type { ConfigurationChange, Deletion } from "../reconcile/plan/change";
import { isUndeclared } from "../reconcile/plan/deletions";
import type { Effect, Side } from "../reconcile/plan/effects";
import { type PendingTriage, pendingTriages, type ReviewedFinding } from "../reconcile/plan/triages";
import { severityRank } from "./head";
import { flowed, type Layout, own, pieces, row, shortened, withCommas } from "./layout";
import { leafLines, ranks, sameness, settingLines } from "./leaves";
import type { Detail, Paragraph, Section } from "./outline";
import type { PlanReport } from "./renderer";
import { count, enumeration, nameLines, number, onlyRule, placeLabel, placesLabel, repositories } from "./words";

/** What is said of a plan before its parts, so that they need not say it again. */
interface Said {
  /** Every leaf that changes has a line above, and all belong to the only group. */
  readonly leaves?: boolean;
}

/** A plan by its parts: what goes away, what the repositories feel, what becomes of the configurations, and triages. */
export const sections = (plan: PlanReport, layout: Layout, said: Said = {}): readonly Section[] => [
  ...deletionSections(plan, layout),
  ...unusedSections(plan, layout),
  ...effectSections(plan, layout, said),
  ...unfeltMoveSections(plan, layout),
  ...configurationSections(plan, layout),
  ...triageSections(plan, layout),
];

const rankOf: Readonly<Record<LeafVerdict, number>> = {
  weaker: ranks.weakens,
  unclassified: ranks.unclassified,
  stronger: ranks.strengthens,
  neutral: ranks.neutral,
};

/** What the repositories feel, a section for each class, those that weaken first. */
export function effectSections(
  plan: Pick<PlanReport, "effects" | "policyTitles"> & Located,
  layout: Layout,
  said: Said = {},
): readonly Section[] {
  const byClass = groupBy(groupsOf(plan.effects), ([first]) => first?.class);
  return repositoryClasses.flatMap((each) => {
    const groups = byClass.get(each) ?? [];
    const felt = groups.flat().reduce((sum, effect) => sum + effect.repositories.length, 0);
    return groups.length === 0
      ? []
      : [
          {
            class: each,
            title: `${each.toUpperCase()} ${repositories(felt)}`,
            noun: "group",
            paragraphs: groups.map((group) => effectParagraph(group, plan, layout, said)),
          },
        ];
  });
}

/** Configurations that change alike are one group, and so are moves to one configuration that change alike. */
export function groupsOf(effects: readonly Effect[]): readonly (readonly Effect[])[] {
  const known = new Map<Effect["changes"], string>();
  const signature = (changes: Effect["changes"]): string => {
    const made = known.get(changes) ?? JSON.stringify(changes.map((each) => [each.path, sameness(each)]));
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
  plan: Pick<PlanReport, "policyTitles"> & Located,
  layout: Layout,
  said: Said,
): Paragraph {
  const [first] = group;
  const felt = group.flatMap((each) => each.repositories);
  const rank = ranks[first?.class ?? "neutral"];
  const lines = said.leaves === true ? [] : leafLines(first?.changes ?? [], plan.policyTitles, layout);
  const worst = lines.find(({ verdict }) => rankOf[verdict] === rank);
  const rule = group.some(isMove) ? onlyRule(felt) : undefined;
  return {
    rank,
    head: effectHead(group, felt, rule, plan, layout),
    repositories: felt.length,
    details: [
      ...lines.map((each) => ({ ...each, rank: each === worst ? rank : rankOf[each.verdict] + 1 })),
      ...nameLines(felt, layout, rule !== undefined).map((line) => ({ lines: [line], rank: rank + 2 })),
    ],
  };
}

const isMove = ({ from, to }: Effect): boolean => to !== null && (from === null || from.id !== to.id);

/** The head of a group: which configurations, how many repositories, and where or by which rule. */
function effectHead(
  group: readonly Effect[],
  felt: Effect["repositories"],
  rule: string | undefined,
  plan: Located,
  layout: Layout,
): string {
  const [first] = group;
  const { from = null, to = null } = first ?? {};
  const many = repositories(felt.length);
  const sides = (which: "from" | "to") => group.map((each) => sideLabel(each[which]));
  if (to === null) return headOf("  - ", sides("from"), ` -> none   ${many}`, layout);
  if (first === undefined || isMove(first))
    return headOf(
      "  > ",
      sides("from"),
      "",
      layout,
      row(layout)` -> ${sideLabel(to)}   ${own(many)}   ${rule ?? own("")}`,
    );
  const former = from?.name === to.name ? "" : row(layout)` (was ${sideLabel(from)})`;
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

function deletionParagraph({ live, remaining }: Deletion, layout: Layout): Paragraph {
  const many = remaining.length;
  const left = many === 0 ? "no repository has it" : `leaves ${repositories(many)} without a configuration`;
  const head = row(layout)`  - ${label(live.name ?? live.id)}   ${own(left)}`;
  return { rank: 0, head, details: [], repositories: many };
}

/** What gets weaker although no repository has it: those that are given it later do. */
function unusedSections(plan: PlanReport, layout: Layout): readonly Section[] {
  if (plan.unused.length === 0) return [];
  const byAddress = new Map(plan.configurations.map((each) => [each.address, each]));
  const many = plan.unused.length;
  return [
    {
      class: "weakens",
      title: `UNUSED ${count(many, "configuration")} that ${many === 1 ? "gets" : "get"} weaker`,
      noun: "configuration",
      paragraphs: plan.unused.map(({ address, name, changes }) => {
        const all = byAddress.get(address)?.changes ?? changes;
        return {
          rank: 11,
          head: headOf("  ~ ", [label(name)], "   no repository has it", layout, `   ${declaredAt([address], plan)}`),
          details: leafLines(all, plan.policyTitles, layout).map((each) => ({
            ...each,
            rank: rankOf[each.verdict] + 1,
          })),
          repositories: 0,
        };
      }),
    },
  ];
}

/** What becomes of the configurations themselves, where neither the repositories nor another part says it. */
function configurationSections(plan: PlanReport, layout: Layout): readonly Section[] {
  const said = new Set<string | undefined>([
    ...plan.effects.flatMap(({ from, to }) => (from !== null && from.id === to?.id ? [from.id] : [])),
    ...plan.unused.map(({ id }) => id),
  ]);
  const listed = plan.configurations.filter(
    ({ action, live }) => action !== "no-op" && (live === undefined || !said.has(live.id)),
  );
  if (listed.length === 0) return [];
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
  return [
    {
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
            having,
            gained,
            plan,
            layout,
          ),
          details: group[0]?.details ?? [],
          repositories: having,
        };
      }),
    },
  ];
}

function configurationHead(
  group: readonly ConfigurationChange[],
  having: number,
  gained: number,
  plan: PlanReport,
  layout: Layout,
): string {
  const [first] = group;
  const former =
    first?.action === "adopt" ? row(layout)` (was ${label(first.live?.name ?? first.live?.id ?? "")})` : "";
  const many = repositories(having) + (gained > 0 && gained < having ? `, ${number(gained)} of them new` : "");
  return headOf(
    first?.action === "create" ? "  + " : "  ~ ",
    group.map(({ declared }) => label(declared.name)),
    `${former}   ${many}`,
    layout,
    `   ${declaredAt(
      group.map(({ address }) => address),
      plan,
    )}`,
  );
}

/** Only what is deleted matters more: triages are shown whatever else is left out. */
const triageRank = 5;

/** Decisions about findings, the most severe first, with the reasons that a reviewer agrees to. */
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
      paragraphs: pending
        .toSorted((one, other) => severityRank(one.finding?.severity) - severityRank(other.finding?.severity))
        .map((each) => triageParagraph(each, layout)),
    },
  ];
}

function triageParagraph(each: PendingTriage, layout: Layout): Paragraph {
  const { address, declared, location, finding } = each;
  const [head, ...below] = withFinding(triageHead(each), declared.findingId, layout);
  const at = location === undefined ? label(address) : own(`at ${placeLabel(location)}`);
  return {
    rank: triageRank,
    head,
    details: [
      ...below.map((line) => ({ rank: triageRank, lines: [line] })),
      ...(finding === undefined ? [] : [{ rank: triageRank, lines: findingLines(finding, layout) }]),
      { rank: triageRank, lines: reasonLines(declared.justification, layout) },
      { rank: triageRank + 1, lines: [row(layout)`      ${at}`] },
    ],
    repositories: 0,
  };
}

function triageHead({ before, after, declared: { expires } }: PendingTriage): string {
  if (after === null)
    return `  - ${label(before ?? "none")}${expires === undefined ? "" : `, expired ${label(expires)}`}`;
  const until = expires === undefined ? "" : ` until ${label(expires)}`;
  return before === null ? `  + ${label(after)}${until}` : `  ~ ${label(before)} -> ${label(after)}${until}`;
}

/** What is decided, and about which finding: below it where both do not fit into one line, since an id is copied. */
export function withFinding(
  decision: string,
  findingId: string,
  layout: Layout,
): readonly [head: string, ...below: readonly string[]] {
  const finding = `finding ${label(findingId)}`;
  const together = `${decision}   ${finding}`;
  return textWidth(together) <= layout.columns ? [together] : [row(layout)`${decision}`, row(layout)`      ${finding}`];
}

/** `critical "SQL injection" in payments-api, src/db.ts` */
function findingLines({ severity, title, repository, file }: ReviewedFinding, { columns }: Layout): readonly string[] {
  const where = [
    repository === undefined ? [] : [label(repository.name)],
    file === undefined ? [] : [label(file)],
  ].flat();
  return flowed(
    "      ",
    [label(severity), quoted(title), ...(where.length === 0 ? [] : ["in", ...withCommas(where)])],
    columns,
  );
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

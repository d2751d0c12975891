import { enumeration, shownCount } from "../../diagnostics/enumeration";
import { addressLabel, label, visible } from "../../diagnostics/foreign-text";
import type { LeafChange } from "../../model/compare-settings";
import type { DesiredRule } from "../../model/desired";
import { canonicalJson } from "../../model/fingerprint";
import type { RepositoryExplanation } from "../../reconcile/explain/explain";
import type { LostRule, MatchingRule } from "../../reconcile/explain/matching";
import type { Held } from "../../reconcile/plan/effects";
import { accountLineOf } from "../head";
import { type Layout, own, row } from "../layout";
import { leafLines } from "../leaf-lines";
import type { Colors, View } from "../renderer";
import type { PolicyTitles } from "../../model/leaf-sentence";
import { type Column, tableLines } from "../listing";
import { usualColumns } from "../text";
import { repositories } from "../../diagnostics/count";
import { nameOf, ruleLabel, scanMark } from "../words";
import type { ExplainedAccount, ExplainedConfiguration, ExplainedRepository } from "./explain-document";
import { meaningLines } from "./meaning";
import { applyText, holdersText, phrases, whyLost } from "./phrases";

/** Sentences are wrapped even where there is no terminal. */
const layoutOf = ({ columns = usualColumns }: View): Layout => ({ columns, full: true });
/** Names are shortened in a terminal alone. */
const lineOf = ({ columns = Infinity }: View): Layout => ({ columns, full: true });

const page = (blocks: readonly (readonly string[])[]): string =>
  `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;

/** What decides about one repository, and what that means. */
export function repositoryText(explained: ExplainedRepository, view: View): string {
  const { account, repository, exists, hint, rule, lost } = explained;
  const layout = layoutOf(view);
  const room = lineOf(view);
  const line = row(room);
  const because = isEdited(explained) ? phrases.edited : "";
  return page([
    [view.colors.bold(line`repository ${nameOf(repository)}   ${accountLineOf(account)}`)],
    exists ? [] : [`It does not exist yet: this is what it would get.${hint === "" ? "" : ` ${visible(hint)}`}`],
    [...winnerLines(rule, explained, room), ...lost.flatMap((each) => lostLines(each, explained, room))],
    exists ? changeLines(explained, layout, because) : [],
    ...standingLines(explained, layout, view.colors),
  ]);
}

/** It keeps its configuration, and that is what changes. */
const isEdited = ({ before, after }: ExplainedRepository): boolean =>
  before?.id !== undefined && before.id === after?.id;

/** What assigns one configuration, who has it, and what it means. */
export function configurationText(explained: ExplainedConfiguration, view: View): string {
  const { account, before, after, rules, repositories: many, labelOf } = explained;
  const layout = layoutOf(view);
  const room = lineOf(view);
  const line = row(room);
  return page([
    [view.colors.bold(line`configuration ${labelOf(after ?? before)}   ${accountLineOf(account)}`)],
    [
      holdersText(many.before, many.after),
      ...(rules.length === 0 ? [phrases.unassignedConfiguration] : []),
      ...rules.map((rule) => ruleLine(rule, explained, room)),
    ],
    before === null || after === null
      ? [`an apply ${before === null ? "creates" : "deletes"} it`]
      : changeLines(explained, layout),
    ...standingLines(explained, layout, view.colors),
  ]);
}

/** A line for each repository, with its rule; then how many each rule decides about, and where it is written. */
export function accountText(explained: ExplainedAccount, view: View): string {
  const room = lineOf(view);
  const idle = explained.rules.filter(({ decides }) => decides === 0);
  const uncovered = explained.repositories.filter(({ route }) => route === undefined);
  return page([
    [view.colors.bold(row(room)`${accountLineOf(explained.account)}`)],
    explained.repositories.length === 0 ? [] : tableLines(columnsOf(explained), explained.repositories, room.columns),
    explained.rules.map((rule) => ruleLine(rule, explained, room)),
    [
      ...(idle.length === 0 ? [] : [`never decides: ${idle.map(({ rule }) => `rule ${String(rule + 1)}`).join(", ")}`]),
      `covered by no rule: ${repositories(uncovered.length)}`,
    ],
  ]);
}

const columnsOf = ({ labelOf }: ExplainedAccount): readonly Column<ExplainedAccount["repositories"][number]>[] => [
  { title: "REPOSITORY", text: ({ repository }) => label(repository.name ?? repository.id) + scanMark(repository) },
  { title: "RULE", text: ({ route }) => (route === undefined ? "no rule" : ruleLabel(route)) },
  { title: "AFTER AN APPLY", text: ({ after }) => (after === null ? "-" : labelOf(after)) },
];

function ruleLine(
  { assignments, rule, declared, decides }: ExplainedAccount["rules"][number],
  { locationOf, targetOf, labelOf }: Places,
  layout: Layout,
): string {
  const to = targetOf(declared);
  const number = own(`rule ${String(rule + 1)}`);
  const many = own(`decides about ${repositories(decides)}`);
  const does = to === undefined ? own("leaves") : labelOf(to);
  const place = placeOf(assignments, locationOf(assignments, rule));
  return row(layout)`${number}: ${selectorsOf(declared)}   ${does}   ${many}   ${place}`;
}

type Places = Pick<ExplainedRepository, "locationOf" | "targetOf" | "labelOf">;

/** The rule that decides: `rule 2: payments-%   assigns strict   at main.ts:31:5`. */
function winnerLines(
  rule: MatchingRule | undefined,
  explained: Places & Pick<ExplainedRepository, "exists">,
  layout: Layout,
): readonly string[] {
  if (rule === undefined) return [explained.exists ? phrases.unmatched : phrases.unassigned];
  const to = explained.targetOf(rule.declared);
  const line = row(layout);
  const location = explained.locationOf(rule.assignments, rule.rule);
  const at = own(location === undefined ? "" : `at ${visible(location)}`);
  const which = ruleLabel(rule);
  return [
    to === undefined
      ? line`${which}   ${own(phrases.leaves)}   ${at}`
      : line`${which}   ${own(phrases.assigns)} ${explained.labelOf(to)}   ${at}`,
    line`  ${label(rule.assignments)}`,
  ];
}

/** A rule that matches and does not decide, and why. */
function lostLines(lost: LostRule, explained: Places, layout: Layout): readonly string[] {
  const to = explained.targetOf(lost.declared);
  const line = row(layout);
  const place = placeOf(lost.assignments, explained.locationOf(lost.assignments, lost.rule));
  const rule = ruleLabel(lost);
  return [
    to === undefined
      ? line`  overridden: ${rule}   ${own(phrases.wouldLeave)}   ${place}`
      : line`  overridden: ${rule}   ${own(phrases.wouldAssign)} ${explained.labelOf(to)}   ${place}`,
    line`        ${own(whyLost[lost.why])}`,
  ];
}

/** `at main.ts:31:5`, which is never shortened; the address where it is not known which line that is. */
const placeOf = (address: string | undefined, location: string | undefined): ReturnType<typeof own> | string =>
  location !== undefined ? own(`at ${visible(location)}`) : address === undefined ? "" : addressLabel(address);

interface Sides {
  /** False for a repository to come, which has nothing now. */
  readonly exists?: boolean;
  readonly before: Held | null;
  readonly after: Held | null;
  readonly titles: PolicyTitles;
  readonly locationOf: ExplainedRepository["locationOf"];
  readonly labelOf: ExplainedRepository["labelOf"];
}

/** What it means now, and after an apply: once where both are the same. */
function standingLines(sides: Sides, layout: Layout, colors: Colors): readonly (readonly string[])[] {
  const { before, after, exists = true } = sides;
  if (!exists) return [side("it would get", after, sides, layout, colors)];
  const isSame = canonicalJson(before) === canonicalJson(after);
  if (isSame) return [side(phrases.both, after, sides, layout, colors)];
  return [side(phrases.now, before, sides, layout, colors), side(phrases.after, after, sides, layout, colors)];
}

function side(
  when: string,
  standing: Held | null,
  { titles, locationOf, labelOf }: Sides,
  layout: Layout,
  colors: Colors,
): readonly string[] {
  if (standing === null) return [colors.bold(`${when}: no configuration`)];
  const { address } = standing;
  const place = placeOf(address, address === undefined ? undefined : locationOf(address));
  const head = row({ columns: Infinity })`${when}: ${labelOf(standing)}   ${place}`;
  return [colors.bold(head), ...meaningLines(standing.settings ?? {}, titles, layout)];
}

/** What changes, in words: what gets weaker first. @param because what causes it, where that is to be said */
function changeLines(
  { before, after, titles, changes, class: kind }: Sides & Changed,
  layout: Layout,
  because = "",
): readonly string[] {
  if (changes.length > 0)
    return [
      `${applyText(kind)}${because === "" ? "" : `: ${because}`}`,
      ...leafLines(changes, titles, layout).flatMap(({ lines }) => lines),
    ];
  if (isSameConfiguration(before, after)) return [before?.name === after?.name ? phrases.unchanged : phrases.renamed];
  return [before === null ? phrases.given : phrases.moved];
}

interface Changed {
  readonly changes: readonly LeafChange[];
  readonly class: RepositoryExplanation["class"];
}

/** One that is yet to be created has no id, and so is another one. */
const isSameConfiguration = (before: Held | null, after: Held | null): boolean =>
  before?.id === after?.id && (before === null) === (after === null);

/** How many selectors of a rule are shown. */
const most = 3;

/** What a rule selects: `payments-%`, or `checkout and web`. */
function selectorsOf({ repositoryIds = [], repositoryNames = [], repositoryPattern }: DesiredRule): string {
  const pattern = repositoryPattern === undefined ? [] : [repositoryPattern];
  const all = [...pattern, ...repositoryIds, ...repositoryNames].map(label);
  return enumeration(all, shownCount(all.length, most));
}

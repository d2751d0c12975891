import { label, visible } from "../../diagnostics/foreign-text";
import { ruleText } from "../../reconcile/plan/effects";
import { accountLine } from "../head";
import { nameOf, ruleLabel } from "../names";
import type { View } from "../renderer";
import { type Layout, own, row } from "../row";
import { type Column, tableLines } from "../table";
import { usualColumns } from "../text";
import { repositories } from "../words";
import type { ExplainedAccount, ExplainedConfiguration, ExplainedRepository } from "./explained";
import { lostLines, placeOf, winnerLines } from "./rule-lines";
import { selectorsOf } from "./selectors";
import { changeLines, standingLines } from "./standing-lines";

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
  const because = isEdited(explained) ? "its configuration changes" : "";
  return page([
    [view.colors.bold(line`repository ${nameOf(repository)}   ${accountLine(account)}`)],
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
  const { account, before, after, rules, repositories: many } = explained;
  const layout = layoutOf(view);
  const room = lineOf(view);
  const line = row(room);
  const name = after?.name ?? before?.name ?? after?.id ?? before?.id ?? "";
  const now = repositories(many.before);
  const then = many.before === many.after ? "" : `, and ${repositories(many.after)} after an apply`;
  return page([
    [view.colors.bold(line`configuration ${label(name)}   ${accountLine(account)}`)],
    [
      `${now} ${many.before === 1 ? "has" : "have"} it${then}`,
      ...(rules.length === 0 ? ["no rule assigns it"] : []),
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
    [view.colors.bold(row(room)`${accountLine(explained.account)}`)],
    explained.repositories.length === 0 ? [] : tableLines(columns, explained.repositories, room.columns),
    explained.rules.map((rule) => ruleLine(rule, explained, room)),
    [
      ...(idle.length === 0
        ? []
        : [`decides about nothing: ${idle.map(({ rule }) => `rule ${String(rule + 1)}`).join(", ")}`]),
      `covered by no rule: ${repositories(uncovered.length)}`,
    ],
  ]);
}

const columns: readonly Column<ExplainedAccount["repositories"][number]>[] = [
  { title: "REPOSITORY", text: ({ repository: { name, id } }) => label(name ?? id) },
  { title: "RULE", text: ({ route }) => (route === undefined ? "no rule" : ruleLabel(ruleText(route))) },
  { title: "AFTER AN APPLY", text: ({ after }) => (after === null ? "-" : label(after.name ?? after.id ?? "")) },
];

function ruleLine(
  { assignments, rule, declared, decides }: ExplainedAccount["rules"][number],
  { locationOf, nameOf: targetOf }: Pick<ExplainedAccount, "locationOf" | "nameOf">,
  layout: Layout,
): string {
  const to = targetOf(declared);
  const number = own(`rule ${String(rule + 1)}`);
  const many = own(`decides about ${repositories(decides)}`);
  const does = to === undefined ? own("leaves") : label(to);
  const place = placeOf(assignments, locationOf(assignments, rule));
  return row(layout)`${number}: ${selectorsOf(declared)}   ${does}   ${many}   ${place}`;
}

import { label, visible } from "../../diagnostics/foreign-text";
import { ruleText } from "../../reconcile/plan/effects";
import { accountLine } from "../head";
import { nameOf, ruleLabel } from "../names";
import type { View } from "../renderer";
import { type Layout, own, row } from "../row";
import { usualColumns } from "../text";
import { repositories } from "../words";
import type { ExplainedAccount, ExplainedConfiguration, ExplainedRepository } from "./explained";
import { lostLines, placeOf, winnerLines } from "./rule-lines";
import { selectorsOf } from "./selectors";
import { changeLines, standingLines } from "./standing-lines";

const layoutOf = ({ columns = usualColumns }: View): Layout => ({ columns, full: true });

const page = (blocks: readonly (readonly string[])[]): string =>
  `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;

/** What decides about one repository, and what that means. */
export function repositoryText(explained: ExplainedRepository, view: View): string {
  const { account, repository, exists, hint, rule, lost } = explained;
  const layout = layoutOf(view);
  const line = row(layout);
  return page([
    [view.colors.bold(line`repository ${nameOf(repository)}   ${accountLine(account)}`)],
    exists ? [] : [`It does not exist yet: this is what it would get.${hint === "" ? "" : ` ${visible(hint)}`}`],
    [...winnerLines(rule, explained, layout), ...lost.flatMap((each) => lostLines(each, explained, layout))],
    changeLines(explained, layout),
    ...standingLines(explained, layout, view.colors),
  ]);
}

/** What assigns one configuration, who has it, and what it means. */
export function configurationText(explained: ExplainedConfiguration, view: View): string {
  const { account, before, after, rules, repositories: many } = explained;
  const layout = layoutOf(view);
  const line = row(layout);
  const name = after?.name ?? before?.name ?? after?.id ?? before?.id ?? "";
  const now = repositories(many.before);
  const then = many.before === many.after ? "" : `, and ${repositories(many.after)} after an apply`;
  return page([
    [view.colors.bold(line`configuration ${label(name)}   ${accountLine(account)}`)],
    [
      `${now} ${many.before === 1 ? "has" : "have"} it${then}`,
      ...(rules.length === 0 ? ["no rule assigns it"] : []),
      ...rules.map((rule) => ruleLine(rule, explained, layout)),
    ],
    before === null || after === null
      ? [`an apply ${before === null ? "creates" : "deletes"} it`]
      : changeLines(explained, layout),
    ...standingLines(explained, layout, view.colors),
  ]);
}

/** A line for each repository, with its rule; then how many each rule decides about. */
export function accountText(explained: ExplainedAccount, view: View): string {
  const layout = layoutOf(view);
  const line = row(layout);
  const locations = memoized(explained.locationOf);
  const idle = explained.rules.filter(({ decides }) => decides === 0);
  const uncovered = explained.repositories.filter(({ route }) => route === undefined);
  return page([
    [view.colors.bold(line`${accountLine(explained.account)}`)],
    explained.repositories.map(({ repository, route, after }) => {
      const has = after === null ? own("none") : label(after.name ?? after.id ?? "");
      if (route === undefined) return line`${nameOf(repository)}   no rule   keeps ${has}`;
      const location = locations(route.assignments, route.rule);
      const place = location === undefined ? "" : `at ${visible(location)}`;
      return line`${nameOf(repository)}   ${ruleLabel(ruleText(route))}   ${has}   ${place}`;
    }),
    explained.rules.map((rule) => ruleLine(rule, explained, layout)),
    [
      ...(idle.length === 0
        ? []
        : [`decides about nothing: ${idle.map(({ rule }) => `rule ${String(rule + 1)}`).join(", ")}`]),
      `covered by no rule: ${repositories(uncovered.length)}`,
    ],
  ]);
}

/** Locations are the same for thousands of repositories. */
function memoized(locationOf: ExplainedAccount["locationOf"]): ExplainedAccount["locationOf"] {
  const known = new Map<string, string | undefined>();
  return (address, rule) => {
    const key = `${address} ${String(rule)}`;
    if (!known.has(key)) known.set(key, locationOf(address, rule));
    return known.get(key);
  };
}

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

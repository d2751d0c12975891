import { addressLabel } from "../../diagnostics/entry-address";
import { label, visible } from "../../diagnostics/foreign-text";
import type { LostRule, MatchingRule } from "../../reconcile/explain/explain-repository";
import { ruleText } from "../../reconcile/plan/effects";
import { ruleLabel } from "../names";
import { type Layout, own, row } from "../row";
import type { ExplainedRepository } from "./explained";

type Places = Pick<ExplainedRepository, "locationOf" | "nameOf">;

/** The rule that decides: `rule 2: payments-%   assigns strict   at main.ts:31:5`. */
export function winnerLines(
  rule: MatchingRule | undefined,
  explained: Places & Pick<ExplainedRepository, "exists">,
  layout: Layout,
): readonly string[] {
  if (rule === undefined)
    return [`no rule matches: ${explained.exists ? "it keeps what it has" : "it is assigned nothing"}`];
  const name = explained.nameOf(rule.declared);
  const line = row(layout);
  const location = explained.locationOf(rule.assignments, rule.rule);
  const at = own(location === undefined ? "" : `at ${visible(location)}`);
  const which = ruleLabel(ruleText(rule));
  return [
    name === undefined
      ? line`${which}   leaves it where it is   ${at}`
      : line`${which}   assigns ${label(name)}   ${at}`,
    line`  ${label(rule.assignments)}`,
  ];
}

/** A rule that matches and does not decide, and why. */
export function lostLines(lost: LostRule, explained: Places, layout: Layout): readonly string[] {
  const name = explained.nameOf(lost.declared);
  const line = row(layout);
  const place = placeOf(lost.assignments, explained.locationOf(lost.assignments, lost.rule));
  const rule = ruleLabel(ruleText(lost));
  return [
    name === undefined
      ? line`  lost: ${rule}   would leave it   ${place}`
      : line`  lost: ${rule}   would assign ${label(name)}   ${place}`,
    line`        ${own(words[lost.why])}`,
  ];
}

const words: Readonly<Record<LostRule["why"], string>> = {
  later: "a rule before it matches too, and the first that matches decides",
  left: "a rule that leaves claims nothing, and another RepositoryAssignments decides",
};

/** `at main.ts:31:5`, which is never shortened; the address where it is not known which line that is. */
export const placeOf = (address: string | undefined, location: string | undefined): ReturnType<typeof own> | string =>
  location !== undefined ? own(`at ${visible(location)}`) : address === undefined ? "" : addressLabel(address);

import { label } from "../diagnostics/foreign-text";
import { distinctions } from "../model/namesakes";
import type { Side } from "../reconcile/plan/effects";
import type { PlanReport } from "./renderer";

/** A configuration of a plan, or of its document. */
export type NamedSide = { readonly [K in keyof Side]?: Side[K] | string | null };

/** What a configuration is called in a text; `none` where there is none. */
export type Labels = (side: NamedSide | null | undefined) => string;

/** Labels by name, and by id where several configurations have the name. @param all those that appear in the text */
export function configurationLabels(all: Iterable<NamedSide | null | undefined>): Labels {
  const distinction = distinctions(all, label);
  return (side) =>
    side === null || side === undefined
      ? "none"
      : label(side.name ?? side.id ?? side.address ?? "") + distinction(side);
}

type Appearing = Pick<PlanReport, "configurations" | "deletions" | "moves" | "effects" | "base">;

/** The labels of a plan. */
export const labelsOf = (plan: Appearing): Labels => configurationLabels(appearingIn(plan));

/** The configurations of a plan, each under its name before and afterwards. */
export const appearingIn = ({ configurations, deletions, moves, effects, base }: Appearing) => [
  ...configurations.flatMap(({ live, declared }) => [live, { id: live?.id, name: declared.name }]),
  ...deletions.map(({ live }) => live),
  ...moves.flatMap((move) => [formerSide(move), nextSide(move)]),
  ...effects.flatMap(({ from, to }) => [from, to]),
  ...(base?.future ?? []).flatMap(({ from, to }) => [from, to]),
];

type MoveSides = Pick<PlanReport["moves"][number], "from" | "fromName" | "to" | "toName">;

/** What a repository that moves comes from, and goes to. */
export const formerSide = ({ from, fromName }: MoveSides): NamedSide | null =>
  from === undefined ? null : { id: from, name: fromName };
export const nextSide = ({ to, toName }: MoveSides): NamedSide => ({ ...to, name: toName });

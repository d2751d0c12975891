import type { Repository } from "../../model/observed";
import type { Group, Side } from "../../reconcile/plan/effects";
import { classOf, countEffects, effectText, type RepositoryEffect, verdictWarning } from "../verdict/repository-effect";
import { unknownChange } from "../verdict/unknown-leaves";
import { type Diagnostic, warning } from "../../diagnostics/diagnostic";

/**
 * The repositories that move, in groups by source and target, each with its changes: by the settings that the
 * account has now. A configuration is named with its id, since the same plan may give its name to another.
 */
export const effectsOfMoves = (groups: readonly Group[]): readonly RepositoryEffect[] =>
  groups.map(({ from, to, changes, repositories }) => ({
    what: `${named(from) ?? "none"} -> ${named(to) ?? "one that is known only after apply"} (${rulesOf(repositories)})`,
    changes: to?.id === undefined ? [unknownChange("configuration")] : changes,
    repositories: repositories.map(({ repository }) => repository),
  }));

const named = (side: Side | null): string | undefined =>
  side?.id === undefined || side.name === side.id ? side?.id : `${JSON.stringify(side.name)} (${side.id})`;

/** `rule 2`, `rules 1, 3`: without what is written in them, which may come from a sensitive variable. */
function rulesOf(group: Group["repositories"]): string {
  const numbers = [...new Set(group.map(({ by: { rule = 0 } = {} }) => rule + 1))];
  return `${numbers.length === 1 ? "rule" : "rules"} ${numbers.sort((left, right) => left - right).join(", ")}`;
}

/** Repositories whose configuration is undecided, since a rule is unknown. */
export interface Undecided {
  /** The first rule that is not known, counted from 0; undefined when no rule is. */
  readonly rule: number | undefined;
  readonly repositories: readonly Repository[];
}

/**
 * One warning that lists the moves in groups, the worst first. Its summary says how many repositories weaken or are
 * unclassified, and names one of them: Terraform gives the provider no name of the resource, and no two resources
 * assign one repository.
 */
export function moveDiagnostics(moves: readonly RepositoryEffect[], undecided?: Undecided): readonly Diagnostic[] {
  const groups = undecided === undefined ? moves : [...moves, asEffect(undecided)];
  const attribute = ["rules"];
  const warned = verdictWarning({
    subject: "Routing",
    such: suchAs(groups),
    groups,
    more: ofNow,
    attribute,
  });
  const { all } = countEffects(groups);
  if (warned.length > 0 || all === 0) return warned;
  return [warning("repositories-move", effectText(groups, ofNow.slice(1)), { attribute }, all)];
}

const ofNow = [
  "Judged by the settings that the configurations have now: a change of one in the same plan is reviewed with that one.",
  "A repository that comes or goes before this is applied is not moved along: where terraform calls the plan inconsistent, plan again.",
];

const asEffect = ({ rule, repositories }: Undecided): RepositoryEffect => ({
  what:
    rule === undefined
      ? "for which the rules are known only after apply"
      : `which rule ${String(rule + 1)} may select, whose selectors are known only after apply`,
  changes: [unknownChange("configuration")],
  repositories,
});

/** The first repository that weakens, or else that is unclassified. */
function suchAs(groups: readonly RepositoryEffect[]): string {
  const effects = (["weakens", "unclassified"] as const).flatMap((kind) =>
    groups.filter((each) => classOf(each) === kind).flatMap(({ repositories }) => repositories),
  );
  const [first] = effects;
  if (first === undefined) return "";
  return `${effects.length === 1 ? ":" : ", such as"} ${JSON.stringify(first.name ?? first.id)}`;
}

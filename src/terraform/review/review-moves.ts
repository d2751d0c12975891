import type { Repository } from "../../model/entities";
import { groupBy } from "../../model/group-by";
import type { Move } from "../../reconcile/plan/change";
import { classOf, countEffects, effectText, type RepositoryEffect, verdictWarning } from "../verdict/repository-effect";
import { unknownChange } from "../verdict/unknown-leaves";
import { type Diagnostic, warning } from "../../diagnostics/diagnostic";

/**
 * The repositories that move, grouped by source, target and rule, each group with its changes: by the settings that the
 * account has now. A configuration is named with its id, since the same plan may give its name to another.
 */
export const effectsOfMoves = (moves: readonly Move[]): readonly RepositoryEffect[] =>
  [...groupBy(moves, (each) => JSON.stringify([each.from, each.to])).values()].flatMap(
    (group): readonly RepositoryEffect[] => {
      const [first] = group;
      if (first === undefined) return [];
      const { from, fromName, to, toName, changes } = first;
      const target = "id" in to ? named(toName, to.id) : "one that is known only after apply";
      return [
        {
          what: `${from === undefined ? "none" : named(fromName ?? from, from)} -> ${target} (${rulesOf(group)})`,
          changes: "id" in to ? changes : [unknownChange("configuration")],
          repositories: group.map(({ repository }) => repository),
        },
      ];
    },
  );

const named = (name: string, id: string): string => (name === id ? id : `${JSON.stringify(name)} (${id})`);

/** `rule 2`, `rules 1, 3`: without what is written in them, which may come from a sensitive variable. */
function rulesOf(group: readonly Move[]): string {
  const numbers = [...new Set(group.map(({ by: { rule = 0 } }) => rule + 1))];
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

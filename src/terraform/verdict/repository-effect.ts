import type { LeafChange } from "../../model/compare-settings";
import type { Repository } from "../../model/entities";
import { judgementOf, repositoryClasses, type RepositoryClass } from "../../model/repository-class";

/** Repositories that feel the same, since their settings change in the same leaves. */
export interface RepositoryEffect {
  /** What happens to them: `"baseline" -> "strict" (rule 2: payments-%)`. */
  readonly what: string;
  readonly changes: readonly LeafChange[];
  readonly repositories: readonly Pick<Repository, "id" | "name">[];
}

export const classOf = ({ changes }: Pick<RepositoryEffect, "changes">): RepositoryClass | "unaffected" =>
  judgementOf(changes)?.class ?? "unaffected";

/** The worst class first, then what weakens in more leaves. */
export const bySeverity = (left: Pick<RepositoryEffect, "changes">, right: Pick<RepositoryEffect, "changes">): number =>
  rankOf(left) - rankOf(right) || weakerIn(right) - weakerIn(left);

const weakerIn = ({ changes }: Pick<RepositoryEffect, "changes">): number =>
  changes.filter(({ verdict }) => verdict === "weaker").length;

function rankOf(group: Pick<RepositoryEffect, "changes">): number {
  const kind = classOf(group);
  return kind === "unaffected" ? repositoryClasses.length : repositoryClasses.indexOf(kind);
}

/** The number of repositories that each class has, as in the plan of the CLI. `mixed` are among those that weaken. */
export interface EffectCounts {
  readonly all: number;
  readonly weakens: number;
  readonly unclassified: number;
  readonly strengthens: number;
  readonly mixed: number;
}

export function countEffects(groups: readonly RepositoryEffect[]): EffectCounts {
  const sum = (fits: (group: RepositoryEffect) => boolean): number =>
    groups.filter(fits).reduce((total, { repositories }) => total + repositories.length, 0);
  return {
    all: sum(() => true),
    weakens: sum((each) => classOf(each) === "weakens"),
    unclassified: sum((each) => classOf(each) === "unclassified"),
    strengthens: sum((each) => classOf(each) === "strengthens"),
    mixed: sum(({ changes }) => judgementOf(changes)?.mixed === true),
  };
}

import type { Repository } from "../../model/entities";
import type { CombinedFinding } from "../../model/findings";
import type { RepositoryId } from "../../model/ids";
import type { Settings } from "../../model/settings";
import type { Effect } from "../plan/effects";
import type { Plan } from "../plan/plan";
import type { ReadFinding } from "./read-findings";
import { type Figure, type Sides, type Touch, touchesOf } from "./touches";

/** An effect that may touch findings. */
export interface Concerned {
  /** Its position among the effects of the plan. */
  readonly effect: number;
  readonly repositories: readonly Repository[];
  readonly touches: readonly Touch[];
  /** The figures that may count a finding of which nothing is known. */
  readonly figures: ReadonlySet<Figure>;
}

/** The effects of a plan that may touch findings. */
export function concernedBy(plan: Plan): readonly Concerned[] {
  const sidesOf = sidesIn(plan);
  return plan.effects.flatMap((effect, at): readonly Concerned[] => {
    const touches = touchesOf(effect.changes, sidesOf(effect));
    if (touches.length === 0) return [];
    const repositories = effect.repositories.map((each) => each.repository);
    return [{ effect: at, repositories, touches, figures: new Set(touches.map(({ figure }) => figure)) }];
  });
}

/** The settings on both sides of an effect. What the plan does not declare or delete stays as it is. */
function sidesIn({ configurations, deletions, after }: Plan): (effect: Effect) => Sides {
  const unchanged = new Map<string, Settings>();
  for (const { id, settings } of after().configurations)
    if (id !== undefined && settings !== null) unchanged.set(id, settings);
  const live = new Map(unchanged);
  for (const { live: one } of [...configurations, ...deletions]) if (one !== undefined) live.set(one.id, one.settings);
  const declared = new Map(configurations.map((each) => [each.address, each.after]));
  return ({ from, to }) => ({
    before: from?.id === undefined ? undefined : live.get(from.id),
    after:
      (to?.address === undefined ? undefined : declared.get(to.address)) ??
      (to?.id === undefined ? undefined : unchanged.get(to.id)),
  });
}

/** A finding that was read, and what the effects of the plan may do to it. */
export interface TouchedFinding {
  readonly finding: CombinedFinding;
  /** Its repository, where that is known. */
  readonly repository?: Repository;
  /** The figures that may count it, by the position of the effect among those that are concerned. */
  readonly effects: ReadonlyMap<number, ReadonlySet<Figure>>;
}

/** What the effects may do to each finding in their repositories. */
export function touchedFindings(
  concerned: readonly Concerned[],
  found: readonly ReadFinding[],
): readonly TouchedFinding[] {
  const effectOf = new Map<RepositoryId, number>(
    concerned.flatMap(({ repositories }, at) => repositories.map(({ id }) => [id, at] as const)),
  );
  const touchedBy = (finding: CombinedFinding, at: number): ReadonlySet<Figure> =>
    new Set(concerned[at]?.touches.filter((each) => each.mayCount(finding)).map(({ figure }) => figure));
  return found.flatMap(({ finding, repositories }): readonly TouchedFinding[] => {
    const [only, ...others] = repositories;
    if (only === undefined) return [];
    const positions = new Set(repositories.flatMap(({ id }) => effectOf.get(id) ?? []));
    const effects = new Map([...positions].map((at) => [at, touchedBy(finding, at)]));
    return [{ finding, ...(others.length === 0 ? { repository: only } : {}), effects }];
  });
}

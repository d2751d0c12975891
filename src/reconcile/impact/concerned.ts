import type { Repository } from "../../model/entities";
import type { Settings } from "../../model/settings";
import type { Effect } from "../plan/effects";
import type { Plan } from "../plan/plan";
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

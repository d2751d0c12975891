import type { Repository } from "../model/entities";
import type { Side } from "../reconcile/plan/effects";
import type { Part, PlanReport } from "./renderer";

/**
 * What a plan does with some repositories and configurations: those that match, the repositories that come from or go
 * to a configuration that matches, and the configurations of the repositories. For a reader alone: it is no plan.
 */
export function partOf(plan: PlanReport, { matches }: Pick<Part, "matches">): PlanReport {
  const isMeant = (...names: readonly (string | null | undefined)[]): boolean =>
    names.some((each) => typeof each === "string" && matches(each));
  const repository = ({ name, id }: Partial<Repository>) => isMeant(name, id);
  const side = (each: Side | null) => each !== null && isMeant(each.name, each.id, each.address);
  const effects = plan.effects.flatMap((each) => {
    if (side(each.from) || side(each.to)) return [each];
    const repositories = each.repositories.filter((one) => repository(one.repository));
    return repositories.length === 0 ? [] : [{ ...each, repositories }];
  });
  const moves = plan.moves.filter(
    (each) =>
      repository(each.repository) ||
      isMeant(each.fromName, each.from, each.toName, "id" in each.to ? each.to.id : each.to.address),
  );
  // what a repository comes from may change as well, and that does not reach it any more
  const targets = [...effects, ...moves].flatMap(({ to }) =>
    to === null ? [] : ["id" in to ? to.id : undefined, "address" in to ? to.address : undefined],
  );
  const concerned = new Set<string>(targets.filter((each) => each !== undefined));
  return {
    ...plan,
    effects,
    moves,
    configurations: plan.configurations.filter(
      ({ address, declared, live }) =>
        concerned.has(address) ||
        (live !== undefined && concerned.has(live.id)) ||
        isMeant(declared.name, address, live?.name, live?.id),
    ),
    deletions: plan.deletions.filter(
      ({ address, live, remaining }) => isMeant(address, live.name, live.id) || remaining.some(repository),
    ),
    unused: plan.unused.filter(({ address, id, name }) => isMeant(address, id, name)),
    triages: plan.triages.filter(({ finding }) => finding?.repository !== undefined && repository(finding.repository)),
    unmoved: plan.unmoved.filter((each) => repository(each.repository)),
    unclaimed: 0,
  };
}

/** Nothing of the plan is in the part. */
export const isNothing = ({ effects, moves, configurations, deletions, unused, triages }: PlanReport): boolean =>
  [effects, moves, configurations.filter(({ action }) => action !== "no-op"), deletions, unused, triages].every(
    ({ length }) => length === 0,
  );

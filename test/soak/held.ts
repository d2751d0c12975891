import type { Observed } from "../../src/model/entities";
import { diff, target } from "../../src/reconcile/plan/merge";
import type { Plan } from "../../src/reconcile/plan/plan";

/**
 * What an account lacks of the objects that a plan touches: every declared leaf and name of the configurations that it
 * writes, every repository that it moves, every deletion. Judged without the code that verifies.
 */
export function lacking({ configurations, repositories }: Observed, plan: Plan): readonly string[] {
  const byId = new Map(configurations.map((each) => [each.id, each]));
  const named = (name: string) => configurations.filter((each) => each.name === name);
  const changed = plan.configurations.filter(({ action }) => action !== "no-op");
  const holders = new Map(repositories.map((each) => [each.id, each.configuration_id]));
  return [
    ...changed.flatMap(({ address, declared, live }): readonly string[] => {
      const all = named(declared.name);
      const found = live === undefined ? all[0] : byId.get(live.id);
      if (found === undefined) return [`${address} is not there`];
      const leaves = diff(found.settings, target(found.settings, declared)).map(({ path }) => `${address} ${path}`);
      return [
        ...leaves,
        ...(found.name === declared.name ? [] : [`${address} name`]),
        ...(live === undefined && all.length > 1 ? [`${address} is there twice`] : []),
      ];
    }),
    ...plan.deletions.flatMap(({ address, live }) => (byId.has(live.id) ? [`${address} is there`] : [])),
    ...plan.moves.flatMap(({ repository, to }) => {
      const has = holders.get(repository.id);
      const declared =
        "id" in to ? undefined : plan.configurations.find(({ address }) => address === to.address)?.declared.name;
      const goals = "id" in to ? [to.id] : named(declared ?? "").map((each) => each.id);
      return has !== undefined && goals.includes(has) ? [] : [`repository ${repository.name ?? repository.id}`];
    }),
  ];
}

import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration } from "../../model/entities";
import { groupBy } from "../../model/group-by";

const indexes = new WeakMap<readonly Configuration[], ReadonlyMap<string | undefined, readonly Configuration[]>>();

/**
 * The live ones that have the name of a declared configuration or a former one of it, by which `identify` finds it:
 * each is asked for by itself, and one index of the list serves all.
 */
export function namesakes(
  { name, renamedFrom = [] }: Pick<DesiredConfiguration, "name" | "renamedFrom">,
  live: readonly Configuration[],
): readonly Configuration[] {
  const index = indexes.get(live) ?? groupBy(live, (each) => each.name);
  indexes.set(live, index);
  return [...new Set([name, ...renamedFrom])].flatMap((each) => index.get(each) ?? []);
}

import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration } from "../../model/entities";
import { listIndex } from "./list-index";

const byName = listIndex((each: Configuration) => each.name);

/** The live configurations that have the declared name or a former one: the only candidates of `identify`. */
export const identityCandidates = (
  { name, renamedFrom = [] }: Pick<DesiredConfiguration, "name" | "renamedFrom">,
  live: readonly Configuration[],
): readonly Configuration[] => [...new Set([name, ...renamedFrom])].flatMap((each) => byName(live).get(each) ?? []);

import { isRawObject, mapOf, type Upgrade } from "./upgrade";

/**
 * From version 0, in which `assigned` led from the repository's id to the configuration's, to 1: to an object with
 * names, which come with the next refresh, as does the id.
 */
export const repositoryAssignmentsTo1: Upgrade = (state) => {
  const { assigned } = state;
  if (!isRawObject(assigned)) return state;
  const entries = Object.entries(assigned).map(
    ([repository, id]) => [repository, { name: null, configuration_id: id, configuration_name: null }] as const,
  );
  return { ...state, assigned: mapOf(entries) };
};

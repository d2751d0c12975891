import { groupBy } from "../model/group-by";
import { isObject } from "../model/json";
import { BigNumber, objectOf } from "./value";

/** An object of a state file as `readJson` gives it; `safeKey` is the form of its keys. */
type RawObject = Readonly<Record<string, unknown>>;

/**
 * Brings the state of a resource from one version of its schema to the next. What is not of the form that the version
 * had stays as it is: the schema then refuses it.
 */
export type Upgrade = (state: RawObject) => RawObject;

/** Nothing has changed but attributes that are null where they are absent, and lists that are sets now. */
export const sameForm: Upgrade = (state) => state;

/** Not a number, which `readJson` gives as an object of its own. */
export const isRawObject = (value: unknown): value is RawObject => isObject(value) && !(value instanceof BigNumber);

/** From version 0, in which `code_policies` was a list of objects with an `id`, to 1: a map by that id, and guards. */
export const configurationTo1: Upgrade = (state) => ({
  ...state,
  code_policies: byId(state["code_policies"]),
  deletion_protection: false,
  force_destroy: false,
});

function byId(policies: unknown): unknown {
  if (!Array.isArray(policies)) return policies;
  const entries = policies.map(entryOf);
  return entries.every((each) => each !== undefined) ? objectOf<unknown>(entries) : policies;
}

function entryOf(policy: unknown): readonly [string, RawObject] | undefined {
  if (!isRawObject(policy) || typeof policy["id"] !== "string") return undefined;
  const { id, ...settings } = policy;
  return [policy["id"], settings];
}

/** From version 0 to 1: each of its configurations. The id comes with the next refresh. */
export const configurationsTo1: Upgrade = (state) => {
  const { configurations: all } = state;
  if (!isRawObject(all)) return state;
  const entries = Object.entries(all).map(
    ([key, each]) => [key, isRawObject(each) ? configurationTo1(each) : each] as const,
  );
  return { ...state, configurations: objectOf<unknown>(entries) };
};

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
  return { ...state, assigned: objectOf<unknown>(entries) };
};

/** From version 1 to 2, in which `assigned` counts repositories by configuration. The digest comes with the next refresh. */
export const repositoryAssignmentsTo2: Upgrade = (state) => {
  const { assigned } = state;
  if (!isRawObject(assigned)) return state;
  const ids = Object.values(assigned).map((entry) => (isRawObject(entry) ? entry["configuration_id"] : undefined));
  if (!ids.every((id) => typeof id === "string")) return state;
  const counts = [...groupBy(ids, (id) => id)].map(([id, all]) => [id, all.length] as const);
  return { ...state, assigned: objectOf<unknown>(counts), assigned_digest: null };
};

/** From version 0 to 1, which has an `id`: the finding's. */
export const findingTriageTo1: Upgrade = (state) => ({ ...state, id: state["finding_id"] });

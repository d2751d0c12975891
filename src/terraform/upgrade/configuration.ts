import { isRawObject, mapOf, type RawObject, type Upgrade } from "./upgrade";

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
  return entries.every((each) => each !== undefined) ? mapOf(entries) : policies;
}

function entryOf(policy: unknown): readonly [string, RawObject] | undefined {
  if (!isRawObject(policy) || typeof policy["id"] !== "string") return undefined;
  const { id, ...settings } = policy;
  return [policy["id"], settings];
}

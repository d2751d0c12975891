import type { ConfigurationId } from "../model/ids";
import type { JsonObject } from "../model/json";

/**
 * What the emulator does where the specification says "not shown" (*Endpoints > Configurations*,
 * *Errors*). Every such choice is here or named here, and nowhere else, so that each can become a switch.
 *
 * - Names need not be unique: two live configurations may share one.
 * - Defaults are not filled in, and what is absent stays absent.
 * - `name` is required in PATCH too, since the update body is the create body.
 * - `repositories` in a body adds: those it names move here, all others keep what they have. An unknown
 *   id refuses the whole request with 422 and changes nothing; so do `repository_ids` when assigning.
 * - Analyzer slugs and code policy ids are not looked up.
 * - Lists come whole, oldest first; a query is ignored.
 */

/** Settings as they are on the wire; null when nobody ever gave any. */
export type WireSettings = JsonObject | null;

/** PATCH and bulk_update merge top-level fields: one that is given replaces that field whole. */
export const patched = (before: WireSettings, given: JsonObject | undefined): WireSettings =>
  given === undefined ? before : { ...before, ...given };

/** PUT keeps nothing of what was there. Also the settings of a create. */
export const replaced = (given: JsonObject | undefined): WireSettings => given ?? null;

/** The specification has 204 in two places and 200 in one. */
export const deletedStatus = 204;

/** What a repository has once its configuration is deleted. */
export const configurationOfOrphans: ConfigurationId | null = null;

/** An item of `errors` of a bulk update; the other configurations are updated all the same. */
export const unknownInBulk = (id: string): JsonObject => ({ configuration_id: id, error: "not found" });

/** Ids that are listed twice in a bulk update count once. */
export const bulkTargets = (ids: readonly string[]): readonly string[] => [...new Set(ids)];

/** A repository that already has the configuration counts as assigned, so that a repeated request answers the same. */
export const assignmentCounts = (
  matched: number,
): { readonly assigned_count: number; readonly total_matched: number } => ({
  assigned_count: matched,
  total_matched: matched,
});

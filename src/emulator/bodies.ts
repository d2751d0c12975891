import { z } from "zod";
import type { JsonObject } from "../model/json";
import { isUuid, objectSchema } from "../model/schema";
import { settingsFields } from "../model/settings";

const uuid = z.string().refine(isUuid, "must be a UUID");
const settings = objectSchema(settingsFields, "accepted") as z.ZodType<JsonObject>;

/** Create and update: specification, *Endpoints > Configurations*. */
export const configurationBody = z.strictObject({
  configuration: z.strictObject({ name: z.string(), configuration: settings.optional() }),
  repositories: z.array(uuid).optional(),
});
export type ConfigurationBody = z.infer<typeof configurationBody>;

/** Bulk update: the same settings for every configuration that is listed. */
export const bulkBody = z.strictObject({ configuration_ids: z.array(uuid), updates: settings });
export type BulkBody = z.infer<typeof bulkBody>;

const selectors = ["repository_ids", "repository_names", "repository_pattern"] as const;

/** Assign: repositories are selected by any of the three, and one must be there. */
export const assignBody = z
  .strictObject({
    configuration_id: uuid,
    repository_ids: z.array(uuid).optional(),
    repository_names: z.array(z.string()).optional(),
    repository_pattern: z.string().optional(),
  })
  .refine((body) => selectors.some((name) => body[name] !== undefined), `needs one of ${selectors.join(", ")}`);
export type AssignBody = z.infer<typeof assignBody>;

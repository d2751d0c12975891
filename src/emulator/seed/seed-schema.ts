import { z } from "zod";
import {
  accountFields,
  analyzerListingFields,
  configurationFields,
  customPolicyFields,
  repositoryFields,
} from "../../model/entities";
import type { Fields } from "../../model/field";
import type { JsonObject } from "../../model/json";
import { isUuid, objectSchema } from "../../model/schema";
import { settingsFields } from "../../model/settings";
import { isValidOffset } from "../deterministic/clock";
import type { ReceivedOrNull } from "../json/received-or-null";
import { type ScanSeed, scanSeedShape } from "../scan-records/scan-seed";
import { type WebhookSeed, webhookSeedShape } from "../webhooks/webhook-seed";

export type SeedRepository = ReceivedOrNull<typeof repositoryFields>;
export type SeedAnalyzer = ReceivedOrNull<typeof analyzerListingFields>;
export type SeedPolicy = ReceivedOrNull<typeof customPolicyFields>;

/** A configuration to begin with. Without an `id` it gets one. */
export interface SeedConfiguration {
  readonly id?: string;
  readonly name: string | null;
  readonly configuration?: JsonObject | null;
  readonly created_at?: string | null;
}

/** An account, with what it holds. A list that is left out is empty. */
export type SeedAccount = ReceivedOrNull<typeof accountFields> &
  WebhookSeed &
  ScanSeed & {
    readonly repositories?: readonly SeedRepository[];
    readonly analyzers?: readonly SeedAnalyzer[];
    readonly custom_policies?: readonly SeedPolicy[];
    readonly configurations?: readonly SeedConfiguration[];
  };

/** What an emulator begins with; `keys` says which accounts each API key reaches. */
export interface Seed {
  readonly keys: Readonly<Record<string, readonly string[]>>;
  readonly accounts: readonly SeedAccount[];
  /** How far the clock is ahead of the time outside, in milliseconds; 0 when left out. A reset leaves the clock alone. */
  readonly clock_ahead_ms?: number;
}

const uuid = z.string().refine(isUuid, "must be a UUID");

/** The fields that the service always sends must be there; the others may be absent or null. */
function itemSchema(fields: Fields, extra: z.ZodRawShape = {}): z.ZodType {
  const required = Object.keys(fields).filter((name) => fields[name]?.required === true);
  return objectSchema(fields, "declared")
    .extend(extra)
    .superRefine((item, context) => {
      for (const name of required)
        if (item[name] === undefined || item[name] === null)
          context.addIssue({ code: "custom", path: [name], message: "is required" });
    });
}

const configuration = objectSchema(configurationFields, "declared").extend({
  id: uuid.optional(),
  name: z.string().nullable(),
  configuration: objectSchema(settingsFields, "accepted").nullable().optional(),
});

/** The shape of a seed, field by field as in the specification's *Resources and their fields*. */
export const seedSchema: z.ZodType = z.strictObject({
  keys: z.record(z.string(), z.array(uuid)),
  clock_ahead_ms: z.number().min(0, "must be 0 or more").refine(isValidOffset, "goes beyond the year 9999").optional(),
  accounts: z.array(
    itemSchema(accountFields, {
      repositories: z.array(itemSchema(repositoryFields)).optional(),
      analyzers: z.array(itemSchema(analyzerListingFields)).optional(),
      custom_policies: z.array(itemSchema(customPolicyFields)).optional(),
      configurations: z.array(configuration).optional(),
      ...webhookSeedShape,
      ...scanSeedShape,
    }),
  ),
});

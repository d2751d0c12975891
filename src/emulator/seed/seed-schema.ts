import { randomBytes } from "node:crypto";
import { z } from "zod";
import {
  accountFields,
  analyzerListingFields,
  configurationFields,
  customPolicyFields,
  repositoryFields,
} from "../../model/observed";
import type { Fields } from "../../model/field";
import type { JsonObject } from "../../model/json";
import { objectSchema, uuid } from "../../model/schema";
import { settingsFields } from "../../model/settings";
import { type ReceivedOrNull, type ScanSeed, scanSeedShape } from "../scans/scan-seed";
import { isValidOffset } from "../support/deterministic";
import { type WebhookSeed, webhookSeedShape } from "../webhooks/destination";

export type SeedRepository = ReceivedOrNull<typeof repositoryFields>;
export type SeedAnalyzer = ReceivedOrNull<typeof analyzerListingFields>;
export type SeedPolicy = ReceivedOrNull<typeof customPolicyFields>;

/** An initial configuration. Without an `id` it gets a random one. */
export interface SeedConfiguration {
  readonly id?: string;
  readonly name: string | null;
  readonly configuration?: JsonObject | null;
  readonly created_at?: string | null;
}

/** An account with its objects. An absent list is empty. */
export type SeedAccount = ReceivedOrNull<typeof accountFields> &
  WebhookSeed &
  ScanSeed & {
    readonly repositories?: readonly SeedRepository[];
    readonly analyzers?: readonly SeedAnalyzer[];
    readonly custom_policies?: readonly SeedPolicy[];
    readonly configurations?: readonly SeedConfiguration[];
  };

/** The initial state of an emulator; `keys` maps each API key to the accounts that it can access. */
export interface Seed {
  readonly keys: Readonly<Record<string, readonly string[]>>;
  readonly accounts: readonly SeedAccount[];
  /** The offset of the clock from real time, in milliseconds; 0 by default. A reset does not change the clock. */
  readonly clock_ahead_ms?: number;
}

/** Fields that the service always sends are required; the others may be absent or null. */
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

/** The schema of a seed: specification, *Resources and their fields*. */
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

/** The seed with these keys instead of its own, in their order. More keys than it has are left out. */
export function withKeys(seed: Seed, keys: readonly string[]): Seed {
  const replaced = Object.entries(seed.keys).map(([key, accounts], at) => [keys[at] ?? key, accounts] as const);
  return { ...seed, keys: Object.fromEntries(replaced) };
}

/** A key that cannot be guessed, for one of the built-in seed: `emulator-acme-...` for `emulator-acme-key`. */
export const randomKeyLike = (key: string): string =>
  `${key.replace(/-key$/, "")}-${randomBytes(24).toString("base64url")}`;

import { z } from "zod";
import { objectSchema, uuid } from "../../model/schema";
import { type DestinationBody, destinationFields } from "../../model/webhooks";
import type { Problem } from "../json/problems";
import { freeSlug, slugOf } from "./assumptions";
import { type Destination, destinationOf, destinationProblems } from "./destination";
import type { SeedNotified } from "./notified-findings";

/** A destination in a seed. Without a slug it gets one derived from its name. */
export type SeedWebhook = DestinationBody & { readonly slug?: string };

/** The webhook fields of an account in a seed. An absent list is empty. */
export interface WebhookSeed {
  readonly webhooks?: readonly SeedWebhook[];
  /** Slugs. */
  readonly digest_destinations?: readonly string[];
  readonly webhooks_told?: readonly SeedNotified[];
}

const slug = z.string().refine((text) => text === slugOf(text), "must be a slug such as security-events");

const webhook = objectSchema(destinationFields, "accepted")
  .extend({ slug: slug.optional() })
  .superRefine((given, context) => {
    for (const { path, message } of destinationProblems(given))
      context.addIssue({ code: "custom", path: [...path], message });
  });

const notified = z.strictObject({
  destination: z.string(),
  repository_id: uuid,
  pr_number: z.int(),
  findings: z.array(z.string()),
});

/** The schema of the `WebhookSeed` fields of an account. */
export const webhookSeedShape = {
  webhooks: z.array(webhook).optional(),
  digest_destinations: z.array(z.string()).optional(),
  webhooks_told: z.array(notified).optional(),
};

/** The destinations of a seed, with an unused slug for each that has none. */
export function seedDestinations(webhooks: readonly SeedWebhook[]): readonly Destination[] {
  const taken = new Set(webhooks.map((each) => each.slug));
  return webhooks.map((each) => {
    const own = each.slug ?? freeSlug(each.name, (text) => taken.has(text));
    taken.add(own);
    return destinationOf(each, own);
  });
}

/**
 * Yields the contradictions between the webhook fields of an account's seed.
 *
 * @param path the path of the account
 */
export function* webhookContradictions(
  { webhooks = [], digest_destinations: chosen = [], webhooks_told: notified = [] }: WebhookSeed,
  path: readonly PropertyKey[],
): Generator<Problem> {
  const slugs = new Set<string>();
  for (const [at, { slug: own }] of seedDestinations(webhooks).entries()) {
    if (slugs.has(own)) yield { path: [...path, "webhooks", at, "slug"], message: `the slug ${own} is there twice` };
    slugs.add(own);
  }
  const named: readonly (readonly [slug: string, place: readonly PropertyKey[]])[] = [
    ...chosen.map((each, at) => [each, ["digest_destinations", at]] as const),
    ...notified.map(({ destination }, at) => [destination, ["webhooks_told", at, "destination"]] as const),
  ];
  for (const [each, place] of named)
    if (!slugs.has(each)) yield { path: [...path, ...place], message: `the account has no destination ${each}` };
}

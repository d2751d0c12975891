import { z } from "zod";
import { objectSchema } from "../../model/schema";
import { type DestinationBody, destinationFields } from "../../model/webhooks";
import type { Problem } from "../problems";
import { freeSlug, slugOf } from "./choices";
import { type Destination, destinationOf, destinationProblems } from "./destination";

/** A destination in a seed. Without a slug it gets one that is made of its name. */
export type SeedWebhook = DestinationBody & { readonly slug?: string };

/** What a seed says of an account's webhooks. A list that is left out is empty. */
export interface WebhookSeed {
  readonly webhooks?: readonly SeedWebhook[];
  /** Slugs. */
  readonly digest_destinations?: readonly string[];
}

const slug = z.string().refine((text) => text === slugOf(text), "must be a slug such as security-events");

const webhook = objectSchema(destinationFields, "accepted")
  .extend({ slug: slug.optional() })
  .superRefine((given, context) => {
    for (const { path, message } of destinationProblems(given))
      context.addIssue({ code: "custom", path: [...path], message });
  });

/** The lists of `WebhookSeed`, as further fields of an account in a seed. */
export const webhookShape = {
  webhooks: z.array(webhook).optional(),
  digest_destinations: z.array(z.string()).optional(),
};

/** The destinations with their slugs; those without one get one that is free. */
export function seededDestinations(webhooks: readonly SeedWebhook[]): readonly Destination[] {
  const taken = new Set(webhooks.map((each) => each.slug));
  return webhooks.map((each) => {
    const own = each.slug ?? freeSlug(each.name, (text) => taken.has(text));
    taken.add(own);
    return destinationOf(each, own);
  });
}

/**
 * What contradicts itself in what an account's seed says of webhooks.
 *
 * @param path of the account
 */
export function* webhookContradictions(
  { webhooks = [], digest_destinations: chosen = [] }: WebhookSeed,
  path: readonly PropertyKey[],
): Generator<Problem> {
  const slugs = new Set<string>();
  for (const [at, { slug: own }] of seededDestinations(webhooks).entries()) {
    if (slugs.has(own)) yield { path: [...path, "webhooks", at, "slug"], message: `the slug ${own} is there twice` };
    slugs.add(own);
  }
  for (const [at, each] of chosen.entries())
    if (!slugs.has(each))
      yield { path: [...path, "digest_destinations", at], message: `the account has no destination ${each}` };
}

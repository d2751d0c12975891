import { z } from "zod";
import { objectSchema, uuid } from "../../model/schema";
import { type DestinationBody, destinationFields, type DestinationRiskLevel } from "../../model/webhooks";
import { type Problem, unknownIds } from "../support/problems";

/**
 * The emulator's assumptions about webhook destinations and deliveries where the specification says "not
 * shown" or contradicts itself (*Webhook destination*). This file contains or names every such assumption;
 * `notify.ts` has those about events.
 *
 * - `chatUrls` lists the URLs of chat services.
 * - Renaming a destination keeps its slug, so that configurations still refer to it.
 * - A new destination is enabled, receives findings of every level and is not Global by default.
 * - A delivery is attempted once. Only a 2xx status is a success, and redirects are not followed. Nothing is
 *   signed.
 */

/** Specification, *Webhook destination*. */
export interface Destination {
  /** The name that configurations refer to. */
  readonly slug: string;
  readonly name: string;
  readonly url: string;
  readonly type: "chat" | "generic";
  readonly risk_level: DestinationRiskLevel;
  readonly enabled: boolean;
  readonly global: boolean;
}

export const destinationOf = (given: DestinationBody, slug: string): Destination => ({
  slug,
  name: given.name,
  url: given.url,
  type: isChatUrl(given.url) ? "chat" : "generic",
  risk_level: given.risk_level ?? "All",
  enabled: given.enabled ?? true,
  global: given.global ?? false,
});

/** Derives a slug from a name: `App Sec, chat!` becomes `app-sec-chat`. */
const slugOf = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "") || "webhook";

/** Derives an unused slug from a name: the second gets `-2`, the third `-3`. */
export function freeSlug(name: string, isTaken: (slug: string) => boolean): string {
  const slug = slugOf(name);
  let free = slug;
  for (let at = 2; isTaken(free); at += 1) free = `${slug}-${String(at)}`;
  return free;
}

export function destinationProblems({ name, url }: Partial<DestinationBody>): readonly Problem[] {
  const wrong = {
    name: name === undefined ? undefined : nameProblem(name),
    url: url === undefined ? undefined : urlProblem(url),
  };
  return Object.entries(wrong).flatMap(([field, message]) =>
    message === undefined ? [] : [{ path: [field], message }],
  );
}

function nameProblem(name: string): string | undefined {
  if (name.trim() === "") return "must not be empty";
  return name.length > 255 ? "must have at most 255 characters" : undefined;
}

function urlProblem(url: string): string | undefined {
  if (url.length > 2048) return "must have at most 2048 characters";
  const wanted = "must be a URL such as https://example.com/hook";
  if (/[\s\p{Control}]/u.test(url) || !URL.canParse(url)) return wanted;
  const { protocol, username, password } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") return "must begin with https:// or http://";
  return username + password === "" ? undefined : "must not carry a user name or a password";
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The incoming-webhook URLs of chat services, by host and path: the specification names none (*Webhook
 * destination*). Self-hosted services cannot be recognized by their URL, so `/hooks/...` of Mattermost or
 * Rocket.Chat is generic, and so is an Azure workflow. The last entry belongs to no service: it allows chat
 * messages to be tried locally.
 */
const chatUrls = [
  { host: /^hooks\./, path: /^\/(?:services|workflows|triggers)\/./ },
  { host: /^(?:(?:canary|ptb)\.)?discord(?:app)?\.com$/, path: /^\/api\/(?:v\d+\/)?webhooks\/./ },
  { host: /\.webhook\.office\.com$/, path: /^\/webhookb2\/./ },
  { host: /^outlook\.office(?:365)?\.com$/, path: /^\/webhook\/./ },
  { host: /^chat\.googleapis\.com$/, path: /^\/v1\/spaces\/[^/]+\/messages$/ },
  { host: /^webexapis\.com$/, path: /^\/v1\/webhooks\/incoming\/./ },
  { host: loopback, path: /^\/services\/./ },
];

/** Whether a URL belongs to a chat service; all others are generic. */
function isChatUrl(url: string): boolean {
  const { hostname, pathname } = new URL(url);
  return chatUrls.some(({ host, path }) => host.test(hostname) && path.test(pathname));
}

/** A destination in a seed. Without a slug it gets one derived from its name. */
export type SeedWebhook = DestinationBody & { readonly slug?: string };

/** The findings of one pull request that a destination was notified of, in a seed. */
export interface SeedNotified {
  /** Its slug. */
  readonly destination: string;
  readonly repository_id: string;
  readonly pr_number: number;
  /** Ids. */
  readonly findings: readonly string[];
}

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

/** Yields the contradictions between the webhook fields of an account's seed, which is at `path`. */
export function* webhookContradictions(
  { webhooks = [], digest_destinations: chosen = [], webhooks_told: notified = [] }: WebhookSeed,
  path: readonly PropertyKey[],
): Generator<Problem> {
  const slugs = new Set<string>();
  for (const [at, { slug: own }] of seedDestinations(webhooks).entries()) {
    if (slugs.has(own)) yield { path: [...path, "webhooks", at, "slug"], message: `the slug ${own} is there twice` };
    slugs.add(own);
  }
  const isKnown = (each: string) => slugs.has(each);
  yield* unknownIds("destination", chosen, isKnown, [...path, "digest_destinations"]);
  const named = notified.map(({ destination }) => destination);
  yield* unknownIds("destination", named, isKnown, [...path, "webhooks_told"], "destination");
}

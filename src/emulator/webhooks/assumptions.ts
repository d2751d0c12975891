/**
 * The emulator's assumptions about webhook destinations and deliveries where the specification says "not
 * shown" or contradicts itself (*Webhook destination*). This file contains or names every such assumption;
 * `decide-notification.ts` has those about events.
 *
 * - `destination.ts` lists the URLs of chat services.
 * - Renaming a destination keeps its slug, so that configurations still refer to it.
 * - A new destination is enabled, receives findings of every level and is not Global by default.
 * - A delivery is attempted once. Only a 2xx status is a success, and redirects are not followed. Nothing is
 *   signed.
 */

/** The time limit for a receiver's whole response, in milliseconds. */
export const deliveryTimeoutMs = 5_000;

/** The maximum number of concurrent deliveries in one emulator. */
export const maxConcurrentDeliveries = 8;

/** The maximum number of entries in an account's delivery log. */
export const maxDeliveries = 1_000;

/** The maximum number of bytes of a receiver's response that are logged. */
export const maxResponseBytes = 1_000;

/** The maximum lengths of a name and a URL, in characters. */
export const maxNameLength = 255;
export const maxUrlLength = 2_048;

/** Derives a slug from a name: `App Sec, chat!` becomes `app-sec-chat`. */
export const slugOf = (name: string): string =>
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

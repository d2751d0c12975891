/**
 * What the emulator does with webhooks where the specification says "not shown" or says it twice
 * (*Webhook destination*, *Events*). Every such choice is here or named here, and nowhere else.
 *
 * - Which URLs are those of a chat service: `chat-urls.ts`.
 * - Renaming a destination keeps its slug, so that configurations go on meaning it.
 * - A destination that is made enabled, hears of all findings, and is not Global, unless it is said otherwise.
 * - Test is sent to a destination that is not enabled too; its sample is a generic payload or a chat
 *   message about a pull request that there is not. The digest is sent to enabled destinations only.
 * - The minimum severity decides whether a scan is told at all, also to a Global destination; which of
 *   its findings are told is decided by the destination's Risk Level alone.
 * - A scan that fires, none of whose findings meet the destination's Risk Level, is told with empty
 *   `results` and `passing`: the payload documents both.
 * - `risk_threshold` is the highest risk in `results`; `issue_status` is `resolved` when a scan tells of no
 *   finding at all, be it that there is none, or that all are silent or triaged.
 * - A draft pull request is `open`, a merged one `closed`.
 * - With `deduplicate`, a finding that a destination has been told of is left out, and when nothing is
 *   left, nothing is sent. A delivery that fails has told nothing.
 * - A delivery is tried once. Only a status of 2xx is a success; redirects are not followed. Nothing is
 *   signed.
 */

/** How long a receiver has for its whole answer, in milliseconds. */
export const deliveryTimeoutMs = 5_000;

/** How many deliveries are under way at once, in the whole emulator. */
export const maxConcurrentDeliveries = 8;

/** How many deliveries an account remembers. */
export const maxDeliveries = 1_000;

/** How much of a receiver's answer is kept, in bytes. */
export const maxResponseBytes = 1_000;

/** How long a name and a URL may be, in characters. */
export const maxNameLength = 255;
export const maxUrlLength = 2_048;

/** `App Sec, chat!` becomes `app-sec-chat`. */
export const slugOf = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "") || "webhook";

/** The second of one slug gets `-2`, the third `-3`. */
export function freeSlug(name: string, isTaken: (slug: string) => boolean): string {
  const slug = slugOf(name);
  let free = slug;
  for (let at = 2; isTaken(free); at += 1) free = `${slug}-${String(at)}`;
  return free;
}

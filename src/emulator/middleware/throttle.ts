import { setTimeout as sleep } from "node:timers/promises";
import type { MiddlewareHandler } from "hono";
import type { Profile } from "../profile/profile";
import type { Env } from "../requests/env";
import type { EmulatorContext } from "../state/context";
import { RateLimit } from "./rate-limit";

/** The profile's *Speed* switches: adds latency, and responds 429 above the rate limit. */
export function throttle({ clock, profile }: EmulatorContext): MiddlewareHandler<Env> {
  const rate = new RateLimit(clock);
  return async (c, next) => {
    const { latency_ms, latency_spread_ms } = profile.current;
    const wait = latency_ms + Math.random() * latency_spread_ms;
    if (wait > 0) await sleep(wait, undefined, { ref: false });
    const early = rate.take(profile.current);
    if (early === 0) return next();
    return c.json({ error: "too many requests" }, 429, retryAfter(profile.current, early, clock.now()));
  };
}

/** @param early the remaining time to wait, in milliseconds */
function retryAfter({ retry_after }: Profile, early: number, now: Date): Record<string, string> {
  const seconds = Math.max(1, Math.ceil(early / 1000));
  switch (retry_after) {
    case "seconds":
      return { "Retry-After": String(seconds) };
    case "date":
      // an HTTP date has whole seconds only, so a fraction is rounded up
      return { "Retry-After": new Date(Math.ceil((now.getTime() + early) / 1000) * 1000).toUTCString() };
    case "none":
      return {};
    default:
      return retry_after satisfies never;
  }
}

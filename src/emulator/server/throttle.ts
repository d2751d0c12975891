import { setTimeout as sleep } from "node:timers/promises";
import type { MiddlewareHandler } from "hono";
import type { Env } from "../http/read-request";
import type { Profile } from "../profile/profile";
import type { EmulatorContext } from "../state/context";

/** The profile's speed switches: adds latency, and responds 429 above the rate limit. */
export function throttle({ clock, profile }: EmulatorContext): MiddlewareHandler<Env> {
  const limits = { token_bucket: tokenBucket(), fixed_window: fixedWindow() };
  return async (c, next) => {
    const { latency_ms, latency_spread_ms } = profile.current;
    const latency = latency_ms + Math.random() * latency_spread_ms;
    if (latency > 0) await sleep(latency, undefined, { ref: false });
    const { rate_limit, rate_window } = profile.current;
    const now = clock.now().getTime();
    const wait = rate_limit === 0 ? 0 : limits[rate_window](rate_limit, now);
    if (wait === 0) return next();
    return c.json({ error: "too many requests" }, 429, retryAfter(profile.current, wait, now));
  };
}

function retryAfter({ retry_after }: Profile, wait: number, now: number): Record<string, string> {
  switch (retry_after) {
    case "seconds":
      return { "Retry-After": String(Math.max(1, Math.ceil(wait / 1000))) };
    case "date":
      // an HTTP date has whole seconds only, so a fraction is rounded up
      return { "Retry-After": new Date(Math.ceil((now + wait) / 1000) * 1000).toUTCString() };
    case "none":
      return {};
    default:
      return retry_after satisfies never;
  }
}

/**
 * Counts a request. Returns 0 if it may pass, otherwise the milliseconds until one may; all times are in milliseconds.
 */
type RateLimit = (perSecond: number, now: number) => number;

/** Tokens that are refilled evenly; a second's worth of them at most. */
function tokenBucket(): RateLimit {
  let bucket = { size: 0, tokens: 0, filledAt: 0 };
  return (size, now) => {
    if (bucket.size !== size) bucket = { size, tokens: size, filledAt: now };
    bucket.tokens = Math.min(size, bucket.tokens + ((now - bucket.filledAt) * size) / 1000);
    bucket.filledAt = now;
    if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) * 1000) / size);
    bucket.tokens -= 1;
    return 0;
  };
}

/** At most `perSecond` requests in each second of the clock. */
function fixedWindow(): RateLimit {
  let window = { second: 0, used: 0 };
  return (most, now) => {
    const second = Math.floor(now / 1000);
    if (window.second !== second) window = { second, used: 0 };
    window.used += 1;
    return window.used <= most ? 0 : (second + 1) * 1000 - now;
  };
}

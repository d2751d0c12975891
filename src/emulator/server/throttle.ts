import { setTimeout as sleep } from "node:timers/promises";
import type { MiddlewareHandler } from "hono";
import type { Env } from "../http/read-request";
import type { Profile } from "../profile/profile";
import type { EmulatorContext } from "../state/context";
import type { Clock } from "../support/deterministic";

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

/** Limits the requests per second to the profile's `rate_limit`. */
class RateLimit {
  readonly #clock: Clock;
  #limit = 0;
  #tokens = 0;
  #filledAt = 0;
  #window = 0;
  #used = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts a request. Returns 0 if it may pass, otherwise the milliseconds that it should have waited. */
  take({ rate_limit: limit, rate_window }: Profile): number {
    if (limit === 0) return 0;
    const now = this.#clock.now().getTime();
    return rate_window === "token_bucket" ? this.#fromBucket(limit, now) : this.#inWindow(limit, now);
  }

  /** A token bucket: `limit` tokens, refilled evenly. */
  #fromBucket(limit: number, now: number): number {
    if (this.#limit !== limit) [this.#limit, this.#tokens, this.#filledAt] = [limit, limit, now];
    this.#tokens = Math.min(limit, this.#tokens + ((now - this.#filledAt) * limit) / 1000);
    this.#filledAt = now;
    if (this.#tokens < 1) return Math.ceil(((1 - this.#tokens) * 1000) / limit);
    this.#tokens -= 1;
    return 0;
  }

  /** A fixed window: up to `limit` requests in each second. */
  #inWindow(limit: number, now: number): number {
    const window = Math.floor(now / 1000);
    if (this.#window !== window) [this.#window, this.#used] = [window, 0];
    this.#used += 1;
    return this.#used <= limit ? 0 : (window + 1) * 1000 - now;
  }
}

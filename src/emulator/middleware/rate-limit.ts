import type { Clock } from "../deterministic/clock";
import type { Profile } from "../profile/profile";

/** Limits the requests per second to the profile's `rate_limit`. */
export class RateLimit {
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

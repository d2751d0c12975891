/** The pace starts this far below the known rate, and ends as far above it after the same time again. */
const step = 0.02;
/** The time to return to that rate, while it is barely known and once it is well known. */
const shortest = 1000;
const longest = 24_000;
/** The maximum pause after a refusal without a Retry-After. */
const longestPause = 2000;

/**
 * Learns the sending rate from refusals with 429; before the first there is no limit. A refused rate is approached
 * again from slightly below: quickly at first, slowly near it, and then quickly again, as the cube of time. So it is
 * rarely exceeded, and a raised limit is detected. The better the rate is known, the longer this takes. Times are in
 * milliseconds, rates in requests per millisecond.
 */
export class RateController {
  #rate: number | undefined;
  #approach = shortest;
  /** The time, and the number of requests, for which the pace was kept since the last refusal. */
  #kept = 0;
  #count = 0;
  #last = 0;
  #next = 0;
  /** The times of requests accepted in the last second before the first refusal. */
  readonly #taken: number[] = [];
  /** Consecutive refusals, without an accepted request between them. */
  #refusals = 0;

  /** When the next request may be sent. */
  get next(): number {
    return this.#next;
  }

  /** A request is sent. */
  sent(now: number): void {
    if (this.#rate !== undefined) {
      // a pace that no request had to wait for is untested
      if (now - this.#next < 1) {
        this.#kept += now - this.#last;
        this.#count += 1;
      }
      const gap = 1 / this.#allowed(this.#rate);
      this.#next = (now - this.#next < gap ? this.#next : now) + gap;
    }
    this.#last = now;
  }

  /** A request was accepted. */
  taken(now: number): void {
    this.#refusals = 0;
    if (this.#rate !== undefined) return;
    while (this.#taken[0] !== undefined && this.#taken[0] <= now - 1000) this.#taken.shift();
    this.#taken.push(now);
  }

  /** A request was refused because of the rate. Called once for all requests in flight. */
  refused(now: number): void {
    this.#refusals += 1;
    if (this.#rate === undefined) this.#rate = Math.max(1, this.#taken.length) / 1000;
    else if (this.#refusals === 1) this.#learn(this.#rate);
    this.#kept = 0;
    this.#count = 0;
    this.#last = now;
    // while nothing is accepted, the attempts become rarer
    this.#next = now + Math.max(1 / this.#rate, Math.min(longestPause, 50 * 2 ** this.#refusals));
  }

  /** Learns from a refusal: the rate is below the current one, and near the mean since the last refusal. */
  #learn(before: number): void {
    const tried = this.#allowed(before);
    const mean = this.#kept === 0 ? 0 : this.#count / this.#kept;
    const sure = this.#approach > shortest;
    const early = this.#kept < this.#approach;
    const rate = early
      ? (sure ? 0.96 : 0.85) * tried
      : Math.min(0.985 * tried, Math.max((sure ? 0.92 : 0.75) * tried, mean));
    const confirmed = Math.abs(rate / before - 1) < 0.15;
    this.#approach = confirmed ? Math.min(longest, this.#approach * 4) : shortest;
    this.#rate = rate;
  }

  #allowed(rate: number): number {
    return rate * (1 + step * (this.#kept / this.#approach - 1) ** 3);
  }
}

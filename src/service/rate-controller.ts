/** How far below the rate that is known the pace begins; it goes as far above in the same time again. */
const step = 0.02;
/** How long it takes to come back to that rate, while it is hardly known and once it is known well. */
const shortest = 1000;
const longest = 24_000;
/** No pause after a refusal is longer, where the service does not ask for one. */
const longestPause = 2000;

/**
 * How fast requests are sent, learned from what the service refuses with 429; until then there is no
 * pace. A rate that was refused is approached anew from a little below, quickly at first, slowly near
 * it and then quickly again, as the cube of time: it is passed seldom, and a service that comes to
 * allow more is found out. The better the rate is known, the longer this takes. Times are in
 * milliseconds, rates in requests per millisecond.
 */
export class RateController {
  #rate: number | undefined;
  #approach = shortest;
  /** For so long, and by so many requests, the pace was kept since the last refusal. */
  #kept = 0;
  #count = 0;
  #last = 0;
  #next = 0;
  /** When requests were taken within the last second before the first refusal. */
  readonly #taken: number[] = [];
  /** In a row, with nothing taken between them. */
  #refusals = 0;

  /** When the next request may be sent. */
  get next(): number {
    return this.#next;
  }

  /** A request is sent. */
  sent(now: number): void {
    if (this.#rate !== undefined) {
      // a pace that no request waited for has not been tried out
      if (now - this.#next < 1) {
        this.#kept += now - this.#last;
        this.#count += 1;
      }
      const gap = 1 / this.#allowed(this.#rate);
      this.#next = (now - this.#next < gap ? this.#next : now) + gap;
    }
    this.#last = now;
  }

  /** A request was not refused. */
  taken(now: number): void {
    this.#refusals = 0;
    if (this.#rate !== undefined) return;
    while (this.#taken[0] !== undefined && this.#taken[0] <= now - 1000) this.#taken.shift();
    this.#taken.push(now);
  }

  /** A request was refused because there were too many. To be told once for all that were under way. */
  refused(now: number): void {
    this.#refusals += 1;
    if (this.#rate === undefined) this.#rate = Math.max(1, this.#taken.length) / 1000;
    else if (this.#refusals === 1) this.#learn(this.#rate);
    this.#kept = 0;
    this.#count = 0;
    this.#last = now;
    // while nothing at all is taken, it is tried ever less often
    this.#next = now + Math.max(1 / this.#rate, Math.min(longestPause, 50 * 2 ** this.#refusals));
  }

  /** What a refusal says of the rate: it is less than was tried, and about the mean since the last one. */
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

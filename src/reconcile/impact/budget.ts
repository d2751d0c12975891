/**
 * The requests that an impact may take: three for each repository that is concerned and one for each hundred findings, and
 * never more than the limit.
 */
export class Budget {
  #sent = 0;
  #done = 0;
  #expected = 0;
  #allowed: number;
  #isCut = false;

  constructor(
    private readonly limit: number,
    repositories: number,
    private readonly onProgress: ((done: number, expected: number) => void) | undefined,
  ) {
    this.#allowed = 3 * repositories;
  }

  get sent(): number {
    return this.#sent;
  }

  /** A request that was wanted has found no room. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** Whether there is room for so many requests. */
  fits(requests: number): boolean {
    return this.#sent + requests <= Math.min(this.limit, this.#allowed);
  }

  /** Sends a request, or nothing where there is no room. */
  async spendIfFits<T>(request: () => Promise<T>): Promise<T | undefined> {
    if (this.fits(1)) return this.spend(request);
    this.#isCut = true;
    return undefined;
  }

  /** A list of so many findings goes on for so many pages. */
  expect(pages: number, findings: number): void {
    this.#allowed += Math.floor(findings / 100);
    this.#expected += Math.max(0, pages);
  }

  async spend<T>(request: () => Promise<T>): Promise<T> {
    this.#sent += 1;
    this.#expected = Math.max(this.#expected, this.#sent);
    const answer = await request();
    this.#done += 1;
    this.onProgress?.(this.#done, Math.min(this.#expected, this.limit));
    return answer;
  }
}

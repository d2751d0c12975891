/** The writes of triages: those of one finding one after the other. The id of a finding is the same in both cases. */
export class TriageTurns {
  readonly #set = new Set<string>();
  readonly #last = new Map<string, Promise<void>>();

  /** Sets the triage with `work`. */
  set(finding: string, work: () => Promise<void>): Promise<void> {
    return this.#inTurn(finding, async () => {
      await work();
      this.#set.add(finding.toLowerCase());
    });
  }

  /** Removes the triage of a resource that stays, such as one that has expired, with `work`. */
  remove(finding: string, work: () => Promise<void>): Promise<void> {
    return this.#inTurn(finding, work);
  }

  /** The same for a resource that is destroyed: does nothing where another resource has set the triage. */
  release(finding: string, work: () => Promise<void>): Promise<void> {
    return this.#inTurn(finding, async () => {
      if (!this.#set.has(finding.toLowerCase())) await work();
    });
  }

  #inTurn(finding: string, work: () => Promise<void>): Promise<void> {
    const key = finding.toLowerCase();
    const next = (this.#last.get(key) ?? Promise.resolve()).then(work);
    this.#last.set(
      key,
      next.catch(() => undefined), // the caller handles the failure
    );
    return next;
  }
}

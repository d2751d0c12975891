/**
 * Runs one save at a time. Calls during a running save share the next one, which contains the changes of
 * all of them.
 */
export class SaveQueue {
  readonly #save: () => Promise<void>;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  /** @param save writes the state of the time of the call, and resolves when it is on disk */
  constructor(save: () => Promise<void>) {
    this.#save = save;
  }

  /** Resolves when the current state is saved. */
  save(): Promise<void> {
    if (this.#next !== undefined) return this.#next;
    const next = this.#after(this.#running);
    this.#next = next;
    // a caller that does not wait must not end the process when the disk is full
    next.catch(() => undefined);
    return next;
  }

  async #after(running: Promise<void> | undefined): Promise<void> {
    // a failed save has already rejected for its own callers
    await running?.catch(() => undefined);
    this.#running = this.#next;
    this.#next = undefined;
    await this.#save();
  }
}

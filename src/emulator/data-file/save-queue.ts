/**
 * Saves when asked to, one save at a time. Whoever asks while one runs shares the next one, which sees
 * what all of them have done.
 */
export class SaveQueue {
  readonly #save: () => Promise<void>;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  /** @param save looks at the state when it is called, and is done when that state is on disk */
  constructor(save: () => Promise<void>) {
    this.#save = save;
  }

  /** Is done when the state is saved as it is now. */
  save(): Promise<void> {
    if (this.#next !== undefined) return this.#next;
    const next = this.#after(this.#running);
    this.#next = next;
    // whoever asks without waiting is not to end the process when the disk is full
    next.catch(() => undefined);
    return next;
  }

  async #after(running: Promise<void> | undefined): Promise<void> {
    // a save that failed has told those who asked for it
    await running?.catch(() => undefined);
    this.#running = this.#next;
    this.#next = undefined;
    await this.#save();
  }
}

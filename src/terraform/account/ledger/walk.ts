/** Between two looks, and how long nothing must have happened, in milliseconds. */
const pause = 25;
const quiet = 40;

/** How to wait, and when to stop waiting. */
interface Waiting {
  /** In milliseconds. */
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  readonly signal: AbortSignal;
}

/**
 * Which of Terraform's walks this process serves. Terraform does not say whether it plans for a plan or again for an
 * apply. Only a plan refreshes, and only an apply applies. Before either, the requests of both may be the same, byte by
 * byte: an apply, too, plans what turns out not to change, and what a replacement has left to be destroyed.
 */
export class Walk {
  #planning = 0;
  #isPlan = false;
  #isApply = false;

  read(): void {
    this.#isPlan = true;
  }

  apply(): void {
    this.#isApply = true;
  }

  async plan<T>(work: () => Promise<T>): Promise<T> {
    this.#planning += 1;
    try {
      return await work();
    } finally {
      this.#planning -= 1;
    }
  }

  /**
   * Whether this is a plan and not an apply. Where nothing was refreshed and nothing applied, waits until nothing else
   * is being planned, and then as long as an apply of it takes at most to follow. Of resources that are compared with
   * those registered before, at least one has none before it, and so never waits for the others.
   *
   * A plan is never taken for an apply, however slow everything is: no effect is missed. What can go wrong is that an
   * apply which hangs is taken for a plan: Terraform then refuses what it plans, and writes nothing of it.
   */
  async isPlan({ sleep, signal }: Waiting): Promise<boolean> {
    this.#planning -= 1;
    try {
      for (let calm = 0; calm < quiet && !this.#isPlan && !this.#isApply && !signal.aborted;) {
        await sleep(pause);
        calm = this.#planning > 0 ? 0 : calm + 1;
      }
      return !this.#isApply;
    } finally {
      this.#planning += 1;
    }
  }
}

/** Between two looks, and how long nothing must have happened, in milliseconds. */
const pause = 25;
const quiet = 20;

/** How to wait, and when to stop waiting. */
interface Waiting {
  /** In milliseconds. */
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  readonly signal: AbortSignal;
}

/**
 * Which of Terraform's walks this process serves. Terraform does not say whether it plans for a plan or again for an
 * apply: a plan reads resources, unless it is made without a refresh, and an apply soon applies one.
 */
export class Walk {
  #planning = 0;
  #reads = false;
  #applies = false;

  /** A resource is refreshed. */
  read(): void {
    this.#reads = true;
  }

  /** A resource is applied. */
  apply(): void {
    this.#applies = true;
  }

  /** A resource is planned. */
  async plan<T>(work: () => Promise<T>): Promise<T> {
    this.#planning += 1;
    try {
      return await work();
    } finally {
      this.#planning -= 1;
    }
  }

  get #isCertain(): boolean {
    return this.#reads || this.#applies;
  }

  /**
   * Whether this is a plan and not an apply. While neither is certain, waits until nothing else is being planned, and
   * a moment longer: an apply of what was planned would follow. Of resources that are compared with those registered
   * before, at least one has none before it, and so never waits for the others.
   */
  async isPlan({ sleep, signal }: Waiting): Promise<boolean> {
    this.#planning -= 1;
    try {
      for (let calm = 0; calm < quiet && !this.#isCertain && !signal.aborted;) {
        await sleep(pause);
        calm = this.#planning > 0 ? 0 : calm + 1;
      }
      return !this.#applies;
    } finally {
      this.#planning += 1;
    }
  }
}

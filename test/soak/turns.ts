import type { Interference } from "../support/proxy";
import { forward, proxy } from "../support/proxy";

interface Waiting {
  readonly who: number;
  readonly go: () => void;
}

type OnPass = (who: number, method: string, path: string) => void;

/**
 * Lets the requests of several parties through one after the other, in an order that `choose` decides:
 * whenever each party that is not done has a request waiting.
 */
export class Turns {
  readonly #choose: () => number;
  readonly #running: Set<number>;
  #waiting: Waiting[] = [];
  #busy = false;
  /** Who sent what, in the order in which it reached the service. */
  readonly passed: { readonly who: number; readonly method: string }[] = [];
  readonly #onPass: OnPass;

  /** @param onPass called before the service handles a request; nothing else happens until it has */
  constructor(parties: number, choose: () => number, onPass: OnPass = () => undefined) {
    this.#onPass = onPass;
    this.#choose = choose;
    this.#running = new Set(Array.from({ length: parties }, (_, who) => who));
  }

  /** An address of the service for one party. */
  async address(who: number, service: string): Promise<string> {
    const interfere: Interference = async ({ method, path, pass }, answer) => {
      await new Promise<void>((go) => {
        this.#waiting.push({ who, go });
        this.#next();
      });
      this.passed.push({ who, method });
      this.#onPass(who, method, path);
      const from = await pass();
      this.#busy = false;
      await forward(from, answer);
      this.#next();
    };
    return (await proxy(service, interfere)).url;
  }

  /** This one sends nothing more. */
  done(who: number): void {
    this.#running.delete(who);
    this.#next();
  }

  #next(): void {
    const here = new Set(this.#waiting.map((each) => each.who));
    if (this.#busy || this.#waiting.length === 0 || [...this.#running].some((who) => !here.has(who))) return;
    const [chosen] = this.#waiting.splice(this.#choose() % this.#waiting.length, 1);
    this.#busy = true;
    chosen?.go();
  }
}

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Emulator } from "../../src/emulator";
import { onRequest } from "./service";

/** A request of an apply, as the service sees it. The numbers order everything that happens. */
export interface Exchange {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly began: number;
  /** By the clock of the client, in milliseconds. */
  readonly beganAt: number;
  /** Infinity until the answer is on its way as a whole. */
  readonly ended: number;
  /** The answer is what a client can use. */
  readonly usable: boolean;
}

/** How the requests of an apply follow each other. */
export interface Pace {
  /** One request follows the other. */
  readonly alone: boolean;
  /** Every write takes a look of its own. */
  readonly fresh: boolean;
  /** Nothing but the apply itself delays a write between its look and its request. */
  readonly undelayed: boolean;
}

/**
 * The requests that reach an emulator, from now on. `onReading` is called before the service handles the first of
 * several reads in a row: nothing changes between those.
 */
export class ExchangesUnderWay {
  readonly #all: { -readonly [K in keyof Exchange]: Exchange[K] }[] = [];
  readonly #now: () => number;
  readonly #pace: Pace;
  readonly #onReading: () => void;
  #moment = 0;
  readonly end: () => void;

  /** @param now the clock of the client */
  constructor(emulator: Emulator, now: () => number, pace: Pace, onReading: () => void) {
    this.#pace = pace;
    this.#now = now;
    this.#onReading = onReading;
    this.end = onRequest(emulator, (request, response) => {
      this.#started(request, response);
    });
  }

  /** The next moment. */
  tick(): number {
    return (this.#moment += 1);
  }

  /** The writes that the service has received and not answered. */
  get writing(): readonly Exchange[] {
    return this.writes.filter(({ ended }) => ended === Infinity);
  }

  /** The writes that the service has received. */
  get writes(): readonly Exchange[] {
    return this.#all.filter(({ method }) => method !== "GET");
  }

  /**
   * Whether a moment is in the window of a write under way: between the beginning of its look at an object and now.
   * Where one request follows the other, its look is the last one before it; where several are under way, others may
   * have looked since. So may somebody who looks for a creation whose answer was lost, since that waits for no turn. A
   * look before an earlier attempt of the same write does not count, nor does an old one.
   *
   * @param covers the reads that show the object
   */
  isInWindow(moment: number, write: Exchange, covers: (path: string) => boolean): boolean {
    const { alone, fresh, undelayed } = this.#pace;
    const before = this.#attemptBefore(write);
    const looks = this.#all
      .filter(({ method, path, ended, usable }) => method === "GET" && usable && ended < write.began && covers(path))
      .filter((look) => !fresh || before === undefined || before.began < look.began)
      .filter((look) => fresh || !undelayed || write.beganAt - look.beganAt < 1500);
    return (alone && !this.#isCreationLost ? looks.slice(-1) : looks).some((look) => look.began <= moment);
  }

  /** Whether a read that shows the object began after a write of it had ended. */
  isReadBack(writes: (write: Exchange) => boolean, covers: (path: string) => boolean): boolean {
    const written = Math.min(
      ...this.#all.filter((each) => each.method !== "GET" && writes(each)).map((each) => each.ended),
    );
    return this.#all.some(
      ({ method, path, began, ended, usable }) =>
        method === "GET" && usable && began > written && ended !== Infinity && covers(path),
    );
  }

  get #isCreationLost(): boolean {
    return this.#all.some(
      ({ method, path, ended, usable }) =>
        method === "POST" && path.endsWith("/configurations") && ended !== Infinity && !usable,
    );
  }

  /** The path of a POST does not say which write it is. */
  #attemptBefore({ method, path, began }: Exchange): Exchange | undefined {
    if (method === "POST") return undefined;
    return this.#all.findLast((each) => each.method === method && each.path === path && each.began < began);
  }

  #started({ method = "", url = "" }: IncomingMessage, response: ServerResponse): void {
    if (!url.startsWith("/v1/")) return;
    if (method === "GET" && this.#all.at(-1)?.method !== "GET") this.#onReading();
    const [path = ""] = url.split("?");
    const exchange = { method, path, began: this.tick(), beganAt: this.#now(), ended: Infinity, usable: false };
    this.#all.push(exchange);
    const ended = (): void => {
      if (exchange.ended !== Infinity) return;
      exchange.ended = this.tick();
      const isJson = String(response.getHeader("content-type")).includes("json");
      exchange.usable = response.writableFinished && [200, 201].includes(response.statusCode) && isJson;
    };
    response.once("finish", ended);
    response.once("close", ended);
  }
}

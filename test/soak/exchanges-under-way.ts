import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Emulator } from "../../src/emulator";

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

interface Started {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * The requests that reach an emulator, from now on. `onReading` is called before the service handles the first of
 * several reads in a row: nothing changes between those.
 */
export class ExchangesUnderWay {
  readonly #all: { -readonly [K in keyof Exchange]: Exchange[K] }[] = [];
  readonly #port: number;
  readonly #now: () => number;
  readonly #onReading: () => void;
  #moment = 0;

  constructor({ port }: Emulator, now: () => number, onReading: () => void) {
    this.#port = port;
    this.#now = now;
    this.#onReading = onReading;
    subscribe("http.server.request.start", this.#started);
  }

  end(): void {
    unsubscribe("http.server.request.start", this.#started);
  }

  /** The next moment. */
  tick(): number {
    return (this.#moment += 1);
  }

  /** The writes that the service has received and not answered. */
  get writing(): readonly Exchange[] {
    return this.#all.filter(({ method, ended }) => method !== "GET" && ended === Infinity);
  }

  /** Those of these reads that could be used when a write began, oldest first. */
  looksBefore(write: Exchange, covers: (path: string) => boolean): readonly Exchange[] {
    return this.#all.filter(
      ({ method, path, ended, usable }) => method === "GET" && usable && ended < write.began && covers(path),
    );
  }

  /** The attempt of the same write before this one. */
  attemptBefore({ method, path, began }: Exchange): Exchange | undefined {
    return this.#all.findLast((each) => each.method === method && each.path === path && each.began < began);
  }

  readonly #started = (message: unknown): void => {
    const { request, response } = message as Started;
    const { method = "", url = "" } = request;
    if (request.socket.localPort !== this.#port || !url.startsWith("/v1/")) return;
    if (method === "GET" && this.#all.at(-1)?.method !== "GET") this.#onReading();
    const [path = ""] = url.split("?");
    const exchange = { method, path, began: this.tick(), beganAt: this.#now(), ended: Infinity, usable: false };
    this.#all.push(exchange);
    const ended = (): void => {
      if (exchange.ended !== Infinity) return;
      exchange.ended = this.tick();
      const isJson = String(response.getHeader("content-type")).includes("json");
      exchange.usable = response.writableFinished && response.statusCode === 200 && isJson;
    };
    response.once("finish", ended);
    response.once("close", ended);
  };
}

import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Emulator, Seed } from "../../src/emulator";
import { afterTest } from "./listening";
import { forward, refuseWith } from "./proxy";

/** When the connection of a write ends. */
export const endings = ["before it is done", "once it is done", "in the middle of the answer"] as const;
export type Ending = (typeof endings)[number];

/** What becomes of the service then. Away means that connections are refused. */
export const aftermaths = [
  "stays away",
  "comes back after 1 s",
  "comes back after 8 s",
  "comes back without the last write",
  "answers reads only",
] as const;
export type Aftermath = (typeof aftermaths)[number];

const awayFor = { "comes back after 1 s": 1000, "comes back after 8 s": 8000 } as const;

export interface End {
  /** The write at which it ends, from 1. */
  readonly at: number;
  readonly ending: Ending;
  readonly aftermath: Aftermath;
}

/** The state of an emulator that can be put back; `seed` is for the emulator, which calls it at every reset. */
export class Restorable {
  #state: Seed;

  constructor(state: Seed) {
    this.#state = state;
  }

  readonly seed = (): Seed => this.#state;

  restore(emulator: Emulator, state: Seed): void {
    this.#state = state;
    emulator.reset();
  }
}

/**
 * Stands before an emulator, and ends at a write with all its connections. Writes reach the emulator one after the
 * other. Time is virtual for whoever sleeps by `sleep`, and real for everybody else.
 */
export class EndingService {
  readonly #emulator: Emulator;
  readonly #state: Restorable;
  readonly #end: End;
  readonly #server: Server;
  #port = 0;
  #turn: Promise<void> = Promise.resolve();
  /** How long others have slept, in milliseconds. */
  ahead = 0;
  #backAt = Infinity;
  #timer: NodeJS.Timeout | undefined;
  /** The attempts to write that have arrived, whatever became of them, and what they were sent to. */
  arrived = 0;
  readonly targets = new Set<string>();
  ended = false;

  private constructor(emulator: Emulator, state: Restorable, end: End) {
    this.#emulator = emulator;
    this.#state = state;
    this.#end = end;
    this.#server = createServer((incoming, outgoing) => void this.#handle(incoming, outgoing));
  }

  static async start(emulator: Emulator, state: Restorable, end: End): Promise<EndingService> {
    const made = new EndingService(emulator, state, end);
    await made.#listen();
    afterTest(() => made.close());
    return made;
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.#port)}`;
  }

  /** Takes no time, and brings the service back when its time has come. */
  readonly sleep = async (milliseconds: number): Promise<void> => {
    const until = this.#now() + milliseconds;
    // whoever can go on without time does
    await new Promise((resolve) => setImmediate(resolve));
    this.ahead += Math.max(0, until - this.#now());
    if (this.#now() >= this.#backAt) await this.#comeBack();
  };

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#backAt = Infinity;
    await this.#turn;
    if (this.#server.listening) await this.#hangUp();
  }

  #now(): number {
    return performance.now() + this.ahead;
  }

  async #listen(): Promise<void> {
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async #hangUp(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #comeBack(): Promise<void> {
    clearTimeout(this.#timer);
    this.#backAt = Infinity;
    if (!this.#server.listening) await this.#listen();
  }

  async #handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = "", url: path = "" } = incoming;
    const body = await text(incoming).catch(() => undefined);
    if (body === undefined) return;
    const headers = { authorization: incoming.headers.authorization ?? "", "content-type": "application/json" };
    const pass = (): Promise<Response> =>
      fetch(this.#emulator.url + path, { method, headers, ...(body === "" ? {} : { body }) });
    if (method === "GET") await answer(pass, outgoing);
    else {
      this.targets.add(`${method} ${path}`);
      await (this.#turn = this.#turn.then(() => this.#write(pass, outgoing)));
    }
  }

  async #write(pass: () => Promise<Response>, outgoing: ServerResponse): Promise<void> {
    this.arrived += 1;
    // its connection has ended with the others
    if (outgoing.destroyed || !this.#server.listening) return;
    if (this.ended && this.#end.aftermath === "answers reads only") {
      await refuseWith(outgoing, 503, "reads only");
      return;
    }
    if (this.ended || this.arrived < this.#end.at) {
      await answer(pass, outgoing);
      return;
    }
    this.ended = true;
    const before = this.#emulator.snapshot();
    if (this.#end.ending !== "before it is done") {
      const from = await pass();
      if (this.#end.ending === "in the middle of the answer") await half(from, outgoing);
    }
    await this.#hangUp();
    await this.#continue(before);
  }

  /** @param before the state before the write at which it ended */
  async #continue(before: Seed): Promise<void> {
    const { aftermath } = this.#end;
    switch (aftermath) {
      case "stays away":
        return;
      case "comes back after 1 s":
      case "comes back after 8 s":
        this.#backAt = this.#now() + awayFor[aftermath];
        this.#timer = setTimeout(() => void this.#comeBack(), awayFor[aftermath]);
        return;
      case "comes back without the last write":
        this.#state.restore(this.#emulator, before);
        return this.#listen();
      case "answers reads only":
        return this.#listen();
      default:
        aftermath satisfies never;
    }
  }
}

async function answer(pass: () => Promise<Response>, outgoing: ServerResponse): Promise<void> {
  try {
    await forward(await pass(), outgoing);
  } catch {
    outgoing.destroy();
  }
}

/** Sends the head and half of the body, or half of the first line where there is no body. */
async function half(from: Response, outgoing: ServerResponse): Promise<void> {
  const body = Buffer.from(await from.arrayBuffer());
  await new Promise<void>((sent) => {
    const done = (): void => {
      sent();
    };
    if (body.length === 0) outgoing.socket?.write("HTTP/1.1 2", done);
    else {
      outgoing.writeHead(from.status, { "content-type": "application/json", "content-length": body.length });
      outgoing.write(body.subarray(0, Math.floor(body.length / 2)), done);
    }
  });
}

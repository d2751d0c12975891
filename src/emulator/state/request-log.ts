/** A request and its response status. Headers are not recorded, since they contain the key. */
export interface ReceivedRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** With the question mark; absent if there is none. */
  readonly query?: string;
  /** 0 if a fault reset the connection before a response. */
  readonly status: number;
  /** The fault that altered the response. */
  readonly fault?: string;
  /** The JSON body; absent if there was none or it was not JSON. */
  readonly body?: unknown;
}

const maxRequests = 10_000;
const maxBytes = 64 * 1024 * 1024;

/** The latest requests in order of their responses, limited in number and size. */
export class RequestLog {
  /** A live list: the same array for the whole lifetime. */
  readonly items: ReceivedRequest[] = [];
  readonly #sizes: number[] = [];
  #bytes = 0;

  /** @param bytes the size of the body */
  add(request: ReceivedRequest, bytes: number): void {
    this.items.push(request);
    this.#sizes.push(bytes);
    this.#bytes += bytes;
    while (this.items.length > maxRequests || this.#bytes > maxBytes) {
      this.items.shift();
      this.#bytes -= this.#sizes.shift() ?? 0;
    }
  }

  clear(): void {
    this.items.length = 0;
    this.#sizes.length = 0;
    this.#bytes = 0;
  }
}

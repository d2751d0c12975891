/** A request and how it was answered. Headers are not kept, since the key is one. */
export interface ReceivedRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** With its question mark; absent when there is none. */
  readonly query?: string;
  /** 0 when there was no answer, since a fault reset the connection. */
  readonly status: number;
  /** The fault that spoilt the answer. */
  readonly fault?: string;
  /** The JSON body; absent when there was none or it was not JSON. */
  readonly body?: unknown;
}

const maxRequests = 10_000;
const maxBytes = 64 * 1024 * 1024;

/** The last requests, in the order in which they were answered: not so many that memory could run out. */
export class RequestLog {
  /** Always the same list. */
  readonly items: ReceivedRequest[] = [];
  readonly #sizes: number[] = [];
  #bytes = 0;

  /** @param bytes how long the body was */
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

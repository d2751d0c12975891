import { randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

/** The time in milliseconds that a client has to read a response before its connection is destroyed. */
const lingerMs = 500;

/** Writes a response directly to a connection that has no valid request, and closes it. */
export function sendRawResponse(socket: Duplex, status: number, error: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ error });
  const head = [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ""}`,
    `request_id: ${randomUUID()}`,
    "Content-Type: application/json",
    `Content-Length: ${String(Buffer.byteLength(body))}`,
    "Connection: close",
  ];
  socket.on("error", () => socket.destroy());
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  // discards what the client still sends: closing with unread data would reset the connection and lose the response
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** The requests in progress, by connection. */
export class OpenExchanges {
  readonly #bySocket = new WeakMap<Duplex, Set<Exchange>>();

  add(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { socket } = incoming;
    const exchanges = this.#bySocket.get(socket) ?? new Set();
    this.#bySocket.set(socket, exchanges);
    const exchange = { incoming, outgoing };
    exchanges.add(exchange);
    outgoing.once("close", () => exchanges.delete(exchange));
  }

  /** Rejects malformed or slow input after the responses to the requests before it. */
  refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
    const [status, why] = statusOf(error);
    const whole = [...(this.#bySocket.get(socket) ?? [])].filter(({ incoming }) => incoming.complete);
    const last = whole.at(-1);
    const cut = [...(this.#bySocket.get(socket) ?? [])].some(
      ({ incoming, outgoing }) => !incoming.complete && outgoing.headersSent,
    );
    if (cut) socket.destroy();
    else if (last === undefined) sendRawResponse(socket, status, why);
    else
      last.outgoing.once("finish", () => {
        sendRawResponse(socket, status, why);
      });
  }
}

function statusOf({ code }: NodeJS.ErrnoException): readonly [status: number, why: string] {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return [431, "the head of the request is too large"];
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return [413, "the chunk extensions of the request are too large"];
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return [408, "the request did not come in time"];
    default:
      return [400, "this is not HTTP"];
  }
}

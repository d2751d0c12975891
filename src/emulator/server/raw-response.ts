import { randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

/** How long a client has to read an answer after which its connection ends, in milliseconds. */
const lingerMs = 500;

/** Answers on a connection itself, where there is no request to answer, and ends it. */
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
  // what the client is still sending is read and thrown away: a connection with unread data is reset, answer and all
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** The requests that are being answered, by connection. */
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

  /** Answers what is not HTTP, or came too slowly, once the requests before it have been answered. */
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

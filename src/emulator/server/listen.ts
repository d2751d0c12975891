import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener, RequestError } from "@hono/node-server";
import { fail, messageOf } from "../../diagnostics/error";
import type { ListeningAddress } from "../support/addresses";

export interface ListeningServer extends ListeningAddress {
  /** Ends every connection at once and resolves when the port is free. Idempotent. */
  close(): Promise<void>;
}

/** The time limits for clients, in milliseconds; a slower client gets 408 and its connection is closed. */
export interface Limits {
  /** The limit for the headers of a request. */
  readonly headersMs: number;
  /** The limit for the whole request. */
  readonly requestMs: number;
  /** The interval between checks. */
  readonly checkedEveryMs: number;
}

const defaultLimits: Limits = { headersMs: 15_000, requestMs: 120_000, checkedEveryMs: 1000 };

type Fetch = Parameters<typeof getRequestListener>[0];

/**
 * Starts an HTTP server. Every response has a `request_id`, even that to malformed HTTP: specification, *Errors*.
 *
 * @param port 0 selects a free one
 * @throws ScanformError `usage` when the port is not available
 */
export async function listen(
  fetch: Fetch,
  port: number,
  host: string,
  limits: Partial<Limits> = {},
): Promise<ListeningServer> {
  const server = createHttpServer(fetch, { ...defaultLimits, ...limits });
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (thrown) {
    fail("usage", `the emulator cannot listen on ${host}:${String(port)}: ${messageOf(thrown)}`, undefined, thrown);
  }
  const bound = server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  return { host, address: bound.address, port: bound.port, close: () => (closed ??= closeServer(server)) };
}

function createHttpServer(fetch: Fetch, { headersMs, requestMs, checkedEveryMs }: Limits): Server {
  // by default the adapter would replace the global Request and Response of the whole process
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false, errorHandler: listenerError });
  const open = new OpenExchanges();
  const options = {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkedEveryMs,
    // Node's own response lacks the error and the request_id
    requireHostHeader: false,
  };
  const server = createServer(options, (incoming, outgoing) => {
    outgoing.setHeader("request_id", randomUUID());
    open.add(incoming, outgoing);
    void listener(incoming, outgoing);
  });
  server.on("checkExpectation", (_incoming, outgoing) => {
    const body = JSON.stringify({ error: "this expectation cannot be met" });
    const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
    outgoing.writeHead(417, { request_id: randomUUID(), ...headers }).end(body);
  });
  server.on("connect", (_incoming, socket) => {
    sendRawResponse(socket, 405, "CONNECT cannot be used here");
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    open.refuse(error, socket);
  });
  return server;
}

/** Responds to errors outside of the app, such as an invalid URL. */
const listenerError = (thrown: unknown): Response =>
  thrown instanceof RequestError
    ? Response.json({ error: "the URL or the host is not valid" }, { status: 400 })
    : Response.json({ error: "internal error" }, { status: 500 });

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}

/** The time in milliseconds that a client has to read a response before its connection is destroyed. */
const lingerMs = 500;

/** Writes a response directly to a connection that has no valid request, and closes it. */
function sendRawResponse(socket: Duplex, status: number, error: string): void {
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
class OpenExchanges {
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
    const open = [...(this.#bySocket.get(socket) ?? [])];
    const last = open.findLast(({ incoming }) => incoming.complete);
    if (open.some(({ incoming, outgoing }) => !incoming.complete && outgoing.headersSent)) socket.destroy();
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

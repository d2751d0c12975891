import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import { fail, messageOf } from "../diagnostics/error";

/** A server that listens. */
export interface Listening {
  readonly port: number;
  /** Ends every connection at once, and is done when the port is free. May be called again. */
  close(): Promise<void>;
}

type Fetch = Parameters<typeof getRequestListener>[0];

/**
 * Serves over HTTP. Every answer has a `request_id`, even one to what is not HTTP: specification, *Errors*.
 *
 * @param port 0 takes a free one
 * @throws ScanformError `usage` when the port cannot be had
 */
export async function listen(fetch: Fetch, port: number, host: string): Promise<Listening> {
  const server = serverOf(fetch);
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (thrown) {
    fail("usage", `the emulator cannot listen on ${host}:${String(port)}: ${messageOf(thrown)}`, undefined, thrown);
  }
  let closed: Promise<void> | undefined;
  return { port: (server.address() as AddressInfo).port, close: () => (closed ??= closing(server)) };
}

function serverOf(fetch: Fetch): Server {
  // Its own Request and Response would take the place of the global ones in the whole process.
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false, errorHandler: outsideTheApp });
  const server = createServer((incoming, outgoing) => {
    outgoing.setHeader("request_id", randomUUID());
    void listener(incoming, outgoing);
  });
  server.on("clientError", (_error, socket) => {
    const body = JSON.stringify({ error: "this is not HTTP" });
    const head = [
      "HTTP/1.1 400 Bad Request",
      `request_id: ${randomUUID()}`,
      "Content-Type: application/json",
      `Content-Length: ${String(body.length)}`,
      "Connection: close",
    ];
    socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  });
  return server;
}

/** A request that is not even a URL never reaches the app. */
const outsideTheApp = (thrown: unknown): Response =>
  thrown instanceof RequestError
    ? Response.json({ error: "the URL or the host is not valid" }, { status: 400 })
    : Response.json({ error: "internal error" }, { status: 500 });

async function closing(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}

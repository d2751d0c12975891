import { createServer, type IncomingHttpHeaders } from "node:http";
import { connect, type Socket } from "node:net";
import { afterTest, listening } from "./listening";

/** What a proxy was asked, and everything that it was sent. */
export interface ConnectProxy {
  readonly url: string;
  readonly port: number;
  /** `CONNECT findings.example.com:443`, or the line of any other request. */
  readonly asked: readonly string[];
  readonly headers: readonly IncomingHttpHeaders[];
  /** All bytes from the client, as latin1. */
  readonly seen: () => string;
}

/**
 * An HTTP proxy on loopback that tunnels every CONNECT to one port of this machine, whatever it names. Gone after the
 * test.
 *
 * @param answer answers in its place; what it returns goes to the client, and "" leaves the client without an answer
 */
export async function connectProxy(
  target: number,
  answer: (line: string) => string | undefined = () => undefined,
): Promise<ConnectProxy> {
  const asked: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const chunks: Buffer[] = [];
  const sockets = new Set<Socket>();
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  };
  const server = createServer((request, response) => {
    asked.push(`${request.method ?? ""} ${request.url ?? ""}`);
    response.writeHead(500).end();
  });
  server.on("connection", (socket: Socket) => {
    track(socket).on("data", (chunk: Buffer) => chunks.push(chunk));
  });
  server.on("connect", (request, socket: Socket, head: Buffer) => {
    const line = `CONNECT ${request.url ?? ""}`;
    asked.push(line);
    headers.push(request.headers);
    const own = answer(line);
    if (own !== undefined) {
      if (own !== "") socket.end(own);
      return;
    }
    const beyond = track(connect(target, "127.0.0.1"));
    beyond.write(head);
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    socket.pipe(beyond).pipe(socket);
  });
  const port = await listening(server);
  afterTest(() => {
    for (const socket of sockets) socket.destroy();
  });
  return {
    url: `http://127.0.0.1:${String(port)}`,
    port,
    asked,
    headers,
    seen: () => Buffer.concat(chunks).toString("latin1"),
  };
}

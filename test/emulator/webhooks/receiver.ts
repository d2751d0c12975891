import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A received request. */
export interface Got {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface Receiver {
  readonly url: string;
  /** Oldest first. */
  readonly got: readonly Got[];
  /** The connections that are open. */
  readonly open: () => Promise<number>;
}

type Answering = (answer: ServerResponse) => void;

const running: Server[] = [];

/** Starts a local webhook receiver, closed after the test. Responds 204 by default. */
export async function receiver(answering: Answering = (answer) => answer.writeHead(204).end()): Promise<Receiver> {
  const got: Got[] = [];
  const server = createServer((request, answer) => {
    void text(request).then((body) => {
      got.push({
        method: request.method,
        path: request.url,
        headers: request.headers,
        body: JSON.parse(body) as unknown,
      });
      answering(answer);
    });
  });
  running.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const open = () =>
    new Promise<number>((resolve, reject) => {
      server.getConnections((error, count) => {
        if (error === null) resolve(count);
        else reject(error);
      });
    });
  return { url: `http://127.0.0.1:${String(port)}/hook`, got, open };
}

/** A URL at which no server listens. */
export async function nobody(): Promise<string> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${String(port)}/hook`;
}

afterEach(async () => {
  const closing = running.splice(0).map(async (server) => {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  });
  await Promise.all(closing);
});

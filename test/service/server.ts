import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ApiKey } from "../../src/diagnostics/api-key";
import { ServiceClient } from "../../src/service/service-client";
import { ServiceError } from "../../src/service/service-error";
import type { ServiceClientOptions } from "../../src/service/client-options";
import { httpTransport, type Request, type Transport, type TransportOptions } from "../../src/service/transport";
import { instantClock } from "./virtual-clock";

/** A key that is found again wherever it should not be. */
export const canary = "canary-7f3e9b51c2d84a60";

const servers: Server[] = [];
const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const server of servers) server.closeAllConnections();
  await Promise.all(open.splice(0).map((each) => each.close()));
  await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))));
});

/** What a server was asked. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface Serving {
  readonly url: URL;
  readonly asked: readonly Asked[];
}

/** A server on loopback that answers everything in one way. It is gone after the test. */
export async function serving(answer: RequestListener): Promise<Serving> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      asked.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      answer(request, response);
    });
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { url: new URL(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`), asked };
}

/** Answers with a status, a body (JSON unless it is text) and headers. */
export const saying =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_request, response: ServerResponse) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
  };

/** A transport to a URL, closed after the test. */
export function transportTo(baseUrl: URL, options: Partial<TransportOptions> = {}): Transport {
  const transport = httpTransport({ baseUrl, apiKey: new ApiKey(canary), ...options });
  open.push(transport);
  return transport;
}

/** A transport that is this function, with nothing to close. */
export const transportOf = (send: Transport["send"]): Transport => ({ send, close: () => Promise.resolve() });

/** A client that asks once, closed after the test. */
export function client(url: URL, options: Partial<ServiceClientOptions> = {}): ServiceClient {
  const made = new ServiceClient({ baseUrl: url.href, apiKey: canary, attempts: 1, ...options });
  open.push(made);
  return made;
}

/** A request as a transport takes it. */
export const request = (method: string, path: string, more: Partial<Request> = {}): Request => ({
  method,
  path,
  shown: { method, path },
  ...more,
});

/** The error of a request that must fail. */
export async function failureOf(request: Promise<unknown>): Promise<ServiceError> {
  const thrown: unknown = await request.then(
    (answer) => new Error(`it succeeded: ${JSON.stringify(answer)}`),
    (error: unknown) => error,
  );
  if (thrown instanceof ServiceError) return thrown;
  throw thrown;
}

/** A server that answers one after the other, and the last for ever; and a client with a clock that waits for nothing. */
export async function facing(answers: readonly RequestListener[], options: Partial<ServiceClientOptions> = {}) {
  let count = 0;
  const { url, asked } = await serving((request, response) => {
    const answer = answers[Math.min(count, answers.length - 1)];
    count += 1;
    answer?.(request, response);
  });
  const clock = instantClock();
  return { service: client(url, { attempts: 5, clock, random: () => 0.5, ...options }), asked, clock };
}

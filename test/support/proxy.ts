import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { listening } from "./listening";

/** A request on its way to the service. */
export interface Passing {
  readonly method: string;
  readonly path: string;
  /** Asks the service itself. */
  readonly pass: () => Promise<Response>;
  /** Asks the service for what is there, without writing. */
  readonly look: () => Promise<Response>;
}

export interface Proxy {
  readonly url: string;
  /** `POST /v1/…`, in the order in which they came. */
  readonly seen: readonly string[];
}

/** What to do with a request; nothing, and it goes to the service and its answer back. */
export type Interference = (passing: Passing, answer: ServerResponse) => Promise<void> | undefined;

/** A service on this machine that does what a test says. */
export async function serving(
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> | void,
): Promise<string> {
  const port = await listening(createServer((incoming, outgoing) => void answer(incoming, outgoing)));
  return `http://127.0.0.1:${String(port)}`;
}

/** Stands before the service, and may answer in its place. */
export async function proxy(target: string, interfere: Interference): Promise<Proxy> {
  const seen: string[] = [];
  const url = await serving(async (incoming, outgoing) => {
    const { method = "", url: path = "" } = incoming;
    seen.push(`${method} ${path}`);
    const body = await text(incoming);
    const headers = { authorization: incoming.headers.authorization ?? "", "content-type": "application/json" };
    const pass = (): Promise<Response> => fetch(target + path, { method, headers, ...(body === "" ? {} : { body }) });
    const look = (): Promise<Response> => fetch(target + path, { headers });
    const interference = interfere({ method, path, pass, look }, outgoing);
    if (interference !== undefined) await interference;
    else await passOn(pass, outgoing);
  });
  return { url, seen };
}

/** A command that fails does not wait for its other answers, and the service may be gone before they have come. */
async function passOn(pass: () => Promise<Response>, outgoing: ServerResponse): Promise<void> {
  try {
    await forward(await pass(), outgoing);
  } catch {
    outgoing.destroy();
  }
}

export async function forward(from: Response, to: ServerResponse): Promise<void> {
  const id = from.headers.get("request_id") ?? "";
  to.writeHead(from.status, { "content-type": "application/json", request_id: id });
  to.end(await from.text());
}

export function refuseWith(answer: ServerResponse, status: number, error: string): Promise<void> {
  answer.writeHead(status, { "content-type": "application/json", request_id: "request-of-the-test" });
  answer.end(JSON.stringify({ error }));
  return Promise.resolve();
}

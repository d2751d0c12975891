import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context, MiddlewareHandler } from "hono";
import type { Env } from "../http/read-request";
import type { ActiveFaults, Fault } from "../profile/faults";

/** Notifies the server that the response was already written, or that there is none. */
const alreadySent = (): Response => new Response(null, { headers: { "x-hono-already-sent": "true" } });

/** The Node.js request and response, which the server passes along. */
const connectionOf = (c: Context<Env>): { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse } =>
  c.env as never;

/** Applies the active faults to requests. */
export const injectFaults =
  (faults: ActiveFaults): MiddlewareHandler<Env> =>
  async (c, next) => {
    const { method, path } = c.req;
    const hit = faults.take({ method, path, operationId: c.var.operationId });
    if (hit.length === 0) return next();
    const first = hit.find(({ fault }) => fault !== "delay");
    if (first !== undefined) c.set("fault", first.fault);
    for (const fault of hit) if (replacesRequest(fault)) await applyFault(c, fault);
    if (!hit.some((fault) => replacesRequest(fault) && fault.fault !== "delay")) await next();
    for (const fault of hit) if (!replacesRequest(fault)) await applyFault(c, fault);
  };

/** Whether the fault occurs before the request is handled. */
const replacesRequest = (fault: Fault): boolean =>
  "at" in fault ? fault.at !== "after" : fault.fault !== "cut_body" && fault.fault !== "drip";

async function applyFault(c: Context<Env>, fault: Fault): Promise<void> {
  switch (fault.fault) {
    case "status":
      setResponse(c, statusResponse(fault.status, fault.retry_after));
      return;
    case "html":
      setResponse(c, htmlResponse(fault.status ?? 502));
      return;
    case "delay":
      await sleep(fault.ms, undefined, { ref: false });
      return;
    case "reset":
      connectionOf(c).incoming.socket.resetAndDestroy();
      c.set("status", 0);
      setResponse(c, alreadySent());
      return;
    case "cut_body":
      await cutBody(c);
      return;
    case "drip":
      await drip(c, fault.ms ?? 5);
      return;
    default:
      fault satisfies never;
  }
}

/** Replaces the response completely: Hono would keep the headers of the old one. */
function setResponse(c: Context<Env>, response: Response): void {
  c.res = undefined;
  c.res = response;
}

const statusResponse = (status: number, retryAfter: number | string | undefined): Response =>
  Response.json(
    { error: `fault: ${String(status)}` },
    { status, headers: retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) } },
  );

const htmlResponse = (status: number): Response =>
  new Response("<!doctype html><html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>", {
    status,
    headers: { "Content-Type": "text/html; charset=utf-8" },
  });

/** Announces the full length of the body, sends half of it and ends the connection. */
async function cutBody(c: Context<Env>): Promise<void> {
  const { outgoing, body } = await beginResponse(c);
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.socket?.destroySoon());
}

/** Sends the body byte by byte. */
async function drip(c: Context<Env>, ms: number): Promise<void> {
  const { outgoing, body } = await beginResponse(c);
  for (const byte of body) {
    if (outgoing.destroyed) return;
    outgoing.write(Buffer.of(byte));
    await sleep(ms, undefined, { ref: false });
  }
  outgoing.end();
}

/** Writes the head, with the full length of the body. */
async function beginResponse(c: Context<Env>): Promise<{ readonly outgoing: ServerResponse; readonly body: Buffer }> {
  const { outgoing } = connectionOf(c);
  const { status, headers } = c.res;
  const body = Buffer.from(await c.res.arrayBuffer());
  outgoing.writeHead(status, { ...Object.fromEntries(headers), "Content-Length": body.length });
  outgoing.flushHeaders();
  c.set("status", status);
  setResponse(c, alreadySent());
  return { outgoing, body };
}

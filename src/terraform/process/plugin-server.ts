import {
  createSecureServer,
  createServer,
  type Http2SecureServer,
  type Http2Server,
  type ServerHttp2Session,
} from "node:http2";
import { choice, decode, encode, type Message, message } from "../protocol/message";
import { type Handlers, type Request, type Response, type Rpc, rpcs, serviceName } from "../protocol/service";
import {
  type AllHandlers,
  type Stream,
  type StreamEvent,
  type StreamHandlers,
  type StreamRequest,
  streams,
} from "../protocol/streams";
import { type Identity, pem } from "./certificate";
import { answerCall, CallError, type Method, refuseCall, status } from "./grpc";
import type { Log } from "./handshake";

export interface Lifetime {
  /** Resolves when the process is no longer needed. */
  readonly ended: Promise<void>;
  readonly asked: () => void;
  /** A connection has ended. @param open how many are left */
  readonly disconnected: (open: number) => void;
  readonly shutDown: () => void;
  readonly end: () => void;
}

const startTimeout = 60_000;

/** Time from Shutdown to the end, in milliseconds. Terraform kills the process after two seconds. */
const shutdownDelay = 500;

/** Ends with the last connection, so that no process is left when Terraform is killed. */
export function pluginLifetime(): Lifetime {
  const { ended, end } = ending();
  const alone = setTimeout(end, startTimeout);
  let wasAsked = false;
  return {
    ended,
    asked: () => {
      wasAsked = true;
      clearTimeout(alone);
    },
    // a client without a certificate opens a connection before it is refused
    disconnected: (open) => {
      if (open === 0 && wasAsked) end();
    },
    shutDown: () => {
      setTimeout(end, shutdownDelay).unref();
    },
    end: () => {
      clearTimeout(alone);
      end();
    },
  };
}

/** Serves any number of Terraform runs until `end`. */
export function debugLifetime(): Lifetime {
  const nothing = (): void => undefined;
  return { ...ending(), asked: nothing, disconnected: nothing, shutDown: nothing };
}

function ending(): Pick<Lifetime, "ended" | "end"> {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { ended, end };
}

/** The server's identity, and the certificate (PEM) that authenticates the client. */
export interface MutualTls {
  readonly identity: Identity;
  readonly clientCertificate: string;
}

interface PluginServer {
  /** Not listening yet. */
  readonly server: Http2Server | Http2SecureServer;
  /** Ends every connection; requests in progress are cancelled. */
  readonly close: () => void;
}

/**
 * Everything that terraform asks of a plugin's process, over gRPC: one provider block is one connection, also where
 * several come to one process that is debugged.
 *
 * @param connected gives the handlers of one connection
 * @param tls plain text without
 */
export function pluginServer(
  connected: () => LoadHandlers,
  life: Lifetime,
  log: Log,
  tls: MutualTls | undefined,
): PluginServer {
  const open = new Set<ServerHttp2Session>();
  const server = listenerFor(tls);
  const brokeOff = ({ message: why }: Error): void => {
    log("debug", `a connection broke off: ${why}`);
  };
  server.on("session", (session) => {
    const methods = methodsOf(connected(), life, log);
    open.add(session);
    session.on("error", brokeOff);
    session.once("close", () => {
      open.delete(session);
      life.disconnected(open.size);
    });
    session.on("stream", (stream, { ":path": path = "" }) => {
      stream.on("error", brokeOff);
      const method = methods.get(path);
      // Stays open without output: an open stream keeps terraform from closing an idle connection,
      // and the connection's end is what ends the process.
      if (path === "/plugin.GRPCStdio/StreamStdio") return;
      if (method === undefined) refuseCall(stream, new CallError(status.unimplemented, `${path} is not offered`));
      else answerCall(stream, method);
    });
  });
  const close = (): void => {
    for (const session of open) session.destroy();
  };
  return { server, close };
}

/** The list of a data source travels as one message, which may be large. */
const options = { maxSessionMemory: Number.MAX_SAFE_INTEGER };

const listenerFor = (tls: MutualTls | undefined): Http2Server | Http2SecureServer =>
  tls === undefined
    ? createServer(options)
    : createSecureServer({
        ...options,
        key: pem("PRIVATE KEY", tls.identity.key),
        cert: pem("CERTIFICATE", tls.identity.certificate),
        ca: tls.clientCertificate,
        requestCert: true,
      });

/** Gives the handlers when the first request comes: they take longer to load than the handshake may. */
export type LoadHandlers = () => Promise<AllHandlers>;

type Messages = {
  readonly [R in Rpc]: {
    readonly request: Message<Request<R>, unknown>;
    readonly response: Message<unknown, Response<R>>;
  };
};

const messages: Messages = rpcs;

type Streams = {
  readonly [S in Stream]: {
    readonly request: Message<StreamRequest<S>, unknown>;
    readonly event: Message<unknown, StreamEvent<S>>;
  };
};

const streamed: Streams = streams;

/** The methods of a connection by path: the provider's, and those of every plugin without the broker, which terraform does not need. */
function methodsOf(load: LoadHandlers, life: Lifetime, log: Log): ReadonlyMap<string, Method> {
  const methods = new Map<string, Method>();
  const offer = (name: string, method: Method): void => {
    methods.set(`/${serviceName}/${name}`, (request) => {
      life.asked();
      return method(request);
    });
  };
  for (const rpc of Object.keys(rpcs) as Rpc[]) offer(rpc, methodOf(rpc, messages[rpc], load, log));
  for (const name of Object.keys(streams) as Stream[]) offer(name, streamOf(name, streamed[name], load, log));
  methods.set("/grpc.health.v1.Health/Check", () => Promise.resolve(encode(health, { status: "SERVING" })));
  methods.set("/plugin.GRPCController/Shutdown", () => {
    life.shutDown();
    return Promise.resolve(new Uint8Array());
  });
  return methods;
}

const health = message({ status: choice(1, ["UNKNOWN", "SERVING", "NOT_SERVING"]) });

function methodOf<R extends Rpc>(rpc: R, { request, response }: Messages[R], load: LoadHandlers, log: Log): Method {
  return async (bytes) => {
    try {
      const handlers: Handlers = await load();
      const handler = handlers[rpc] ?? notOffered(rpc);
      return encode(response, await handler(decode(request, bytes)));
    } catch (thrown) {
      throw callError(rpc, thrown, log);
    }
  };
}

function streamOf<S extends Stream>(name: S, { request, event }: Streams[S], load: LoadHandlers, log: Log): Method {
  return (bytes) => Promise.resolve(events(bytes));
  async function* events(bytes: Buffer): AsyncIterable<Uint8Array> {
    try {
      const handlers: StreamHandlers = await load();
      const handler = handlers[name] ?? notOffered(name);
      for await (const each of handler(decode(request, bytes))) yield encode(event, each);
    } catch (thrown) {
      throw callError(name, thrown, log);
    }
  }
}

/** @throws CallError */
function notOffered(name: string): never {
  throw new CallError(status.unimplemented, `${name} is not offered`);
}

/** What is thrown otherwise is a defect: logged with its stack, answered to Terraform without. */
function callError(name: string, thrown: unknown, log: Log): CallError {
  if (thrown instanceof CallError) return thrown;
  const { message: why, stack = why } = thrown instanceof Error ? thrown : new Error(String(thrown));
  log("error", `${name} failed: ${why}`, { stack });
  return new CallError(status.internal, `${name} failed inside the provider, which is a defect of it: ${why}`);
}

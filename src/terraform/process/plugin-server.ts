import { createServer, type Server as NetServer, type Socket } from "node:net";
import { once } from "node:events";
import {
  type handleUnaryCall,
  Server,
  ServerCredentials,
  type ServerWritableStream,
  type StatusObject,
  status,
} from "@grpc/grpc-js";
import { type Identity, pem } from "./certificate";
import type { Lifetime } from "./lifetime";
import type { Log } from "./handshake";
import { choice, decode, encode, type Message, message, text } from "../protocol/message";
import { type Handlers, type Request, type Response, type Rpc, rpcs, serviceName } from "../protocol/service";
import {
  type AllHandlers,
  type Stream,
  type StreamEvent,
  type StreamHandlers,
  type StreamRequest,
  streams,
} from "../protocol/streams";

/** The server's identity, and the certificate (PEM) that authenticates the client. */
export interface MutualTls {
  readonly identity: Identity;
  readonly clientCertificate: string;
}

interface PluginServer {
  /** Not listening yet. */
  readonly server: NetServer;
  /** Ends every connection; requests in progress are cancelled. */
  readonly close: () => void;
}

/**
 * Everything that terraform asks of a plugin's process, over gRPC. Each connection has a server of its own:
 * one provider block is one connection, also where several come to one process that is debugged.
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
  const allowed = credentials(tls);
  const open = new Map<Socket, Server>();
  const server = createServer((socket) => {
    const grpc = grpcServer(connected(), life, log);
    open.set(socket, grpc);
    socket.once("close", () => {
      open.delete(socket);
      grpc.forceShutdown();
      life.disconnected(open.size);
    });
    socket.on("error", ({ message }) => {
      log("debug", `a connection broke off: ${message}`);
    });
    grpc.createConnectionInjector(allowed).injectConnection(socket);
  });
  const close = (): void => {
    for (const [socket, grpc] of open) {
      grpc.forceShutdown();
      socket.destroy();
    }
  };
  return { server, close };
}

function grpcServer(handlers: LoadHandlers, life: Lifetime, log: Log): Server {
  const grpc = new Server({
    // a collection travels as one message, which may be large
    "grpc.max_receive_message_length": -1,
    "grpc.max_send_message_length": -1,
  });
  offerPluginServices(grpc, life.shutDown);
  offerProvider(grpc, handlers, life.asked, log);
  return grpc;
}

const credentials = (tls: MutualTls | undefined): ServerCredentials =>
  tls === undefined
    ? ServerCredentials.createInsecure()
    : ServerCredentials.createSsl(
        Buffer.from(tls.clientCertificate),
        [
          {
            private_key: pem("PRIVATE KEY", tls.identity.key),
            cert_chain: pem("CERTIFICATE", tls.identity.certificate),
          },
        ],
        true,
      );

/** Gives the handlers when the first request comes: they take longer to load than the handshake may. */
export type LoadHandlers = () => Promise<AllHandlers>;

type Methods = {
  readonly [R in Rpc]: {
    readonly request: Message<Request<R>, unknown>;
    readonly response: Message<unknown, Response<R>>;
  };
};

const methods: Methods = rpcs;

type Streams = {
  readonly [S in Stream]: {
    readonly request: Message<StreamRequest<S>, unknown>;
    readonly event: Message<unknown, StreamEvent<S>>;
  };
};

const streamed: Streams = streams;

/**
 * Offers everything of `tfplugin6.Provider`; what has no handler answers UNIMPLEMENTED.
 * @param asked called for each request
 */
function offerProvider(server: Server, load: LoadHandlers, asked: () => void, log: Log): void {
  const offerOne = <R extends Rpc>(rpc: R, method: Methods[R]): void => {
    registerMethod<Request<R>, Response<R>>(server, `/${serviceName}/${rpc}`, method, answerBy(rpc, load, asked, log));
  };
  for (const rpc of Object.keys(rpcs) as Rpc[]) offerOne(rpc, methods[rpc]);
  const offerStream = <S extends Stream>(name: S, { request, event }: Streams[S]): void => {
    server.register(
      `/${serviceName}/${name}`,
      (call: ServerWritableStream<StreamRequest<S>, StreamEvent<S>>) => {
        asked();
        sendEvents(name, call, load).catch((thrown: unknown) => call.emit("error", defect(name, thrown, log)));
      },
      (value: StreamEvent<S>) => asBuffer(encode(event, value)),
      (bytes) => decode(request, bytes),
      "serverStream",
    );
  };
  for (const name of Object.keys(streams) as Stream[]) offerStream(name, streamed[name]);
}

/** No more is asked of the handler than terraform takes: it ends a list by cancelling at the limit. */
async function sendEvents<S extends Stream>(
  name: S,
  call: ServerWritableStream<StreamRequest<S>, StreamEvent<S>>,
  load: LoadHandlers,
): Promise<void> {
  const handlers: StreamHandlers = await load();
  const events = handlers[name]?.(call.request);
  if (events === undefined) {
    call.emit("error", notOffered(name));
    return;
  }
  const cancelled = new Promise((resolve) => call.once("cancelled", resolve));
  for await (const event of events) {
    if (!call.write(event)) await Promise.race([once(call, "drain"), cancelled]);
    if (call.cancelled) return;
  }
  call.end();
}

const notOffered = (name: string): Partial<StatusObject> => ({
  code: status.UNIMPLEMENTED,
  details: `${name} is not offered`,
});

/** Logged with its stack, answered to Terraform without. */
function defect(name: string, thrown: unknown, log: Log): Partial<StatusObject> {
  const { message, stack = message } = thrown instanceof Error ? thrown : new Error(String(thrown));
  log("error", `${name} failed: ${message}`, { stack });
  return {
    code: status.INTERNAL,
    details: `${name} failed inside the provider, which is a defect of it: ${message}`,
  };
}

/** A thrown error is a defect. */
const answerBy =
  <R extends Rpc>(rpc: R, load: LoadHandlers, asked: () => void, log: Log): handleUnaryCall<Request<R>, Response<R>> =>
  (call, answer) => {
    asked();
    const handle = async (): Promise<Response<R> | undefined> => {
      const handlers: Handlers = await load();
      return handlers[rpc]?.(call.request);
    };
    handle().then(
      (response) => {
        if (response === undefined) answer(notOffered(rpc));
        else answer(null, response);
      },
      (thrown: unknown) => {
        answer(defect(rpc, thrown, log));
      },
    );
  };

const empty = message({});

const healthCheck = {
  request: message({ service: text(1) }),
  response: message({ status: choice(1, ["UNKNOWN", "SERVING", "NOT_SERVING"]) }),
};

/**
 * The services that every plugin offers beside its own. The broker is omitted: terraform does not need it.
 * @param shutDown called when terraform no longer needs the process
 */
function offerPluginServices(server: Server, shutDown: () => void): void {
  registerMethod(server, "/grpc.health.v1.Health/Check", healthCheck, (_call, answer) => {
    answer(null, { status: "SERVING" });
  });
  registerMethod(server, "/plugin.GRPCController/Shutdown", { request: empty, response: empty }, (_call, answer) => {
    answer(null, {});
    shutDown();
  });
  // Stays open without output: an open stream keeps terraform from closing an idle connection,
  // and the connection's end is what ends the process.
  server.register(
    "/plugin.GRPCStdio/StreamStdio",
    () => undefined,
    () => Buffer.alloc(0),
    () => ({}),
    "serverStream",
  );
}

/** Puts a method that takes one message and answers with one into the server. @param path as in `/service/method` */
function registerMethod<Req, Res>(
  server: Server,
  path: string,
  { request, response }: { readonly request: Message<Req, unknown>; readonly response: Message<unknown, Res> },
  answer: handleUnaryCall<Req, Res>,
): void {
  server.register(
    path,
    answer,
    (value: Res) => asBuffer(encode(response, value)),
    (bytes) => decode(request, bytes),
    "unary",
  );
}

const asBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);

import { createServer, type Server as NetServer, type Socket } from "node:net";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { type Identity, pem } from "./certificate";
import type { Lifetime } from "./lifetime";
import type { Log } from "./log";
import { offerPluginServices } from "./plugin-services";
import { type LoadHandlers, offerProvider } from "./provider-service";

/** The server's identity, and the certificate (PEM) that authenticates the client. */
export interface MutualTls {
  readonly identity: Identity;
  readonly clientCertificate: string;
}

export interface PluginServer {
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

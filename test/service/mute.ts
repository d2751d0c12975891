import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

/** A service that accepts connections and says nothing, so that TLS never begins, or one thing and nothing more. */
export interface Mute {
  readonly url: URL;
  readonly port: number;
  readonly sockets: readonly Socket[];
  /** There has been a connection. */
  readonly connected: Promise<unknown>;
}

const open: { readonly server: Server; readonly sockets: readonly Socket[] }[] = [];

afterEach(async () => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  }
});

/** Listens on loopback, and is gone after the test. @param answer to what comes first */
export async function mute(answer = ""): Promise<Mute> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on("error", () => undefined).resume());
    socket.once("data", () => socket.write(answer));
  });
  server.listen(0, "127.0.0.1");
  const connected = once(server, "connection");
  await once(server, "listening");
  open.push({ server, sockets });
  const { port } = server.address() as AddressInfo;
  return { url: new URL(`https://127.0.0.1:${String(port)}`), port, sockets, connected };
}

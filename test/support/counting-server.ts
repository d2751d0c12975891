import { once } from "node:events";
import { createServer, type AddressInfo, type Server } from "node:net";

const open: Server[] = [];

afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

/** A server on loopback that counts connections and hangs up on each. It is gone after the test. */
export async function countingServer(): Promise<{ readonly port: number; readonly connections: () => number }> {
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    socket.on("error", () => undefined).destroy();
  }).listen(0, "127.0.0.1");
  open.push(server);
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, connections: () => count };
}

import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";

const open: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** Calls a function after the test; what was opened last is closed first. */
export const afterTest = (close: () => unknown): void => {
  open.push(close);
};

/** Listens on a free port of loopback until the test has ended. @returns the port */
export async function listening(server: Server & { readonly closeAllConnections?: () => void }): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterTest(async () => {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections?.();
    await closed;
  });
  return (server.address() as AddressInfo).port;
}

/** A server on loopback that counts connections and hangs up on each. It is gone after the test. */
export async function countingServer(): Promise<{ readonly port: number; readonly connections: () => number }> {
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    socket.on("error", () => undefined).destroy();
  });
  return { port: await listening(server), connections: () => count };
}

import { createServer } from "node:net";
import { listening } from "./listening";

/** A server on loopback that counts connections and hangs up on each. It is gone after the test. */
export async function countingServer(): Promise<{ readonly port: number; readonly connections: () => number }> {
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    socket.on("error", () => undefined).destroy();
  });
  return { port: await listening(server), connections: () => count };
}

import { once } from "node:events";
import type { Socket } from "node:net";
import { type Connector, connector } from "../../src/service/connector";
import { Proxy } from "../../src/service/proxy";
import { connectProxy } from "../support/connect-proxy";
import { tlsService } from "../support/tls-service";
import { until } from "../support/until";
import { mute } from "./mute";
import { saying } from "./server";
import { timeIsUp } from "./undici-time";

const name = "findings.example.com";
const target = { hostname: name, servername: name, host: name, protocol: "https:", port: "" };

/** The socket, or the error. */
const connected = ({ connect }: Connector, to: Parameters<Connector["connect"]>[0]): Promise<Socket> =>
  new Promise((resolve, reject) => {
    connect(to, (...outcome) => {
      if (outcome[0] === null) resolve(outcome[1]);
      else reject(outcome[0]);
    });
  });

test("a tunnel that is there is no longer abandoned, and is known until it closes", async () => {
  const { port } = await tlsService(saying(200, {}));
  const { url } = await connectProxy(port);
  const made = connector(5000, new Proxy({ url }));
  const before = made.watch();
  expect(before()).toBe(false);
  const socket = await connected(made, target);
  made.abandon();
  await new Promise((resolve) => setImmediate(resolve));
  expect([socket.destroyed, before(), made.watch()()]).toEqual([false, true, true]);
  socket.destroy();
  await once(socket, "close");
  expect([before(), made.watch()()]).toEqual([true, false]);
});

describe("a connection that is not there yet", () => {
  const loopback = (port: number) => ({
    hostname: "127.0.0.1",
    host: `127.0.0.1:${String(port)}`,
    protocol: "https:",
    port: String(port),
  });

  test("is ended when it is abandoned", async () => {
    const { port, sockets, connected: reached } = await mute();
    const made = connector(10_000, undefined);
    const outcome = jest.fn();
    connected(made, loopback(port)).then(outcome, outcome);
    await reached;
    made.abandon();
    await Promise.all(sockets.map((socket) => once(socket, "close")));
    expect(outcome).not.toHaveBeenCalled(); // it would be, after 10 s
  });

  test("is ended when it is abandoned on its way through a proxy", async () => {
    const { port, sockets, connected: reached } = await mute();
    const made = connector(10_000, new Proxy({ url: `http://127.0.0.1:${String(port)}` }));
    const failed = connected(made, target).catch(String);
    await reached;
    made.abandon();
    await Promise.all(sockets.map((socket) => once(socket, "close")));
    expect(await failed).toContain("cannot be reached");
  });

  test("is ended when it is abandoned before TLS has begun behind a proxy", async () => {
    const { port, sockets, connected: reached } = await mute();
    const proxy = await connectProxy(port);
    const made = connector(10_000, new Proxy({ url: proxy.url }));
    const outcome = jest.fn();
    connected(made, target).then(outcome, outcome);
    await reached;
    await until(() => proxy.seen().includes("\u0016\u0003")); // a handshake
    made.abandon();
    await Promise.all(sockets.map((socket) => once(socket, "close")));
    expect(outcome).not.toHaveBeenCalled(); // it would be, after 10 s
  });

  test("has the time that it was given, and no more", async () => {
    const { port, connected: reached } = await mute();
    const failed = connected(connector(5000, undefined), loopback(port)).catch(String);
    await reached;
    timeIsUp();
    expect(await failed).toContain("timeout: 5000ms");
  });
});

import { once } from "node:events";
import type { Socket } from "node:net";
import { Proxy } from "../../src/service/proxy";
import { type Connect, tunnelThrough } from "../../src/service/tunnel";
import { connectProxy } from "../support/connect-proxy";
import { until } from "../support/until";
import { mute } from "./mute";

afterEach(() => {
  jest.useRealTimers();
});

const target = { hostname: "findings.example.com", host: "findings.example.com", protocol: "http:", port: "" };

type Outcome = Parameters<Parameters<Connect>[1]>;

/** Connects through a proxy, and counts what it is told. */
function tunnel(url: string, timeout = 10_000, to = target) {
  const outcomes: Outcome[] = [];
  const opened: Socket[] = [];
  const settled = new Promise<Outcome>((resolve) => {
    const connect = tunnelThrough(new Proxy({ url }), timeout, (socket) => opened.push(socket));
    connect(to, (...outcome) => {
      outcomes.push(outcome);
      resolve(outcome);
    });
  });
  return { outcomes, opened, settled };
}

/** Waits until sockets have closed, and everybody who listens has been told. */
async function closed(sockets: readonly Socket[]): Promise<void> {
  for (const socket of sockets) if (!socket.closed) await once(socket, "close");
  await new Promise((resolve) => setImmediate(resolve));
}

/** From here on time-outs come only when the test moves time on. */
const stopTimers = (): void => {
  jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask", "performance", "hrtime"] });
};

const established = (status = 200, more = "") => `HTTP/1.1 ${String(status)} OK\r\n\r\n${more}`;

/** A proxy that answers so, and sends nothing more. */
const answering = (text: string) => connectProxy(1, () => text);

test.each([
  ["http:", "", "findings.example.com:80"],
  ["https:", "", "findings.example.com:443"],
  ["http:", "8080", "findings.example.com:8080"],
])("%s with the port %j asks for %s", async (protocol, port, asked) => {
  const proxy = await answering("HTTP/1.1 500 No\r\n\r\n");
  await tunnel(proxy.url, 10_000, { ...target, protocol, port }).settled;
  expect(proxy.asked).toEqual([`CONNECT ${asked}`]);
});

test.each([200, 201, 299])("a proxy that answers %d has connected", async (status) => {
  const proxy = await answering(established(status));
  const { settled, opened } = tunnel(proxy.url);
  const [failed, socket] = await settled;
  expect(failed).toBeNull();
  expect(opened).toEqual([socket]);
  socket?.destroy();
});

test.each([199, 300, 407, 500])("a proxy that answers %d has not, and loses the connection", async (status) => {
  const { port, sockets } = await mute(established(status));
  const { settled, opened, outcomes } = tunnel(`http://127.0.0.1:${String(port)}`);
  const [failed, socket] = await settled;
  expect([failed?.name, socket]).toEqual(["ProxyError", null]);
  await closed([...opened, ...sockets]);
  expect(outcomes).toHaveLength(1);
});

test("what the service says before it is asked is not lost", async () => {
  const proxy = await answering(established(200, "first words"));
  const [, socket] = await tunnel(proxy.url).settled;
  socket?.setEncoding("utf8");
  let read = "";
  for await (const text of socket ?? []) read += String(text);
  expect(read).toBe("first words");
});

describe("a proxy that does not answer", () => {
  test("is given up in time, once, and loses the connection", async () => {
    const { port, sockets } = await mute();
    const { settled, outcomes, opened } = tunnel(`http://127.0.0.1:${String(port)}`, 50);
    const [failed] = await settled;
    expect(failed?.message).toContain("within 0.05 s");
    await closed([...opened, ...sockets]);
    expect([opened.length, outcomes.length]).toEqual([1, 1]);
  });

  test("is given up in time, on the way to a service with TLS, too", async () => {
    stopTimers();
    const proxy = await connectProxy((await mute()).port);
    const { settled, outcomes, opened } = tunnel(proxy.url, 5000, { ...target, protocol: "https:" });
    await until(() => opened.length === 2); // to the proxy, and with TLS in it
    expect(proxy.asked).toEqual(["CONNECT findings.example.com:443"]);
    jest.advanceTimersByTime(4999);
    expect(outcomes).toEqual([]);
    jest.advanceTimersByTime(1);
    const [failed] = await settled;
    expect([failed?.name, failed?.message]).toEqual(["ProxyError", expect.stringContaining("within 5 s")]);
    await closed(opened);
    expect(outcomes).toHaveLength(1);
  });
});

test("a connection that was there in time stays", async () => {
  stopTimers();
  const proxy = await connectProxy((await mute()).port);
  const [, socket] = await tunnel(proxy.url, 5000).settled;
  jest.advanceTimersByTime(10_000);
  expect(socket?.destroyed).toBe(false);
  socket?.destroy();
});

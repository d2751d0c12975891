import { Agent, request } from "node:http";
import { connect } from "node:net";
import { acmeAccountId, acmeKey } from "../../src/emulator";
import { startEmulator } from "../support/emulator";
import { acme, configurations, emulator, open, sender, unknownId } from "./client";

/** The globals before the first emulator of this file. */
const globals = { Request, Response };

test("close frees the port at once despite keep-alive connections", async () => {
  const first = await emulator();
  const agent = new Agent({ keepAlive: true });
  await new Promise<void>((resolve, reject) => {
    request(`${first.url}/v1/accounts`, { agent }, (answer) => answer.resume().on("end", resolve))
      .on("error", reject)
      .end();
  });
  await first.close();
  const second = await emulator({ port: first.port });
  expect(second.port).toBe(first.port);
  expect((await sender(second.url)("GET", "/v1/accounts")).status).toBe(200);
  agent.destroy();
});

test("close comes of itself where the block of an `await using` ends", async () => {
  let port: number;
  {
    await using first = await startEmulator();
    port = first.port;
    expect((await sender(first.url)("GET", "/v1/accounts")).status).toBe(200);
  }
  await using second = await startEmulator({ port });
  expect(second.port).toBe(port);
});

test("close ends requests in progress", async () => {
  const running = await emulator();
  const ended = new Promise<void>((resolve) => {
    const socket = connect(running.port, "127.0.0.1", () =>
      socket.write(
        `POST ${configurations} HTTP/1.1\r\nHost: localhost:${String(running.port)}\r\nAuthorization: Bearer ${acmeKey}\r\n` +
          "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
      ),
    );
    socket
      .on("error", () => undefined)
      .on("close", () => {
        resolve();
      });
    setTimeout(() => void running.close(), 50);
  });
  await ended;
  await running.close();
  await expect(fetch(running.url)).rejects.toThrow("fetch failed");
});

test("close is idempotent", async () => {
  const running = await emulator();
  await Promise.all([running.close(), running.close()]);
  await expect(running.close()).resolves.toBeUndefined();
});

test("rejects a port in use and names it", async () => {
  const { port } = await emulator();
  await expect(startEmulator({ port })).rejects.toThrow(`the emulator cannot listen on 127.0.0.1:${String(port)}: `);
});

test("isolates the state of two emulators", async () => {
  const other = await startEmulator();
  try {
    const { running, send } = await open();
    await send("POST", configurations, { configuration: { name: "x" } });
    expect(running.store.configurations(acmeAccountId)).toHaveLength(3);
    expect(other.store.configurations(acmeAccountId)).toHaveLength(2);
    expect(other.requests).toEqual([]);
  } finally {
    await other.close();
  }
});

test("does not replace the global Request and Response", async () => {
  await emulator();
  expect(Request).toBe(globals.Request);
  expect(Response).toBe(globals.Response);
});

test("requests contains status and body without headers, until cleared", async () => {
  const running = await emulator();
  const { requests } = running;
  const send = sender(running.url);
  const body = { configuration: { name: "x" } };
  await send("GET", `${acme}/repositories?page=2`);
  await send("POST", configurations, body);
  await send("DELETE", `${configurations}/${unknownId}`);
  await send("POST", configurations, { wrong: 1 });
  await send("POST", configurations, "{");
  await sender(running.url, "nobody")("GET", "/v1/accounts");
  await send("PUT", "/nowhere");
  expect(requests).toEqual([
    { method: "GET", path: `${acme}/repositories`, query: "?page=2", status: 200 },
    { method: "POST", path: configurations, status: 201, body },
    { method: "DELETE", path: `${configurations}/${unknownId}`, status: 404 },
    { method: "POST", path: configurations, status: 422, body: { wrong: 1 } },
    { method: "POST", path: configurations, status: 400 },
    { method: "GET", path: "/v1/accounts", status: 401 },
    { method: "PUT", path: "/nowhere", status: 404 },
  ]);
  expect(JSON.stringify(requests)).not.toContain("key");
  running.clearRequests();
  expect(running.requests).toEqual([]);
  await send("GET", "/v1/accounts");
  expect(running.requests).toHaveLength(1);
});

test("store returns immutable objects", async () => {
  const { running, send } = await open();
  const before = running.store.configurations(acmeAccountId);
  const copy = structuredClone(before);
  await send("PUT", `${configurations}/${before[0]?.id ?? ""}`, { configuration: { name: "x" } });
  expect(before).toEqual(copy);
  expect(running.store.configurations(acmeAccountId)[0]?.name).toBe("x");
});

test("store throws for an unknown account", async () => {
  const { store } = await emulator();
  expect(() => store.repositories(unknownId)).toThrow(`the emulator has no account ${unknownId}`);
});

test("prints nothing", async () => {
  const said: unknown[] = [];
  const keep = (...words: unknown[]) => void said.push(words);
  const spies = (["log", "info", "warn", "error", "debug"] as const).map((name) =>
    jest.spyOn(console, name).mockImplementation(keep),
  );
  const { url } = await emulator();
  await sender(url)("GET", "/v1/accounts");
  await sender(url)("POST", configurations, "{");
  await sender(url, "nobody")("POST", configurations, "x".repeat(6_000_000));
  for (const spy of spies) spy.mockRestore();
  expect(said).toEqual([]);
});

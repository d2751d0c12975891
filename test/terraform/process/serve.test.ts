import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { status } from "@grpc/grpc-js";
import { type Identity, makeIdentity, pem } from "../../../src/terraform/process/certificate";
import { pluginLifetime } from "../../../src/terraform/process/plugin-server";
import { listenOnPort, listenOnSocket, serve, type Serving } from "../../../src/terraform/process/serve";
import { choice, decode, encode, message, text } from "../../../src/terraform/protocol/message";
import { serviceName } from "../../../src/terraform/protocol/service";
import { type AllHandlers, type StreamEvent, streams } from "../../../src/terraform/protocol/streams";
import { until } from "../../support/until";
import { ask, clientOf, type TestClient } from "./client";
import { once } from "node:events";
import { type ClientHttp2Session, connect } from "node:http2";
import { connect as connectSocket, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { setImmediate as turn } from "node:timers/promises";

const terraform = makeIdentity(new Date());
const logged: string[] = [];
const opened: (() => void)[] = [];
afterEach(() => {
  logged.length = 0;
  for (const close of opened.splice(0)) close();
});

const started = (handlers: AllHandlers, kind: "plugin" | "debug" = "plugin", platform = process.platform) =>
  startedBy(() => handlers, kind, platform);

async function startedBy(make: () => AllHandlers, kind: "plugin" | "debug", platform = process.platform) {
  const serving = await serve({
    start:
      kind === "debug" ? { kind } : { kind, clientCertificate: pem("CERTIFICATE", terraform.certificate).toString() },
    connected: () => {
      const handlers = make();
      return () => Promise.resolve(handlers);
    },
    providerAddress: "registry.terraform.io/scanform/scanform",
    env: {},
    platform,
    log: (level, words) => logged.push(`${level}: ${words}`),
  });
  opened.push(serving.close);
  return serving;
}

/** With the server's certificate, where it has one. @param own the client's; null for none */
function clientFor({ place, announcement }: Serving, own: Identity | null = terraform): TestClient {
  const isPlain = announcement.startsWith("export ");
  const certificate = isPlain ? undefined : Buffer.from(announcement.trim().split("|")[5] ?? "", "base64");
  const client = clientOf(place.network === "unix" ? `unix:${place.text}` : place.text, certificate, own ?? undefined);
  opened.push(() => {
    client.grpc.close();
  });
  return client;
}

async function socketTo({ place }: Serving): Promise<Socket> {
  const socket = connectSocket(place.text);
  opened.push(() => {
    socket.destroy();
  });
  await once(socket, "connect");
  return socket;
}

async function sessionOver(socket: Socket): Promise<ClientHttp2Session> {
  const session = connect("http://localhost", { createConnection: () => socket });
  session.on("error", () => undefined); // a connection that the other side destroys
  await once(session, "remoteSettings");
  return session;
}

const stops = { StopProvider: () => Promise.resolve({}) };
const isAlive = async (serving: Serving): Promise<void> => {
  await expect(clientFor(serving).ask("StopProvider")).resolves.toEqual({ Error: "" });
};

/** A method that is asked and does not answer before it is told to. */
function waiting() {
  let finish = (): void => undefined;
  const seen = { asked: 0 };
  const ReadResource = (): Promise<object> => {
    seen.asked += 1;
    return new Promise((resolve) => {
      finish = () => {
        resolve({});
      };
    });
  };
  return { seen, ReadResource, finish: () => finish };
}

const same = (each: Buffer): Buffer => each;

it.each(["linux", "win32"] as const)("over gRPC is healthy on %s", async (platform) => {
  const health = {
    request: message({ service: text(1) }),
    response: message({ status: choice(1, ["UNKNOWN", "SERVING"]) }),
  };
  const { grpc } = clientFor(await started({}, "plugin", platform));
  const answer = await ask(grpc, "/grpc.health.v1.Health/Check", health, { service: "plugin" });
  expect(answer).toEqual({ status: "SERVING" });
});

it("over gRPC creates separate handlers for each connection, since each is another provider block", async () => {
  let made = 0;
  const serving = await startedBy(() => {
    const own = String((made += 1));
    return { StopProvider: () => Promise.resolve({ Error: own }) };
  }, "debug");
  const [one, other] = [clientFor(serving), clientFor(serving)];
  const answers = [
    await one.ask("StopProvider", {}),
    await other.ask("StopProvider", {}),
    await one.ask("StopProvider", {}),
  ];
  expect(answers).toEqual([{ Error: "1" }, { Error: "2" }, { Error: "1" }]);
});

it("over gRPC transfers messages of many megabytes", async () => {
  const large = Buffer.alloc(5_000_000, 1);
  const client = clientFor(
    await started({ ReadResource: ({ current_state }) => Promise.resolve({ new_state: { ...current_state } }) }),
  );
  const answer = (await client.ask("ReadResource", { current_state: { msgpack: large, json: Buffer.alloc(0) } })) as {
    readonly new_state: { readonly msgpack: Uint8Array };
  };
  expect(large.equals(answer.new_state.msgpack)).toBe(true);
});

it.each([
  "/plugin.GRPCBroker/StartStream",
  `/${serviceName}/Nothing`,
  `/${serviceName}/ReadResource`,
  `/${serviceName}/ListResource`,
  "/tfplugin5.Provider/GetSchema",
  "/",
])("over gRPC reports %s, which it does not offer, as unimplemented", async (path) => {
  const { grpc } = clientFor(await started(stops, "debug"));
  const answered = new Promise((resolve) => {
    grpc.makeUnaryRequest(path, same, same, Buffer.alloc(0), resolve);
  });
  expect(await answered).toMatchObject({ code: status.UNIMPLEMENTED });
});

it("over gRPC reports a defect in words of any language without a stack trace, and goes on", async () => {
  const client = clientFor(
    await started({
      ...stops,
      ReadResource: () => Promise.reject(new Error("100 % \u00fc\n\ud800")),
    }),
  );
  await expect(client.ask("ReadResource")).rejects.toMatchObject({
    code: status.INTERNAL,
    details: "ReadResource failed inside the provider, which is a defect of it: 100 % \u00fc\n\ufffd",
  });
  expect(logged).toEqual(["error: ReadResource failed: 100 % \u00fc\n\ud800"]);
  await expect(client.ask("StopProvider")).resolves.toEqual({ Error: "" });
});

describe("a stream", () => {
  const { request, event } = streams.ListResource;
  const list = ({ grpc }: TestClient) =>
    grpc.makeServerStreamRequest(
      `/${serviceName}/ListResource`,
      (given: object) => Buffer.from(encode(request, given)),
      (bytes) => decode(event, bytes),
      { type_name: "t" },
    );

  it("a stream reports a defect after what it has passed on, and goes on", async () => {
    const ListResource: AllHandlers["ListResource"] = async function* () {
      for (const display_name of ["first", "second"]) yield await Promise.resolve({ display_name });
      throw new Error("no such thing");
    };
    const client = clientFor(await started({ ...stops, ListResource }));
    const names: unknown[] = [];
    const reading = (async () => {
      for await (const each of list(client)) names.push((each as StreamEvent<"ListResource">).display_name);
    })();
    await expect(reading).rejects.toMatchObject({
      code: status.INTERNAL,
      details: "ListResource failed inside the provider, which is a defect of it: no such thing",
    });
    expect(names).toEqual(["first", "second"]);
    expect(logged).toEqual(["error: ListResource failed: no such thing"]);
    await expect(client.ask("StopProvider")).resolves.toEqual({ Error: "" });
  });
});

it.each([
  ["a client without a certificate", null],
  ["a client with another certificate", makeIdentity(new Date())],
])("an authenticated connection is refused to %s, and the server goes on", async (_who, own) => {
  const serving = await started(stops);
  await expect(clientFor(serving, own).ask("StopProvider")).rejects.toMatchObject({ code: status.UNAVAILABLE });
  await isAlive(serving);
});

it("the server ends on Shutdown, and removes its socket", async () => {
  const serving = await started({});
  const client = clientFor(serving);
  await expect(client.shutDown()).resolves.toEqual({});
  await serving.closed;
  expect(existsSync(dirname(serving.place.text))).toBe(false);
});

it("the server ends with the last connection, also without Shutdown", async () => {
  const serving = await started(stops);
  const client = clientFor(serving);
  await client.ask("StopProvider");
  client.grpc.close();
  await serving.closed;
  expect(existsSync(dirname(serving.place.text))).toBe(false);
});

it("the server does not end while another connection is open", async () => {
  const life = pluginLifetime();
  let hasEnded = false;
  void life.ended.then(() => (hasEnded = true));
  life.asked();
  life.disconnected(1);
  await turn();
  expect(hasEnded).toBe(false);
  life.disconnected(0);
  await life.ended;
});

it("the server does not end with its clients in debug mode", async () => {
  const serving = await started(stops, "debug");
  for (let client = 0; client < 3; client += 1) {
    const { ask: asked, shutDown, grpc } = clientFor(serving);
    await expect(asked("StopProvider")).resolves.toEqual({ Error: "" });
    await shutDown();
    grpc.close();
  }
});

it("a connection answers a ping, also while a call waits", async () => {
  const { ReadResource, seen } = waiting();
  const serving = await started({ ReadResource }, "debug");
  const session = await sessionOver(await socketTo(serving));
  session.request({ ":method": "POST", ":path": `/${serviceName}/ReadResource` }).end(Buffer.alloc(5));
  await until(() => seen.asked === 1);
  const payload = await new Promise((resolve, reject) => {
    session.ping(Buffer.from("12345678"), (error, _duration, answer) => {
      if (error === null) resolve(answer.toString());
      else reject(error);
    });
  });
  expect(payload).toBe("12345678");
});

it("a connection keeps the stream of standard output open until the connection ends", async () => {
  const serving = await started(stops, "debug");
  const session = await sessionOver(await socketTo(serving));
  const stream = session.request({ ":method": "POST", ":path": "/plugin.GRPCStdio/StreamStdio" });
  stream.end(Buffer.alloc(5));
  stream.on("error", () => undefined);
  await isAlive(serving);
  expect(stream.closed).toBe(false);
  serving.close();
  await once(stream, "close");
});

it("a connection continues after a connection that broke off during a call, without an error in the log", async () => {
  const { ReadResource, seen, finish } = waiting();
  const serving = await started({ ...stops, ReadResource }, "debug");
  const socket = await socketTo(serving);
  const session = await sessionOver(socket);
  session
    .request({ ":method": "POST", ":path": `/${serviceName}/ReadResource` })
    .on("error", () => undefined)
    .end(Buffer.alloc(5));
  await until(() => seen.asked === 1);
  socket.destroy();
  await turn();
  finish()();
  await isAlive(serving);
  expect(logged.filter((line) => !line.startsWith("debug"))).toEqual([]);
});

it.each([
  ["no HTTP/2", Buffer.from("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")],
  ["a frame that is none", Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), Buffer.alloc(100, 0xff)])],
])("a connection continues after a connection that sends %s", async (_what, bytes) => {
  const serving = await started(stops, "debug");
  const socket = await socketTo(serving);
  socket.on("error", () => undefined);
  socket.resume().write(bytes);
  await once(socket, "close");
  await isAlive(serving);
});

it("a connection continues after plain text where a certificate is asked for", async () => {
  const serving = await started(stops);
  const socket = await socketTo(serving);
  socket.on("error", () => undefined);
  socket.resume().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  await once(socket, "close");
  await isAlive(serving);
});

const servers: Server[] = [];
const server = (): Server => {
  const made = createServer();
  servers.push(made);
  return made;
};
afterEach(() => {
  for (const each of servers.splice(0)) each.close();
});

async function anyPort(taken: Server): Promise<number> {
  await once(taken.listen(0, "127.0.0.1"), "listening");
  const address = taken.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

it("a socket is accessible only to the user, and removed with its folder", async () => {
  const { place, close } = await listenOnSocket(server());
  expect(place.network).toBe("unix");
  expect(statSync(dirname(place.text)).mode & 0o777).toBe(0o700);
  close();
  expect(existsSync(dirname(place.text))).toBe(false);
});

it("a socket is in /tmp when the path of the temporary folder is too long", async () => {
  const top = mkdtempSync(join(tmpdir(), "scanform-test-"));
  const long = join(top, "n".repeat(90));
  mkdirSync(long);
  const { place, close } = await listenOnSocket(server(), long);
  close();
  rmSync(top, { recursive: true });
  expect(place.text).toMatch(/^\/tmp\/scanform-[^/]+\/socket$/);
});

it("a port is the first free one of the range that terraform allows", async () => {
  const taken = await anyPort(server());
  const { place, close } = await listenOnPort(server(), {
    PLUGIN_MIN_PORT: String(taken),
    PLUGIN_MAX_PORT: String(taken + 50),
  });
  close();
  const [host, port] = place.text.split(":");
  expect(place.network).toBe("tcp");
  expect(host).toBe("127.0.0.1");
  expect(Number(port)).toBeGreaterThan(taken);
  expect(Number(port)).toBeLessThanOrEqual(taken + 50);
});

it("a port is an error when all are taken", async () => {
  const taken = String(await anyPort(server()));
  const asked = listenOnPort(server(), { PLUGIN_MIN_PORT: taken, PLUGIN_MAX_PORT: taken });
  await expect(asked).rejects.toThrow(`no free port from PLUGIN_MIN_PORT ${taken} to PLUGIN_MAX_PORT ${taken}`);
});

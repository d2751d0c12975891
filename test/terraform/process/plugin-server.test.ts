import { once } from "node:events";
import { type ClientHttp2Session, connect } from "node:http2";
import { connect as connectSocket, type Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { status } from "@grpc/grpc-js";
import { makeIdentity, pem } from "../../../src/terraform/process/certificate";
import { serve, type Serving } from "../../../src/terraform/process/serve";
import { serviceName } from "../../../src/terraform/protocol/service";
import type { AllHandlers } from "../../../src/terraform/protocol/streams";
import { until } from "../../support/until";
import { clientOf, type TestClient } from "./client";

/** What a connection does besides answering: it is pinged, breaks off, is no HTTP/2, asks for what is not offered. */

const own = makeIdentity(new Date());
const logged: string[] = [];
const opened: (() => void)[] = [];
afterEach(() => {
  logged.length = 0;
  for (const close of opened.splice(0)) close();
});

async function started(handlers: AllHandlers, kind: "plugin" | "debug" = "debug"): Promise<Serving> {
  const serving = await serve({
    start: kind === "debug" ? { kind } : { kind, clientCertificate: pem("CERTIFICATE", own.certificate).toString() },
    connected: () => () => Promise.resolve(handlers),
    providerAddress: "registry.terraform.io/scanform/scanform",
    env: {},
    platform: "linux",
    log: (level, words) => logged.push(`${level}: ${words}`),
  });
  opened.push(serving.close);
  return serving;
}

function clientFor({ place }: Serving): TestClient {
  const client = clientOf(`unix:${place.text}`);
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

async function sessionWith(serving: Serving): Promise<ClientHttp2Session> {
  return sessionOver(await socketTo(serving));
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

const raw = (grpc: TestClient["grpc"], path: string, deadline?: Date): Promise<{ readonly code: number }> =>
  new Promise((resolve) => {
    const same = (each: Buffer): Buffer => each;
    grpc.makeUnaryRequest(path, same, same, Buffer.alloc(0), { ...(deadline && { deadline }) }, (error) => {
      resolve({ code: error?.code ?? status.OK });
    });
  });

it.each(["/plugin.GRPCBroker/StartStream", `/${serviceName}/Nothing`, "/tfplugin5.Provider/GetSchema", "/"])(
  "reports %s as unimplemented",
  async (path) => {
    const { grpc } = clientFor(await started(stops));
    expect(await raw(grpc, path)).toEqual({ code: status.UNIMPLEMENTED });
  },
);

it("answers a ping, also while a call waits", async () => {
  const { ReadResource, seen } = waiting();
  const serving = await started({ ReadResource });
  const session = await sessionWith(serving);
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

it("keeps the stream of standard output open until the connection ends", async () => {
  const serving = await started(stops);
  const session = await sessionWith(serving);
  const stream = session.request({ ":method": "POST", ":path": "/plugin.GRPCStdio/StreamStdio" });
  stream.end(Buffer.alloc(5));
  stream.on("error", () => undefined);
  await isAlive(serving);
  expect(stream.closed).toBe(false);
  serving.close();
  await once(stream, "close");
});

it("goes on after the deadline of a call", async () => {
  const { ReadResource, seen, finish } = waiting();
  const serving = await started({ ...stops, ReadResource });
  const { grpc } = clientFor(serving);
  const deadline = new Date(Date.now() + 1000);
  expect(await raw(grpc, `/${serviceName}/ReadResource`, deadline)).toEqual({ code: status.DEADLINE_EXCEEDED });
  if (seen.asked > 0) finish()();
  await isAlive(serving);
  expect(logged).toEqual([]);
});

it("goes on after a connection that broke off during a call, without an error in the log", async () => {
  const { ReadResource, seen, finish } = waiting();
  const serving = await started({ ...stops, ReadResource });
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
])("goes on after a connection that sends %s", async (_what, bytes) => {
  const serving = await started(stops);
  const socket = await socketTo(serving);
  socket.on("error", () => undefined);
  socket.resume().write(bytes);
  await once(socket, "close");
  await isAlive(serving);
});

it("goes on after plain text where a certificate is asked for", async () => {
  const serving = await started(stops, "plugin");
  const socket = await socketTo(serving);
  socket.on("error", () => undefined);
  socket.resume().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  await once(socket, "close");
  const certificate = Buffer.from(serving.announcement.trim().split("|")[5] ?? "", "base64");
  const client = clientOf(`unix:${serving.place.text}`, certificate, own);
  opened.push(() => {
    client.grpc.close();
  });
  await expect(client.ask("StopProvider")).resolves.toEqual({ Error: "" });
});

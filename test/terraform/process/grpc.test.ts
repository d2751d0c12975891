import { once } from "node:events";
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from "node:http2";
import { connect as connectSocket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { answerCall, CallError, type Method, refuseCall, status } from "../../../src/terraform/process/grpc";
import { listenOnSocket } from "../../../src/terraform/process/serve";
import { until } from "../../support/until";

/** Calls as they are on the wire, by a client of HTTP/2 that knows nothing of gRPC. */

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/** A session with a server that answers every call in this way. */
async function session(answer: (stream: ServerHttp2Stream) => void): Promise<ClientHttp2Session> {
  const server = createServer();
  server.on("stream", answer);
  const { place, close } = await listenOnSocket(server);
  const made = connect("http://localhost", { createConnection: () => connectSocket(place.text) });
  opened.push(() => {
    made.destroy();
    close();
  });
  return made;
}

const sessionWith = (method: Method): Promise<ClientHttp2Session> =>
  session((stream) => {
    answerCall(stream, method);
  });

const echo: Method = (request) => Promise.resolve(request);

const call = (client: ClientHttp2Session): ClientHttp2Stream =>
  client.request({ ":method": "POST", ":path": "/service/method", "content-type": "application/grpc" });

const framed = (message: Buffer, compressed = 0): Buffer => {
  const prefix = Buffer.of(compressed, 0, 0, 0, 0);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
};

interface Answer {
  readonly code: unknown;
  readonly message: unknown;
  readonly body: Buffer;
  /** Whether the status came with the only headers. */
  readonly isTrailersOnly: boolean;
}

async function answerTo(stream: ClientHttp2Stream): Promise<Answer> {
  let headers: IncomingHttpHeaders = {};
  let trailers: IncomingHttpHeaders = {};
  stream.once("response", (given: IncomingHttpHeaders) => (headers = given));
  stream.once("trailers", (given: IncomingHttpHeaders) => (trailers = given));
  const parts: Buffer[] = [];
  stream.on("data", (part: Buffer) => parts.push(part));
  await once(stream, "close");
  expect(headers).toMatchObject({ ":status": 200, "content-type": "application/grpc" });
  const all = { ...headers, ...trailers };
  const isTrailersOnly = "grpc-status" in headers;
  const { "grpc-status": code, "grpc-message": message } = all;
  return { code, message, body: Buffer.concat(parts), isTrailersOnly };
}

it("a call is answered when its message comes byte by byte", async () => {
  const stream = call(await sessionWith(echo));
  for (const byte of framed(Buffer.from("payments-api"))) {
    stream.write(Buffer.of(byte));
    await turn();
  }
  stream.end();
  expect(await answerTo(stream)).toEqual({
    code: "0",
    message: undefined,
    body: framed(Buffer.from("payments-api")),
    isTrailersOnly: false,
  });
});

it.each([
  ["no message", Buffer.alloc(0), status.internal],
  ["two messages", Buffer.concat([framed(Buffer.from("a")), framed(Buffer.from("b"))]), status.internal],
  ["a message that is cut off", framed(Buffer.from("whole")).subarray(0, 8), status.internal],
  ["a compressed message", framed(Buffer.from("x"), 1), status.unimplemented],
])("a call with %s is refused, and its method is not called", async (_what, body, code) => {
  const method = jest.fn(echo);
  const stream = call(await sessionWith(method));
  stream.end(body);
  expect(await answerTo(stream)).toMatchObject({ code: String(code), isTrailersOnly: true });
  expect(method).not.toHaveBeenCalled();
});

it("a call that is cancelled before its message is complete has no effect", async () => {
  const method = jest.fn(echo);
  const closed: number[] = [];
  const client = await session((stream) => {
    stream.once("close", () => closed.push(stream.rstCode));
    answerCall(stream, method);
  });
  const stream = call(client);
  stream.write(framed(Buffer.from("complete, but more may come")));
  await once(client, "remoteSettings");
  await turn();
  stream.destroy(); // without its end, as close() sends it
  await until(() => closed.length === 1);
  await turn();
  expect(method).not.toHaveBeenCalled();
});

it("a call gets the text of an error, percent-encoded", async () => {
  const stream = call(await sessionWith(() => Promise.reject(new CallError(status.internal, "100 % ü\n\ud800"))));
  stream.end(framed(Buffer.alloc(0)));
  expect(await answerTo(stream)).toMatchObject({ code: "13", message: "100%20%25%20%C3%BC%0A%EF%BF%BD" });
});

it("a call gets the beginning of an error whose text is too long for headers", async () => {
  const stream = call(
    await sessionWith(() => Promise.reject(new CallError(status.internal, `first ${"\ud83d\ude00".repeat(100_000)}`))),
  );
  stream.end(framed(Buffer.alloc(0)));
  const { code, message } = await answerTo(stream);
  expect(code).toBe("13");
  expect(decodeURI(String(message))).toMatch(/^first (\ud83d\ude00){500,}…$/u);
});

it("a call that is refused unread does not hold up the others", async () => {
  const client = await session((stream) => {
    if (stream.id === 1) refuseCall(stream, new CallError(status.unimplemented, "no such method"));
    else answerCall(stream, echo);
  });
  const refused = call(client);
  refused.end(framed(Buffer.alloc(3_000_000)));
  expect(await answerTo(refused)).toMatchObject({ code: "12", isTrailersOnly: true });
  const next = call(client);
  next.end(framed(Buffer.alloc(300_000, 1)));
  expect(await answerTo(next)).toMatchObject({ code: "0", body: framed(Buffer.alloc(300_000, 1)) });
});

/** Events of 100 kB, and how many were asked for. */
function largeEvents(count: number) {
  const seen = { made: 0, isEnded: false };
  async function* events(): AsyncIterable<Uint8Array> {
    try {
      for (; seen.made < count; seen.made += 1) {
        await turn();
        yield Buffer.alloc(100_000, seen.made);
      }
    } finally {
      seen.isEnded = true;
    }
  }
  return { seen, events };
}

it("a stream of events has each event as a message, in order, and leaves no listener for each", async () => {
  const { events } = largeEvents(30);
  const listeners: number[] = [];
  const client = await session((stream) => {
    answerCall(stream, () => Promise.resolve(events()));
    stream.once("finish", () => listeners.push(stream.listenerCount("close"), stream.listenerCount("drain")));
  });
  const stream = call(client);
  stream.end(framed(Buffer.alloc(0)));
  const { code, body } = await answerTo(stream);
  expect(code).toBe("0");
  const expected = Array.from({ length: 30 }, (_none, at) => framed(Buffer.alloc(100_000, at)));
  expect(body.equals(Buffer.concat(expected))).toBe(true);
  expect(Math.max(...listeners)).toBeLessThan(5);
});

it("a stream of events may be empty", async () => {
  const { events } = largeEvents(0);
  const stream = call(await sessionWith(() => Promise.resolve(events())));
  stream.end(framed(Buffer.alloc(0)));
  expect(await answerTo(stream)).toMatchObject({ code: "0", body: Buffer.alloc(0) });
});

it("a stream of events waits for a client that does not read, and asks for no more once it is cancelled", async () => {
  const { seen, events } = largeEvents(1000);
  const client = await sessionWith(() => Promise.resolve(events()));
  const stream = call(client);
  stream.end(framed(Buffer.alloc(0)));
  await once(stream, "response");
  for (let round = 0; round < 50; round += 1) await turn();
  expect(seen.made).toBeLessThan(10);
  expect(seen.isEnded).toBe(false);
  stream.close(constants.NGHTTP2_CANCEL);
  await until(() => seen.isEnded);
  expect(seen.made).toBeLessThan(10);
});

it("a stream of events ends when the connection breaks off", async () => {
  const { seen, events } = largeEvents(1000);
  const client = await sessionWith(() => Promise.resolve(events()));
  const stream = call(client);
  stream.end(framed(Buffer.alloc(0)));
  await once(stream, "response");
  client.destroy();
  await until(() => seen.isEnded);
  expect(seen.made).toBeLessThan(1000);
});

import type { Socket } from "node:net";
import type { Emulator } from "../../../src/emulator";
import { isUuid } from "../../../src/model/uuid";
import { configurations, emulator, sender } from "../client";
import { addressed, answersIn, exchange, host, key, type Raw, sent } from "./raw";

/** Asserts a regular error response and a working emulator. */
async function soundAfter({ url }: Emulator, answer: Raw | undefined, status: number): Promise<void> {
  expect(answer?.status).toBe(status);
  expect(isUuid(answer?.headers.get("request_id") ?? "")).toBe(true);
  expect(JSON.parse(answer?.body ?? "")).toEqual({ error: expect.any(String) as string });
  expect((await sender(url)("GET", "/v1/accounts")).status).toBe(200);
}

const get = `GET /v1/accounts HTTP/1.1\r\n${host}${key}\r\n`;

test.each<[string, string | Buffer, number]>([
  ["plain text", "nonsense\r\n\r\n", 400],
  ["bytes", Buffer.from([0, 1, 2, 255, 254, 13, 10, 13, 10]), 400],
  ["the start of a TLS connection", Buffer.from("16030100c8010000c40303", "hex"), 400],
  ["an unknown method", `BREW /v1/accounts HTTP/1.1\r\n${host}\r\n`, 400],
  ["a header without a name", `GET /v1/accounts HTTP/1.1\r\n${host}: x\r\n\r\n`, 400],
  ["a header with a NUL", `GET /v1/accounts HTTP/1.1\r\n${host}X: a\u0000b\r\n\r\n`, 400],
  [
    "two content lengths",
    `POST ${configurations} HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nx`,
    400,
  ],
  ["an invalid content length", `POST ${configurations} HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`, 400],
  [
    "a length and chunks",
    `POST ${configurations} HTTP/1.1\r\n${host}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ["a head that is too large", `GET /v1/accounts HTTP/1.1\r\n${host}X: ${"x".repeat(20_000)}\r\n\r\n`, 431],
  ["a path that is too long", `GET /${"x".repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 431],
  ["an expectation", `GET /v1/accounts HTTP/1.1\r\n${host}Expect: a-cake\r\nConnection: close\r\n\r\n`, 417],
  ["a tunnel", `CONNECT localhost:1 HTTP/1.1\r\n${host}\r\n`, 405],
  ["no host", "GET /v1/accounts HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
  ["the method TRACE", `TRACE /v1/accounts HTTP/1.1\r\n${host}${key}Connection: close\r\n\r\n`, 405],
])("an invalid request such as %s is rejected", async (_, text, status) => {
  const running = await emulator();
  const [answer] = await sent(running.port, text);
  await soundAfter(running, answer, status);
});

test("an invalid request such as one with thousands of headers is rejected", async () => {
  const running = await emulator();
  const headers = Array.from({ length: 3000 }, (_, n) => `X${String(n)}: y\r\n`).join("");
  const [answer] = await sent(running.port, `GET /v1/accounts HTTP/1.1\r\n${host}${headers}\r\n`);
  await soundAfter(running, answer, 431);
});

describe("a connection that is closed early", () => {
  test.each([
    ["in the head", `GET /v1/accounts HTTP/1.1\r\n${host}X-Cut: a`],
    [
      "in the body",
      `POST ${configurations} HTTP/1.1\r\n${host}${key}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"conf`,
    ],
    [
      "in a chunk",
      `POST ${configurations} HTTP/1.1\r\n${host}${key}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{"conf`,
    ],
  ])("%s does not affect other clients", async (_, text) => {
    const { url, port } = await emulator();
    for (const end of ["end", "resetAndDestroy"] as const)
      await exchange(port, (socket) => {
        socket.write(addressed(port, text), () => socket[end]());
      });
    const { body } = await sender(url)("GET", configurations);
    expect((body as { data: unknown[] }).data).toHaveLength(2);
  });
});

describe("a slow client", () => {
  const limits = { headersMs: 150, requestMs: 300, checkedEveryMs: 30 };

  test.each([
    ["sends nothing", ""],
    ["sends half a head", "GET /v1/accounts HTTP/1.1\r\nHost: lo"],
    [
      "sends half a body",
      `POST ${configurations} HTTP/1.1\r\n${host}${key}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{"con`,
    ],
  ])("a slow client that %s gets 408 and is disconnected", async (_, text) => {
    const running = await emulator({ limits });
    const [answer] = await sent(running.port, text);
    await soundAfter(running, answer, 408);
  });

  test("a slow client that drips its headers gets 408 and is disconnected", async () => {
    const running = await emulator({ limits });
    const received = await exchange(running.port, drip);
    await soundAfter(running, answersIn(received)[0], 408);
  });

  test("a slow client does not block other clients", async () => {
    const { url, port } = await emulator({ limits });
    const slow = Array.from({ length: 50 }, () => exchange(port, drip));
    for (let n = 0; n < 20; n += 1) expect((await sender(url)("GET", "/v1/accounts")).status).toBe(200);
    await Promise.all(slow);
  });
});

/** Sends headers character by character, endlessly. */
function drip(socket: Socket): void {
  socket.write("GET /v1/accounts HTTP/1.1\r\nX: ");
  const timer = setInterval(() => socket.write("x"), 10);
  socket.on("close", () => {
    clearInterval(timer);
  });
}

test("garbage in a body whose response is on its way does not get into that response", async () => {
  const running = await emulator({ faults: [{ fault: "drip", ms: 5, method: "PUT" }] });
  const received = await exchange(running.port, (socket) => {
    const head = `PUT ${configurations} HTTP/1.1\r\n${host}${key}Transfer-Encoding: chunked\r\n\r\n`;
    socket.write(addressed(running.port, head));
    socket.once("data", () => socket.write("no chunk\r\n"));
  });
  expect(received).toMatch(/^HTTP\/1\.1 405 /);
  expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
});

test("pipelined requests get responses in order", async () => {
  const { port } = await emulator();
  const last = `GET /v1/nothing HTTP/1.1\r\n${host}${key}Connection: close\r\n\r\n`;
  const answers = await sent(port, get + get + last);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404]);
});

test("pipelined requests followed by garbage get their responses before the error", async () => {
  const running = await emulator({ faults: [{ fault: "delay", ms: 50, nth: 2 }] });
  const answers = await sent(running.port, `${get}${get}nonsense\r\n\r\n`);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400]);
  await soundAfter(running, answers[2], 400);
});

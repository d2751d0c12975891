import { request } from "node:http";
import type { Socket } from "node:net";
import { hostname } from "node:os";
import { acmeAccountId, acmeKey, type Emulator } from "../../src/emulator";
import { isOwnHost, type ListeningAddress } from "../../src/emulator/support/addresses";
import { isUuid } from "../../src/model/uuid";
import { acme, assign, bulk, configurations, emulator, members, named, open, sender, unknownId } from "./client";
import { addressed, answersIn, exchange, host, key, type Raw, sent } from "./hostile/raw";

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
  ])("a connection that is closed early %s does not affect other clients", async (_, text) => {
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

describe("a body of 40 MB", () => {
  const large = 40 * 1024 * 1024;

  test("a body of 40 MB is rejected before transmission if its length is announced", async () => {
    const { port } = await emulator();
    const head = `POST ${configurations} HTTP/1.1\r\n${host}${key}Content-Type: application/json\r\nContent-Length: ${String(large)}\r\n\r\n`;
    const received = await exchange(port, (socket) => {
      socket.write(addressed(port, `${head}{`));
      socket.on("data", () => socket.destroy());
    });
    expect(answersIn(received)[0]?.status).toBe(413);
  });

  test.each([true, false])(
    "a body of 40 MB is rejected during transmission, with its length announced: %s",
    async (announced) => {
      const { url } = await emulator();
      const before = process.memoryUsage().arrayBuffers;
      const { status, connection, peak } = await flood(url, large, announced);
      // if the emulator closed it at once, the answer could be lost
      expect([status, connection]).toEqual([413, "keep-alive"]);
      expect(peak - before).toBeLessThan(large / 2);
      expect((await sender(url)("GET", "/v1/accounts")).status).toBe(200);
    },
  );
});

/** Sends chunks for as long as the server reads them. */
const flood = (
  url: string,
  length: number,
  announced: boolean,
): Promise<{ status: number; connection: string | undefined; peak: number }> =>
  new Promise((resolve) => {
    const piece = Buffer.alloc(256 * 1024, 32);
    const headers = {
      authorization: `Bearer ${acmeKey}`,
      "content-type": "application/json",
      ...(announced ? { "content-length": length } : {}),
    };
    let [status, peak, left] = [0, 0, length];
    let connection: string | undefined;
    const sent = request(url + configurations, { method: "POST", headers, agent: false }, (answer) => {
      status = answer.statusCode ?? 0;
      connection = answer.headers.connection;
      answer.resume();
    });
    const more = (): void => {
      while (left > 0 && !sent.destroyed) {
        peak = Math.max(peak, process.memoryUsage().arrayBuffers);
        left -= piece.length;
        if (!sent.write(piece)) return;
      }
      sent.end();
    };
    sent.on("drain", more);
    // the emulator may close the connection early
    sent.on("error", () => undefined);
    sent.on("close", () => {
      resolve({ status, connection, peak });
    });
    more();
  });

describe("a deeply nested body", () => {
  const nested = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);

  test.each([
    ["lists, 100,000 levels deep", nested("[", "]", 100_000)],
    ["objects, 100,000 levels deep", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
    ["lists, 2 million levels deep and not closed", "[".repeat(2_000_000)],
    ["lists in a setting", `{"configuration":{"name":"x","configuration":{"analyzers":${nested("[", "]", 100_000)}}}}`],
  ])("a deeply nested body of %s gets 400", async (_, text) => {
    const { send } = await open();
    const { status, body } = await send("POST", configurations, text);
    expect([status, body]).toEqual([400, { error: "the body is nested more than 100 levels deep" }]);
    expect((await send("GET", "/control/requests")).status).toBe(200);
  });

  test("a deeply nested body of 100 lists is validated, without counting brackets in strings", async () => {
    const { send } = await open();
    expect((await send("POST", configurations, nested("[", "]", 100))).status).toBe(422);
    const name = `"\\"${"[{".repeat(5000)}`.replaceAll('"', "'");
    expect((await send("POST", configurations, { configuration: { name } })).status).toBe(201);
  });
});

describe("10,000 ids", () => {
  const ids = Array.from({ length: 10_000 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`);

  test("10,000 ids are each reported by bulk_update if unknown", async () => {
    const { send } = await open();
    const { status, body } = await send("POST", bulk, { configuration_ids: ids, updates: {} });
    expect(status).toBe(200);
    expect(body).toMatchObject({ updated_count: 0, total_count: 10_000 });
    expect((body as { errors: unknown[] }).errors).toHaveLength(10_000);
  });

  test("10,000 ids are rejected by assign_repositories if unknown, ten of them by name", async () => {
    const { running, send } = await open();
    const { id } = named(running, "baseline");
    const { status, body } = await send("POST", assign, { configuration_id: id, repository_ids: ids });
    expect(status).toBe(422);
    expect((body as { error: string }).error).toMatch(/; and 9,990 more$/);
  });
});

test.each([
  ["with control characters", "a\u0000b\u0007\u001b[31m\r\n\u007f\u009b"],
  ["with emoji", "\u{1f600}\u{1f468}\u200d\u{1f469}\u200d\u{1f467}"],
  ["with bidirectional control characters", "\u202eabc\u202c\u2066x\u2069\u200f"],
  ["with a lone surrogate", "\ud83d"],
  ["of 10,000 characters", "\u00e4".repeat(10_000)],
  ["that is empty", ""],
  ["that is a JavaScript property", "__proto__"],
  ["that is not in Unicode normal form", "e\u0301"],
])("the name %s is stored unchanged", async (_, name) => {
  const { running, send } = await open();
  const created = await send("POST", configurations, { configuration: { name } });
  expect(created).toMatchObject({ status: 201, body: { data: { name } } });
  const { id } = (created.body as { data: { id: string } }).data;
  expect((await send("GET", `${configurations}/${id}`)).body).toMatchObject({ data: { name } });
  expect(running.store.configurations(acmeAccountId).at(-1)?.name).toBe(name);
});

test("a name of an analyzer may be any string", async () => {
  const { send } = await open();
  const text = '{"configuration":{"name":"x","configuration":{"analyzers":{"__proto__":{},"a\\u0000":{},"":{}}}}}';
  const { body } = await send("POST", configurations, text);
  expect(JSON.stringify(body)).toContain('{"__proto__":{},"a\\u0000":{},"":{}}');
});

test("a name in a pattern is literal except for % and _", async () => {
  const { running, send } = await open();
  const { id } = named(running, "baseline");
  const before = members(running, id);
  for (const repository_pattern of ["(a+)+$", ".*", "[a-z]%", "\u0000%", "%".repeat(10_000) + "x\u{1f600}"])
    expect(await send("POST", assign, { configuration_id: id, repository_pattern })).toMatchObject({
      status: 200,
      body: { total_matched: 0 },
    });
  expect(members(running, id)).toEqual(before);
});

describe("HEAD and OPTIONS", () => {
  test.each([
    [acme + "/repositories", 200],
    [configurations, 200],
    [`${configurations}/${unknownId}`, 404],
    ["/v1/nothing", 404],
    [bulk, 405],
    ["/control/profile", 200],
  ])("HEAD %s responds %i without a body", async (path, expected) => {
    const { send } = await open();
    expect(await send("HEAD", path)).toMatchObject({ status: expected, body: undefined });
  });

  test("HEAD responds 401 without a key", async () => {
    const { url } = await emulator();
    expect((await sender(url, "nobody")("HEAD", configurations)).status).toBe(401);
  });
});

/** Sends a request with these header lines, each with the port in the place of PORT. */
async function asked({ port }: Emulator, lines: readonly string[], request = "GET /v1/accounts"): Promise<Raw> {
  const head = [`${request} HTTP/1.1`, ...lines, "Connection: close"].join("\r\n").replaceAll("PORT", String(port));
  const [answer, ...more] = await sent(port, `${head}\r\n${key}\r\n`);
  if (answer === undefined || more.length > 0) throw new Error("not one answer");
  return answer;
}

const errorOf = ({ body }: Raw): string => (JSON.parse(body) as { error: string }).error;

test.each(["localhost:PORT", "127.0.0.1:PORT", "[::1]:PORT", "LOCALHOST:PORT", "localhost.:PORT"])(
  "an emulator on 127.0.0.1 responds to the host %s",
  async (host) => {
    expect((await asked(await emulator(), [`Host: ${host}`])).status).toBe(200);
  },
);

test.each([
  "evil.example:PORT",
  "localhost.evil.example:PORT",
  "127.0.0.1.evil.example:PORT",
  "evil-localhost:PORT",
  "localhost:1",
  "localhost",
  "127.0.0.1",
  "0.0.0.0:PORT",
  "[::]:PORT",
  "192.0.2.1:PORT",
  "127.0.0.2:PORT",
])("an emulator on 127.0.0.1 refuses the host %s on every path, and says which one to use", async (host) => {
  const { running, send } = await open();
  const before = running.snapshot();
  for (const request of [
    "GET /v1/accounts",
    `GET ${acme}/configurations`,
    "GET /control/seed",
    "POST /control/reset",
    `GET /dashboard/accounts/${acmeAccountId}/webhooks`,
    "GET /downloads/sboms/x.y",
    "GET /api-docs/index.html",
    "GET /nothing",
  ]) {
    const answer = await asked(running, [`Host: ${host}`], request);
    expect(answer.status).toBe(403);
    const port = String(running.port);
    expect(errorOf(answer)).toBe(
      `this emulator listens on 127.0.0.1:${port} and the Host header names another: ask it as http://127.0.0.1:${port} or http://localhost:${port}`,
    );
  }
  expect(running.snapshot()).toEqual(before);
  expect(running.requests).toEqual([]);
  expect((await send("GET", "/v1/accounts")).status).toBe(200);
});

test.each([
  ["the request target", ["Host: localhost:PORT"], "GET http://evil.example/v1/accounts"],
  ["the header beside its own request target", ["Host: evil.example:PORT"], "GET http://localhost:PORT/v1/accounts"],
  ["the first of two headers", ["Host: evil.example:PORT", "Host: localhost:PORT"], "GET /v1/accounts"],
])("an emulator on 127.0.0.1 refuses another host in %s", async (_, lines, request) => {
  const running = await emulator();
  const answer = await asked(running, lines, request.replace("PORT", String(running.port)));
  expect(answer.status).toBe(403);
});

test.each([
  ["HTTP/1.1 without a host", "GET /v1/accounts HTTP/1.1"],
  ["HTTP/1.0 without a host", "GET /v1/accounts HTTP/1.0"],
  ["an empty host", "GET /v1/accounts HTTP/1.1\r\nHost:"],
  ["a user name before the host", "GET /v1/accounts HTTP/1.1\r\nHost: me@localhost:PORT"],
  ["a path after the host", "GET /v1/accounts HTTP/1.1\r\nHost: localhost:PORT/x"],
])("an emulator on 127.0.0.1 responds 400 or 403 to %s", async (_, head) => {
  const running = await emulator();
  const [answer] = await sent(
    running.port,
    `${head.replace("PORT", String(running.port))}\r\n${key}Connection: close\r\n\r\n`,
  );
  expect([400, 403]).toContain(answer?.status);
});

test.each(["203.0.113.7:PORT", "203.0.113.7:8080", "[2001:db8::7]:PORT", "localhost:PORT", `${hostname()}:PORT`])(
  "an emulator on all addresses responds to the host %s",
  async (host) => {
    expect((await asked(await emulator({ host: "0.0.0.0" }), [`Host: ${host}`])).status).toBe(200);
  },
);

test.each(["evil.example:PORT", "203.0.113.7.evil.example:PORT", `evil.${hostname()}:PORT`])(
  "an emulator on all addresses refuses the host %s without the name of its machine",
  async (host) => {
    const running = await emulator({ host: "0.0.0.0" });
    const answer = await asked(running, [`Host: ${host}`]);
    expect(answer.status).toBe(403);
    expect(errorOf(answer)).toBe(
      `this emulator listens on 0.0.0.0:${String(running.port)} and the Host header names another: ask it by an IP address, localhost, or the name of its machine`,
    );
  },
);

test("an emulator on all addresses refuses a page of another IP address", async () => {
  const running = await emulator({ host: "0.0.0.0" });
  const answer = await asked(running, ["Host: 127.0.0.1:PORT", "Origin: http://192.0.2.1:PORT"]);
  expect(answer.status).toBe(403);
});

describe("isOwnHost", () => {
  const on = (address: string, port = 3000, host = address): ListeningAddress => ({ host, address, port });

  test.each<[string, string, ListeningAddress, boolean]>([
    ["no port means 80", "localhost", on("127.0.0.1", 80), true],
    ["port 80 may be named", "localhost:80", on("127.0.0.1", 80), true],
    ["443 is not the default port", "localhost", on("127.0.0.1", 443), false],
    ["the port of an IPv6 address", "[::1]:3000", on("::1"), true],
    ["an IPv6 address without a port", "[::1]", on("::1", 80), true],
    ["a given name", "Findings.Local:3000", on("127.0.0.1", 3000, "findings.local"), true],
    ["a name that is not given", "findings.local:3000", on("127.0.0.1"), false],
    ["another loopback address that is given", "127.0.0.2:3000", on("127.0.0.2"), true],
    ["the address behind a given name", "192.0.2.1:3000", on("192.0.2.1", 3000, "box.local"), true],
    ["localhost, where it listens on another address", "localhost:3000", on("192.0.2.1"), false],
    ["any IPv6 address", "[2001:db8::1]:3000", on("::"), true],
    ["another name", "box.local:3000", on("::"), false],
  ])("isOwnHost judges %s", (_, header, listening, expected) => {
    expect(isOwnHost(header, listening)).toBe(expected);
  });
});

import { hostname } from "node:os";
import { type ListeningAddress, isOwnHost } from "../../../src/emulator/support/addresses";
import { acmeAccountId, type Emulator } from "../../../src/emulator";
import { acme, emulator, open } from "../client";
import { key, type Raw, sent } from "./raw";

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

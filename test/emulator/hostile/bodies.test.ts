import { request } from "node:http";
import { acmeAccountId, acmeKey } from "../../../src/emulator";
import { acme, assign, bulk, configurations, emulator, members, named, open, sender, unknownId } from "../client";
import { addressed, answersIn, exchange, host, key } from "./raw";

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

import { once } from "node:events";
import { readOnly } from "../../src/service/transport";
import { mute } from "./mute";
import { canary, failureOf, request, saying, serving, transportTo } from "./server";

const get = request("GET", "/v1/x");
const patch = request("PATCH", "/v1/x", { repeatable: true });
const remove = request("DELETE", "/v1/x", { repeatable: true, anyBody: true });

const answering = async (...answer: Parameters<typeof saying>) => transportTo((await serving(saying(...answer))).url);

test.each([200, 201, 299])("status %d is a success", async (status) => {
  const transport = await answering(status, { a: 1 });
  expect(await transport.send(get)).toStrictEqual({ status, body: { a: 1 } });
});

test.each([300, 304, 399])("status %d is a redirect", async (status) => {
  const error = await failureOf((await answering(status, "")).send(get));
  expect(error.message).toContain(`status ${String(status)}, a redirect`);
  expect(error.diagnostics).toMatchObject([{ code: "service-answer" }]);
});

test.each([
  [401, "unauthorized"],
  [400, "service-error"],
  [500, "service-error"],
])("status %d is an error with the code %s and a default text", async (status, code) => {
  const error = await failureOf((await answering(status, {})).send(get));
  expect(error.diagnostics).toMatchObject([{ code }]);
  expect(error.message).toMatch(new RegExp(`GET /v1/x: status ${String(status)}($|\\. Check SCANFORM_API_KEY)`));
});

test("Retry-After is relative to the Date of the answer", async () => {
  const [date, after] = [1_700_000_000_000, 1_700_000_007_000].map((at) => new Date(at).toUTCString());
  const transport = await answering(503, {}, { date: date ?? "", "retry-after": after ?? "" });
  expect((await failureOf(transport.send(get))).retryAfter).toBe(7000);
});

test("returns the request id, without the key", async () => {
  expect(await (await answering(200, {}, { request_id: "r-1" })).send(get)).toMatchObject({ requestId: "r-1" });
  expect(await (await answering(200, {}, { request_id: canary })).send(get)).toMatchObject({ requestId: "***" });
});

test("removes the key from answers to writes, and refuses what is read with it in it", async () => {
  const transport = await answering(200, { name: `of ${canary}` });
  const { message, diagnostics } = await failureOf(transport.send(get));
  expect(diagnostics).toMatchObject([{ code: "service-answer" }]);
  expect(message).toContain("the answer contains the API key, which is not shown or stored");
  expect(message).not.toContain(canary);
  expect((await transport.send(patch)).body).toEqual({ name: "of ***" });
});

test.each(["", "deleted", "deleted: 3 < 5", "{", "<5 are left".slice(1)])(
  "ignores the body %j when none is documented",
  async (text) => {
    expect(await (await answering(200, text)).send(remove)).toStrictEqual({ status: 200, body: undefined });
  },
);

test.each(["<html>", "\n  <html>", "<"])(
  "takes the body %j for the page of a proxy when none is documented",
  async (text) => {
    expect((await failureOf((await answering(200, text)).send(remove))).message).toContain("the answer is not JSON");
  },
);

test.each([
  ["[1, 2", "the answer is JSON that is cut off", "lost"],
  [' {"a": 1', "the answer is JSON that is cut off", "lost"],
  ['{"a": 1}}', "the answer is not JSON", "lost"],
  ['{"a": 1}} \n ', "the answer is not JSON", "lost"],
  ["ok {", "the answer is not JSON", undefined],
  ["x[", "the answer is not JSON", undefined],
])("tells the text %j from JSON that was cut off", async (text, words, fault) => {
  const error = await failureOf((await answering(200, text)).send(get));
  expect(error.message).toContain(words);
  expect(error.fault).toBe(fault);
  expect(error.diagnostics).toMatchObject([{ code: "service-answer" }]);
});

test("an answer that is nested too deep has come whole", async () => {
  const error = await failureOf((await answering(200, "[".repeat(200))).send(get));
  expect(error.message).toContain("nested more than 100 levels deep");
  expect(error.fault).toBeUndefined();
});

test("a failure says how long it took", async () => {
  const { url } = await serving((incoming) => incoming.socket.destroy());
  const times = [1000, 1250, 1300, 1400];
  const clock = { now: () => times.shift() ?? 0, sleep: () => Promise.resolve() };
  expect((await failureOf(transportTo(url, { clock }).send(get))).waited).toBe(50);
});

describe("a service that accepts connections and says nothing", () => {
  test("does not keep a request that was aborted before", async () => {
    const { url } = await mute();
    const sent = failureOf(transportTo(url).send({ ...get, signal: AbortSignal.abort() }));
    const later = new Promise((resolve) => setTimeout(resolve, 3000, "still waiting").unref());
    expect(await Promise.race([sent, later])).toMatchObject({ fault: "interrupted" });
  });

  test("does not keep a connection of a read-only client that is closed", async () => {
    const { url, connected, sockets } = await mute();
    const transport = transportTo(url, { readOnly: true });
    const failed = failureOf(transport.send(get));
    await connected;
    await transport.close();
    await Promise.all(sockets.map((socket) => once(socket, "close")));
    expect((await failed).message).toContain("the client is closed");
  });
});

test("says when an answer has no content type", async () => {
  const { url } = await serving((_request, response) => response.writeHead(200).end("ok"));
  expect((await failureOf(transportTo(url).send(get))).message).toContain("(no content type; status 200)");
});

test("accepts an answer up to the limit, and no longer", async () => {
  const { url } = await serving(saying(200, `"${"x".repeat(98)}"`));
  expect((await transportTo(url, { maxResponseBytes: 100 }).send(get)).status).toBe(200);
  const error = await failureOf(transportTo(url, { maxResponseBytes: 99 }).send(get));
  expect(error.message).toContain("the answer is longer than 99 bytes, which is more than is taken");
});

test("a read-only transport names the rejected request, and closes the transport below it", async () => {
  const transport = await answering(200, {});
  const looking = readOnly(transport);
  await expect(looking.send(patch)).rejects.toThrow("PATCH /v1/x was not sent. This client is read-only.");
  await looking.close();
  expect((await failureOf(transport.send(get))).message).toContain("the client is closed");
  await transport.close();
});

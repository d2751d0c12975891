import { inspect } from "node:util";
import { accountId } from "../../src/model/ids";
import { ApiKey } from "../../src/diagnostics/api-key";
import { canary, client, failureOf, saying, serving } from "./server";

const key = new ApiKey(canary);

test("the key is sent in the Authorization header", () => {
  expect(key.authorization()).toBe(`Bearer ${canary}`);
});

test.each<readonly [string, (held: ApiKey) => string]>([
  ["String", String],
  ["a template", (held) => `key: ${held as unknown as string}`],
  ["concatenation", (held) => "key: ".concat(held as unknown as string)],
  ["JSON", (held) => JSON.stringify(held)],
  ["JSON, nested", (held) => JSON.stringify({ a: [{ held }] })],
  ["inspect", inspect],
  ["inspect, nested", (held) => inspect({ a: [{ held }] }, { depth: 9, showHidden: true })],
  ["inspect of a map", (held) => inspect(new Map([[held, { held }]]))],
  ["an error", (held) => inspect(new Error("x", { cause: { held } }), { depth: 9 })],
])("the key prints as *** through %s", (_how, show) => {
  expect(show(key)).toContain("***");
  expect(show(key)).not.toContain(canary);
});

test("the key is not in a copy of its properties", () => {
  expect(JSON.stringify([Object.entries(key), Object.assign({}, key), structuredClone(key)])).toBe("[[],{},{}]");
});

test("redact replaces the key everywhere in a text, whatever its characters", () => {
  expect(new ApiKey("a+$&(b").redact("x a+$&(b y a+$&(b")).toBe("x *** y ***");
  expect(key.redact("nothing here")).toBe("nothing here");
});

const everything = (error: Error): string =>
  [
    error.message,
    error.stack,
    String(error),
    JSON.stringify(error),
    inspect(error, { depth: 20, showHidden: true }),
  ].join();

test.each([
  ["its error text", saying(403, { error: `no: Authorization: Bearer ${canary}` })],
  ["a long error text that is cut", saying(500, { error: `${"x".repeat(1990)}${canary}` })],
  ["its error text, escaped", saying(400, `{"error": "${canary.replace("c", "\\u0063")}"}`)],
  ["a long error text, escaped", saying(400, `{"error": "${"x".repeat(1990)}${canary.replace("c", "\\u0063")}"}`)],
  ["the answer to a wrong key", saying(401, { error: canary })],
  ["the request_id", saying(404, {}, { request_id: canary })],
  ["the content type", saying(200, "<html>", { "content-type": `text/${canary}` })],
  ["a body that is not JSON", saying(200, `<html>${canary}`)],
  [
    "a status line",
    (_request: unknown, response: { writeHead: (s: number, m: string) => { end: () => void } }) => {
      response.writeHead(500, canary).end();
    },
  ],
  ["a redirect", saying(302, canary, { location: `/${canary}` })],
])("the key is not printed when the service repeats it in %s", async (_where, answer) => {
  const error = await failureOf(client((await serving(answer)).url).repositories(accountId("a")));
  expect(everything(error)).not.toContain(canary);
  expect(everything(error)).not.toContain(canary.slice(0, 9));
});

test("the key is in no error about an answer that is not HTTP", async () => {
  const { url } = await serving(({ socket, headers }) => socket.end(`SSH-2.0 ${headers.authorization ?? ""}\r\n`));
  expect(everything(await failureOf(client(url).accounts()))).not.toContain(canary);
});

test("the key is in no error about a failed connection", async () => {
  const { url } = await serving((request) => request.socket.destroy());
  expect(everything(await failureOf(client(url).accounts()))).not.toContain(canary);
  const odd = new ApiKey(`${canary}\n`);
  const { url: silent, asked } = await serving(() => undefined);
  expect(everything(await failureOf(client(silent, { apiKey: odd }).accounts()))).not.toContain(canary);
  expect(asked).toEqual([]);
});

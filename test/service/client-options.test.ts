import { ServiceClient, type ServiceClientOptions } from "../../src/service";
import { client, failureOf, saying, serving } from "./server";

const fine: ServiceClientOptions = { baseUrl: "http://127.0.0.1:1", apiKey: "canary-5d0b7a39c2e14f68" };

test.each<readonly [keyof ServiceClientOptions, number, number, string]>([
  ["timeout", 1, 3_600_000, "a number from 1 to 3600000"],
  ["attempts", 1, 100, "a whole number from 1 to 100"],
  ["longestWait", 0, 86_400_000, "a number from 0 to 86400000"],
  ["concurrency", 1, 1000, "a whole number from 1 to 1000"],
  ["maxResponseBytes", 1, Number.MAX_SAFE_INTEGER, "a whole number from 1 to 9007199254740991"],
])("%s accepts %d to %d, and the error states this range", async (name, least, most, words) => {
  const made = (value: number) => new ServiceClient({ ...fine, [name]: value });
  for (const value of [least, most]) await made(value).close();
  const fraction = words.startsWith("a whole") ? [least + 0.5] : [];
  for (const value of [least - 1, most + 1, Number.NaN, Number.POSITIVE_INFINITY, ...fraction])
    expect(() => made(value)).toThrow(`${name} must be ${words}.`);
});

test.each(["", "a\n"])("rejects the key %j, which does not fit into a header", (apiKey) => {
  expect(() => new ServiceClient({ ...fine, apiKey })).toThrow(
    expect.objectContaining({
      diagnostics: [
        expect.objectContaining({
          code: "no-api-key",
          detail:
            "The API key is empty, or holds characters that no key has, such as a line break in the middle. Set it again.",
        }),
      ],
    }) as Error,
  );
});

test("rejects the HTML page of a proxy for operations without a documented body", async () => {
  const html = "\n <!doctype html><title>Sign in</title>";
  const { url } = await serving((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(html);
  });
  const service = client(url);
  for (const call of [
    service.triggerDeepscan("a", "r"),
    service.setTriage("a", "f", "wont_fix"),
    service.removeTriage("a", "f"),
    service.deleteConfiguration("a", "c"),
  ])
    expect((await failureOf(call)).message).toContain("the answer is not JSON");
});

test("as many requests are under way at once as `concurrency` says, also more than the standard", async () => {
  const waiting: (() => void)[] = [];
  const { url } = await serving((asked, response) => {
    waiting.push(() => {
      saying(200, { data: [] })(asked, response);
    });
    if (waiting.length === 12) for (const answer of waiting) answer();
  });
  const service = client(url, { concurrency: 12, timeout: 10_000 });
  const lists = await Promise.all(Array.from({ length: 12 }, () => service.repositories("a")));
  expect(lists).toHaveLength(12);
});

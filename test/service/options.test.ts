import { ServiceClient, type ServiceClientOptions } from "../../src/service";
import { client, failureOf, saying, serving } from "./server";

const fine: ServiceClientOptions = { baseUrl: "http://127.0.0.1:1", apiKey: "canary-5d0b7a39c2e14f68" };

test.each<[keyof ServiceClientOptions, number]>([
  ["concurrency", 0],
  ["concurrency", -1],
  ["concurrency", 1.5],
  ["concurrency", Number.NaN],
  ["timeout", Number.NaN],
  ["timeout", Number.POSITIVE_INFINITY],
  ["timeout", 0],
  ["timeout", 1e12],
  ["attempts", 0],
  ["longestWait", -1],
  ["maxResponseBytes", -1],
])("%s: %d is refused, saying what it may be", (name, value) => {
  expect(() => new ServiceClient({ ...fine, [name]: value })).toThrow(
    expect.objectContaining({
      diagnostics: [
        expect.objectContaining({
          code: "argument-invalid",
          detail: expect.stringMatching(`^${name} must be`) as string,
        }),
      ],
    }) as Error,
  );
});

test("a page of a proxy is no answer, though the specification shows no body", async () => {
  const html = "<!doctype html><title>Sign in</title>";
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

test("a DELETE that is told to wait and then finds nothing has deleted nothing", async () => {
  let asked = 0;
  const { url } = await serving((request, response) => {
    asked += 1;
    saying(asked === 1 ? 429 : 404, { error: "no" })(request, response);
  });
  expect((await failureOf(client(url, { attempts: 5, random: () => 0 }).deleteConfiguration("a", "c"))).status).toBe(
    404,
  );
});

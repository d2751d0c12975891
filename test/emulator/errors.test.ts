import { request } from "node:http";
import { connect } from "node:net";
import { acmeKey, globexAccountId } from "../../src/emulator";
import { isUuid } from "../../src/model/uuid";
import { acme, acmeSeed, configurations, emulator, sender, unknownId } from "./client";

const bulk = `${configurations}/bulk_update`;
const assign = `${configurations}/assign_repositories`;

describe("authentication", () => {
  test.each([
    ["a missing key", {}],
    ["another scheme", { authorization: `Basic ${acmeKey}` }],
    ["an unknown key", { authorization: "Bearer nobody" }],
    ["the name of an object property", { authorization: "Bearer constructor" }],
    ["an empty key", { authorization: "Bearer " }],
    ["a key with a suffix", { authorization: `Bearer ${acmeKey} x` }],
  ])("responds 401 to %s", async (_, headers: Record<string, string>) => {
    const { url } = await emulator();
    for (const path of ["/v1/accounts", configurations]) {
      const answer = await fetch(url + path, { headers });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      expect(await answer.json()).toEqual({ error: "the API key is missing or not valid" });
    }
  });

  test("accepts the scheme in any case", async () => {
    const { url } = await emulator();
    expect((await sender(url)("GET", "/v1/accounts", undefined, { authorization: `bearer ${acmeKey}` })).status).toBe(
      200,
    );
  });
});

test.each([
  [globexAccountId, 403, "the key does not reach this account"],
  [unknownId, 404, "not found"],
  ["not-a-uuid", 404, "not found"],
  ["%00", 404, "not found"],
  ["__proto__", 404, "not found"],
])("the account %s, which the key cannot access, gets %i", async (id, expected, error) => {
  const { url } = await emulator();
  for (const list of [
    "repositories",
    "analyzers",
    "custom_policies",
    "configurations",
    `configurations/${unknownId}`,
  ]) {
    const { status, body } = await sender(url)("GET", `/v1/accounts/${id}/${list}`);
    expect([status, body]).toEqual([expected, { error }]);
  }
});

test.each(["/", "/v1", "/v1/nothing", "/v2/accounts", "/v1/accounts/", `${acme}/scans`, `${configurations}/a/b`])(
  "responds 404 to the path %s",
  async (path) => {
    const { url } = await emulator();
    const { status, body } = await sender(url)("GET", path);
    expect([status, body]).toEqual([404, { error: "there is nothing at this path" }]);
  },
);

test.each([
  ["POST", "/v1/accounts", "GET"],
  ["DELETE", `${acme}/repositories`, "GET"],
  ["PUT", `${acme}/analyzers`, "GET"],
  ["PATCH", `${acme}/custom_policies`, "GET"],
  ["DELETE", configurations, "GET, POST"],
  ["POST", `${configurations}/${unknownId}`, "GET, PUT, PATCH, DELETE"],
  ["GET", bulk, "POST"],
  ["DELETE", bulk, "POST"],
  ["GET", assign, "POST"],
  ["OPTIONS", assign, "POST"],
])("responds 405 to %s %s with the allowed methods", async (method, path, allowed) => {
  const { url } = await emulator();
  const { status, headers, body } = await sender(url)(method, path);
  expect(status).toBe(405);
  expect(headers.get("allow")).toBe(allowed);
  expect(body).toEqual({ error: `only ${allowed} can be used here` });
});

const writes: readonly (readonly [string, string])[] = [
  ["POST", configurations],
  ["PUT", `${configurations}/${acmeSeed.configurations?.[0]?.id ?? ""}`],
  ["PATCH", `${configurations}/${acmeSeed.configurations?.[0]?.id ?? ""}`],
  ["POST", bulk],
  ["POST", assign],
];

describe.each(writes)("the body of %s %s", (method, path) => {
  test.each(["", "{", "nothing", '{"a":1}x', '{"a":\u0000}'])("responds 400 to %j, which is not JSON", async (text) => {
    const { url } = await emulator();
    const { status, body } = await sender(url)(method, path, text);
    expect([status, body]).toEqual([400, { error: "the body is not JSON" }]);
  });

  test("responds 400 to invalid UTF-8", async () => {
    const { url } = await emulator();
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${acmeKey}`, "content-type": "application/json" },
      body: Buffer.from([0x22, 0xff, 0x22]),
    });
    expect(answer.status).toBe(400);
  });

  test.each(["text/plain", "application/jsonx", "application/x-www-form-urlencoded"])(
    "responds 415 to %s",
    async (type) => {
      const { url } = await emulator();
      const { status, body } = await sender(url)(method, path, "{}", { "content-type": type });
      expect([status, body]).toEqual([415, { error: "the body must be application/json" }]);
    },
  );

  test("accepts a charset in the content type", async () => {
    const { url } = await emulator();
    const { status } = await sender(url)(method, path, "{}", { "content-type": "Application/JSON; charset=utf-8" });
    expect(status).toBe(422);
  });

  test.each(["[]", "null", '"x"', "1"])("responds 422 to %s", async (text) => {
    const { url } = await emulator();
    const { status, body } = await sender(url)(method, path, text);
    expect(status).toBe(422);
    expect(body).toEqual({ error: expect.stringMatching(/^the body: /) as string });
  });

  test("responds 413 above 5 MB, with and without a content length", async () => {
    const { url } = await emulator();
    const large = `"${"x".repeat(5 * 1024 * 1024)}"`;
    const announced = await sender(url)(method, path, large);
    expect([announced.status, announced.body]).toEqual([413, { error: "the body is larger than 5242880 bytes" }]);
    expect(await statusOfStream(url, method, path, large)).toBe(413);
    const largest = `"${"x".repeat(5 * 1024 * 1024 - 2)}"`;
    expect((await sender(url)(method, path, largest)).status).toBe(422);
  });
});

/** Sends in chunks, without a content-length. */
const statusOfStream = (url: string, method: string, path: string, text: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${acmeKey}`, "content-type": "application/json" };
    const sent = request(url + path, { method, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on("error", reject);
    for (let at = 0; at < text.length; at += 65_536) sent.write(text.slice(at, at + 65_536));
    sent.end();
  });

const settings = (value: unknown) => ({ configuration: { name: "x", configuration: value } });

test.each([
  ["POST", configurations, {}, "configuration: "],
  ["POST", configurations, { configuration: {} }, "configuration.name: "],
  ["POST", configurations, { configuration: { name: null } }, "configuration.name: "],
  ["POST", configurations, { name: "x", configuration: { name: "x" } }, "name: is not a known field"],
  [
    "POST",
    configurations,
    { configuration: { name: "x", comment: "silent" } },
    "configuration.comment: is not a known",
  ],
  ["POST", configurations, settings(null), "configuration.configuration: "],
  [
    "POST",
    configurations,
    settings({ comment: "loud" }),
    "configuration.configuration.comment: Invalid option: expected",
  ],
  [
    "POST",
    configurations,
    settings({ risk_threshold: 1.5 }),
    "configuration.configuration.risk_threshold: must be a whole",
  ],
  ["POST", configurations, settings({ other: 1 }), "configuration.configuration.other: is not a known field"],
  [
    "POST",
    configurations,
    settings({ analyzers: { "a-b": { enabled: 1 } } }),
    'configuration.configuration.analyzers["a-b"].enabled: ',
  ],
  [
    "POST",
    configurations,
    settings({ analyzers: { a: { excludes: [1] } } }),
    "configuration.configuration.analyzers.a.excludes[0]: ",
  ],
  [
    "POST",
    configurations,
    settings({ code_policies: [{ enabled: true }] }),
    "configuration.configuration.code_policies[0].id: ",
  ],
  [
    "POST",
    configurations,
    settings({ notifications: { integration_names: [] } }),
    "configuration.configuration.notifications.integration_names: is not",
  ],
  ["POST", configurations, { configuration: { name: "x" }, repositories: ["x"] }, "repositories[0]: must be a UUID"],
  ["PUT", `${configurations}/${unknownId}`, { configuration: {} }, "configuration.name: "],
  ["PATCH", `${configurations}/${unknownId}`, settings({ comment: null }), "configuration.configuration.comment: "],
  ["POST", bulk, { updates: {} }, "configuration_ids: "],
  ["POST", bulk, { configuration_ids: [] }, "updates: "],
  ["POST", bulk, { configuration_ids: ["x"], updates: {} }, "configuration_ids[0]: must be a UUID"],
  ["POST", bulk, { configuration_ids: [], updates: { name: "x" } }, "updates.name: is not a known field"],
  ["POST", assign, { repository_names: [] }, "configuration_id: "],
  ["POST", assign, { configuration_id: unknownId, repository_names: "x" }, "repository_names: "],
  ["POST", assign, { configuration_id: unknownId, repository_pattern: 1 }, "repository_pattern: "],
])("%s %s with %j responds 422 with the path", async (method, path, body, start) => {
  const { url } = await emulator();
  const answer = await sender(url)(method, path, body);
  expect(answer.status).toBe(422);
  expect((answer.body as { error: string }).error.slice(0, start.length)).toBe(start);
});

test("lists the first ten of many problems", async () => {
  const { url } = await emulator();
  const ids = Array.from({ length: 12 }, () => "x");
  const { body } = await sender(url)("POST", bulk, { configuration_ids: ids, updates: {} });
  const { error } = body as { error: string };
  expect(error.split("; ")).toHaveLength(11);
  expect(error.endsWith("; and 2 more")).toBe(true);
});

test("responds 500 without details to an unexpected exception", async () => {
  const { url, store, requests } = await emulator({ mayFail: true });
  Object.assign(store, {
    accountsOfKey() {
      throw new Error("a detail of our insides");
    },
  });
  const { status, headers, body } = await sender(url)("GET", "/v1/accounts");
  expect([status, body]).toEqual([500, { error: "internal error" }]);
  expect(isUuid(headers.get("request_id") ?? "")).toBe(true);
  expect(requests).toEqual([expect.objectContaining({ status: 500 })]);
});

describe("request_id", () => {
  test("is a new UUID in every response of any status", async () => {
    const { url } = await emulator();
    const id = acmeSeed.configurations?.[1]?.id ?? "";
    const answers = [
      await sender(url)("GET", "/v1/accounts"),
      await sender(url)("POST", configurations, { configuration: { name: "x" } }),
      await sender(url)("DELETE", `${configurations}/${id}`),
      await sender(url)("POST", configurations, "{"),
      await sender(url, "nobody")("GET", "/v1/accounts"),
      await sender(url)("GET", "/v1/nothing"),
      await sender(url)("POST", "/v1/accounts"),
      await sender(url)("POST", configurations, "x".repeat(6_000_000)),
      await sender(url)("POST", configurations, "{}", { "content-type": "text/plain" }),
      await sender(url)("POST", configurations, {}),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 201, 204, 400, 401, 404, 405, 413, 415, 422]);
    const ids = answers.map(({ headers }) => headers.get("request_id") ?? "");
    expect(ids.every(isUuid)).toBe(true);
    expect(new Set(ids).size).toBe(answers.length);
  });

  test.each([
    ["malformed HTTP", "nonsense\r\n\r\n"],
    ["an invalid host", "GET /v1/accounts HTTP/1.1\r\nHost: a/b\r\n\r\n"],
    ["an invalid path", "GET \\v1 HTTP/1.1\r\nHost: localhost\r\n\r\n"],
  ])("is in the response to %s too", async (_, text) => {
    const { port } = await emulator();
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, "127.0.0.1", () => socket.write(text));
      socket.once("data", (data) => {
        resolve(String(data));
        socket.destroy();
      });
      socket.on("error", reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/\r\nrequest_id: [0-9a-f]{8}-[0-9a-f-]{27}\r\n/);
    expect(answer).toMatch(/\{"error":"[^"]+"\}/);
  });
});

test.each<[string, string, unknown, string]>([
  ["GET", `${acme}/all_findings`, undefined, "days: is required"],
  ["GET", `${acme}/all_findings?severity=high`, undefined, "days: is required"],
  ["POST", `${acme}/findings/${unknownId}/triage`, {}, "triage_category: is required"],
  ["POST", configurations, { configuration: {} }, "configuration.name: is required"],
  ["POST", `${configurations}/bulk_update`, { updates: {} }, "configuration_ids: is required"],
  ["POST", "/control/clock", {}, "advance_seconds: is required"],
])("%s %s with %j names the missing field", async (method, path, body, error) => {
  const { url } = await emulator();
  expect(await sender(url)(method, path, body)).toMatchObject({ status: 422, body: { error } });
});

test.each<[string, RegExp]>([
  [`${acme}/all_findings?days=many`, /^days: Invalid input: expected number/],
  [`${acme}/all_findings?days=1&finding_type=x`, /^finding_type: Invalid option/],
])("GET %s names the invalid parameter", async (path, error) => {
  const { url } = await emulator();
  const answer = await sender(url)("GET", path);
  expect(answer.status).toBe(422);
  expect((answer.body as { error: string }).error).toMatch(error);
});

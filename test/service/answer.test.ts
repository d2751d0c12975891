import type { RequestListener } from "node:http";
import { accountId, configurationId } from "../../src/model/ids";
import { retryAfter } from "../../src/service/answer";
import type { ServiceClient } from "../../src/service/service-client";
import { client, failureOf, saying, serving } from "./server";

const account = accountId("a");
const id = configurationId("c");
const configurations = async (answer: RequestListener) => client((await serving(answer)).url).configurations(account);

test.each([
  [
    "HTML with 200",
    saying(200, "<html>Log in</html>", { "content-type": "text/html" }),
    "the answer is not JSON (text/html; status 200)",
  ],
  ["text", saying(200, "ok", { "content-type": "text/plain" }), "the answer is not JSON (text/plain"],
  [
    "JSON that is cut off",
    saying(200, '{"data": [{"id": "x", "na'),
    "the answer is JSON that is cut off (application/json",
  ],
  ["a list that is cut off", saying(200, '[{"id": 1}, '), "the answer is JSON that is cut off"],
  [
    "JSON that is nested too deep",
    saying(200, `{"data": ${"[".repeat(20_000)}${"]".repeat(20_000)}}`),
    "the answer is nested more than 100 levels deep in JSON at position 108 (application/json; status 200)",
  ],
  ["an empty body", saying(200, ""), "not of the documented shape: the answer: "],
  ["204", saying(204, ""), "not of the documented shape: the answer: "],
  ["null", saying(200, "null"), "the answer: "],
  ["a bare list", saying(200, []), "the answer: "],
  ["no data", saying(200, {}), ": data: "],
  ["data that is null", saying(200, { data: null }), ": data: "],
  ["data that is an object", saying(200, { data: {} }), ": data: "],
  ["an item that is null", saying(200, { data: [{ id: "x" }, null] }), ": data: "],
  ["no id", saying(200, { data: [{ id: "x" }, { name: "x" }] }), ": data[1].id: "],
  ["an id that is null", saying(200, { data: [{ id: null }] }), ": data[0].id: "],
  ["a name that is a number", saying(200, { data: [{ id: "x", name: 5 }] }), ": data[0].name: "],
])("an unreadable answer is an error that says so: %s", async (_what, answer, words) => {
  const error = await failureOf(configurations(answer));
  expect(error.message).toContain(words);
  expect(error.message).toContain("GET /v1/accounts/a/configurations: ");
  expect(error.diagnostics).toMatchObject([{ code: "service-answer" }]);
  expect(error.refused).toBe(false);
});

test.each([
  ["accounts", { active: true }, "data[0].account_id"],
  ["accounts", { account_id: "a" }, "data[0].active"],
  ["repositories", { id: "r", enabled: true }, "data[0].provider_repo_id"],
  ["repositories", { id: "r", enabled: true, provider_repo_id: 1.5 }, "data[0].provider_repo_id"],
  ["analyzers", { id: "x", name: "x", enabled: true }, "data[0].slug"],
  ["customPolicies", { id: "x", dashboard_url: "https://x", question: "?" }, "data[0].title"],
] as const)(
  "an unreadable answer is an error that says so for an item of %s like %j, naming %s",
  async (list, item, field) => {
    const service = client((await serving(saying(200, { data: [item] }))).url);
    const error = await failureOf(list === "accounts" ? service.accounts() : service[list](account));
    expect(error.message).toContain(`: ${field}: `);
  },
);

test.each<readonly [string, (service: ServiceClient) => Promise<unknown>]>([
  ["a write whose answer is shown", (s) => s.updateConfiguration(account, id, { name: "x", settings: {} })],
  ["a triage, whose answer has no documented shape", (s) => s.getTriage("a", "f")],
])("an unreadable answer is an error that says so for text in place of JSON, in %s", async (_what, call) => {
  const error = await failureOf(call(client((await serving(saying(200, "ok"))).url)));
  expect(error.message).toContain("the answer is not JSON");
});

describe("an answer with more or less than the known fields is accepted", () => {
  const one = async (configuration: unknown, more: object = {}) =>
    client((await serving(saying(200, { data: { id: "c", configuration, ...more } }))).url).configuration(account, id);

  test("unknown fields are kept", async () => {
    const settings = {
      next: { a: [null] },
      analyzers: { xss: { enabled: true, depth: 3 } },
      notifications: { later: 1 },
    };
    expect(await one(settings, { owner: { name: "x" } })).toEqual({ id: "c", owner: { name: "x" }, settings });
  });

  test("null is the same as absent", async () => {
    const bare = { id: "c", settings: {} };
    expect(await one(null, { name: null, created_at: null })).toEqual(bare);
    expect(await one(undefined)).toEqual(bare);
    expect(await one({ comment: null, analyzers: null, code_policies: null, notifications: null })).toEqual(bare);
    expect(await one({ analyzers: { xss: { silent: null, excludes: null } } })).toEqual({
      id: "c",
      settings: { analyzers: { xss: {} } },
    });
  });

  test("unknown values and numbers beyond 2^53 are kept", async () => {
    const { settings } = await one({
      comment: "loud",
      risk_threshold: 2 ** 60,
      analyzers: { x: { risk_level: "odd" } },
    });
    expect(settings).toEqual({ comment: "loud", risk_threshold: 2 ** 60, analyzers: { x: { risk_level: "odd" } } });
  });

  test("an int64 of the source host beyond 2^53 is no error", async () => {
    const text = '{"data": [{"id": "r", "provider_repo_id": 9223372036854775807, "enabled": true}]}';
    const [repository] = await client((await serving(saying(200, text))).url).repositories(account);
    expect(repository).toMatchObject({ id: "r", enabled: true, provider_repo_id: 2 ** 63 });
  });

  test.each([{}, { errors: null }, { errors: [] }])(
    "a bulk update without errors may be written %j",
    async (errors) => {
      const { url } = await serving(saying(200, { updated_count: 1, total_count: 1, ...errors }));
      expect(await client(url).bulkUpdate(account, [id], {})).toEqual({ updatedCount: 1, totalCount: 1, errors: [] });
    },
  );

  test("errors of an assignment may have any shape, and the name may be null", async () => {
    const errors = ["text", { a: 1 }, null];
    const body = { configuration_id: "c", configuration_name: null, assigned_count: 0, total_matched: 2, errors };
    const receipt = await client((await serving(saying(200, body))).url).assignRepositories(account, {
      configurationId: id,
      repositoryPattern: "%",
    });
    expect(receipt).toStrictEqual({ configurationId: "c", assignedCount: 0, totalMatched: 2, errors });
  });

  test.each([
    [204, ""],
    [200, ""],
    [200, "{}"],
    [200, '{"data": {"id": "c"}}'],
    [200, "deleted: 3 < 5"],
    [200, "{"],
  ])("a DELETE answered with %d %j succeeds", async (status, body) => {
    const { url, asked } = await serving(saying(status, body, { request_id: "r-9" }));
    expect(await client(url).deleteConfiguration(account, id)).toEqual({ requestId: "r-9" });
    expect(asked.map((each) => `${each.method} ${each.url}`)).toEqual(["DELETE /v1/accounts/a/configurations/c"]);
  });
});

describe("an error of the service", () => {
  test.each([
    [400, { error: "bad name" }, "status 400: bad name", true],
    [401, { error: "who are you" }, "status 401: who are you. Check SCANFORM_API_KEY", true],
    [403, { error: "not yours" }, "status 403: not yours", true],
    [404, { error: "not found" }, "status 404: not found", true],
    [409, {}, "status 409", true],
    [422, { error: { name: ["taken"] } }, "status 422", true],
    [429, "slow down", "status 429", true],
    [500, "<html>oops</html>", "status 500", false],
    [503, "", "status 503", false],
  ])("%d %j is reported", async (status, body, words, refused) => {
    const error = await failureOf(configurations(saying(status, body, { request_id: "r-5" })));
    expect(error.message).toBe(error.diagnostics.map((each) => `${each.summary}: ${each.detail}`).join());
    expect(error.message).toContain(`GET /v1/accounts/a/configurations: ${words}`);
    expect(error.message).toMatch(/\(request_id r-5\)$/);
    expect(error.message).not.toContain("<html>");
    expect([error.status, error.requestId, error.refused]).toEqual([status, "r-5", refused]);
    expect(error.diagnostics[0]?.code).toBe(status === 401 ? "unauthorized" : "service-error");
  });

  test("omits the request_id if there is none, and truncates a long text", async () => {
    const error = await failureOf(configurations(saying(500, { error: "x".repeat(100_000) })));
    expect(error.requestId).toBeUndefined();
    expect(error.message).not.toContain("request_id");
    expect(error.message.length).toBeLessThan(3000);
  });
});

afterEach(() => {
  jest.restoreAllMocks();
});

const date = "Tue, 14 Nov 2023 22:13:20 GMT";
const later = (seconds: number) => new Date(Date.parse(date) + seconds * 1000).toUTCString();

test.each<readonly [string, number]>([
  ["0", 0],
  ["7", 7000],
  [" 7 ", 7000],
  ["0007", 7000],
  [later(11), 11_000],
  [` ${later(11)} `, 11_000],
  [later(11).toLowerCase(), 11_000],
  [later(0), 0],
  [later(-1), 0],
])("Retry-After %j is %d ms, relative to the Date of the answer", (header, wait) => {
  expect(retryAfter(header, date)).toBe(wait);
});

test.each([
  undefined,
  "",
  " ",
  "-5",
  "2.5",
  "1e3",
  "0x10",
  "7s",
  "7 7",
  "2026-01-31",
  "soon",
  "Fri, 99 Foo 2026 99:99:99 GMT",
])("Retry-After %j is not understood", (header) => {
  expect(retryAfter(header, date)).toBeUndefined();
});

test.each([undefined, "", "yesterday"])(
  "compares a date with the local clock when the answer's own date is %j",
  (ours) => {
    jest.spyOn(Date, "now").mockReturnValue(Date.parse(date));
    expect(retryAfter(later(5), ours)).toBe(5000);
  },
);

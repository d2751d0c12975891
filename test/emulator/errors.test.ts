import { acmeAccountId, acmeKey, allKey, builtinSeed, globexAccountId, globexKey } from "../../src/emulator";
import { isUuid } from "../../src/model/uuid";
import { acme, acmeSeed, assign, bulk, configurations, emulator, open, sender, unknownId } from "./client";
import { account, desk, seedWith } from "./scans/desk";

test.each([
  ["a missing key", {}],
  ["another scheme", { authorization: `Basic ${acmeKey}` }],
  ["an unknown key", { authorization: "Bearer nobody" }],
  ["the name of an object property", { authorization: "Bearer constructor" }],
  ["an empty key", { authorization: "Bearer " }],
  ["a key with a suffix", { authorization: `Bearer ${acmeKey} x` }],
])("authentication responds 401 to %s", async (_, headers: Record<string, string>) => {
  const { url } = await emulator();
  for (const path of ["/v1/accounts", configurations]) {
    const answer = await fetch(url + path, { headers });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(await answer.json()).toEqual({ error: "the API key is missing or not valid" });
  }
});

test("authentication accepts the scheme in any case", async () => {
  const { send } = await open();
  const { status } = await send("GET", "/v1/accounts", undefined, { authorization: `bearer ${acmeKey}` });
  expect(status).toBe(200);
});

test.each([
  [globexAccountId, 403, "the key does not reach this account"],
  [unknownId, 404, "not found"],
  ["not-a-uuid", 404, "not found"],
  ["%00", 404, "not found"],
  ["__proto__", 404, "not found"],
])("the account %s, which the key cannot access, gets %i", async (id, status, error) => {
  const { send } = await open();
  for (const list of ["repositories", "configurations", `configurations/${unknownId}`])
    expect(await send("GET", `/v1/accounts/${id}/${list}`)).toMatchObject({ status, body: { error } });
});

test.each(["/", "/v1", "/v1/nothing", "/v2/accounts", "/v1/accounts/", `${acme}/scans`, `${configurations}/a/b`])(
  "responds 404 to the path %s",
  async (path) => {
    const { send } = await open();
    expect(await send("GET", path)).toMatchObject({ status: 404, body: { error: "there is nothing at this path" } });
  },
);

test.each([
  ["POST", "/v1/accounts", "GET"],
  ["DELETE", configurations, "GET, POST"],
  ["POST", `${configurations}/${unknownId}`, "GET, PUT, PATCH, DELETE"],
  ["GET", bulk, "POST"],
  ["DELETE", bulk, "POST"],
  ["OPTIONS", assign, "POST"],
])("responds 405 to %s %s with the allowed methods", async (method, path, allowed) => {
  const { send } = await open();
  const { status, headers, body } = await send(method, path);
  expect([status, headers.get("allow")]).toEqual([405, allowed]);
  expect(body).toEqual({ error: `only ${allowed} can be used here` });
});

test.each(["", "{", "nothing", '{"a":1}x', '{"a":\u0000}'])(
  "the body %j, which is not JSON, gets 400",
  async (text) => {
    const { send } = await open();
    const answer = await send("POST", configurations, text);
    expect(answer).toMatchObject({ status: 400, body: { error: "the body is not JSON" } });
  },
);

test("a body that is not UTF-8 gets 400", async () => {
  const { url } = await emulator();
  const answer = await fetch(url + configurations, {
    method: "POST",
    headers: { authorization: `Bearer ${acmeKey}`, "content-type": "application/json" },
    body: Buffer.from([0x22, 0xff, 0x22]),
  });
  expect(answer.status).toBe(400);
});

test.each([
  ["text/plain", 415, "the body must be application/json"],
  ["application/jsonx", 415, "the body must be application/json"],
  ["Application/JSON; charset=utf-8", 422, "configuration: is required"],
])("a body of the type %s gets %i", async (type, status, error) => {
  const { send } = await open();
  const answer = await send("POST", configurations, "{}", { "content-type": type });
  expect(answer).toMatchObject({ status, body: { error } });
});

test("a body of more than 5 MB gets 413", async () => {
  const { send } = await open();
  const textOf = (bytes: number) => `"${"x".repeat(bytes - 2)}"`;
  const limit = 5 * 1024 * 1024;
  expect(await send("POST", configurations, textOf(limit + 1))).toMatchObject({
    status: 413,
    body: { error: "the body is larger than 5242880 bytes" },
  });
  expect((await send("POST", configurations, textOf(limit))).status).toBe(422);
});

const settings = (value: unknown) => ({ configuration: { name: "x", configuration: value } });
const inSettings = "configuration.configuration";

test.each<[string, string, unknown, string]>([
  ["POST", configurations, [], "the body: "],
  ["POST", configurations, { configuration: {} }, "configuration.name: is required"],
  ["POST", configurations, { name: "x", configuration: { name: "x" } }, "name: is not a known field"],
  ["POST", configurations, settings(null), `${inSettings}: `],
  ["POST", configurations, settings({ comment: "loud" }), `${inSettings}.comment: Invalid option: expected`],
  ["POST", configurations, settings({ risk_threshold: 1.5 }), `${inSettings}.risk_threshold: must be a whole`],
  ["POST", configurations, settings({ other: 1 }), `${inSettings}.other: is not a known field`],
  [
    "POST",
    configurations,
    settings({ analyzers: { "a-b": { enabled: 1 } } }),
    `${inSettings}.analyzers["a-b"].enabled: `,
  ],
  [
    "POST",
    configurations,
    settings({ analyzers: { a: { excludes: [1] } } }),
    `${inSettings}.analyzers.a.excludes[0]: `,
  ],
  ["POST", configurations, settings({ code_policies: [{ enabled: true }] }), `${inSettings}.code_policies[0].id: `],
  [
    "POST",
    configurations,
    settings({ notifications: { integration_names: [] } }),
    `${inSettings}.notifications.integration_names: is not`,
  ],
  ["POST", configurations, { configuration: { name: "x" }, repositories: ["x"] }, "repositories[0]: must be a UUID"],
  ["PATCH", `${configurations}/${unknownId}`, settings({ comment: null }), `${inSettings}.comment: `],
  ["POST", bulk, { updates: {} }, "configuration_ids: is required"],
  ["POST", bulk, { configuration_ids: ["x"], updates: {} }, "configuration_ids[0]: must be a UUID"],
  ["POST", bulk, { configuration_ids: [], updates: { name: "x" } }, "updates.name: is not a known field"],
  ["POST", assign, { configuration_id: unknownId, repository_names: "x" }, "repository_names: "],
  ["POST", `${acme}/findings/${unknownId}/triage`, {}, "triage_category: is required"],
  ["POST", "/control/clock", {}, "advance_seconds: is required"],
  ["GET", `${acme}/all_findings?severity=high`, undefined, "days: is required"],
  ["GET", `${acme}/all_findings?days=many`, undefined, "days: must be a whole number from 1 to 365"],
  ["GET", `${acme}/all_findings?days=1&finding_type=x`, undefined, "finding_type: must be one of deepscan, "],
])("%s %s with %j responds 422 with the path", async (method, path, body, start) => {
  const { send } = await open();
  const answer = await send(method, path, body);
  expect(answer.status).toBe(422);
  expect((answer.body as { error: string }).error.slice(0, start.length)).toBe(start);
});

test("lists the first ten of many problems", async () => {
  const { send } = await open();
  const ids = Array.from({ length: 12 }, () => "x");
  const { error } = (await send("POST", bulk, { configuration_ids: ids, updates: {} })).body as { error: string };
  expect(error.split("; ")).toHaveLength(11);
  expect(error.endsWith("; and 2 more")).toBe(true);
});

test("responds 500 without details to an unexpected exception", async () => {
  const { running, send } = await open({ mayFail: true });
  Object.assign(running.store, {
    accountsOfKey() {
      throw new Error("a detail of our insides");
    },
  });
  const { status, headers, body } = await send("GET", "/v1/accounts");
  expect([status, body]).toEqual([500, { error: "internal error" }]);
  expect(isUuid(headers.get("request_id") ?? "")).toBe(true);
  expect(running.requests).toEqual([expect.objectContaining({ status: 500 })]);
});

test("request_id is a new UUID in every response of any status", async () => {
  const { running, send } = await open();
  const answers = [
    await send("GET", "/v1/accounts"),
    await send("POST", configurations, { configuration: { name: "x" } }),
    await send("DELETE", `${configurations}/${acmeSeed.configurations?.[1]?.id ?? ""}`),
    await send("POST", configurations, "{"),
    await sender(running.url, "nobody")("GET", "/v1/accounts"),
    await send("GET", "/v1/nothing"),
    await send("POST", "/v1/accounts"),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 201, 204, 400, 401, 404, 405]);
  const ids = answers.map(({ headers }) => headers.get("request_id") ?? "");
  expect(ids.every(isUuid)).toBe(true);
  expect(new Set(ids).size).toBe(answers.length);
});

test.each([
  [acmeKey, ["acme"]],
  [globexKey, ["globex"]],
  [allKey, ["acme", "globex"]],
])("GET /v1/accounts with %s lists the accounts that the key can access", async (key, names) => {
  const { url } = await emulator();
  const { status, body } = await sender(url, key)("GET", "/v1/accounts");
  expect(status).toBe(200);
  const { data } = body as { data: { org_name: string }[] };
  expect(data.map((each) => each.org_name)).toEqual(names);
});

test("lists an account with exactly its documented fields", async () => {
  const { send } = await open();
  expect((await send("GET", "/v1/accounts")).body).toEqual({
    data: [
      {
        account_id: acmeAccountId,
        org_id: acmeSeed.org_id,
        org_name: "acme",
        provider_type: "github",
        active: true,
        created_at: "2025-01-15T09:30:00Z",
      },
    ],
  });
});

test.each(["repositories", "analyzers", "custom_policies", "configurations"] as const)(
  "lists %s as in the seed, in its order",
  async (list) => {
    const { send } = await open();
    const { status, body } = await send("GET", `${acme}/${list}`);
    expect(status).toBe(200);
    expect(body).toEqual({ data: acmeSeed[list] });
  },
);

describe("the built-in seed", () => {
  const repositories = builtinSeed.accounts.map((account) => account.repositories ?? []);

  test("the built-in seed has 26 and 8 repositories, and three custom policies in acme", () => {
    expect(repositories.map((list) => list.length)).toEqual([26, 8]);
    expect(acmeSeed.custom_policies).toHaveLength(3);
    expect(acmeSeed.analyzers).toHaveLength(10);
  });

  test("the built-in seed has distinct UUIDs of version 4 only", () => {
    const ids = builtinSeed.accounts.flatMap((account) => [
      account.account_id,
      ...[account.repositories, account.analyzers, account.custom_policies, account.configurations].flatMap((list) =>
        (list ?? []).map((each) => each.id ?? ""),
      ),
    ]);
    expect(ids.filter((id) => !isUuid(id) || !/^.{14}4.{4}[89ab]/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("the built-in seed is the same in every process", () => {
    expect(globexAccountId).toBe("b81e6f07-42cd-4f19-9d3a-6c5e10a7f2d8");
    expect(acmeSeed.repositories?.[0]).toEqual({
      id: "2e584a33-7c25-475c-acd7-70f4ebc68923",
      name: "payments-api",
      provider_repo_id: 700_100,
      configuration_id: acmeSeed.configurations?.[0]?.id,
      enabled: true,
      created_at: "2025-01-15T09:30:00Z",
    });
  });
});

const insight = (title: string) => ({ title, pull_requests: [{ number: 1, repository: "api" }] });
const seed = seedWith({
  insights: [
    { date: "2025-03-02", insights: [insight("two")] },
    { date: "2025-03-09", insights: [insight("nine"), insight("again")] },
    { date: "2025-03-05", insights: [] },
  ],
});

test.each<[string, string, readonly string[]]>([
  ["", "2025/03/09", ["nine", "again"]],
  ["?date=2025-03-02", "2025/03/02", ["two"]],
  ["?date=2025-03-05", "2025/03/05", []],
  ["?date=2024-01-01", "2024/01/01", []],
])("lists the insights of the day of insights%s", async (query, date, titles) => {
  const { get } = await desk(seed);
  const { data } = await get<{ data: { date: string; insights: { title: string }[] } }>(`/insights${query}`);
  expect([data.date, data.insights.map(({ title }) => title)]).toEqual([date, titles]);
});

test("returns no date and an empty list without insights", async () => {
  const { get } = await desk();
  expect(await get("/insights")).toEqual({ data: { date: null, insights: [] } });
});

test.each(["2025/03/02", "yesterday", "2025-02-30", ""])("responds 422 to the date %j", async (date) => {
  const { send } = await desk(seed);
  expect((await send("GET", `${account}/insights?date=${date}`)).status).toBe(422);
});

import type { RequestListener } from "node:http";
import { inspect } from "node:util";
import { operations } from "../../src/api/operations";
import { accountId, configurationId } from "../../src/model/ids";
import { retryAfter } from "../../src/service/answer";
import { queryOf } from "../../src/service/caller";
import { ScanformError, type ServiceClient } from "../../src/service";
import { canary, client, failureOf, saying, serving } from "./server";

async function refused(call: (service: ServiceClient) => Promise<unknown>): Promise<ScanformError> {
  const { url, asked } = await serving(saying(200, { data: [] }));
  const thrown: unknown = await call(client(url)).catch((error: unknown) => error);
  expect(asked).toEqual([]);
  if (thrown instanceof ScanformError) return thrown;
  throw new Error("it was not refused");
}

const all = (query: object) => (service: ServiceClient) => service.allFindingsPage("a", { days: 1, ...query });
const scans = (query: object) => (service: ServiceClient) => service.scans("a", "r", query);
const text = (value: unknown) => value as string;

test.each<readonly [string, (service: ServiceClient) => Promise<unknown>, string]>([
  ["days 0", all({ days: 0 }), "days must be a whole number from 1 to 365."],
  ["days 366", all({ days: 366 }), "days must be a whole number from 1 to 365."],
  ["days 1.5", all({ days: 1.5 }), "days must be a whole number from 1 to 365."],
  ["days NaN", all({ days: NaN }), "days must be a whole number from 1 to 365."],
  ["days as text", all({ days: "7" }), "days must be a whole number from 1 to 365."],
  ["no query", (s) => s.allFindingsPage("a", {} as { days: number }), "days must be a whole number from 1 to 365."],
  ["a fractional number of a PR", scans({ pr_number: 1.5 }), "pr_number must be a whole number."],
  ["no days", all({ days: undefined }), "days must be a whole number from 1 to 365."],
  ["page 0", all({ page: 0 }), "page must be a whole number from 1 on."],
  ["per_page 0", all({ per_page: 0 }), "per_page must be a whole number from 1 to 100."],
  ["per_page 101", all({ per_page: 101 }), "per_page must be a whole number from 1 to 100."],
  ["another type", all({ finding_type: "x" }), "finding_type must be one of deepscan, pullrequest, sca, code_policy"],
  ["another severity", all({ severity: ["none"] }), "severity must be a list of at least one of critical, high"],
  ["no severity", all({ severity: [] }), "severity must be a list of at least one of"],
  ["a severity that is no list", all({ severity: "high" }), "severity must be a list of at least one of"],
  ["all_results as text", all({ all_results: "true" }), "all_results must be true or false."],
  ["a branch that is null", all({ branch: null }), "branch must be text."],
  ["an unknown parameter", all({ limit: 5 }), "The parameters here are days, finding_type"],
  ["another state of a PR", scans({ pr_status: ["ready"] }), "pr_status must be a list of at least one of open, draft"],
  ["half a date", scans({ date_from: "2026-01" }), "date_from must be an ISO 8601 date or date-time"],
  ["a date that does not exist", (s) => s.insights("a", { date: "2026-02-30" }), "date must be a date such as"],
  ["a date with slashes", (s) => s.insights("a", { date: "2026/01/31" }), "date must be a date such as 2026-01-31."],
  ["an unknown result", (s) => s.scan("a", "r", "s", { findings_result: ["pass" as "info"] }), "findings_result"],
  [
    "another triage",
    (s) => s.setTriage("a", "f", "fixed" as "wont_fix"),
    "triage_category must be one of false_positive",
  ],
  ["no triage", (s) => s.setTriage("a", "f", undefined as unknown as "wont_fix"), "triage_category must be one of"],
  ["no id", (s) => s.repositories(text(undefined)), "account_id cannot be an id in a path"],
  ["an id that is a number", (s) => s.sbom("a", "r", text(5)), "deepscan_id cannot be an id in a path"],
])("an invalid parameter is rejected with its limits before anything is sent: %s", async (_what, call, words) => {
  const error = await refused(call);
  expect(error.message).toContain(words);
  expect(error.diagnostics).toMatchObject([{ code: "argument-invalid", severity: "error" }]);
});

test("an invalid parameter is rejected with its limits before anything is sent also when pages are read one by one", async () => {
  const { url, asked } = await serving(saying(200, {}));
  const reading = client(url).allFindings("a", { days: 400 })[Symbol.asyncIterator]();
  await expect(reading.next()).rejects.toThrow("days must be a whole number from 1 to 365.");
  expect(asked).toEqual([]);
});

test("omits undefined parameters from the query", () => {
  expect(queryOf(operations.listScans, {})).toBe("");
  expect(queryOf(operations.listScans, { severity: undefined })).toBe("");
  expect(queryOf(operations.listScans, { severity: undefined, pr_number: 5 }, { page: 2 })).toBe("?pr_number=5&page=2");
  expect(queryOf(operations.listAccounts, undefined, { page: 2 })).toBe("?page=2");
});

test("rejects parameters of an operation that has none", () => {
  expect(() => queryOf(operations.getSbom, { severity: "high" })).toThrow("There are no parameters here.");
});

describe("a key passed in place of an id is not repeated", () => {
  const calls: readonly (readonly [string, (service: ServiceClient) => Promise<unknown>])[] = [
    ["an account", (s) => s.repositories(canary)],
    ["a part of an id", (s) => s.configuration("a", `x/${canary}?`)],
    ["an id that cannot be one", (s) => s.configuration("a", `${canary}\ud800`)],
    ["a query", (s) => s.scans("a", "r", { initiated_by: `by ${canary}` })],
    ["a query that is refused", (s) => s.insights("a", { date: canary })],
    ["the name of a parameter", (s) => s.insights("a", { [canary]: "x" } as object)],
    ["a finding", (s) => s.setTriage("a", canary, "wont_fix")],
    ["a triage", (s) => s.setTriage("a", "f", canary as "wont_fix")],
  ];
  const everything = (error: unknown) =>
    [inspect(error, { depth: 20, showHidden: true }), String(error), JSON.stringify(error)].join();

  test.each([
    ["refused", saying(404, { error: "not found" })],
    ["answered in another shape", saying(200, { data: [{ [canary]: 1 }] })],
    ["answered with HTML", saying(200, `<html>${canary}`)],
    [
      "not answered",
      (request: { socket: { destroy: () => void } }) => {
        request.socket.destroy();
      },
    ],
    ["failing", saying(503, { error: canary })],
  ])("a key passed in place of an id is not repeated when it is %s", async (_what, answer) => {
    const { url } = await serving(answer);
    for (const [, call] of calls) {
      for (const readOnly of [false, true]) {
        const thrown: unknown = await call(client(url, { readOnly })).catch((error: unknown) => error);
        expect(everything(thrown)).not.toContain(canary);
      }
    }
  });

  test("a key passed in place of an id is not repeated by a client that cannot reach the service, or is closed", async () => {
    for (const [, call] of calls) {
      const nowhere = client(new URL("http://127.0.0.1:1"));
      expect(everything(await call(nowhere).catch((error: unknown) => error))).not.toContain(canary);
      await nowhere.close();
      expect(everything(await call(nowhere).catch((error: unknown) => error))).not.toContain(canary);
    }
  });
});

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

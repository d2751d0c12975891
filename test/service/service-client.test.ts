import { inspect } from "node:util";
import { operations } from "../../src/api/operations";
import { ApiKey } from "../../src/diagnostics/api-key";
import { accountId } from "../../src/model/ids";
import { type CallOptions, ServiceClient, type ServiceClientOptions } from "../../src/service";
import { canary, client, failureOf, saying, serving } from "./server";

const answering = async (body: unknown, status = 200) => {
  const { url, asked } = await serving(saying(status, body));
  return { service: client(url), asked };
};
const sent = (asked: readonly { readonly method: string; readonly url: string }[]) =>
  asked.map(({ method, url }) => `${method} ${url}`);

const finding = { id: "f", dashboard_url: "u", severity: "odd", type: "t", description: "d", filename: "x.ts" };
const results = { dashboard_url: "u", data: [] };
const page = { data: [], pagination: { total: 0, page: 1, per_page: 50, total_pages: 0 } };
const one = { data: { id: "c" } };
const body = { name: "n", settings: {} };
const at = "/v1/accounts/a";
const deepscan = `${at}/repositories/r/deepscans/d`;

/** Every operation: what is called, what is answered, and what must be sent. */
const cases: readonly (readonly [
  string,
  (service: ServiceClient, options?: CallOptions) => Promise<unknown>,
  unknown,
  string,
])[] = [
  ["listAccounts", (s, o) => s.accounts(o), { data: [] }, "GET /v1/accounts"],
  ["listRepositories", (s, o) => s.repositories("a", o), { data: [] }, `GET ${at}/repositories`],
  ["listAnalyzers", (s, o) => s.analyzers("a", o), { data: [] }, `GET ${at}/analyzers`],
  ["listCustomPolicies", (s, o) => s.customPolicies("a", o), { data: [] }, `GET ${at}/custom_policies`],
  ["getInsights", (s, o) => s.insights("a", undefined, o), { data: { insights: [] } }, `GET ${at}/insights`],
  [
    "getInsights",
    (s, o) => s.insights("a", { date: "2026-01-31" }, o),
    { data: { date: "2026/01/31", insights: [] } },
    `GET ${at}/insights?date=2026-01-31`,
  ],
  ["listScans", (s, o) => s.scans("a", "r", undefined, o), { data: [] }, `GET ${at}/repositories/r/scans`],
  [
    "listScans",
    (s, o) =>
      s.scans(
        "a",
        "r",
        {
          date_from: "2026-01-01",
          date_to: "2026-01-31T23:59:59+01:00",
          initiated_by: "a b@c&d",
          result: ["failing", "pass"],
          severity: ["high", "none"],
          pr_number: 7,
          pr_status: ["open", "draft"],
        },
        o,
      ),
    { data: [] },
    `GET ${at}/repositories/r/scans?date_from=2026-01-01&date_to=2026-01-31T23%3A59%3A59%2B01%3A00&initiated_by=a%20b%40c%26d` +
      "&result=failing%2Cpass&severity=high%2Cnone&pr_number=7&pr_status=open%2Cdraft",
  ],
  [
    "getScan",
    (s, o) => s.scan("a", "r", "s", { findings_result: ["failing", "info"] }, o),
    { scan_id: "s", dashboard_url: "u", pr_number: 1 },
    `GET ${at}/repositories/r/scans/s?findings_result=failing%2Cinfo`,
  ],
  ["listPrFindings", (s, o) => s.prFindings("a", "r", o), { data: [finding] }, `GET ${at}/repositories/r/findings`],
  [
    "listAllFindings",
    (s, o) =>
      s.allFindingsPage(
        "a",
        {
          days: 365,
          finding_type: "sca",
          severity: ["critical", "low"],
          repository_id: "r",
          branch: "release/1",
          all_results: false,
          page: 2,
          per_page: 100,
        },
        o,
      ),
    page,
    `GET ${at}/all_findings?days=365&finding_type=sca&severity=critical%2Clow&repository_id=r&branch=release%2F1&all_results=false&page=2&per_page=100`,
  ],
  ["setTriage", (s, o) => s.setTriage("a", "f", "wont_fix", o), {}, `POST ${at}/findings/f/triage`],
  ["getTriage", (s, o) => s.getTriage("a", "f", o), {}, `GET ${at}/findings/f/triage`],
  ["removeTriage", (s, o) => s.removeTriage("a", "f", o), {}, `DELETE ${at}/findings/f/triage`],
  ["listDeepscans", (s, o) => s.deepscans("a", o), { data: [] }, `GET ${at}/deepscans`],
  [
    "listRepositoryDeepscans",
    (s, o) => s.repositoryDeepscans("a", "r", o),
    { data: [] },
    `GET ${at}/repositories/r/deepscans`,
  ],
  ["triggerDeepscan", (s, o) => s.triggerDeepscan("a", "r", o), {}, `POST ${at}/repositories/r/deepscans`],
  [
    "listDeepscanResults",
    (s, o) => s.deepscanResults("a", "r", "d", { severity: ["high"] }, o),
    results,
    `GET ${deepscan}/results?severity=high`,
  ],
  ["listScaResults", (s, o) => s.scaResults("a", "r", "d", undefined, o), results, `GET ${deepscan}/sca_results`],
  ["getSbom", (s, o) => s.sbom("a", "r", "d", o), { data: {} }, `GET ${deepscan}/sbom`],
  ["getLatestSbom", (s, o) => s.latestSbom("a", "r", o), { data: {} }, `GET ${at}/repositories/r/deepscans/sbom`],
  ["listConfigurations", (s, o) => s.configurations("a", o), { data: [] }, `GET ${at}/configurations`],
  ["getConfiguration", (s, o) => s.configuration("a", "c", o), one, `GET ${at}/configurations/c`],
  ["createConfiguration", (s, o) => s.createConfiguration("a", body, o), one, `POST ${at}/configurations`],
  ["replaceConfiguration", (s, o) => s.replaceConfiguration("a", "c", body, o), one, `PUT ${at}/configurations/c`],
  ["updateConfiguration", (s, o) => s.updateConfiguration("a", "c", body, o), one, `PATCH ${at}/configurations/c`],
  ["deleteConfiguration", (s, o) => s.deleteConfiguration("a", "c", o), {}, `DELETE ${at}/configurations/c`],
  [
    "bulkUpdateConfigurations",
    (s, o) => s.bulkUpdate("a", ["c"], {}, o),
    { updated_count: 1, total_count: 1, errors: [] },
    `POST ${at}/configurations/bulk_update`,
  ],
  [
    "assignRepositories",
    (s, o) => s.assignRepositories("a", { configurationId: "c", repositoryPattern: "%" }, o),
    { configuration_id: "c", assigned_count: 0, total_matched: 0, errors: [] },
    `POST ${at}/configurations/assign_repositories`,
  ],
];

test.each(cases)(
  "%s sends the specified request, and none once its signal is aborted",
  async (_id, call, answer, line) => {
    const { service, asked } = await answering(answer);
    await call(service);
    expect(sent(asked)).toEqual([line]);
    expect((await failureOf(call(service, { signal: AbortSignal.abort() }))).fault).toBe("interrupted");
    expect(asked).toHaveLength(1);
  },
);

test("the client has every operation", () => {
  expect(new Set(cases.map(([id]) => id))).toEqual(new Set(Object.keys(operations)));
});

describe("both documented variants are accepted", () => {
  const scan = { scan_id: "s", dashboard_url: "u", pr_number: 1 };
  test.each([
    ["status", "pass", "fail", "in progress"],
    ["initiated_by", "11111111-2222-4333-8444-555555555555", "user@example.com"],
    ["risk_threshold", "fail", "risk", "info", "critical"],
    ["vulnerability_summary", "two findings", { critical: 1, high: 0, medium: 2, low: 0 }, { critical: 1, later: 3 }],
    ["severity", "none", "critical", "unheard of"],
    ["pr_status", "merged", "unheard of"],
  ])("both documented variants are accepted for %s of a scan", async (field, ...values) => {
    for (const value of values) {
      const { service } = await answering({ data: [{ ...scan, [field]: value }] });
      expect(await service.scans("a", "r")).toEqual([{ ...scan, [field]: value }]);
    }
  });

  test.each([
    ["by itself", (it: object) => it],
    ["under data", (it: object) => ({ data: it })],
  ])("both documented variants are accepted for scan detail and the latest SBOM, %s", async (_where, wrapped) => {
    const detail = { ...scan, findings: [{ any: "thing" }], more: 1 };
    expect(await (await answering(wrapped(detail))).service.scan("a", "r", "s")).toEqual(detail);
    const ownData = { ...scan, data: { findings: [] } };
    expect(await (await answering(wrapped(ownData))).service.scan("a", "r", "s")).toEqual(ownData);
    const sbom = { format: "CycloneDX", component_count: 3 };
    expect(await (await answering(wrapped(sbom))).service.latestSbom("a", "r")).toEqual(sbom);
  });
});

describe("normalizing answers", () => {
  const combined = { id: "f", finding_type: "sca", dashboard_url: "u", severity: "high", type: "t" };

  test.each([
    ["no pagination", { data: [] }, "pagination: "],
    ["half of it", { data: [], pagination: { total: 1, page: 1, per_page: 1 } }, "pagination.total_pages: "],
    ["a finding without type", { ...page, data: [{ ...combined, type: null }] }, "data[0].type: "],
  ])("normalizing answers rejects answers with %s", async (_what, answer, place) => {
    const { service } = await answering(answer);
    expect((await failureOf(service.allFindingsPage("a", { days: 1 }))).message).toContain(`: ${place}`);
  });
});

describe("an undocumented answer", () => {
  const calls = [
    ["setTriage", (s: ServiceClient) => s.setTriage("a", "f", "in_progress")],
    ["getTriage", (s: ServiceClient) => s.getTriage("a", "f")],
    ["removeTriage", (s: ServiceClient) => s.removeTriage("a", "f")],
    ["triggerDeepscan", (s: ServiceClient) => s.triggerDeepscan("a", "r")],
  ] as const;
  test.each(calls)("an undocumented answer of %s is returned as JSON", async (_name, call) => {
    for (const given of [{ data: { category: null } }, [1, "x"], "null", '""'])
      expect(await call((await answering(given)).service)).toEqual(
        typeof given === "string" ? JSON.parse(given) : given,
      );
  });

  test.each(calls)("an undocumented answer of %s may be empty", async (_name, call) => {
    expect(await call((await answering("", 204)).service)).toBeUndefined();
  });
});

describe("a body", () => {
  const settings = { comment: "silent", notifications: { integration_names: ["chat"] } } as const;
  const wire = { comment: "silent", notifications: { integrationNames: ["chat"] } };
  const configuration = { name: "n", configuration: wire };
  const selected = { repositoryIds: ["r"], repositoryNames: ["web"], repositoryPattern: "w%" };
  const selectors = { repository_ids: ["r"], repository_names: ["web"], repository_pattern: "w%" };

  test.each<[string, (service: ServiceClient) => Promise<unknown>, object]>([
    ["a new configuration", (s) => s.createConfiguration("a", { name: "n", settings }), { configuration }],
    ["a PUT", (s) => s.replaceConfiguration("a", "c", { name: "n", settings }), { configuration }],
    [
      "a PATCH with an empty list of repositories",
      (s) => s.updateConfiguration("a", "c", { name: "n", settings, repositories: [] }),
      { configuration, repositories: [] },
    ],
    ["a bulk update", (s) => s.bulkUpdate("a", ["c"], settings), { configuration_ids: ["c"], updates: wire }],
    [
      "an assignment",
      (s) => s.assignRepositories("a", { configurationId: "c", ...selected }),
      { configuration_id: "c", ...selectors },
    ],
    ["a triage", (s) => s.setTriage("a", "f", "accepted_risk"), { triage_category: "accepted_risk" }],
  ])("a body of %s has the service's names", async (_what, send, expected) => {
    const answer = { data: { id: "c" }, updated_count: 1, total_count: 1, configuration_id: "c" };
    const { service, asked } = await answering({ ...answer, assigned_count: 1, total_matched: 1 });
    await send(service);
    expect(JSON.parse(asked[0]?.body ?? "")).toStrictEqual(expected);
  });
});

test("a client closes itself when disposed", async () => {
  const { url } = await serving(saying(200, { data: [] }));
  const service = client(url);
  await service.accounts();
  await service[Symbol.asyncDispose]();
  expect((await failureOf(service.accounts())).message).toContain("GET /v1/accounts: ");
});

test("a client rejects an endless answer", async () => {
  const { url } = await serving((_request, response) => {
    response.writeHead(200);
    const pour = (): void => {
      if (response.destroyed) return;
      if (response.write(" ".repeat(1024))) setImmediate(pour);
      else response.once("drain", pour);
    };
    pour();
  });
  expect((await failureOf(client(url, { maxResponseBytes: 4096 }).accounts())).message).toContain("longer than 4096");
});

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

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parse } from "yaml";
import { openapiDocument } from "../../src/api/openapi";
import { operations } from "../../src/api/operations";
import { acmeKey, type Exchange } from "../../src/emulator";
import { startEmulator } from "../support/emulator";
import { violationsOf } from "../support/exchanges";

const document = openapiDocument("https://service.invalid");

function lint(text: string) {
  const tool = join(__dirname, "../../tools/lint-openapi.mjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool], { input: text, encoding: "utf8" });
  return { status, said: stdout + stderr };
}

test("the OpenAPI document passes a public linter as served", async () => {
  const emulator = await startEmulator();
  try {
    const answer = await fetch(`${emulator.url}/api-docs/v1/swagger.yaml`);
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(parse(text)).toEqual(JSON.parse(JSON.stringify(openapiDocument(emulator.url))));
    expect(lint(text)).toEqual({ status: 0, said: "" });
  } finally {
    await emulator.close();
  }
}, 30_000);

test("the OpenAPI document has the version of the path in its title", () => {
  expect(document.info.version).toBe("v1");
  expect(document.openapi).toMatch(/^3\.0\./);
});

test("the OpenAPI document is deterministic", () => {
  expect(JSON.stringify(openapiDocument("https://service.invalid"))).toBe(JSON.stringify(document));
});

test("the OpenAPI document contains every operation once, at its path and method", () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [operationId, `${method.toUpperCase()} ${path}`]),
  );
  const written = Object.entries(operations).map(([id, { method, path }]) => [id, `${method} ${path}`]);
  expect(described.toSorted()).toEqual(written.toSorted());
});

test("the OpenAPI document contains the limits and defaults of parameters", () => {
  const parameters = document.paths["/v1/accounts/{account_id}/all_findings"]?.["get"]?.parameters ?? [];
  const schemas = Object.fromEntries(parameters.map(({ name, required, schema }) => [name, { required, schema }]));
  expect(schemas).toMatchObject({
    account_id: { required: true, schema: { type: "string" } },
    days: { required: true, schema: { type: "integer", minimum: 1, maximum: 365 } },
    per_page: { schema: { type: "integer", minimum: 1, maximum: 100, default: 50 } },
    page: { schema: { type: "integer", minimum: 1, default: 1 } },
    all_results: { schema: { type: "boolean", default: false } },
    finding_type: { schema: { default: "all" } },
  });
});

test("the OpenAPI document limits whole numbers to those that JavaScript has exactly, in queries and in bodies", () => {
  const parameters = Object.values(document.paths).flatMap(({ get }) => get?.parameters ?? []);
  const exact = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
  expect(parameters.find(({ name }) => name === "pr_number")?.schema).toEqual({ type: "integer", ...exact });
  expect(document.components.schemas["SettingsInput"]?.properties?.["risk_threshold"]).toMatchObject(exact);
});

test("the OpenAPI document requires one of the three selectors of an assignment", () => {
  const assign = document.paths["/v1/accounts/{account_id}/configurations/assign_repositories"]?.["post"];
  const names = ["repository_ids", "repository_names", "repository_pattern"];
  expect(assign?.requestBody?.content["application/json"]?.schema.anyOf).toEqual(
    names.map((name) => ({ required: [name] })),
  );
});

test("the OpenAPI document distinguishes request schemas from response schemas", () => {
  const { Settings, SettingsInput } = document.components.schemas;
  expect(Settings).toMatchObject({ nullable: true, additionalProperties: {} });
  expect(SettingsInput?.additionalProperties).toBe(false);
  expect(SettingsInput?.properties?.["comment"]?.nullable).toBeUndefined();
  expect(Settings?.properties?.["comment"]?.nullable).toBe(true);
});

test("the OpenAPI document permits everything that the specification does not show", () => {
  expect(document.components.schemas["PrScanDetail"]?.properties?.["findings"]).toEqual({
    description: "The scan's findings, as JSON of a shape that is not documented.",
  });
});

const id = "00000000-0000-4000-8000-000000000001";
const path = `/v1/accounts/${id}/configurations`;
const json = "application/json";
const item = { id, name: "default", configuration: { comment: "enabled" }, created_at: "2026-01-31T09:30:00Z" };

const created: Exchange = {
  method: "POST",
  path,
  query: "",
  requestContentType: json,
  requestBody: { configuration: { name: "default" } },
  status: 201,
  responseContentType: json,
  responseBody: JSON.stringify({ data: item }),
};
const found: Exchange = {
  method: "GET",
  path: `/v1/accounts/${id}/all_findings`,
  query: "?days=30&severity=high,low&all_results=true",
  status: 200,
  responseContentType: json,
  responseBody: '{"data":[],"pagination":{"total":0,"page":1,"per_page":50,"total_pages":0}}',
};
const answer = (data: object): Exchange => ({ ...created, responseBody: JSON.stringify({ data }) });

test.each<[string, Exchange]>([
  ["a write", created],
  ["a query", found],
  ["null where it is allowed", answer({ ...item, configuration: null })],
  ["an unknown field in a response", answer({ ...item, later: 1 })],
  [
    "an invalid request that was rejected",
    { ...found, query: "?days=0", status: 422, responseBody: '{"error":"days"}' },
  ],
  ["a request of no operation", { ...created, path: "/control/profile", status: 418 }],
  [
    "a missing body where the specification shows none",
    { ...created, method: "DELETE", path: `${path}/${id}`, status: 200, responseBody: "" },
  ],
])("an exchange is checked by the OpenAPI document accepts %s as described", (_what, exchange) => {
  expect(violationsOf(exchange)).toEqual([]);
});

test.each<[string, Exchange, string]>([
  ["a missing field", answer({ name: "default" }), "must have required property 'id'"],
  ["a value of another type", answer({ ...item, name: 1 }), "must be string"],
  ["a value outside of the enumeration", answer({ ...item, configuration: { comment: "loud" } }), "enum"],
  ["an invalid id", answer({ ...item, id: "1" }), "uuid"],
  ["an invalid date", answer({ ...item, created_at: "yesterday" }), "date-time"],
  ["a status that is not described", { ...created, status: 418 }, "the status is not described"],
  ["an error without a text", { ...found, status: 404, responseBody: "{}" }, "required property 'error'"],
  ["a response that is not JSON", { ...found, responseContentType: "text/html" }, "the content type is text/html"],
  [
    "a body where there is none",
    { ...created, method: "DELETE", path: `${path}/${id}`, status: 204 },
    "there is a body",
  ],
  ["an error of its own", { ...found, status: 500, responseBody: '{"error":"x"}' }, "no fault was asked for"],
  ["a body that should have been refused", { ...created, requestBody: { configuration: {} } }, "was accepted, but"],
  ["a missing parameter that was accepted", { ...found, query: "" }, "required property 'days'"],
  ["a parameter beyond its limit", { ...found, query: "?days=366" }, "must be <= 365"],
  ["a list with a wrong item", { ...found, query: "?days=1&severity=high,huge" }, "must be equal to one of"],
  ["a parameter that is there twice", { ...found, query: "?days=1&days=2" }, "must be integer"],
])("an exchange is checked by the OpenAPI document reports %s", (_what, exchange, said) => {
  expect(violationsOf(exchange).join("\n")).toContain(said);
});

test("the test emulator fails on close after a response that violates the document", async () => {
  const emulator = await startEmulator();
  Object.assign(emulator.store, { accountsOfKey: () => [{ account: { account_id: "none" } }] });
  await fetch(`${emulator.url}/v1/accounts`, { headers: { authorization: `Bearer ${acmeKey}` } });
  await expect(emulator.close()).rejects.toThrow(/listAccounts \(GET .*must match format \\"uuid\\"/s);
});

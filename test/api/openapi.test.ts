import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parse } from "yaml";
import { openapiDocument } from "../../src/api/openapi";
import { operations } from "../../src/api/operations";
import { startEmulator } from "../support/emulator";

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

test("the OpenAPI document fails the linter when a reference cannot be resolved", () => {
  const { schemas, ...components } = document.components;
  const { status, said } = lint(JSON.stringify({ ...document, components: { ...components, schemas: {} } }));
  expect(status).toBe(1);
  expect(said).toContain("error no-unresolved-refs");
  expect(said).toContain("#/paths/~1v1~1accounts/get");
  expect(Object.keys(schemas)).toContain("Account");
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

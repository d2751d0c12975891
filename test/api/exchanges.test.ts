import { acmeKey, type Exchange } from "../../src/emulator";
import { violationsOf } from "../support/exchanges";
import { startEmulator } from "../support/emulator";

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

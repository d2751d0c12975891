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

describe("an exchange is checked by the OpenAPI document", () => {
  test.each<[string, Exchange]>([
    ["a write", created],
    ["a query", found],
    ["null where it may be", answer({ ...item, configuration: null })],
    ["a field that nobody knows in an answer", answer({ ...item, later: 1 })],
    ["a wrong request that was refused", { ...found, query: "?days=0", status: 422, responseBody: '{"error":"days"}' }],
    ["what is of no operation", { ...created, path: "/control/profile", status: 418 }],
    [
      "no body where its shape is not shown",
      { ...created, method: "DELETE", path: `${path}/${id}`, status: 200, responseBody: "" },
    ],
  ])("%s is as described", (_what, exchange) => {
    expect(violationsOf(exchange)).toEqual([]);
  });

  test.each<[string, Exchange, string]>([
    ["a field that is missing", answer({ name: "default" }), "must have required property 'id'"],
    ["a value of another type", answer({ ...item, name: 1 }), "must be string"],
    ["a value that is not among those that there are", answer({ ...item, configuration: { comment: "loud" } }), "enum"],
    ["an id that is none", answer({ ...item, id: "1" }), "uuid"],
    ["a date that is none", answer({ ...item, created_at: "yesterday" }), "date-time"],
    ["a status that is not described", { ...created, status: 418 }, "the status is not described"],
    ["an error without a text", { ...found, status: 404, responseBody: "{}" }, "required property 'error'"],
    ["an answer that is no JSON", { ...found, responseContentType: "text/html" }, "the content type is text/html"],
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
  ])("%s is found", (_what, exchange, said) => {
    expect(violationsOf(exchange).join("\n")).toContain(said);
  });

  test("an emulator that answered otherwise fails when it is closed", async () => {
    const emulator = await startEmulator();
    Object.assign(emulator.store, { reachedBy: () => [{ account: { account_id: "none" } }] });
    await fetch(`${emulator.url}/v1/accounts`, { headers: { authorization: `Bearer ${acmeKey}` } });
    await expect(emulator.close()).rejects.toThrow(/listAccounts \(GET .*must match format \\"uuid\\"/s);
  });
});

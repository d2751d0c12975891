import { parsePayload, payloadSchema } from "../../src/webhooks";
import { thrownBy } from "../support/thrown-by";
import { example } from "./example";

function refusalOf(body: unknown): { code: string | undefined; detail: string | undefined; path: string | undefined } {
  const [first] = thrownBy(() => parsePayload(body)).diagnostics;
  return { code: first?.code, detail: first?.detail, path: first?.path };
}

const [result] = example.results;

test.each<[string, unknown]>([
  ["its text", JSON.stringify(example)],
  ["its bytes", Buffer.from(JSON.stringify(example))],
  ["parsed JSON", example],
])("reads a payload from %s", (_, body) => {
  expect(parsePayload(body)).toEqual(example);
});

test("rejects a payload that is nested too deep", () => {
  expect(refusalOf("[".repeat(20_000))).toMatchObject({
    code: "webhook-payload",
    detail: "it is nested more than 150 levels deep in JSON at position 150",
  });
});

test("reads a payload without results", () => {
  const passing = { ...example, risk_threshold: "passing", issue_status: "resolved", results: [] };
  expect(parsePayload(passing)).toEqual(passing);
});

test("preserves unknown fields at any level", () => {
  const more = { ...example, score: 7, results: [{ ...result, cwe: ["CWE-89"] }] };
  expect(parsePayload(JSON.stringify(more))).toEqual(more);
});

test.each(Object.keys(example))("rejects a payload without %s and names the field", (name) => {
  expect(refusalOf({ ...example, [name]: undefined })).toEqual({
    code: "webhook-payload",
    detail: `${name}: is missing`,
    path: name,
  });
});

test.each(Object.keys(result ?? {}))("rejects a result without %s and names its path", (name) => {
  const path = `results[1].${name}`;
  const results = [result, { ...result, [name]: undefined }];
  expect(refusalOf({ ...example, results })).toEqual({
    code: "webhook-payload",
    detail: `${path}: is missing`,
    path,
  });
});

test.each<[string, object, string]>([
  ["a text for a number", { pr_number: "12" }, "pr_number: Invalid input: expected number"],
  ["half a number", { pr_number: 1.5 }, "pr_number: must be a whole number"],
  ["another severity", { risk_threshold: "extreme" }, 'risk_threshold: Invalid option: expected one of "critical"|'],
  ["another state", { pr_status: "merged" }, 'pr_status: Invalid option: expected one of "open"|"closed"'],
  ["null", { issue_status: null }, "issue_status: Invalid option"],
  ["no date", { run_time: "yesterday" }, "run_time: must be an ISO 8601 date-time"],
  ["no list", { results: {} }, "results: Invalid input: expected array"],
  ["an invalid id", { results: [{ ...result, id: "1" }] }, "results[0].id: must be a UUID"],
  ["passing as the risk of a finding", { results: [{ ...result, risk: "passing" }] }, "results[0].risk: Invalid"],
  ["two mistakes", { org: 1, branch: 2 }, "org: Invalid input: expected string"],
])("rejects a payload with %s and names the first invalid field", (_, wrong, expected) => {
  const { code, detail } = refusalOf({ ...example, ...wrong });
  expect([code, detail?.slice(0, expected.length)]).toEqual(["webhook-payload", expected]);
});

test.each<[string, unknown, string]>([
  ["nothing", "", "it is not JSON in UTF-8"],
  ["HTML", "<html>", "it is not JSON in UTF-8"],
  ["bytes that are no text", Buffer.from([0xff, 0xfe]), "it is not JSON in UTF-8"],
  [
    "a title that is not in UTF-8",
    Buffer.from(JSON.stringify({ ...example, pr_title: "\u00e9" }), "latin1"),
    "it is not JSON in UTF-8",
  ],
  ["a list", "[]", "the payload: Invalid input: expected object, received array"],
  ["null", null, "the payload: Invalid input: expected object, received null"],
  ["undefined", undefined, "the payload: is missing"],
])("rejects %s", (_, body, expected) => {
  expect(refusalOf(body)).toMatchObject({ code: "webhook-payload", detail: expected });
});

test("exports a schema that validates payloads", () => {
  expect(payloadSchema.safeParse(example).success).toBe(true);
  expect(payloadSchema.safeParse({}).success).toBe(false);
});

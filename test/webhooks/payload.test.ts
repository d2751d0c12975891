import { ScanformError } from "../../src/diagnostics/error";
import { parsePayload, payloadSchema } from "../../src/webhooks";
import { example } from "./example";

function refusalOf(body: unknown): { code: string | undefined; detail: string | undefined; path: string | undefined } {
  try {
    parsePayload(body);
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    const [first] = thrown.diagnostics;
    return { code: first?.code, detail: first?.detail, path: first?.path };
  }
  throw new Error("the payload was taken");
}

const [result] = example.results;

test.each<[string, unknown]>([
  ["its text", JSON.stringify(example)],
  ["its bytes", Buffer.from(JSON.stringify(example))],
  ["what it was parsed to", example],
])("a payload is read from %s", (_, body) => {
  expect(parsePayload(body)).toEqual(example);
});

test("a payload in which nothing meets the Risk Level is read", () => {
  const passing = { ...example, risk_threshold: "passing", issue_status: "resolved", results: [] };
  expect(parsePayload(passing)).toEqual(passing);
});

test("unknown fields are kept, wherever they stand", () => {
  const more = { ...example, score: 7, results: [{ ...result, cwe: ["CWE-89"] }] };
  expect(parsePayload(JSON.stringify(more))).toEqual(more);
});

test.each(Object.keys(example))("without %s it is refused, and the field named", (name) => {
  expect(refusalOf({ ...example, [name]: undefined })).toEqual({
    code: "webhook-payload",
    detail: `${name}: is missing`,
    path: name,
  });
});

test.each(Object.keys(result ?? {}))("a result without %s is refused, and its place named", (name) => {
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
  ["an id that is none", { results: [{ ...result, id: "1" }] }, "results[0].id: must be a UUID"],
  ["passing as the risk of a finding", { results: [{ ...result, risk: "passing" }] }, "results[0].risk: Invalid"],
  ["two mistakes", { org: 1, branch: 2 }, "org: Invalid input: expected string"],
])("a payload with %s is refused, and the first field that is wrong named", (_, wrong, expected) => {
  const { code, detail } = refusalOf({ ...example, ...wrong });
  expect([code, detail?.slice(0, expected.length)]).toEqual(["webhook-payload", expected]);
});

test.each<[string, unknown, string]>([
  ["nothing", "", "it is not JSON in UTF-8"],
  ["HTML", "<html>", "it is not JSON in UTF-8"],
  ["bytes that are no text", Buffer.from([0xff, 0xfe]), "it is not JSON in UTF-8"],
  ["a list", "[]", "the payload: Invalid input: expected object, received array"],
  ["null", null, "the payload: Invalid input: expected object, received null"],
  ["undefined", undefined, "the payload: is missing"],
])("%s is no payload", (_, body, expected) => {
  expect(refusalOf(body)).toMatchObject({ code: "webhook-payload", detail: expected });
});

test("the schema stands by itself", () => {
  expect(payloadSchema.safeParse(example).success).toBe(true);
  expect(payloadSchema.safeParse({}).success).toBe(false);
});

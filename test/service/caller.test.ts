import { inspect } from "node:util";
import { operations } from "../../src/api/operations";
import { ScanformError, type ServiceClient } from "../../src/service";
import { queryOf } from "../../src/service/caller";
import { canary, client, saying, serving } from "./server";

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

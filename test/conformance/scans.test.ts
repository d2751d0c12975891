import type { OperationId } from "../../src/api/operations";
import { isObject } from "../../src/model/json";
import { isAmong, withScans } from "./found";
import { refusesQueries } from "./queries";
import { conformanceOf, unknownId } from "./refusals";
import { dataOf, type Service, textIn } from "./service";

async function right(at: Service, id: OperationId) {
  const { path, items } = await withScans(at);
  return { path: id === "listScans" ? path : { ...path, id: textIn(items[0], "scan_id", unknownId) } };
}

conformanceOf("scans", right, (suite) => {
  const { at, reads } = suite;

  /** What is left of the scans with a filter, which is never more than there is without. */
  const filtered = async (query: Readonly<Record<string, string | number>>) => {
    const { path, items } = await withScans(at);
    const answer = await at.send("listScans", { path, query });
    expect(answer.status).toBe(200);
    const left = dataOf(answer);
    expect(left.filter((each) => !isAmong(items, "scan_id")(each))).toEqual([]);
    return left;
  };

  reads("the scans of a repository are listed, each once", async () => {
    const { path } = await withScans(at);
    const answer = await at.send("listScans", { path });
    expect(answer.status).toBe(200);
    const ids = dataOf(answer).map((each) => each["scan_id"]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  reads("date_from and date_to leave what was completed between them, both included", async () => {
    const { items } = await withScans(at);
    const completed = items.find((each) => typeof each["scan_date"] === "string");
    if (completed === undefined && at.live) return;
    const date = textIn(completed, "scan_date");
    const times = async (query: Readonly<Record<string, string>>) =>
      (await filtered(query)).flatMap(({ scan_date: each }) => (typeof each === "string" ? [Date.parse(each)] : []));
    expect(await times({ date_from: date, date_to: date })).toContain(Date.parse(date));
    expect(Math.min(...(await times({ date_from: date })))).toBe(Date.parse(date));
    expect(Math.max(...(await times({ date_to: date })))).toBe(Date.parse(date));
    expect(await times({ date_from: "2001-01-01", date_to: "2001-01-02" })).toEqual([]);
  });

  reads("pr_number leaves the scans of that pull request", async () => {
    const { items } = await withScans(at);
    const number = Number(items[0]?.["pr_number"] ?? 1);
    const left = await filtered({ pr_number: number });
    expect(left.map((each) => each["pr_number"]).filter((each) => each !== number)).toEqual([]);
    if (items.length > 0) expect(left.length).toBeGreaterThan(0);
  });

  reads("pr_status leaves the scans of pull requests that stand so, of several with commas", async () => {
    for (const wanted of ["open", "draft", "closed", "merged", "open,merged"]) {
      const left = await filtered({ pr_status: wanted });
      expect(left.map((each) => each["pr_status"]).filter((each) => !wanted.split(",").includes(String(each)))).toEqual(
        [],
      );
    }
  });

  // what these filter by is told in two ways, so that what is left is not looked at closer
  reads("result takes the values of both descriptions", async () => {
    for (const result of ["failing", "risky", "info", "failing,info", "pass", "fail"]) await filtered({ result });
  });

  reads("severity takes the values of both descriptions", async () => {
    for (const severity of ["critical", "high", "medium", "low", "critical,high", "none"]) await filtered({ severity });
  });

  reads("initiated_by takes whoever a scan names, and nobody else", async () => {
    const { items } = await withScans(at);
    const who = items.map((each) => each["initiated_by"]).find((each) => typeof each === "string");
    if (typeof who === "string") await filtered({ initiated_by: who });
    expect(await filtered({ initiated_by: "nobody-of-this-name" })).toEqual([]);
  });

  reads("a scan that is listed can be read by its id, with the same fields and its findings", async () => {
    const { path, items } = await withScans(at);
    for (const item of items.slice(0, 3)) {
      const { status, body } = await at.send("getScan", { path: { ...path, id: textIn(item, "scan_id") } });
      expect(status).toBe(200);
      const scan = isObject(body) && isObject(body["data"]) ? body["data"] : body;
      expect(scan).toMatchObject({ scan_id: item["scan_id"], pr_number: item["pr_number"] });
    }
  });

  reads("findings_result takes levels, of several with commas", async () => {
    const { path, items } = await withScans(at);
    if (items.length === 0) return;
    const id = textIn(items[0], "scan_id");
    for (const level of ["failing", "risky", "info", "failing,risky"]) {
      const answer = await at.send("getScan", { path: { ...path, id }, query: { findings_result: level } });
      expect(answer.status).toBe(200);
    }
  });

  refusesQueries(suite, "listScans", right);
  refusesQueries(suite, "getScan", right);
});

import type { OperationId } from "../../src/api/operations";
import { isObject } from "../../src/model/json";
import { isAmong, withScans } from "./found";
import { conformanceOf, listsEachOnce, refusesQueries, unknownId } from "./refusals";
import { dataOf, type Service, textIn } from "./service";

async function right(at: Service, id: OperationId) {
  const { path, items } = await withScans(at);
  return { path: id === "listScans" ? path : { ...path, id: textIn(items[0], "scan_id", unknownId) } };
}

conformanceOf("scans", right, (suite) => {
  const { at, reads } = suite;

  /** The scans with a filter, which are never more than without. */
  const filtered = async (query: Readonly<Record<string, string | number>>) => {
    const { path, items } = await withScans(at);
    const answer = await at.send("listScans", { path, query });
    expect(answer.status).toBe(200);
    const left = dataOf(answer);
    expect(left.filter((each) => !isAmong(items, "scan_id")(each))).toEqual([]);
    return left;
  };

  listsEachOnce(suite, "lists the scans of a repository, each once", "listScans", right, "scan_id");

  reads("filters by date_from and date_to, both inclusive", async () => {
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

  reads("filters by pr_number", async () => {
    const { items } = await withScans(at);
    const number = Number(items[0]?.["pr_number"] ?? 1);
    const left = await filtered({ pr_number: number });
    expect(left.map((each) => each["pr_number"]).filter((each) => each !== number)).toEqual([]);
    if (items.length > 0) expect(left.length).toBeGreaterThan(0);
  });

  reads("filters by pr_status, with several values separated by commas", async () => {
    for (const wanted of ["open", "draft", "closed", "merged", "open,merged"]) {
      const left = await filtered({ pr_status: wanted });
      expect(left.map((each) => each["pr_status"]).filter((each) => !wanted.split(",").includes(String(each)))).toEqual(
        [],
      );
    }
  });

  // the specification describes these filters in two ways, so only the number of results is tested
  for (const [name, values] of [
    ["result", ["failing", "risky", "info", "failing,info", "pass", "fail"]],
    ["severity", ["critical", "high", "medium", "low", "critical,high", "none"]],
  ] as const)
    reads(`accepts the ${name} values of both descriptions`, async () => {
      for (const value of values) await filtered({ [name]: value });
    });

  reads("filters by initiated_by", async () => {
    const { items } = await withScans(at);
    const who = items.map((each) => each["initiated_by"]).find((each) => typeof each === "string");
    if (typeof who === "string") await filtered({ initiated_by: who });
    expect(await filtered({ initiated_by: "nobody-of-this-name" })).toEqual([]);
  });

  reads("returns a listed scan by its id, with the same fields and its findings", async () => {
    const { path, items } = await withScans(at);
    for (const item of items.slice(0, 3)) {
      const { status, body } = await at.send("getScan", { path: { ...path, id: textIn(item, "scan_id") } });
      expect(status).toBe(200);
      const scan = isObject(body) && isObject(body["data"]) ? body["data"] : body;
      expect(scan).toMatchObject({ scan_id: item["scan_id"], pr_number: item["pr_number"] });
    }
  });

  reads("filters by findings_result, with several levels separated by commas", async () => {
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

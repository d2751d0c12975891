import type { OperationId } from "../../src/api/operations";
import { isObject } from "../../src/model/json";
import { triageCategories } from "../../src/model/findings";
import { findings, isAmong, withPrFindings } from "./found";
import { conformanceOf, expectRefused, listsEachOnce, refusesQueries, unknownId } from "./refusals";
import { dataOf, eventually, type Got, type Service, textIn } from "./service";

async function right(at: Service, id: OperationId) {
  return id === "listPrFindings" ? { path: (await withPrFindings(at)).path } : { query: { days: 30 } };
}

/** The pagination of a response. */
function pagination({ body }: Got) {
  const given = isObject(body) ? body["pagination"] : undefined;
  if (!isObject(given)) throw new Error("the answer has no pagination");
  return {
    total: Number(given["total"]),
    page: Number(given["page"]),
    pages: Number(given["total_pages"]),
    size: Number(given["per_page"]),
  };
}

conformanceOf("findings", right, (suite) => {
  const { at, reads } = suite;
  const ask = async (query: Readonly<Record<string, string | number | boolean>>) => {
    const answer = await at.send("listAllFindings", { query: { days: 365, ...query } });
    expect(answer.status).toBe(200);
    return answer;
  };

  listsEachOnce(suite, "lists the PR findings of a repository, each once", "listPrFindings", right);

  reads("accepts days from 1 to 365, and more days never yield fewer findings", async () => {
    const totals = [];
    for (const days of [1, 30, 365]) totals.push(pagination(await ask({ days })).total);
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));
  });

  reads("lists findings newest first", async () => {
    const dates = dataOf(await ask({ per_page: 100 })).flatMap(({ created_at: each }) =>
      typeof each === "string" ? [Date.parse(each)] : [],
    );
    expect(dates).toEqual(dates.toSorted((a, b) => b - a));
  });

  reads("returns the first page of 50 by default", async () => {
    expect(pagination(await ask({}))).toMatchObject({ page: 1, size: 50 });
  });

  reads("accepts per_page from 1 to 100, and pages are consecutive", async () => {
    const whole = await ask({ page: 1, per_page: 100 });
    expect(pagination(whole)).toMatchObject({ page: 1, size: 100 });
    const first = await ask({ page: 1, per_page: 1 });
    const second = await ask({ page: 2, per_page: 1 });
    const { total, pages } = pagination(first);
    expect([pages, dataOf(first).length]).toEqual([total, Math.min(total, 1)]);
    expect(dataOf(second).filter(isAmong(dataOf(first)))).toEqual([]);
    if (!at.live) expect([...dataOf(first), ...dataOf(second)]).toEqual(dataOf(whole).slice(0, 2));
    expect(dataOf(await ask({ page: pages + 1, per_page: 1 }))).toEqual([]);
  });

  reads("filters by finding_type, which is all by default", async () => {
    for (const type of ["deepscan", "pullrequest", "sca", "code_policy"]) {
      const left = dataOf(await ask({ finding_type: type, per_page: 100 }));
      expect(left.filter((each) => each["finding_type"] !== type)).toEqual([]);
      if (!at.live) expect(left.length).toBeGreaterThan(0);
    }
    expect(pagination(await ask({ finding_type: "all" })).total).toBe(pagination(await ask({})).total);
  });

  reads("filters by severity", async () => {
    for (const severity of ["critical", "high", "medium", "low", "critical,low"]) {
      const left = dataOf(await ask({ severity, per_page: 100 }));
      expect(left.filter((each) => !severity.split(",").includes(String(each["severity"])))).toEqual([]);
    }
  });

  reads("filters by repository_id", async () => {
    const { path, items } = await withPrFindings(at);
    const left = await ask({ repository_id: path.repository_id, per_page: 100 });
    const yearAgo = Date.now() - 364 * 86_400_000;
    if (items.some(({ created_at }) => Date.parse(String(created_at)) > yearAgo))
      expect(dataOf(left).length).toBeGreaterThan(0);
    const names = dataOf(left).flatMap(({ repository_name: each }) => (typeof each === "string" ? [each] : []));
    expect(new Set(names).size).toBeLessThanOrEqual(1);
    const other = await at.send("listAllFindings", { query: { days: 365, repository_id: unknownId } });
    if (other.status === 200) expect(dataOf(other)).toEqual([]);
  });

  reads("applies branch to neither PR nor code policy findings", async () => {
    for (const type of ["pullrequest", "code_policy"]) {
      const all = await ask({ finding_type: type });
      expect(pagination(await ask({ finding_type: type, branch: "release-2" })).total).toBe(pagination(all).total);
    }
    const onDefault = dataOf(await ask({ finding_type: "sca", per_page: 100 }));
    const onBranch = dataOf(await ask({ finding_type: "sca", branch: "release-2", per_page: 100 }));
    if (!at.live) expect([onBranch.length, onBranch.filter(isAmong(onDefault)).length]).toEqual([1, 0]);
  });

  reads("adds the findings of earlier scans with all_results", async () => {
    const latest = pagination(await ask({ all_results: false })).total;
    const all = pagination(await ask({ all_results: true })).total;
    expect(pagination(await ask({})).total).toBe(latest);
    if (at.live) expect(all).toBeGreaterThanOrEqual(latest);
    else expect(all).toBeGreaterThan(latest);
  });

  reads("returns the triage category of dismissed findings and none for open ones", async () => {
    for (const { state, triage } of await findings(at)) {
      if (state === "dismissed") expect(triage).toMatchObject({ category: expect.any(String) as string });
      if (state === "open") expect(triage ?? null).toBeNull();
    }
  });

  refusesQueries(suite, "listAllFindings", right);
  reads("rejects listAllFindings without days", async () => {
    const { status } = await at.send("listAllFindings");
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});

/** An untriaged finding, which a live service may lack. */
const untriaged = async (at: Service) => (await findings(at)).find((each) => each["state"] === "open");

async function rightOfTriage(at: Service, id: OperationId) {
  const path = { finding_id: textIn(await untriaged(at), "id", unknownId) };
  return id === "setTriage" ? { path, body: { triage_category: "in_progress" } } : { path };
}

conformanceOf("triage", rightOfTriage, ({ at, reads, writes, emulated }) => {
  /** The listed finding, once it is as expected. */
  const listed = (id: unknown, isRight: (finding: Readonly<Record<string, unknown>>) => boolean) =>
    eventually(
      async () =>
        dataOf(await at.look("listAllFindings", { query: { days: 365, per_page: 100 } })).find(
          (each) => each["id"] === id,
        ) ?? {},
      isRight,
    );

  reads("returns the triage status of a finding", async () => {
    const [first] = await findings(at);
    if (first === undefined && at.live) return;
    const { status } = await at.send("getTriage", { path: { finding_id: textIn(first, "id") } });
    // the specification does not show the status of an untriaged finding
    if (at.live) expect([200, 404]).toContain(status);
    else expect(status).toBe(200);
  });

  writes("dismisses an open finding with each category until the triage is removed", async () => {
    const finding = await untriaged(at);
    if (finding === undefined && at.live) return;
    const path = { finding_id: textIn(finding, "id") };
    for (const category of triageCategories) {
      const set = await at.send("setTriage", { path, body: { triage_category: category } });
      expect(set.status).toBe(200);
      expect((await at.send("getTriage", { path })).status).toBe(200);
      const dismissed = await listed(finding?.["id"], (each) => each["state"] === "dismissed");
      expect(dismissed).toMatchObject({ state: "dismissed", triage: { category } });
      const removed = await at.send("removeTriage", { path });
      expect(removed.status).toBe(200);
      expect((await listed(finding?.["id"], (each) => each["triage"] === null))["triage"] ?? null).toBeNull();
    }
  });

  emulated("rejects an unknown category", async () => {
    const { path } = await rightOfTriage(at, "setTriage");
    for (const category of ["ignored", "", 1])
      expectRefused(at, await at.send("setTriage", { path, body: { triage_category: category } }), 422);
  });
});

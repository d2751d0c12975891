import fc from "fast-check";
import { parse } from "yaml";
import type { SeedDeepscan, SeedScan } from "../../../src/emulator/scans/scan-seed";
import { findingTypes, severities, triageCategories, triageFields } from "../../../src/model/findings";
import { objectSchema } from "../../../src/model/schema";
import { parsePayload } from "../../../src/webhooks";
import { receiver } from "../webhooks/receiver";
import {
  account,
  allFindings,
  apiId,
  type Desk,
  desk,
  type Finding,
  type FindingPage,
  idOf,
  policyId,
  secret,
  seedWith,
  webId,
} from "./desk";

const repositories = [apiId, webId];
const branches = [null, "next"];
const hourMilliseconds = 3_600_000;
const startOfTest = Date.now();
const hoursAgo = (hours: number): string => new Date(startOfTest - hours * hourMilliseconds).toISOString();

/** Findings in random order, some with equal times, of both repositories and branches. */
function scansOf(count: number): { readonly scans: readonly SeedScan[]; readonly deepscans: readonly SeedDeepscan[] } {
  const finding = (n: number) => ({
    id: idOf(1000 + ((n * 37) % 997)),
    severity: severities[n % 4] ?? "low",
    description: `number ${String(n)}`,
    created_at: hoursAgo(((n * 7) % 13) * 24 + 1),
  });
  const numbers = Array.from({ length: count }, (_, n) => n);
  const scans = numbers
    .filter((n) => n % 2 === 0)
    .map((n): SeedScan => {
      const place = {
        type: "T",
        filename: "f",
        finding_type: n % 4 === 0 ? ("pullrequest" as const) : ("code_policy" as const),
      };
      return {
        id: idOf(5000 + n),
        repository_id: repositories[n % 3 === 0 ? 0 : 1] ?? "",
        pull_request: { number: 1 + (n % 5) },
        created_at: hoursAgo(400 - n),
        completed_at: hoursAgo(400 - n),
        findings: [{ ...finding(n), ...place, result: "risky" }],
      };
    });
  const deepscans = numbers
    .filter((n) => n % 2 === 1)
    .map((n): SeedDeepscan => {
      const packaged = { package_name: "p", package_version: "1", package_ecosystem: "npm" };
      return {
        id: idOf(7000 + n),
        repository_id: repositories[n % 3 === 0 ? 0 : 1] ?? "",
        type: "full",
        branch: branches[n % 5 === 0 ? 1 : 0] ?? null,
        retry_count: 0,
        created_at: hoursAgo(400 - n),
        completed_at: hoursAgo(400 - n),
        results: n % 4 === 1 ? [{ ...finding(n), title: "D" }] : [],
        sca_results: n % 4 === 3 ? [{ ...finding(n), title: "S", ...packaged }] : [],
      };
    });
  return { scans, deepscans };
}

const everything = "&all_results=true";
const idsOf = (page: FindingPage): readonly string[] => page.data.map(({ id }) => id);
const whole = (desk: Desk, query: string): Promise<FindingPage> => allFindings(desk, `${query}&per_page=100`);

test("returns every finding exactly once and in order for any page size", async () => {
  const running = await desk(seedWith(scansOf(25)));
  const all = await whole(running, everything);
  expect(all.data.length).toBeGreaterThan(15);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 100 }), async (perPage) => {
      const pages: FindingPage[] = [];
      for (let page = 1; page <= Math.ceil(all.data.length / perPage) + 1; page += 1)
        pages.push(await allFindings(running, `${everything}&per_page=${String(perPage)}&page=${String(page)}`));
      expect(pages.flatMap(idsOf)).toEqual(idsOf(all));
      for (const [at, { pagination }] of pages.entries())
        expect(pagination).toEqual({
          total: all.data.length,
          page: at + 1,
          per_page: perPage,
          total_pages: Math.ceil(all.data.length / perPage),
        });
      expect(pages.at(-1)?.data).toEqual([]);
    }),
    { numRuns: 4, examples: [[1]] },
  );
});

test("sorts findings newest first, then by id", async () => {
  const { data } = await whole(await desk(seedWith(scansOf(60))), everything);
  const sorted = data.toSorted(
    (left, right) =>
      Date.parse(right.created_at) - Date.parse(left.created_at) ||
      (left.id < right.id ? -1 : left.id > right.id ? 1 : 0),
  );
  expect(data).toEqual(sorted);
  expect(new Set(data.map((each) => each.created_at)).size).toBeLessThan(data.length);
});

test("filters as a simple filter of the whole list does", async () => {
  const running = await desk(seedWith(scansOf(25)));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<string>(...findingTypes, "all"),
      fc.subarray([...severities], { minLength: 1 }),
      fc.option(fc.constantFrom<string | undefined>(apiId, webId, idOf(99)), { nil: undefined }),
      fc.integer({ min: 1, max: 14 }),
      fc.constantFrom("", "&branch=next", "&branch=none"),
      fc.boolean(),
      async (type, levels, repository, days, branch, history) => {
        const rest = `${branch}&all_results=${String(history)}&per_page=100`;
        const all: FindingPage = await running.get(`/all_findings?days=365${rest}`);
        const names = new Map([apiId, webId].map((id, at) => [id, ["api", "web"][at]]));
        const expected = all.data.filter(
          (each: Finding & { repository_name?: string }) =>
            (type === "all" || each.finding_type === type) &&
            (levels as readonly string[]).includes(each.severity) &&
            (repository === undefined || each.repository_name === names.get(repository)) &&
            Date.parse(each.created_at) > Date.now() - days * 24 * hourMilliseconds,
        );
        const query = `days=${String(days)}&finding_type=${type}&severity=${levels.join(",")}`;
        const wanted = repository === undefined ? "" : `&repository_id=${repository}`;
        const page: FindingPage = await running.get(`/all_findings?${query}${wanted}${rest}`);
        expect(page.data).toEqual(expected);
        expect(page.pagination.total).toBe(expected.length);
      },
    ),
    { numRuns: 25 },
  );
});

test("applies branch to SCA and deepscan findings only, with the default branch by default", async () => {
  const { scans, deepscans } = scansOf(80);
  const running = await desk(seedWith({ scans, deepscans }));
  const inPullRequests = new Set(scans.flatMap(({ findings = [] }) => findings.map(({ id }) => id)));
  for (const [query, branch] of [
    ["", null],
    ["&branch=next", "next"],
    ["&branch=none", "none"],
  ] as const) {
    const found = idsOf(await whole(running, everything + query));
    const onBranch = deepscans
      .filter((each) => each.branch === branch)
      .flatMap(({ results = [], sca_results: more = [] }) => [...results, ...more].map(({ id }) => id));
    expect(new Set(found)).toEqual(new Set([...inPullRequests, ...onBranch]));
    expect(found).toHaveLength(inPullRequests.size + onBranch.length);
  }
});

test("returns only the latest scan of each branch and pull request without all_results", async () => {
  const { scans, deepscans } = scansOf(80);
  const running = await desk(seedWith({ scans, deepscans }));
  const latest = <T extends { completed_at?: string | null }>(items: readonly T[], contextOf: (item: T) => string) => {
    const byContext = new Map<string, T>();
    for (const item of items.toSorted((a, b) => Date.parse(a.completed_at ?? "") - Date.parse(b.completed_at ?? "")))
      byContext.set(contextOf(item), item);
    return [...byContext.values()];
  };
  const expected = [
    ...latest(scans, (each) => `${each.repository_id} ${String(each.pull_request.number)}`).flatMap(
      ({ findings = [] }) => findings,
    ),
    ...latest(deepscans, (each) => `${each.repository_id} ${String(each.branch)}`)
      .filter(({ branch }) => branch === null)
      .flatMap(({ results = [], sca_results: more = [] }) => [...results, ...more]),
  ].map(({ id }) => id);
  const page = await whole(running, "");
  expect(new Set(idsOf(page))).toEqual(new Set(expected));
  expect(page.data.every(({ state }) => state === "open")).toBe(true);
  const states = new Map((await whole(running, everything)).data.map(({ id, state }) => [id, state]));
  for (const [id, state] of states) expect(state).toBe(expected.includes(id) ? "open" : "resolved");
});

test("counts days back from the emulator's clock", async () => {
  const running = await desk();
  await running.scan({ findings: [secret()] });
  const recent = (days: number): Promise<FindingPage> => running.get(`/all_findings?days=${String(days)}`);
  expect((await recent(1)).data).toHaveLength(1);
  await running.advance(2 * 86_400);
  expect((await recent(1)).data).toHaveLength(0);
  expect((await recent(3)).data).toHaveLength(1);
});

test("omits severities other than the four, which the repository's list contains", async () => {
  const running = await desk();
  await running.scan({ findings: [secret({ severity: "info" }), secret()] });
  expect((await allFindings(running)).data.map(({ severity }) => severity)).toEqual(["high"]);
  const { data } = await running.get<{ data: Finding[] }>(`/repositories/${apiId}/findings`);
  expect(data.map(({ severity }) => severity).sort()).toEqual(["high", "info"]);
});

test("names the pull request for findings of type pullrequest only", async () => {
  const running = await desk(seedWith({}, { code_policies: [{ id: policyId }] }));
  const { analyzer: _, ...rest } = secret({ type: "Violation" });
  await running.scan({
    pull_request: { number: 4 },
    findings: [secret({ label: "leak" }), { ...rest, policy: policyId }],
  });
  const { data } = await allFindings(running);
  const byType = new Map(data.map((each) => [each.finding_type, each]));
  expect(byType.get("pullrequest")).toMatchObject({
    pr_number: 4,
    label: "leak",
    pull_request_dashboard_url: expect.stringContaining("/pulls/4") as string,
  });
  expect(byType.get("code_policy")).toMatchObject({ pr_number: null });
  expect(byType.get("code_policy")).not.toHaveProperty("pull_request_dashboard_url");
});

const pathOf = (id: string | null | undefined): string => `${account}/findings/${id ?? ""}/triage`;

/** An emulator with one finding, and functions to read and set its triage. */
async function triaged() {
  const running = await desk();
  const { candidates } = await running.scan({ findings: [secret()] });
  const path = pathOf(candidates[0]?.finding_id);
  const set = (triage_category: string) => running.send("POST", path, { triage_category });
  const listed = async () => (await allFindings(running, "&all_results=true")).data[0];
  return { running, path, set, listed, id: candidates[0]?.finding_id };
}

const categoryNames = {
  false_positive: "False positive",
  wont_fix: "Won't fix",
  accepted_risk: "Accepted risk",
  in_progress: "In progress",
};

test("returns the result of the last of any sequence of repeated writes", async () => {
  const { running, path, set, listed, id } = await triaged();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(null, ...triageCategories), { minLength: 1, maxLength: 6 }),
      async (writes) => {
        for (const category of writes)
          expect((category === null ? await running.send("DELETE", path) : await set(category)).status).toBe(200);
        const last = writes.at(-1) ?? null;
        const triage = last === null ? null : { category: last, category_name: categoryNames[last] };
        const state = last === null ? "open" : "dismissed";
        expect((await running.send("GET", path)).body).toEqual({ data: { finding_id: id, state, triage } });
        expect(await listed()).toMatchObject({ state, triage });
      },
    ),
    { numRuns: 8 },
  );
});

test.each([
  ["replaced", 200, "wont_fix"],
  ["refused", 422, "in_progress"],
  ["ignored", 200, "in_progress"],
] as const)("a second category is %s", async (triage_again, status, category) => {
  const { running, set, listed } = await triaged();
  running.running.setProfile({ triage_again });
  expect((await set("in_progress")).status).toBe(200);
  expect((await set("wont_fix")).status).toBe(status);
  expect(await listed()).toMatchObject({ triage: { category } });
});

test("the removal of a category that is not there may be answered by 404", async () => {
  const { running, path, set } = await triaged();
  running.running.setProfile({ triage_missing: 404 });
  expect((await running.send("DELETE", path)).status).toBe(404);
  await set("wont_fix");
  expect((await running.send("DELETE", path)).status).toBe(200);
  expect((await running.send("DELETE", path)).status).toBe(404);
});

test("keeps an absent finding dismissed until the triage is removed, then resolved", async () => {
  const { running, path, set, listed } = await triaged();
  await set("accepted_risk");
  await running.scan({ findings: [] });
  expect(await listed()).toMatchObject({ state: "dismissed" });
  await running.send("DELETE", path);
  expect(await listed()).toMatchObject({ state: "resolved", triage: null });
});

test("the OpenAPI document does not require the category of a triage", async () => {
  const { running } = await triaged();
  expect(
    objectSchema(triageFields, "answered").safeParse({ category: "wont_fix", category_name: "Other" }).success,
  ).toBe(true);
  const document = await (await fetch(`${running.url}/api-docs/v1/swagger.yaml`)).text();
  const { components } = parse(document) as { components: { schemas: Record<string, object> } };
  expect(components.schemas["Triage"]).toHaveProperty("properties.category");
  expect(components.schemas["Triage"]).not.toHaveProperty("required");
});

test("notifies of a scan's findings except those that are silent, triaged or of another severity", async () => {
  const hook = await receiver();
  const webhooks = [{ name: "All", url: hook.url, enabled: true, global: true }];
  const settings = {
    code_policies: [{ id: policyId, enabled: true }],
    analyzers: { xss: { silent: true, enabled: true } },
  };
  const { scan, send, control } = await desk(seedWith({ webhooks }, settings));
  const { analyzer: _, ...violation } = secret({ type: "Violation", severity: "low" });
  const findings = [
    secret({ type: "Told" }),
    { ...violation, policy: policyId },
    secret({ type: "Note", severity: "info" }),
    secret({ type: "Silent", analyzer: "xss" }),
    secret({ type: "Triaged" }),
    secret({ type: "Nobody's", analyzer: "no-such" }),
  ];
  const { candidates } = await scan({ findings });
  await send("POST", `${account}/findings/${candidates[4]?.finding_id ?? ""}/triage`, { triage_category: "wont_fix" });
  const pull_request = { number: 1, title: "T", status: "open", branch: "b", commit_author: "ana" };
  await scan({ pull_request, findings });
  await control("/control/webhooks/settle");
  const [before, after] = hook.got.map(({ body }) => parsePayload(body));
  expect(before?.results.map(({ type }) => type).sort()).toEqual(["Told", "Triaged", "Violation"]);
  expect(after).toMatchObject({ org: "umbrella", repo_name: "api", pr_number: 1, pr_title: "T", branch: "b" });
  expect(after?.commit_author).toBe("ana");
  expect(after?.results).toEqual([
    expect.objectContaining({ id: candidates[0]?.finding_id, type: "Told", finding_type: "pullrequest", risk: "high" }),
    expect.objectContaining({
      id: candidates[1]?.finding_id,
      type: "Violation",
      finding_type: "code_policy",
      risk: "low",
    }),
  ]);
});

import fc from "fast-check";
import type { CombinedFinding } from "../../../src/model/findings";
import { concernsFindings, effectKey, type PlanFindings } from "../../../src/reconcile/plan/open-findings";
import type { Plan } from "../../../src/reconcile/plan/plan";
import type { FindingsReader } from "../../../src/reconcile/ports";
import { mostPages, readOpenFindings } from "../../../src/reconcile/refresh/read-open-findings";
import { many, declared, live, planOf, repositories } from "../../report/plans";
import { failure } from "../service";

/** `weak` and `odd` get weaker and unclassified, `strong` stronger; each has so many repositories, called `weak-0000`. */
function planWith(weak: number, odd = 1, strong = 1): Plan {
  const names = [many(weak, "weak"), many(odd, "odd"), many(strong, "strong")];
  return planOf(
    {
      configurations: [
        declared("weak", "weak", { comment: "disabled" }),
        declared("odd", "odd", { risk_threshold: 2 }),
        declared("strong", "strong", { comment: "enabled" }),
      ],
      assignments: [],
    },
    {
      configurations: [
        live(1, "weak", { comment: "enabled" }),
        live(2, "odd", {}),
        live(3, "strong", { comment: "silent" }),
      ],
      repositories: names.flatMap((each, at) => repositories(each, at + 1, at * 1000)),
    },
  );
}

const found = (at: number, given: Partial<CombinedFinding> = {}): CombinedFinding => ({
  id: `f-${String(at).padStart(6, "0")}`,
  finding_type: "sca",
  dashboard_url: `https://findings.example.com/${String(at)}`,
  severity: "high",
  type: "Title",
  repository_name: "weak-0000",
  state: "open",
  ...given,
});

/** A service that lists these findings; the names of their repositories are known to it, whatever it says. */
function serviceOf(plan: Plan, all: readonly (CombinedFinding & { readonly in?: string })[]) {
  const asked: Parameters<FindingsReader["allFindingsPage"]>[1][] = [];
  const nameOf = new Map(plan.observed.repositories.map(({ id, name }) => [String(id), name]));
  const reader: FindingsReader = {
    allFindingsPage: (_account, query) => {
      asked.push(query);
      const { page, per_page, repository_id } = query;
      const listed = all.filter(
        (each) => repository_id === undefined || (each.in ?? each.repository_name) === nameOf.get(repository_id),
      );
      const data = listed.slice((page - 1) * per_page, page * per_page);
      return Promise.resolve({
        data,
        pagination: { total: listed.length, page, per_page, total_pages: Math.ceil(listed.length / per_page) },
      });
    },
  };
  return { reader, asked };
}

const effectNamed = (plan: Plan, { effects }: PlanFindings, name: string) => {
  const effect = plan.effects.find(({ from }) => from?.name === name);
  return effect && effects[effectKey(effect)];
};

test("the open findings of each group are counted by severity, with the three worst, the newest first", async () => {
  const plan = planWith(2);
  const { reader, asked } = serviceOf(plan, [
    found(1, { severity: "low" }),
    found(2, { created_at: "2026-01-01T00:00:00Z" }),
    found(3, { created_at: "2026-01-02T00:00:00Z", repository_name: "weak-0001", filename: "a.ts" }),
    found(4, { severity: "critical" }),
    found(5, { repository_name: "odd-0000" }),
    found(6, { repository_name: "strong-0000" }),
  ]);
  const read = await readOpenFindings(reader, plan, { days: 30 });
  expect(read).toMatchObject({ days: 30, open: 5, critical: 1, high: 3, medium: 0, low: 1, unread: 0 });
  const weak = effectNamed(plan, read, "weak");
  expect(weak).toMatchObject({ open: 4, critical: 1, high: 2, medium: 0, low: 1, unread: 0 });
  expect(weak?.worst).toEqual([
    {
      id: "f-000004",
      title: "Title",
      severity: "critical",
      repository: "weak-0000",
      url: "https://findings.example.com/4",
    },
    {
      id: "f-000003",
      title: "Title",
      severity: "high",
      repository: "weak-0001",
      file: "a.ts",
      url: "https://findings.example.com/3",
    },
    {
      id: "f-000002",
      title: "Title",
      severity: "high",
      repository: "weak-0000",
      url: "https://findings.example.com/2",
    },
  ]);
  expect(effectNamed(plan, read, "odd")).toMatchObject({ open: 1, high: 1 });
  expect(effectNamed(plan, read, "strong")).toBeUndefined();
  expect(asked).toHaveLength(3); // not of what gets stronger
  expect(asked.every(({ days, per_page }) => days === 30 && per_page === 100)).toBe(true);
});

test.each<[what: string, open: number, given: Partial<CombinedFinding>]>([
  ["open", 1, { state: "open" }],
  ["dismissed", 0, { state: "dismissed" }],
  ["resolved", 0, { state: "resolved" }],
  ["in a state that is not known", 1, { state: "odd" as never }],
  ["in no state", 1, { state: undefined }],
  ["in no state, and triaged", 0, { state: undefined, triage: { category: "wont_fix" } }],
])("of one finding that is %s, %i is counted", async (_what, open, given) => {
  const plan = planWith(1);
  const { reader } = serviceOf(plan, [found(1, given)]);
  expect(await readOpenFindings(reader, plan, { days: 1 })).toMatchObject({ open });
});

test("a severity in capital letters is counted as that severity, and another one in all only, as the worst", async () => {
  const plan = planWith(1);
  const odd = found(2, { severity: "odd" as never });
  const { reader } = serviceOf(plan, [found(1, { severity: "CRITICAL" as never }), odd]);
  const read = await readOpenFindings(reader, plan, { days: 1 });
  expect(read).toMatchObject({ open: 2, critical: 1, high: 0, medium: 0, low: 0 });
  expect(read.worst.map(({ severity }) => severity)).toEqual(["odd", "CRITICAL"]);
});

test("all pages are read as long as there are few, and what is left is counted", async () => {
  const plan = planWith(1);
  const all = (count: number) => Array.from({ length: count }, (_, at) => found(at));
  const some = serviceOf(plan, all(250));
  expect(await readOpenFindings(some.reader, plan, { days: 30 })).toMatchObject({ open: 250, unread: 0 });
  expect(some.asked).toHaveLength(4);
  const tooMany = serviceOf(plan, all(20_000));
  const read = await readOpenFindings(tooMany.reader, plan, { days: 30 });
  expect(read).toMatchObject({ open: 9900, unread: 10_100 });
  expect(tooMany.asked).toHaveLength(mostPages);
});

describe("of more repositories than pages may be read", () => {
  const plan = planWith(mostPages + 1);

  test("the list of the account is read, whose names decide", async () => {
    const { reader, asked } = serviceOf(plan, [
      found(1),
      found(2, { repository_name: "odd-0000" }),
      found(3, { repository_name: "strong-0000" }),
    ]);
    const read = await readOpenFindings(reader, plan, { days: 30 });
    expect(asked).toEqual([{ days: 30, page: 1, per_page: 100 }]);
    expect(read).toMatchObject({ open: 2, unread: 0 });
    expect(effectNamed(plan, read, "odd")).toMatchObject({ open: 1 });
  });

  test.each([
    ["no name", undefined],
    ["a name that no repository has", "elsewhere"],
  ])("a finding with %s may be in any group", async (_what, name) => {
    const { reader } = serviceOf(plan, [found(1), found(2, { repository_name: name })]);
    const read = await readOpenFindings(reader, plan, { days: 30 });
    expect(read).toMatchObject({ open: 1, unread: 1 });
    expect(effectNamed(plan, read, "odd")).toMatchObject({ open: 0, unread: 1 });
  });
});

test("what is counted is what there is, however it is read", async () => {
  const finding = fc.record({
    severity: fc.constantFrom("critical", "high", "medium", "low"),
    state: fc.constantFrom("open", "dismissed", "resolved"),
    in: fc.nat(130),
    isNamed: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(finding, { maxLength: 300 }), fc.constantFrom(3, mostPages + 5), async (all, weak) => {
      const plan = planWith(weak, 2, 2);
      const names = plan.observed.repositories.map(({ name = "" }) => name);
      const nameAt = (at: number): string => names[at % names.length] ?? "";
      const listed = all.map(({ in: where, isNamed, severity, state }, at) => ({
        ...found(at, {
          severity,
          state,
          repository_name: isNamed ? nameAt(where) : undefined,
        }),
        in: nameAt(where),
      }));
      const { reader, asked } = serviceOf(plan, listed);
      const read = await readOpenFindings(reader, plan, { days: 30 });
      expect(asked.length).toBeLessThanOrEqual(mostPages);
      const byName = weak > 10;
      expect(read.unread).toBe(byName ? all.filter(({ isNamed }) => !isNamed).length : 0);
      for (const effect of plan.effects.filter(concernsFindings)) {
        const own = new Set(effect.repositories.map(({ repository: { name } }) => name));
        const truly = listed.filter(
          (each) => own.has(byName ? each.repository_name : each.in) && each.state === "open",
        );
        const counts = (severity: string) => truly.filter((each) => each.severity === severity).length;
        expect(read.effects[effectKey(effect)]).toMatchObject({
          open: truly.length,
          critical: counts("critical"),
          high: counts("high"),
          medium: counts("medium"),
          low: counts("low"),
        });
      }
    }),
    { numRuns: 15 },
  );
});

test("the progress has as many pages as are expected by then", async () => {
  const plan = planWith(1, 0);
  const { reader } = serviceOf(
    plan,
    Array.from({ length: 250 }, (_, at) => found(at)),
  );
  const seen: (readonly [number, number])[] = [];
  await readOpenFindings(reader, plan, { days: 30, onProgress: (...each) => seen.push(each) });
  expect(seen).toEqual([
    [1, 1],
    [2, 3],
    [3, 3],
  ]);
});

test("a request that fails is the caller's", async () => {
  const failed = failure();
  const reading = readOpenFindings({ allFindingsPage: () => Promise.reject(failed) }, planWith(1), { days: 30 });
  await expect(reading).rejects.toBe(failed);
});

import { accountId } from "../../../src/model/ids";
import type { CombinedFinding } from "../../../src/model/findings";
import type { TriageReader } from "../../../src/reconcile/ports";
import { listTriages } from "../../../src/reconcile/refresh/observe";

const finding = (id: string, more: Pick<CombinedFinding, "triage">): CombinedFinding => ({
  id,
  finding_type: "sca",
  dashboard_url: "https://d.example.com",
  severity: "low",
  type: "x",
  ...more,
});

async function* items(all: readonly CombinedFinding[]) {
  await Promise.resolve();
  yield* all;
}

test("the list of a year's findings says how each is triaged", async () => {
  const asked: unknown[] = [];
  const reader: Pick<TriageReader, "allFindings"> = {
    allFindings: (...request) => {
      asked.push(request);
      return items([
        finding("open", {}),
        finding("set", { triage: { category: "wont_fix" } }),
        finding("named", { triage: { category: "in_progress", category_name: "In progress" } }),
        finding("without a category", { triage: { category_name: "In progress" } }),
      ]);
    },
  };
  const { signal } = new AbortController();
  expect([...(await listTriages(reader, accountId("a"), { signal }))]).toStrictEqual([
    ["open", { is: "none" }],
    ["set", { is: "set", category: "wont_fix" }],
    ["named", { is: "set", category: "in_progress", name: "In progress" }],
    ["without a category", { is: "unclear" }],
  ]);
  // as many as a request may give, whatever the state of their scan
  expect(asked).toEqual([["a", { days: 365, all_results: true, per_page: 100 }, { signal }]]);
});

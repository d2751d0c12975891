import type { DesiredTriage } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { address } from "../../../src/model/ids";
import type { TriageStatus } from "../../../src/model/triage-status";
import type { Plan } from "../../../src/reconcile/plan/plan";
import { staleness } from "../../../src/reconcile/refresh/staleness";
import { declare, live, planned } from "../account";
import { decide, deciding, first, second } from "./deciding";

const [today, nextYear] = [Date.parse("2030-01-01"), Date.parse("2031-01-01")];
const expires = "2030-12-31";

/** The category that the service holds for each finding; null for none. */
const held = (categories: Readonly<Record<string, string | null>>, at = today): Observed => ({
  ...live({}),
  triages: {
    at,
    found: new Map(
      Object.entries(categories).map(([id, category]): [string, TriageStatus] => [
        id,
        category === null ? { is: "none" } : { is: "set", category },
      ]),
    ),
  },
});

const untouched = held({ [first]: null, [second]: null });
const ours = { [first]: "wont_fix", [second]: "wont_fix" };
const plan = (observed: Observed, ...triages: readonly DesiredTriage[]): Plan =>
  planned(deciding(...triages), observed);
const said = (saved: Parameters<typeof staleness>[0], fresh: Plan) => staleness(saved, [], fresh);

const other = ["a triage has expired, or its declaration has changed, since the plan was made"];

describe("a plan is stale when", () => {
  test("somebody has decided about a finding since, which is said of that finding alone", () => {
    const both = [decide(first), decide(second)];
    const saved = plan(held({ [first]: null, [second]: "in_progress" }), ...both);
    expect(said(saved, plan(held({ [first]: "in_progress", [second]: "in_progress" }), ...both))).toEqual([
      `finding ${first} was not triaged and is in_progress`,
    ]);
    expect(said(saved, plan(untouched, ...both))).toEqual([`finding ${second} was in_progress and is not triaged`]);
    expect(said(saved, saved)).toEqual([]);
  });

  test("a finding that was triaged as declared is not any more", () => {
    const saved = plan(held({ [first]: null, [second]: "wont_fix" }), decide(first), decide(second));
    expect(said(saved, plan(untouched, decide(first), decide(second)))).toEqual([
      `the triage of the finding ${second} would change as well`,
    ]);
    expect(said(plan(held(ours), decide(first)), plan(untouched, decide(first)))).toEqual([
      `the triage of the finding ${first} would change as well`,
    ]);
  });

  test("it decides about another finding", () => {
    expect(said(plan(untouched, decide(first)), plan(untouched, decide(second)))).toEqual([
      `the triage of the finding ${first} is not declared any more`,
      `the triage of the finding ${second} would change as well`,
    ]);
  });

  test("a triage that it sets has expired", () => {
    const saved = plan(untouched, decide(first, { expires }), decide(second));
    const later = held({ [first]: null, [second]: null }, nextYear);
    expect(said(saved, plan(later, decide(first, { expires }), decide(second)))).toEqual(other);
  });

  test("it sets another category", () => {
    const fresh = plan(untouched, decide(first, { category: "in_progress" }));
    expect(said(plan(untouched, decide(first)), fresh)).toEqual(other);
  });

  test("its request removes the triage of a finding that is not the declared one", () => {
    const saved = plan(held(ours, nextYear), decide(first, { expires }));
    expect(saved.writes).toMatchObject([{ kind: "remove-triage", finding: first }]);
    const forged = { ...saved, writes: saved.writes.map((write) => ({ ...write, finding: second })) };
    expect(said(forged, saved)).toEqual(other);
  });

  test("its requests for configurations are others and those for triages the same", () => {
    const declared = { ...deciding(decide(first)), configurations: [declare("new")] };
    const fresh = planned(declared, untouched);
    expect(said({ ...fresh, writes: fresh.writes.slice(1) }, fresh)).toEqual([
      "repositories have other configurations than when the plan was made",
    ]);
  });
});

test.each<[string, Observed]>([
  ["sets", untouched],
  ["removes", held(ours, nextYear)],
])("a plan that %s a triage is current whatever the resource is called and whatever the reason", (_what, seen) => {
  const renamed = { address: address("scanform_finding_triage.renamed"), justification: "Not reachable.", expires };
  const date = { expires: seen === untouched ? "2032-01-01" : expires };
  const [saved, fresh] = [plan(seen, decide(first, date)), plan(seen, decide(first, { ...renamed, ...date }))];
  expect(saved.writes).toHaveLength(1);
  expect(fresh.writes).not.toEqual(saved.writes);
  expect(said(saved, fresh)).toEqual([]);
});

test("a triage that is as declared, or was left to somebody else, may change without making a plan stale", () => {
  const all = [decide(first), decide(second, { expires })];
  const saved = plan(held({ [first]: null, [second]: "in_progress" }, nextYear), ...all);
  expect(said(saved, plan(held({ [first]: null, [second]: null }, nextYear), ...all))).toEqual([]);
});

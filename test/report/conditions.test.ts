import type { DesiredTriage } from "../../src/model/desired";
import { triageCategories } from "../../src/model/findings";
import { accountId, configurationId } from "../../src/model/ids";
import { type Plan, plan } from "../../src/reconcile/plan/plan";
import { closes, gateConditions } from "../../src/report/conditions";
import { accountDocument } from "../../src/report/make-document";
import {
  decide,
  deciding,
  declare,
  desired,
  first,
  give,
  live,
  names,
  planned,
  second,
  triaged,
} from "../reconcile/account";

/** Each condition that closes the gate, with its reason. */
function closed(made: Plan): object {
  const document = accountDocument(made);
  return Object.fromEntries(
    gateConditions.flatMap((each) => {
      const reason = closes(each, document);
      return reason === undefined ? [] : [[each, reason]];
    }),
  );
}

const enabled = { settings: { comment: "enabled" } } as const;

const triaging = (held: Record<string, string | null>, ...declared: readonly DesiredTriage[]): Plan =>
  planned(deciding(...declared), { ...live({}), triages: triaged(held, Date.parse("2026-06-01")) });

test.each<[string, () => Plan, object]>([
  ["does nothing", () => planned(desired([declare("one", {})]), live({ one: enabled })), {}],
  [
    "weakens a repository",
    () => planned(desired([declare("one", { comment: "silent" })]), live({ one: { ...enabled, has: ["a"] } })),
    { weakens: "1 repository is weakened" },
  ],
  [
    "changes repositories in what has no direction",
    () => planned(desired([declare("one", { risk_threshold: 3 })]), live({ one: { ...enabled, has: ["a", "b"] } })),
    { unclassified: "2 repositories have unclassified changes" },
  ],
  ["strengthens", () => planned(desired([declare("one", { comment: "enabled" })]), live({ one: { has: ["a"] } })), {}],
  [
    "deletes a configuration",
    () => plan({ id: accountId("a") }, { ...desired([]), deletions: [configurationId("one")] }, live({ one: enabled })),
    { deletes: "1 configuration is deleted" },
  ],
  [
    "weakens what no repository has",
    () => planned(desired([declare("one", { comment: "silent" })]), live({ one: enabled })),
    { unused: "1 configuration becomes weaker that no repository has once this is applied" },
  ],
  [
    "names what is gone",
    () =>
      planned(
        desired([declare("one", { analyzers: { old: { enabled: true } } })], give("one", names("a", "b", "c"))),
        live({ one: { settings: { analyzers: { old: { enabled: true } } }, has: ["c"] } }),
      ),
    { missing: "2 repositories that rules name are not in the account and 1 declared object is no longer listed" },
  ],
  [
    "dismisses two findings",
    () => triaging({ [first]: null, [second]: null }, decide(first), decide(second)),
    { triages: "2 findings are dismissed" },
  ],
  ["holds a triage that is declared", () => triaging({ [first]: "wont_fix" }, decide(first)), {}],
  [
    "removes a triage that has expired",
    () => triaging({ [first]: "wont_fix" }, decide(first, { expires: "2026-01-01" })),
    {},
  ],
])("a plan that %s", (_what, make, expected) => {
  expect(closed(make())).toEqual(expected);
});

test.each(triageCategories)("a finding is dismissed by the category %s", (category) => {
  expect(closed(triaging({ [first]: null }, decide(first, { category })))).toEqual({
    triages: "1 finding is dismissed",
  });
});

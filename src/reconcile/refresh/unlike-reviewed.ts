import { canonicalJson } from "../../model/canonical-json";
import { withoutOrder } from "../plan/digest";
import type { Plan } from "../plan/plan";

/** What was shown to the reviewer, beside the effects. */
export type Shown = Pick<Plan, "writes" | "configurations" | "deletions" | "moves">;

/** The parts of a plan that follow from the declaration and from the touched objects alone, and what each is called. */
const parts: readonly (readonly [string, (plan: Shown) => unknown])[] = [
  ["requests", ({ writes }) => writes.map(withoutOrder)],
  [
    "changes of configurations",
    ({ configurations }) =>
      configurations
        .filter(({ action }) => action !== "no-op")
        .map(({ address, action, changes, after }) => ({ address, action, changes, after })),
  ],
  ["deletions", ({ deletions }) => deletions.map(({ address, live, named }) => ({ address, id: live.id, named }))],
  [
    "moves",
    ({ moves }) =>
      moves.map(({ repository, assignments, rule, from, to }) => ({ id: repository.id, assignments, rule, from, to })),
  ],
];

/** The names of the parts in which a plan is another than the reviewed one, such as `requests`. */
export const unlikeReviewed = (reviewed: Shown, fresh: Shown): readonly string[] =>
  parts.flatMap(([name, part]) => (canonicalJson(part(reviewed)) === canonicalJson(part(fresh)) ? [] : [name]));

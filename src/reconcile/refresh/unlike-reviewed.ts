import { canonicalJson } from "../../model/canonical-json";
import { judgementOf } from "../../model/repository-class";
import { withoutOrder } from "../plan/digest";
import type { Effect } from "../plan/effects";
import type { Plan } from "../plan/plan";
import { pendingTriages } from "../plan/triages";

/** What was shown to the reviewer. */
export type Shown = Pick<Plan, "writes" | "configurations" | "deletions" | "moves" | "effects" | "left" | "triages">;

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
      moves.map(({ repository: { id, name }, assignments, rule, from, fromName, to, toName, class: felt }) => ({
        ...{ id, name, assignments, rule, from, fromName, to, toName, felt },
      })),
  ],
  [
    "triages",
    ({ triages }) =>
      pendingTriages(triages).map(({ address, declared, before, after }) => ({ address, declared, before, after })),
  ],
  [
    "repositories that stay",
    ({ left }) => left.map(({ repository: { id, name }, assignments, rule }) => ({ id, name, assignments, rule })),
  ],
  ["classes of effects", ({ effects }) => effects.some(isMisjudged)],
];

/** It was shown in another class than its own changes give, such as among those that do not weaken. */
function isMisjudged({ changes, class: shown, mixed }: Effect): boolean {
  const judged = judgementOf(changes);
  return judged?.class !== shown || judged.mixed !== mixed;
}

/** A repository has another name than was shown, or a leaf with the same verdict is described in other words. */
function isToldOtherwise(reviewed: Shown, fresh: Shown): boolean {
  const before = new Map(
    reviewed.effects.flatMap((effect) =>
      effect.repositories.map(({ repository: { id, name } }) => [id, { effect, name }] as const),
    ),
  );
  return fresh.effects.some((effect) => {
    const same = new Set<Effect>(); // each pair of effects is compared once, however many repositories feel it
    return effect.repositories.some(({ repository: { id, name } }) => {
      const known = before.get(id);
      if (known === undefined) return false;
      if (known.name !== name) return true;
      if (same.has(known.effect)) return false;
      same.add(known.effect);
      return areToldOtherwise(known.effect, effect);
    });
  });
}

function areToldOtherwise(reviewed: Effect, fresh: Effect): boolean {
  const words = new Map(reviewed.changes.map((each) => [`${each.verdict} ${each.path}`, canonicalJson(each)]));
  return fresh.changes.some((each) => {
    const before = words.get(`${each.verdict} ${each.path}`);
    return before !== undefined && before !== canonicalJson(each);
  });
}

/** The names of the parts in which a plan is another than the reviewed one, such as `requests`. */
export const unlikeReviewed = (reviewed: Shown, fresh: Shown): readonly string[] => [
  ...parts.flatMap(([name, part]) => (canonicalJson(part(reviewed)) === canonicalJson(part(fresh)) ? [] : [name])),
  ...(isToldOtherwise(reviewed, fresh) ? ["words"] : []),
];

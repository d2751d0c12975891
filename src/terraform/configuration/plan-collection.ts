import { isDeepStrictEqual } from "node:util";
import { declaredPart, idOf, plannedState, withAdopted } from "./configuration-state";
import { isForced } from "../deletion/guards";
import { namesOfDeleted } from "../deletion/names-of-deleted";
import { planDeletions } from "../deletion/plan-deletion";
import { planReplacement } from "../deletion/plan-replacement";
import { reviewValue, unknownReview } from "../review/review-value";
import { effectsOnHolders, effectsOfLoss } from "../review/review-configuration";
import { seenAt, seenConfigurations } from "../review/seen";
import type { RepositoryEffect } from "../verdict/repository-effect";
import { encodeIds } from "./replaced-ids";
import { notReviewed, reviewUnknown } from "./not-reviewed";
import { all, entriesIn, removed, renamedKeys } from "./collection-entries";
import { review } from "./review";
import { entriesOf, objectOf } from "./settings";
import type { ResourceType } from "../resource";
import { isObjectValue, isUnknown, isWhollyKnown, type ObjectValue, textIn } from "../values/value";
import { idOfAccount } from "../resources/id-of-account";

/** Plans each entry, what becomes of removed ones, and what all of it does to repositories. */
export const planCollection: ResourceType["plan"] = async ({
  session,
  prior,
  config,
  refreshPrivate = {},
  replacedPrivate,
}) => {
  const id = idOfAccount(session, prior);
  if (!isObjectValue(config[all]))
    return {
      planned: { ...config, id, review: unknownReview },
      diagnostics: [reviewUnknown(session, "A collection of configurations", [all])],
    };
  const before = new Map(prior === null ? [] : entriesIn(prior));
  const moved = renamedKeys(entriesIn(config), before);
  const planned: [string, ObjectValue][] = [];
  const pending = entriesOf(config[all]).filter(([, entry]) => isUnknown(entry));
  const diagnostics = pending.map(([key]) => reviewUnknown(session, JSON.stringify(key), [all, { key }]));
  const adopts = new Map<string, string>();
  const seen = seenConfigurations(refreshPrivate);
  const effects: RepositoryEffect[] = [];
  let isKnown = session !== undefined;
  for (const [key, entry] of entriesIn(config)) {
    const old = before.get(key) ?? moved.get(key) ?? null;
    const next = plannedState(entry, old);
    if (session === undefined) {
      planned.push([key, next]);
      continue;
    }
    const at = [all, { key }];
    const same = old !== null && isDeepStrictEqual(next, old);
    const reviewed = same ? { diagnostics: [] } : await review(session, next, old, at);
    const own = await effectsOnHolders(session, reviewed, seen);
    isKnown &&= own !== undefined;
    effects.push(...(own ?? []));
    const live = idOf(old ?? {}) ?? reviewed.adopts;
    diagnostics.push(
      ...reviewed.diagnostics,
      ...session.ledger.configurations.claim({
        name: entry["name"] ?? null,
        id: live,
        replaces: replacedPrivate !== undefined,
        at,
      }),
    );
    planned.push([key, withAdopted(next, reviewed.adopts)]);
    if (reviewed.adopts !== undefined) adopts.set(key, reviewed.adopts);
  }
  const taken = new Set(adopts.values());
  // an entry that is not known yet may be one of those
  const gone =
    pending.length > 0 ? [] : removed(before, planned).filter(([, entry]) => !taken.has(textIn(entry["id"])));
  // of the path, no more than what is declared still
  diagnostics.push(...(await planDeletions(session, gone, "entry", [all])));
  for (const [, entry] of gone) {
    const lost = idOf(entry);
    if (session !== undefined && lost !== undefined && isForced(entry))
      effects.push(...(await effectsOfLoss(session, lost, textIn(entry["name"]), seen)));
  }
  diagnostics.push(
    ...namesOfDeleted(
      gone.map(([, entry]) => textIn(entry["name"])),
      [all],
    ),
  );
  const entries = objectOf([...planned, ...pending]);
  const same = isDeepStrictEqual(entries, prior?.[all]);
  isKnown &&= planned.every(([, entry]) => isWhollyKnown(declaredPart(entry)));
  const effect = isKnown && pending.length === 0 ? reviewValue(effects, seenAt(refreshPrivate)) : unknownReview;
  const next = { ...config, id, [all]: entries, review: same ? (prior?.["review"] ?? null) : effect };
  if (session === undefined && !same) diagnostics.push(notReviewed);
  if (session !== undefined && pending.length === 0 && !planned.some(([, entry]) => isUnknown(entry["name"])))
    diagnostics.push(...(await planReplacement(session, replacedPrivate, taken)));
  const privateState = { ...encodeIds([...before.values()]), adopts: JSON.stringify([...adopts]) };
  return { planned: next, diagnostics, privateState };
};

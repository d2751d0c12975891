import { isDeepStrictEqual } from "node:util";
import type { Session } from "../account/session";
import { emptyWorld, seen, type World } from "../account/world";
import { holdersIn } from "../configuration/live-configuration";
import { claimOf, idOf, plannedState, withAdopted } from "../configuration/configuration-state";
import { isForced } from "../deletion/guards";
import { encodeHeld, planDeletions, planReplacement, reviewDeletions } from "../deletion/plan-deletion";
import { plannedReview, reviewValue, unknownReview } from "../verdict/review-value";
import { effectsOfLoss, effectsOnHolders, firstRepositories } from "../review/review-effects";
import type { RepositoryEffect } from "../verdict/repository-effect";
import { notReviewed, reviewUnknown } from "../verdict/unknown-leaves";
import { entriesAttribute, entriesIn, removed, renamedKeys } from "../configuration/collection-entries";
import { adoptedNames, reviewConfiguration, worldOfChange } from "../review/review-configuration";
import type { ResourceType } from "../provider";
import { entriesOf, isObjectValue, isUnknown, objectOf, textIn, type ObjectValue, Unknown } from "../value";
import type { AttributePath } from "../../diagnostics/attribute-path";
import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { listed } from "../../model/suggest";

/** Plans each entry, the deletion of removed ones, and the effects on repositories. */
export const planCollection: ResourceType["plan"] = async ({ session, prior, config, replacedPrivate }) => {
  const id = prior?.["id"] ?? session?.accountId ?? new Unknown();
  if (!isObjectValue(config[entriesAttribute]))
    return {
      planned: { ...config, id, review: unknownReview },
      diagnostics: [reviewUnknown(session, "A collection of configurations", [entriesAttribute])],
    };
  const before = new Map(prior === null ? [] : entriesIn(prior));
  const moved = renamedKeys(entriesIn(config), before);
  const planned: [string, ObjectValue][] = [];
  const pending = entriesOf(config[entriesAttribute]).filter(([, entry]) => isUnknown(entry));
  const diagnostics = pending.map(([key]) => reviewUnknown(session, JSON.stringify(key), [entriesAttribute, { key }]));
  const adopts = new Map<string, string>();
  const effects: RepositoryEffect[] = [];
  const worlds: World[] = [];
  const adopted: string[] = [];
  let isKnown = session !== undefined;
  session?.ledger.configurations.expect([...before.values()].flatMap((entry) => idOf(entry) ?? []));
  for (const [key, entry] of entriesIn(config)) {
    const old = before.get(key) ?? moved.get(key) ?? null;
    const next = plannedState(entry, old);
    if (session === undefined) {
      planned.push([key, next]);
      continue;
    }
    const at = [entriesAttribute, { key }];
    const same = old !== null && isDeepStrictEqual(next, old);
    const reviewed = same ? { isKnown: true, diagnostics: [] } : await reviewConfiguration(session, next, old, at);
    isKnown &&= reviewed.isKnown;
    const effect = await effectsOnHolders(session, reviewed);
    effects.push(...effect);
    worlds.push(worldOfChange(reviewed, effect));
    diagnostics.push(
      ...reviewed.diagnostics,
      ...session.ledger.configurations.claim(
        claimOf(entry, old, { adopts: reviewed.adopts, replaces: replacedPrivate !== undefined, at }),
      ),
    );
    planned.push([key, withAdopted(next, reviewed.adopts)]);
    if (reviewed.adopts !== undefined) adopts.set(key, reviewed.adopts);
    adopted.push(...adoptedNames(reviewed));
  }
  const taken = new Set(adopts.values());
  // an unknown entry may be one of those
  const gone =
    pending.length > 0 ? [] : removed(before, planned).filter(([, entry]) => !taken.has(textIn(entry["id"])));
  // the path of the collection: the entries are no longer declared
  diagnostics.push(...(await planDeletions(session, gone, "entry", [entriesAttribute])));
  for (const [, entry] of gone) {
    const lost = idOf(entry);
    if (session !== undefined && lost !== undefined && isForced(entry))
      effects.push(...(await effectsOfLoss(session, lost, textIn(entry["name"]))));
  }
  diagnostics.push(
    ...namesOfDeleted(
      gone.map(([, entry]) => textIn(entry["name"])),
      [entriesAttribute],
    ),
  );
  const entries = objectOf([...planned, ...pending]);
  const same = isDeepStrictEqual(entries, prior?.[entriesAttribute]);
  const effect =
    isKnown && pending.length === 0 ? plannedReview(reviewValue(effects, adopted), prior, config) : unknownReview;
  const next = { ...config, id, [entriesAttribute]: entries, review: same ? (prior?.["review"] ?? null) : effect };
  if (session === undefined && !same) diagnostics.push(notReviewed);
  if (session !== undefined && pending.length === 0 && !planned.some(([, entry]) => isUnknown(entry["name"])))
    diagnostics.push(...(await planReplacement(session, replacedPrivate, taken)));
  const deletes =
    session === undefined
      ? {}
      : await reviewDeletions(
          session,
          gone.map(([, entry]) => entry),
        );
  const plannedPrivate = { ...encodeHeld([...before.values()]), ...deletes, adopts: JSON.stringify([...adopts]) };
  const world = async (of: Session) =>
    joined([...worlds, ...(await Promise.all(gone.map(([, entry]) => worldOfLoss(of, entry))))]);
  return { planned: next, diagnostics, plannedPrivate, world };
};

/** What the deletion of an entry rests on. */
async function worldOfLoss(session: Session, entry: ObjectValue): Promise<World> {
  const id = idOf(entry);
  const live = id === undefined ? undefined : await session.lists.configuration(id);
  if (live === undefined) return emptyWorld;
  // this run may have moved some of them
  const holders = isForced(entry) ? holdersIn(await firstRepositories(session), live.id) : undefined;
  return { ...emptyWorld, configurations: seen(live, holders) };
}

const joined = (worlds: readonly World[]): World => ({
  ...emptyWorld,
  configurations: Object.assign({}, ...worlds.map(({ configurations }) => configurations)) as World["configurations"],
  free: worlds.flatMap(({ free }) => free),
});

/** One warning that names the configurations which a collection deletes, since its diff shows entries only. */
function namesOfDeleted(names: readonly string[], attribute: AttributePath): readonly Diagnostic[] {
  if (names.length === 0) return [];
  const detail = `Deleted in the service, since no entry has them any more: ${listed(names, 100)}.`;
  return [warning("collection-deletes", detail, { attribute }, names.length, listed(names, 5))];
}

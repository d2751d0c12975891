import type { AttributePath } from "../../diagnostics/attribute-path";
import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import type { Repository } from "../../model/entities";
import { configurationId } from "../../model/ids";
import { changesOfLoss } from "../../reconcile/plan/effects";
import type { Session } from "../account/session";
import { assignedRepositories, describeRepositories } from "../configuration/live-configuration";
import type { Entries } from "../configuration/collection-entries";
import { encodeReviewed, idOf, type ReviewedDeletion } from "../configuration/configuration-state";
import { notReviewed } from "../verdict/unknown-leaves";
import { textIn, type ObjectValue, type PrivateState } from "../value";
import { effectLines, withTitles } from "../verdict/repository-effect";
import {
  type DeletionKind,
  isForced,
  placeAt,
  planTooMany,
  protectedFrom,
  refusedInUse,
  refuseReplacementInUse,
} from "./guards";

/**
 * The diagnostics of a planned deletion. A configuration in use is refused where its repositories certainly keep it: an
 * entry is deleted before rules are applied, or the rules that claimed them are already planned or destroyed. Rules
 * that are planned later refuse it by `stillInUse`; what neither finds is refused at apply.
 */
export async function planDeletion(
  session: Session | undefined,
  entry: ObjectValue,
  kind: DeletionKind,
  at: AttributePath = [],
): Promise<readonly Diagnostic[]> {
  if (session === undefined) return idOf(entry) === undefined ? [] : [...protectedFrom(entry, at), notReviewed];
  const counted = await planTooMany(session, deletedIn(session, [entry]));
  return [...counted, ...(await planEach(session, entry, kind, at))];
}

/** The same for entries of a collection, with the key in each diagnostic. */
export async function planDeletions(
  session: Session | undefined,
  entries: Entries,
  kind: DeletionKind,
  at: AttributePath = [],
): Promise<readonly Diagnostic[]> {
  const keyed = (key: string, given: readonly Diagnostic[]): readonly Diagnostic[] =>
    given.map((each) => ({ ...each, detail: `${JSON.stringify(key)}: ${each.detail}` }));
  if (session === undefined) return entries.flatMap(([key, entry]) => keyed(key, protectedFrom(entry, at)));
  const all = deletedIn(
    session,
    entries.map(([, entry]) => entry),
  );
  const diagnostics = [...(await planTooMany(session, all))];
  for (const [key, entry] of entries) diagnostics.push(...keyed(key, await planEach(session, entry, kind, at)));
  return diagnostics;
}

/** The configurations that go with their entries: one that was taken over stays. */
const deletedIn = ({ ledger }: Session, entries: readonly ObjectValue[]): readonly ObjectValue[] =>
  entries.filter((entry) => {
    const id = idOf(entry);
    return id !== undefined && !ledger.configurations.kept.has(id);
  });

async function planEach(
  session: Session,
  entry: ObjectValue,
  kind: DeletionKind,
  at: AttributePath,
): Promise<readonly Diagnostic[]> {
  const id = idOf(entry);
  if (id === undefined) return [];
  const { configurations } = session.ledger;
  const wrong = [...protectedFrom(entry, at), ...configurations.destroy(id, entry["name"])];
  return configurations.kept.has(id) ? wrong : [...wrong, ...(await inUse(session, entry, id, kind, at))];
}

async function inUse(
  session: Session,
  entry: ObjectValue,
  id: string,
  kind: DeletionKind,
  at: AttributePath,
): Promise<readonly Diagnostic[]> {
  const { deletions, settings } = session.ledger;
  const holders = await assignedRepositories(session, id);
  if (holders.length === 0) return [];
  const { name = textIn(entry["name"]) || id, settings: lost = {} } =
    (await session.lists.configuration(configurationId(id))) ?? {};
  const staying = holders.filter((each) => !settings.moves.has(each.id));
  if (isForced(entry)) {
    const code = staying.length === 0 ? "destroyed-in-use" : "destroyed-weakens";
    const detail = await lossOf(session, id, name, holders, lost, "force_destroy is set.");
    return [
      warning(code, detail, placeAt(at), JSON.stringify(name), (staying.length === 0 ? holders : staying).length),
    ];
  }
  const certain = kind !== "resource" ? holders : staying.filter((each) => deletions.routed.has(each.id));
  if (certain.length > 0) return [refusedInUse(name, certain, kind, at)];
  deletions.inUse.push({ name, holders });
  const detail = await lossOf(session, id, name, holders, lost, order);
  return [warning("destroyed-in-use", detail, placeAt(at), JSON.stringify(name), holders.length)];
}

const order =
  "It is refused when it is applied, unless they have got another one by then. If create_before_destroy = true in its lifecycle has not been applied yet, Terraform destroys before it assigns: apply that before you remove it, or give them another one first.";

/** What the repositories lose, in words. */
async function lossOf(
  session: Session,
  id: string,
  name: string,
  holders: readonly Repository[],
  settings: Parameters<typeof changesOfLoss>[1],
  more: string,
): Promise<string> {
  const detail = `${JSON.stringify(name)} is destroyed, and ${describeRepositories(holders)}. ${more}`;
  const what = "which weaken unless they get another one";
  const changes = changesOfLoss(configurationId(id), settings);
  const effects = await withTitles(session, [{ what, changes, repositories: holders }]);
  return [detail, ...effectLines(effects)].join("\n");
}

/** An error for each planned deletion whose repositories were claimed by these rules and do not move. */
export const stillInUse = (
  { ledger }: Session,
  claimed: readonly string[],
  at: AttributePath,
): readonly Diagnostic[] => {
  const ours = new Set(claimed);
  for (const id of ours) ledger.deletions.routed.add(id);
  return ledger.deletions.inUse.flatMap(({ name, holders }) => {
    const staying = holders.filter(({ id }) => ours.has(id) && !ledger.settings.moves.has(id));
    return staying.length === 0 ? [] : [refusedInUse(name, staying, "resource", at)];
  });
};

/**
 * The diagnostics of a planned replacement, which deletes the configurations of the resource except those that the new
 * one adopts.
 */
export async function planReplacement(
  session: Session,
  replacedPrivate: PrivateState | undefined,
  adopted: ReadonlySet<string>,
): Promise<readonly Diagnostic[]> {
  const held = JSON.parse(replacedPrivate?.["held"] ?? "[]") as readonly ObjectValue[]; // as encodeHeld wrote it
  const gone = held.filter(({ id = null }) => !adopted.has(textIn(id)));
  const wrong = gone.map(async (entry) => [
    ...protectedFrom(entry),
    ...(await refuseReplacementInUse(session, textIn(entry["id"]))),
  ]);
  return [...(await planTooMany(session, gone)), ...(await Promise.all(wrong)).flat()];
}

/** The private state from which the plan of a replacement knows the configurations that the resource holds. */
export const encodeHeld = (entries: readonly ObjectValue[]): PrivateState => ({
  held: JSON.stringify(
    entries.flatMap(({ id = null, name = null, deletion_protection = null }) =>
      id === null ? [] : [{ id, name, deletion_protection }],
    ),
  ),
});

/** The private state by which the apply knows what the plan has found of the configurations that are deleted. */
export async function reviewDeletions(session: Session, entries: readonly ObjectValue[]): Promise<PrivateState> {
  const found: Record<string, ReviewedDeletion> = {};
  for (const entry of entries) {
    const id = idOf(entry);
    const live = id === undefined ? undefined : await session.lists.configuration(id);
    if (live === undefined) continue;
    const holders = isForced(entry) ? await assignedRepositories(session, live.id) : undefined;
    found[live.id] = {
      settings: live.settings,
      ...(holders === undefined ? {} : { holders: holders.map((each) => each.id) }),
    };
  }
  return encodeReviewed(found);
}

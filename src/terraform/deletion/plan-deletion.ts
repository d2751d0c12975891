import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import type { Repository } from "../../model/observed";
import type { ConfigurationId } from "../../model/ids";
import type { Settings } from "../../model/settings";
import { changesBetween } from "../../reconcile/plan/effects";
import type { Session } from "../account/session";
import { assignedRepositories, describeRepositories } from "../configuration/live-configuration";
import { encodeReviewed, idOf } from "../configuration/configuration-state";
import { notReviewed } from "../verdict/unknown-leaves";
import { textIn, type ObjectValue, type PrivateState, type Value } from "../value";
import { effectLines, withTitles } from "../verdict/repository-effect";
import { isForced, protectedFrom, refuseReplacementInUse, tooMany } from "./guards";

/**
 * The diagnostics of a planned deletion. Whether rules move the repositories in the same plan, a plan of one resource
 * does not know: the apply refuses to delete what repositories still have.
 */
export async function planDeletion(session: Session | undefined, state: ObjectValue): Promise<readonly Diagnostic[]> {
  const id = idOf(state);
  if (id === undefined) return [];
  const protection = protectedFrom(state);
  if (session === undefined) return [...protection, notReviewed];
  return [...(await planTooMany(session, id, state["name"])), ...protection, ...(await inUse(session, state, id))];
}

/** The error about too many deletions, of the first that exceeds the limit alone. */
async function planTooMany(
  session: Session,
  id: ConfigurationId,
  name: Value | undefined,
): Promise<readonly Diagnostic[]> {
  const { deletions, maxDeletes = Infinity } = session;
  return deletions.size > maxDeletes ? [] : tooMany(session, id, name);
}

async function inUse(session: Session, state: ObjectValue, id: ConfigurationId): Promise<readonly Diagnostic[]> {
  const holders = await assignedRepositories(session, id);
  if (holders.length === 0) return [];
  const { name = textIn(state["name"]) || id, settings: lost = {} } = (await session.lists.configuration(id)) ?? {};
  const more = isForced(state) ? "force_destroy is set." : order;
  const detail = await lossOf(session, id, name, holders, lost, more);
  const code = isForced(state) ? "destroyed-weakens" : "destroyed-in-use";
  return [warning(code, detail, {}, JSON.stringify(name), holders.length)];
}

const order =
  "The apply refuses this unless they have another configuration before it. Terraform destroys before it assigns, unless create_before_destroy = true in the lifecycle was applied earlier: apply that before you remove it, or give them another configuration first.";

/** What the repositories lose, in words. */
async function lossOf(
  session: Session,
  id: ConfigurationId,
  name: string,
  holders: readonly Repository[],
  settings: Settings,
  more: string,
): Promise<string> {
  const detail = `${JSON.stringify(name)} is destroyed, and ${describeRepositories(holders)}. ${more}`;
  const what = "which weaken unless they get another one";
  const changes = changesBetween({ id, settings }, null);
  const effects = await withTitles(session, [{ what, changes, repositories: holders }]);
  return [detail, ...effectLines(effects)].join("\n");
}

/**
 * The diagnostics of a planned replacement, which deletes the configuration of the resource unless the new one adopts
 * it.
 */
export async function planReplacement(
  session: Session,
  { held }: PrivateState,
  adopted: string | undefined,
): Promise<readonly Diagnostic[]> {
  const state = JSON.parse(held ?? "{}") as ObjectValue; // as encodeHeld wrote it
  const id = idOf(state);
  if (id === undefined || id === adopted) return [];
  return [
    ...(await planTooMany(session, id, state["name"])),
    ...protectedFrom(state),
    ...(await refuseReplacementInUse(session, id)),
  ];
}

/** The private state from which the plan of a replacement knows the configuration that the resource holds. */
export const encodeHeld = ({ id = null, name = null, deletion_protection = null }: ObjectValue): PrivateState =>
  id === null ? {} : { held: JSON.stringify({ id, name, deletion_protection }) };

/** The private state by which the apply knows what the plan has found of the configuration that is deleted. */
export async function reviewDeletion(session: Session, state: ObjectValue): Promise<PrivateState> {
  const id = idOf(state);
  const live = id === undefined ? undefined : await session.lists.configuration(id);
  if (live === undefined) return {};
  const holders = isForced(state) ? await assignedRepositories(session, live.id) : undefined;
  return encodeReviewed({
    settings: live.settings,
    ...(holders === undefined ? {} : { holders: holders.map((each) => each.id) }),
  });
}

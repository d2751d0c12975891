import { listed } from "../diagnostics/enumeration";
import { repositories as countOf } from "../diagnostics/count";
import { type Diagnostic, error, warning } from "../diagnostics/diagnostic";
import type { ConfigurationId } from "../model/ids";
import type { Settings } from "../model/settings";
import { changesBetween } from "../reconcile/plan/effects";
import { isTakenOver } from "./account/plan-batch";
import type { Change } from "./account/requested-change";
import type { Session } from "./account/session";
import type { DestroyPlan } from "./provider-types";
import { timeoutsOf } from "./timeouts";
import { type ObjectValue, type PrivateState, textIn } from "./value";
import { effectLines, withTitles } from "./verdict/repository-effect";
import { notReviewed } from "./verdict/unknown-leaves";
import { idOf, priorOf } from "./configuration/configuration-state";
import { assignedRepositories, describeRepositories } from "./configuration/live-configuration";

const isProtected = (state: ObjectValue): boolean => state["deletion_protection"] === true;
const isForced = (state: ObjectValue): boolean => state["force_destroy"] === true;

/** Whether a guard is set in the state; it may no longer be declared. */
export const isGuarded = (state: ObjectValue): boolean => isProtected(state) || isForced(state);

/** An error where the state protects the configuration. */
const protectedFrom = (state: ObjectValue): readonly Diagnostic[] =>
  isProtected(state)
    ? [
        error(
          "deletion-protected",
          `deletion_protection is set for ${JSON.stringify(state["name"] ?? state["id"])}. To delete it, declare it with deletion_protection = false, apply, and then remove it.`,
        ),
      ]
    : [];

/**
 * Counts a deletion, each configuration once. @returns an error where they are more than `max_deletes` of the provider
 * block
 */
async function tooMany(session: Session, id: ConfigurationId, state: ObjectValue): Promise<readonly Diagnostic[]> {
  const { maxDeletes: most = Infinity, deletions } = session;
  deletions.set(id, textIn(state["name"]) || id);
  const { size } = deletions;
  if (size <= most) return [];
  const left = await Promise.all([...deletions.keys()].map((id) => assignedRepositories(session, id)));
  const holders = left.flat();
  const orphaned =
    holders.length === 0
      ? ""
      : ` ${countOf(holders.length)} would be without a configuration, unless rules move them: ${listed(holders.map(({ id, name = id }) => name))}.`;
  return [
    error(
      "delete-too-many",
      `${listed([...deletions.values()], 20)} would be deleted, ${String(size)} so far, and max_deletes is ${String(most)} in managed_scope of the provider block.${orphaned} Remove fewer at once, or raise it.`,
    ),
  ];
}

/** What becomes of the configuration of a resource that is destroyed. */
interface JudgedDestruction {
  /** The configuration to delete; absent where it stays. */
  readonly id?: ConfigurationId;
  /** Why it stays. Empty also where the replacement has it. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Whether a destruction deletes the configuration: not where the replacement adopts it, where it is protected, or where
 * it is assigned to repositories, unless the user saw the plan and force_destroy is in the state. For a replacement
 * Terraform shows no warning of the destruction.
 */
export async function judgeDestruction(
  session: Session,
  state: ObjectValue,
  { plannedPrivate, shown }: DestroyPlan,
): Promise<JudgedDestruction> {
  session.lists.expire("repositories");
  const id = idOf(state);
  if (id === undefined || isTakenOver(session.ours, id)) return { diagnostics: [] };
  if (!shown) {
    const live = await session.lists.configuration(id);
    const isAdopted = plannedPrivate["adopts"] === id && live?.name === state["name"];
    if (live === undefined || isAdopted) return { diagnostics: [] };
  }
  const inUse = await (shown ? refuseInUse(session, id, state) : refuseReplacementInUse(session, id));
  const refused = [...protectedFrom(state), ...inUse];
  if (refused.length > 0) return { diagnostics: refused };
  // also for a replacement and in the applying process, which the plan has not counted
  const wrong = await tooMany(session, id, state);
  return wrong.length > 0 ? { diagnostics: wrong } : { id, diagnostics: [] };
}

/** Refuses to delete what repositories have by now, though the plan may have moved them. */
async function refuseInUse(session: Session, id: ConfigurationId, state: ObjectValue): Promise<readonly Diagnostic[]> {
  const holders = isForced(state) ? [] : await assignedRepositories(session, id);
  if (holders.length === 0) return [];
  const name = JSON.stringify(textIn(state["name"]) || id);
  return [
    error(
      "destruction-refused",
      `${name} would be deleted, and ${describeRepositories(holders)}. If rules move them in the same plan: Terraform destroys before it assigns. Declare it again with lifecycle { create_before_destroy = true }, apply, and then remove it; or move them in a separate apply first. To delete it anyway, or with terraform destroy, set force_destroy = true and apply that first.`,
      {},
      name,
    ),
  ];
}

/** Refuses to replace an assigned configuration by one of another name. Under the same name it is adopted instead. */
async function refuseReplacementInUse(session: Session, id: ConfigurationId): Promise<readonly Diagnostic[]> {
  const holders = await assignedRepositories(session, id);
  if (holders.length === 0) return [];
  const { name = id } = (await session.lists.configuration(id)) ?? {};
  return [
    error(
      "replaced-in-use",
      `${JSON.stringify(name)} would be replaced by another one, and ${describeRepositories(holders)}. It was not deleted. ` +
        "Apply first without the replacement, which renames it; or give the repositories another configuration.",
    ),
  ];
}

/**
 * The diagnostics of a planned deletion. Whether rules move the repositories in the same plan, a plan of one resource
 * does not know: the apply refuses to delete what repositories still have.
 */
export async function planDeletion(session: Session | undefined, state: ObjectValue): Promise<readonly Diagnostic[]> {
  const id = idOf(state);
  if (id === undefined) return [];
  const protection = protectedFrom(state);
  if (session === undefined) return [...protection, notReviewed];
  return [...(await planTooMany(session, id, state)), ...protection, ...(await inUse(session, state, id))];
}

/** The error about too many deletions, of the first that exceeds the limit alone. */
async function planTooMany(session: Session, id: ConfigurationId, state: ObjectValue): Promise<readonly Diagnostic[]> {
  const { deletions, maxDeletes = Infinity } = session;
  return deletions.size > maxDeletes ? [] : tooMany(session, id, state);
}

/** A warning of what the repositories that have it lose. */
async function inUse(session: Session, state: ObjectValue, id: ConfigurationId): Promise<readonly Diagnostic[]> {
  const repositories = await assignedRepositories(session, id);
  if (repositories.length === 0) return [];
  const { name = textIn(state["name"]) || id, settings = {} } = (await session.lists.configuration(id)) ?? {};
  const what = "which weaken unless they get another one";
  const lost = [{ what, changes: changesBetween({ id, settings }, null), repositories }];
  const more = isForced(state) ? "force_destroy is set." : order;
  const detail = `${JSON.stringify(name)} is destroyed, and ${describeRepositories(repositories)}. ${more}`;
  const lines = [detail, ...effectLines(await withTitles(session, lost))];
  const code = isForced(state) ? "destroyed-weakens" : "destroyed-in-use";
  return [warning(code, lines.join("\n"), {}, JSON.stringify(name), repositories.length)];
}

const order =
  "The apply refuses this unless they have another configuration before it. Terraform destroys before it assigns, unless create_before_destroy = true in the lifecycle was applied earlier: apply that before you remove it, or give them another configuration first.";

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
    ...(await planTooMany(session, id, state)),
    ...protectedFrom(state),
    ...(await refuseReplacementInUse(session, id)),
  ];
}

/** The private state from which the plan of a replacement knows the configuration that the resource holds. */
export const encodeHeld = ({ id = null, name = null, deletion_protection = null }: ObjectValue): PrivateState =>
  id === null ? {} : { held: JSON.stringify({ id, name, deletion_protection }) };

/** What a plan has found of a configuration that it deletes: its apply deletes it only as it was. */
interface ReviewedDeletion {
  readonly settings: Settings;
  /** The ids of the repositories that have it, where they do not keep it from being deleted. */
  readonly holders?: readonly string[];
}

/** The private state by which the apply knows what the plan has found. */
export async function reviewDeletion(session: Session, state: ObjectValue): Promise<PrivateState> {
  const id = idOf(state);
  const live = id === undefined ? undefined : await session.lists.configuration(id);
  if (live === undefined) return {};
  const holders = isForced(state) ? await assignedRepositories(session, live.id) : undefined;
  const found: ReviewedDeletion = { settings: live.settings, holders: holders?.map((each) => each.id) };
  return { deletes: JSON.stringify(found) };
}

export function toDeletion(id: ConfigurationId, state: ObjectValue, plannedPrivate: PrivateState): Change {
  const { prior } = priorOf(state, plannedPrivate);
  const { deletes } = plannedPrivate;
  const reviewed = deletes === undefined ? undefined : (JSON.parse(deletes) as ReviewedDeletion); // as reviewDeletion wrote it
  const found = { seen: reviewed?.settings, holders: reviewed?.holders && new Set(reviewed.holders) };
  return { kind: "deletion", id, timeout: timeoutsOf(state).delete, prior: prior && { ...prior, ...found } };
}

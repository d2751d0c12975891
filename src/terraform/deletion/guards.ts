import { listed } from "../../diagnostics/enumeration";
import { repositories as countOf } from "../../diagnostics/count";
import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import { isTakenOver } from "../account/plan-batch";
import type { Session } from "../account/session";
import type { Repository } from "../../model/observed";
import { assignedRepositories, describeRepositories } from "../configuration/live-configuration";
import type { ConfigurationId } from "../../model/ids";
import type { DestroyPlan } from "../provider-types";
import { type ObjectValue, textIn, type Value } from "../value";
import { idOf } from "../configuration/configuration-state";

const isProtected = (state: ObjectValue): boolean => state["deletion_protection"] === true;
export const isForced = (state: ObjectValue): boolean => state["force_destroy"] === true;

/** Whether a guard is set in the state; it may no longer be declared. */
export const isGuarded = (state: ObjectValue): boolean => isProtected(state) || isForced(state);

/** An error where the state protects the configuration. */
export const protectedFrom = (state: ObjectValue): readonly Diagnostic[] =>
  isProtected(state)
    ? [
        error(
          "deletion-protected",
          `deletion_protection is set for ${JSON.stringify(state["name"] ?? state["id"])}. To delete it, declare it with deletion_protection = false, apply, and then remove it.`,
        ),
      ]
    : [];

const refusedInUse = (name: string, holders: readonly Repository[]): Diagnostic =>
  error(
    "destruction-refused",
    `${JSON.stringify(name)} would be deleted, and ${describeRepositories(holders)}. If rules move them in the same plan: Terraform destroys before it assigns. Declare it again with lifecycle { create_before_destroy = true }, apply, and then remove it; or move them in a separate apply first. To delete it anyway, or with terraform destroy, set force_destroy = true and apply that first.`,
    {},
    JSON.stringify(name),
  );

/**
 * Counts a deletion, each configuration once. @returns an error where they are more than `max_deletes` of the provider
 * block
 */
export async function tooMany(
  session: Session,
  id: ConfigurationId,
  name: Value | undefined,
): Promise<readonly Diagnostic[]> {
  const { maxDeletes: most = Infinity, deletions } = session;
  deletions.set(id, textIn(name) || id);
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
  const name = state["name"] ?? null;
  if (!shown) {
    const live = await session.lists.configuration(id);
    const isAdopted = plannedPrivate["adopts"] === id && live?.name === name;
    if (live === undefined || isAdopted) return { diagnostics: [] };
  }
  const inUse = await (shown ? refuseInUse(session, id, state) : refuseReplacementInUse(session, id));
  const refused = [...protectedFrom(state), ...inUse];
  if (refused.length > 0) return { diagnostics: refused };
  // also for a replacement and in the applying process, which the plan has not counted
  const wrong = await tooMany(session, id, name);
  return wrong.length > 0 ? { diagnostics: wrong } : { id, diagnostics: [] };
}

/** Refuses to delete what repositories have by now, though the plan may have moved them. */
async function refuseInUse(session: Session, id: ConfigurationId, state: ObjectValue): Promise<readonly Diagnostic[]> {
  if (isForced(state)) return [];
  const holders = await assignedRepositories(session, id);
  return holders.length === 0 ? [] : [refusedInUse(textIn(state["name"]) || id, holders)];
}

/** Refuses to replace an assigned configuration by one of another name. Under the same name it is adopted instead. */
export async function refuseReplacementInUse(session: Session, id: ConfigurationId): Promise<readonly Diagnostic[]> {
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

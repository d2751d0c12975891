import type { AttributePath } from "../../diagnostics/attribute-path";
import { repositories as countOf } from "../../diagnostics/count";
import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import { listed } from "../../model/suggest";
import type { Session } from "../account/session";
import type { Repository } from "../../model/entities";
import { assignedRepositories, describeRepositories } from "../configuration/live-configuration";
import { type ObjectValue, textIn, type Value } from "../value";
import { type ConfigurationId, configurationId } from "../../model/ids";
import { idOf } from "../configuration/configuration-state";

/** What Terraform deletes: a resource, or an entry of a collection that stays. */
export type DeletionKind = "resource" | "entry";

export const isProtected = (entry: ObjectValue): boolean => entry["deletion_protection"] === true;
export const isForced = (entry: ObjectValue): boolean => entry["force_destroy"] === true;

/** Whether a guard is set, which may be declared no longer. */
export const isGuarded = (entry: ObjectValue): boolean => isProtected(entry) || isForced(entry);

export const placeAt = (at: AttributePath) => (at.length === 0 ? {} : { attribute: at });

/** An error where the state protects the configuration. */
export const protectedFrom = (entry: ObjectValue, at: AttributePath = []): readonly Diagnostic[] =>
  isProtected(entry)
    ? [
        error(
          "deletion-protected",
          `deletion_protection is set for ${JSON.stringify(entry["name"] ?? entry["id"])}. To delete it, declare it with deletion_protection = false, apply, and remove it then.`,
          placeAt(at),
        ),
      ]
    : [];

/** The advice for a refused deletion: of a resource, of an entry, or at apply. */
const advice: Readonly<Record<DeletionKind | "applied", string>> = {
  resource:
    "Give them another configuration in an apply before it, or in the same plan if create_before_destroy has been applied; or set force_destroy = true, apply, and delete it then, which terraform destroy needs as well.",
  entry:
    "An entry is deleted before rules are applied. Give them another configuration first and keep the entry for that apply; or set force_destroy = true for it, apply, and remove it then.",
  applied:
    "Where rules move them in the same plan, Terraform has destroyed before it assigned: declare it again with lifecycle { create_before_destroy = true }, apply, and remove it then; or move them in an apply of its own. To delete it all the same, or with terraform destroy, set force_destroy = true and apply that first.",
};

/** @param holders the repositories that keep it */
export const refusedInUse = (
  name: string,
  holders: readonly Repository[],
  kind: keyof typeof advice,
  at: AttributePath = [],
): Diagnostic =>
  error(
    "destruction-refused",
    `${JSON.stringify(name)} would be deleted, and ${describeRepositories(holders)}. ${advice[kind]}`,
    placeAt(at),
    JSON.stringify(name),
  );

/** Counts deletions, each configuration once. @returns an error where they are more than `max_deletes` of the provider block */
async function tooMany(session: Session, entries: readonly ObjectValue[]): Promise<readonly Diagnostic[]> {
  const { maxDeletes: most = Infinity } = session;
  const { deletions } = session.ledger;
  for (const entry of entries) {
    const id = idOf(entry);
    if (id !== undefined) deletions.names.set(id, textIn(entry["name"]) || id);
  }
  const { size } = deletions.names;
  if (size <= most) return [];
  const left = await Promise.all([...deletions.names.keys()].map((id) => assignedRepositories(session, id)));
  const holders = left.flat();
  const orphaned =
    holders.length === 0
      ? ""
      : ` ${countOf(holders.length)} would be without a configuration, unless rules move them: ${listed(holders.map(({ id, name = id }) => name))}.`;
  return [
    error(
      "delete-too-many",
      `${listed([...deletions.names.values()], 20)} would be deleted, which are ${String(size)} by now, and max_deletes is ${String(most)} in managed_scope of the provider block.${orphaned} Remove fewer at once, or raise it.`,
    ),
  ];
}

/** The same for a plan, with one error in all. */
export async function planTooMany(session: Session, entries: readonly ObjectValue[]): Promise<readonly Diagnostic[]> {
  const { deletions } = session.ledger;
  const wrong = deletions.isRefused ? [] : await tooMany(session, entries);
  if (deletions.isRefused) return [];
  deletions.isRefused = wrong.length > 0;
  return wrong;
}

/**
 * The configurations that a destruction deletes: not those that the replacement adopts, none that is protected, and
 * none that is assigned to repositories, unless the user saw the plan and force_destroy is in the state. For a
 * replacement Terraform shows no warning of the destruction.
 *
 * @param shown whether the user saw the diagnostics of the planned destruction
 * @param stay the configurations that the replacement adopts if they still have their name
 */
export async function deletableConfigurations(
  session: Session,
  entries: readonly ObjectValue[],
  stay: ReadonlySet<string>,
  shown: boolean,
): Promise<{ readonly ids: readonly ConfigurationId[]; readonly diagnostics: readonly Diagnostic[] }> {
  const ids: ConfigurationId[] = [];
  const diagnostics: Diagnostic[] = [];
  let isRefused = false; // too many deletions: one error in all
  session.lists.expire("repositories");
  for (const entry of entries) {
    const id = idOf(entry);
    if (id === undefined || session.ledger.configurations.kept.has(id)) continue;
    const lost = shown
      ? await refuseInUse(session, id, entry)
      : await refuseUnshown(session, id, stay.has(id) ? (entry["name"] ?? null) : undefined);
    if (lost === "stays") continue;
    const wrong = [...protectedFrom(entry), ...lost];
    // also for a replacement and in the applying process, which the plan has not counted
    const refused = wrong.length === 0 ? await tooMany(session, [entry]) : [];
    diagnostics.push(...wrong, ...(isRefused ? [] : refused));
    isRefused ||= refused.length > 0;
    if (wrong.length + refused.length === 0) ids.push(id);
  }
  return { ids, diagnostics };
}

/** Refuses to delete what repositories have by now, though the plan may have moved them. */
async function refuseInUse(session: Session, id: ConfigurationId, entry: ObjectValue): Promise<readonly Diagnostic[]> {
  if (isForced(entry)) return [];
  const holders = await assignedRepositories(session, id);
  return holders.length === 0 ? [] : [refusedInUse(textIn(entry["name"]) || id, holders, "applied")];
}

/** @param name the name by which the replacement adopts it; undefined when it does not */
async function refuseUnshown(
  session: Session,
  id: ConfigurationId,
  name: Value | undefined,
): Promise<readonly Diagnostic[] | "stays"> {
  const live = await session.lists.configuration(id);
  const stays = live === undefined || (name !== undefined && live.name === name);
  return stays ? "stays" : refuseReplacementInUse(session, id);
}

/** Refuses to replace an assigned configuration by one of another name. Under the same name it is adopted instead. */
export async function refuseReplacementInUse(session: Session, id: string): Promise<readonly Diagnostic[]> {
  const holders = await assignedRepositories(session, id);
  if (holders.length === 0) return [];
  const { name = id } = (await session.lists.configuration(configurationId(id))) ?? {};
  return [
    error(
      "replaced-in-use",
      `${JSON.stringify(name)} would be deleted for another one, and ${describeRepositories(holders)}. It was not deleted. ` +
        "Apply first without replacing it, by which it gets its new name; or give the repositories another one.",
    ),
  ];
}

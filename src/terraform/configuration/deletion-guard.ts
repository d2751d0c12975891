import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import { type ConfigurationId, configurationId } from "../../model/ids";
import type { Session } from "../account/session";
import { type ObjectValue, textIn, type Value } from "../values/value";
import { isForced, protectedFrom, refusedInUse, tooMany } from "../deletion/guards";
import { idOf } from "./configuration-state";
import { describeRepositories, assignedRepositories } from "./assigned-repositories";

/** The age, in milliseconds, above which the list of repositories is read again before something is deleted. */
const longAgo = 5000;

/**
 * The configurations that a destruction deletes: not those that the replacement adopts, none that is protected, and
 * none that is assigned to repositories, unless the user saw the plan and force_destroy is in the state. For a
 * replacement Terraform shows no warning of the destruction.
 *
 * @param shown whether the user saw the diagnostics of the planned destruction
 * @param stay the configurations that the replacement adopts if they still have their name
 */
export async function deletable(
  session: Session,
  entries: readonly ObjectValue[],
  stay: ReadonlySet<string>,
  shown: boolean,
): Promise<{ readonly ids: readonly ConfigurationId[]; readonly diagnostics: readonly Diagnostic[] }> {
  const ids: ConfigurationId[] = [];
  const diagnostics: Diagnostic[] = [];
  let isRefused = false; // for too many, which is said once
  session.lists.invalidate("repositories", longAgo);
  for (const entry of entries) {
    const id = idOf(entry);
    if (id === undefined || session.ledger.configurations.isKept(id)) continue;
    const lost = shown
      ? await refuseInUse(session, id, entry)
      : await unshown(session, id, stay.has(id) ? (entry["name"] ?? null) : undefined);
    if (lost === "stays") continue;
    const wrong = [...protectedFrom(entry), ...lost];
    // also of a replacement, and in the process that applies, neither of which the plan has counted
    const refused = wrong.length === 0 ? tooMany(session, [id]) : [];
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
async function unshown(
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

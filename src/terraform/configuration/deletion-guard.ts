import { type Diagnostic, error, warning } from "../../diagnostics/diagnostic";
import { type ConfigurationId, configurationId } from "../../model/ids";
import type { Session } from "../account/session";
import type { ObjectValue, Value } from "../values/value";
import { idOf } from "./configuration-state";
import { describeRepositories, assignedRepositories } from "./assigned-repositories";

/** What is lost with a configuration that repositories still have. */
export async function warnInUse(session: Session, id: string): Promise<readonly Diagnostic[]> {
  const holders = await assignedRepositories(session, id);
  if (holders.length === 0 || session.ledger.configurations.isKept(id)) return [];
  const { name = id } = (await session.lists.configuration(configurationId(id))) ?? {};
  return [
    warning(
      "destroyed-in-use",
      `${JSON.stringify(name)} is destroyed, and ${describeRepositories(holders)}. What is scanned with then is for the service to say, and Terraform destroys before it assigns: give them another one first, or set create_before_destroy in the lifecycle of configurations.`,
    ),
  ];
}

/**
 * Those that a destruction deletes: not what is taken over in its place, and nothing that repositories have whose
 * destruction nobody was shown. Of a replacement terraform shows no more than that it is one.
 *
 * @param shown the plan was of the destruction, and has said what is lost
 * @param stay what comes in their place and takes them over, where their name is still theirs
 */
export async function deletable(
  session: Session,
  entries: readonly ObjectValue[],
  stay: ReadonlySet<string>,
  shown: boolean,
): Promise<{ readonly ids: readonly ConfigurationId[]; readonly diagnostics: readonly Diagnostic[] }> {
  const ids: ConfigurationId[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const entry of entries) {
    const id = idOf(entry);
    if (id === undefined || session.ledger.configurations.isKept(id)) continue;
    const lost = shown ? [] : await unshown(session, id, stay.has(id) ? (entry["name"] ?? null) : undefined);
    if (lost === "stays") continue;
    diagnostics.push(...lost);
    if (lost.length === 0) ids.push(id);
  }
  return { ids, diagnostics };
}

/** @param name by which it is taken over in its place, if it is */
async function unshown(
  session: Session,
  id: ConfigurationId,
  name: Value | undefined,
): Promise<readonly Diagnostic[] | "stays"> {
  const live = await session.lists.configuration(id);
  const stays = live === undefined || (name !== undefined && live.name === name);
  return stays ? "stays" : refuseReplacementInUse(session, id);
}

/** What is replaced stays the one that it is, if its name does. Under another it would be deleted, which is refused. */
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

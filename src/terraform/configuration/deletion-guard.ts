import { type Diagnostic, error, warning } from "../../diagnostics/diagnostic";
import { changesOfLoss } from "../../reconcile/plan/effects";
import { type ConfigurationId, configurationId } from "../../model/ids";
import type { Session } from "../account/session";
import type { ObjectValue, Value } from "../values/value";
import { feltLines } from "../verdict/felt-lines";
import { countOf } from "../verdict/summary";
import { idOf } from "./configuration-state";
import { describeRepositories, assignedRepositories } from "./assigned-repositories";

/** Warns when a configuration that is destroyed is still assigned to repositories. */
export async function warnInUse(session: Session, id: string): Promise<readonly Diagnostic[]> {
  const holders = await assignedRepositories(session, id);
  if (holders.length === 0 || session.ledger.configurations.isKept(id)) return [];
  const { name = id, settings = {} } = (await session.lists.configuration(configurationId(id))) ?? {};
  const detail = `${JSON.stringify(name)} is destroyed, and ${describeRepositories(holders)}. What is scanned with then is for the service to say, and Terraform destroys before it assigns: give them another one first, or set create_before_destroy in the lifecycle of configurations.`;
  const lost = feltLines([
    {
      what: "which weaken unless they get another one",
      changes: changesOfLoss(configurationId(id), settings),
      repositories: holders,
    },
  ]);
  return [
    {
      ...warning("destroyed-in-use", [detail, ...lost].join("\n")),
      summary: `${JSON.stringify(name)} is destroyed, and ${countOf(holders.length)} ${holders.length === 1 ? "has" : "have"} it`,
    },
  ];
}

/**
 * The configurations that a destruction deletes: not those that the replacement adopts, and none that is assigned to
 * repositories when the user saw no warning. For a replacement Terraform shows no warning of the destruction.
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

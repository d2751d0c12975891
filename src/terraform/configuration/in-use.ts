import { configurationId } from "../../model/ids";
import type { Session } from "../account/session";
import { failed, type Said, warned } from "../said";
import { haveIt, holdersOf } from "./holders";

/** What is lost with a configuration that repositories still have. */
export async function inUse(session: Session, id: string): Promise<readonly Said[]> {
  const holders = await holdersOf(session, id);
  if (holders.length === 0) return [];
  const { name = id } = (await session.lists.configuration(configurationId(id))) ?? {};
  return [
    warned(
      "Repositories still have this configuration",
      `${JSON.stringify(name)} is destroyed, and ${haveIt(holders)}. What is scanned with then is for the service to say, and Terraform destroys before it assigns: give them another one first, or set create_before_destroy in the lifecycle of configurations.`,
    ),
  ];
}

/**
 * What is replaced stays the one that it is, if its name does. Under another name it would be deleted, and terraform
 * passes over what is to be said of that but for errors.
 */
export async function lostByReplacement(session: Session, id: string): Promise<readonly Said[]> {
  const holders = await holdersOf(session, id);
  if (holders.length === 0) return [];
  const { name = id } = (await session.lists.configuration(configurationId(id))) ?? {};
  return [
    failed(
      "Renamed and replaced at once",
      `${JSON.stringify(name)} would be deleted for one of another name, and ${haveIt(holders)}. Apply the new name first, and replace it then.`,
    ),
  ];
}

import type { Configuration } from "../../model/entities";
import type { ConfigurationId } from "../../model/ids";
import { waits } from "../../reconcile/apply/poll-until";
import type { Session } from "../account/session";

/**
 * The live configuration of this id; undefined when there is none.
 *
 * @param timeout how long to wait for one that was created and not yet seen, in milliseconds
 */
export async function liveConfiguration(
  { lists, sleep }: Session,
  id: ConfigurationId,
  timeout: number | undefined,
): Promise<Configuration | undefined> {
  let live = await lists.configuration(id);
  if (timeout === undefined) return live;
  for (const wait of waits([250, 1000, 3000], () => timeout)) {
    if (live !== undefined) break;
    await sleep(wait);
    lists.invalidate("configurations");
    live = await lists.configuration(id);
  }
  return live;
}

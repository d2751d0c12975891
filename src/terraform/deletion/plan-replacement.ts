import type { Diagnostic } from "../../diagnostics/diagnostic";
import type { Session } from "../account/session";
import { refuseReplacementInUse } from "../configuration/deletion-guard";
import { protectedIds, decodeIds } from "../configuration/replaced-ids";
import type { PrivateState } from "../resource";
import { planTooMany, protectedFrom } from "./guards";

/**
 * What is wrong with a replacement that is planned: it deletes the configurations that the resource held, but for
 * those that the new one takes over.
 *
 * @param before the private state of the plan with the prior state
 */
export async function planReplacement(
  session: Session,
  before: PrivateState | undefined,
  adopted: ReadonlySet<string>,
): Promise<readonly Diagnostic[]> {
  const guarded = protectedIds(before);
  const gone = decodeIds(before).filter((id) => !adopted.has(id));
  const wrong = gone.map(async (id) => [
    ...(guarded.has(id) ? protectedFrom({ id, name: guarded.get(id) ?? null, deletion_protection: true }) : []),
    ...(await refuseReplacementInUse(session, id)),
  ]);
  return [...planTooMany(session, gone), ...(await Promise.all(wrong)).flat()];
}

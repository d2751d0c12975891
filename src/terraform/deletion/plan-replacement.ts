import type { Diagnostic } from "../../diagnostics/diagnostic";
import type { Session } from "../account/session";
import { refuseReplacementInUse } from "../configuration/deletion-guard";
import { protectedIds, rememberedIds } from "../configuration/replaced-ids";
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
  const kept = protectedIds(before);
  const gone = rememberedIds(before).filter((id) => !adopted.has(id));
  const wrong = gone.map(async (id) => [
    ...(kept.has(id) ? protectedFrom({ id, name: kept.get(id) ?? null, deletion_protection: true }) : []),
    ...(await refuseReplacementInUse(session, id)),
  ]);
  return [...planTooMany(session, gone), ...(await Promise.all(wrong)).flat()];
}

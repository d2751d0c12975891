import type { Desired } from "../../model/desired";
import type { Observed } from "../../model/entities";
import { plan } from "../../reconcile/plan/plan";
import type { Session } from "../account/session";
import { judgeMoves } from "../assignments/judge-moves";
import type { Felt } from "../verdict/felt";
import { firstConfigurations, firstRepositories } from "./first-seen";
import type { SeenAccount } from "./seen";

/**
 * What the repositories feel that rules move, by the account as it was before anything was applied.
 *
 * @param names the analyzers and policies that configurations name
 * @throws ScanformError where the rules do not fit that account
 */
export async function feltByMoves(
  session: Session,
  desired: Desired,
  names: Pick<Observed, "analyzers" | "policies">,
  seen?: SeenAccount,
): Promise<readonly Felt[]> {
  const { configurations: before, repositories } = seen ?? {
    configurations: await firstConfigurations(session),
    repositories: await firstRepositories(session),
  };
  // what was created since, by this apply as a rule: its id was not known to the first plan, nor was its review
  const known = new Set(before.map(({ id }) => id));
  const created = (await session.lists.configurations()).filter(({ id }) => !known.has(id));
  const configurations = [...before, ...created];
  const { moves } = plan({ id: session.accountId }, desired, { configurations, repositories, ...names });
  return judgeMoves(moves, session.ledger.settings, new Map(configurations.map((each) => [each.id, each])));
}

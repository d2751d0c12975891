import type { AttributePath } from "../../diagnostics/attribute-path";
import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration } from "../../model/entities";
import { moveVerdict } from "../../reconcile/plan/move-verdict";
import { diff } from "../../reconcile/plan/diff";
import { target } from "../../reconcile/plan/merge";
import type { Session } from "../account/session";
import { assignedRepositories } from "./assigned-repositories";

/** Warns about leaves of a live configuration that get weaker, with the number of assigned and arriving repositories. */
export async function weakening(
  session: Session,
  wanted: DesiredConfiguration,
  live: Configuration,
  at: AttributePath,
): Promise<readonly Diagnostic[]> {
  const after = target(live.settings, wanted);
  const weaker = diff(live.settings, after).filter((each) => each.class === "weakens");
  const [first] = weaker;
  if (first === undefined) return [];
  const holders = (await assignedRepositories(session, live.id)).length;
  // moves that are planned later are judged there
  const coming = session.ledger.settings
    .arrivingAt(live.id)
    .filter((from) => moveVerdict(from, after).class === "weakens").length;
  const leaves = weaker.map(({ path, note }) => (note === undefined ? path : `${path} ${note}`));
  const too = coming === 0 ? "" : `, and ${repositories(coming)} that ${coming === 1 ? "moves" : "move"} to it`;
  return [
    warning("weakens", `For ${repositories(holders)}${too}: ${leaves.join("; ")}.`, {
      attribute: [...at, first.setting],
    }),
  ];
}

const repositories = (count: number): string => `${String(count)} ${count === 1 ? "repository" : "repositories"}`;

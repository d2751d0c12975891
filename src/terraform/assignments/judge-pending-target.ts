import type { ConfigurationId } from "../../model/ids";
import type { Settings } from "../../model/settings";
import type { Move } from "../../reconcile/plan/change";
import { moveVerdict } from "../../reconcile/plan/move-verdict";
import type { PendingConfiguration } from "../ledger/planned-settings";

/** The number of weaker candidates that are named. */
const most = 3;

/** Judges a move to a configuration whose id is unknown. It is one of the pending configurations: the weakest counts. */
export function judgePendingTarget(
  created: readonly PendingConfiguration[],
  live: ReadonlyMap<ConfigurationId, Settings>,
): (move: Move) => Move {
  const notes = new Map<ConfigurationId, string>();
  const weakerThan = (from: ConfigurationId): string => {
    const known = notes.get(from);
    if (known !== undefined) return known;
    const weaker = created.flatMap(({ name, after }) => {
      const { class: kind, note = "which is weaker" } = moveVerdict(live.get(from) ?? {}, after);
      return kind === "weakens" ? [`if it is ${JSON.stringify(name)}: ${note}`] : [];
    });
    const more = weaker.length - most;
    const words = [...weaker.slice(0, most), ...(more > 0 ? [`and ${String(more)} more`] : [])].join(", ");
    notes.set(from, words);
    return words;
  };
  return (move) => {
    if (!("address" in move.to)) return move;
    const { note: _ofNothing, ...rest } = move;
    const note = move.from === undefined ? "" : weakerThan(move.from);
    const toName = "(known after apply)";
    return note === "" ? { ...rest, class: "unclassified", toName } : { ...rest, class: "weakens", note, toName };
  };
}

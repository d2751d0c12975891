import type { Session } from "../account/session";
import type { Diagnostic } from "../../diagnostics/diagnostic";
import type { Timeouts } from "../timeouts";
import type { ObjectValue } from "../value";
import { idOf, refreshedState } from "./configuration-state";
import { liveConfiguration } from "./live-configuration";
import { type Notes, withoutFilledIn } from "./notes";

/** A configuration, or an entry of a collection, after a refresh. One that was created and not yet seen is waited for. */
export async function readEntry(
  session: Session,
  entry: ObjectValue,
  notes: Notes,
  { create }: Timeouts,
): Promise<{ readonly state: ObjectValue | null; readonly diagnostics: readonly Diagnostic[] }> {
  const id = idOf(entry);
  const live =
    id === undefined ? undefined : await liveConfiguration(session, id, notes.unseen.has(id) ? create : undefined);
  if (live === undefined) return { state: null, diagnostics: [] };
  const state = refreshedState(entry, withoutFilledIn(live, notes));
  return { state, diagnostics: session.ledger.configurations.read(live.id, live.name) };
}

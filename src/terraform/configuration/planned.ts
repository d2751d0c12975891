import type { DesiredConfiguration } from "../../model/desired";
import { address, type ConfigurationId } from "../../model/ids";
import type { Session } from "../account/session";

const bySession = new WeakMap<Session, Map<ConfigurationId, DesiredConfiguration>>();

/** Keeps what a live configuration is planned to become, for what this process plans after it. */
export function remember(session: Session, id: ConfigurationId, wanted: DesiredConfiguration): void {
  const known = bySession.get(session) ?? new Map<ConfigurationId, DesiredConfiguration>();
  bySession.set(session, known.set(id, { ...wanted, id, address: address(id) }));
}

/** What those of them are planned to become that are planned to change. */
export const plannedOf = (session: Session, ids: Iterable<ConfigurationId>): readonly DesiredConfiguration[] => {
  const known = bySession.get(session);
  return known === undefined ? [] : [...new Set(ids)].flatMap((id) => known.get(id) ?? []);
};

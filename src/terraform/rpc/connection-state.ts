import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import type { Session } from "../account/session";

/** What the requests of a connection share: the configured session and the stop signal. */
export class ConnectionState {
  /** Absent before ConfigureProvider, and while the provider's configuration is unknown. */
  session: Session | undefined;
  /** Aborted when terraform is asked to stop. */
  stop = new AbortController();
}

export const notConfigured: Diagnostic = error(
  "provider-not-configured",
  "Its configuration has values that are known only after something else was applied. Apply that first, with -target.",
);

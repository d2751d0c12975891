import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import type { Session } from "../account/session";

/** What requests share: the provider once it is configured, and that it is to stop. */
export class ConnectionState {
  /** Absent until it is configured, and while its configuration is not known. */
  session: Session | undefined;
  /** Aborted when terraform is asked to stop. */
  stop = new AbortController();
}

export const notConfigured: Diagnostic = error(
  "provider-not-configured",
  "Its configuration has values that are known only after something else was applied. Apply that first, with -target.",
);

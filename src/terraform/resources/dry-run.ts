import { failed, type Said } from "../said";

/** Why nothing is done in a dry run. @param what would be sent; absent when it is nothing */
export const dryRunSaid = (what: string | undefined): Said =>
  failed("dry_run is set", `dry_run is set: would send ${what ?? "nothing"}. The state stays as it is.`);

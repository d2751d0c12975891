import type { Construct } from "constructs";
import type { Configuration, RepositoryAssignments } from "scanform/cdktn";

/** What the teams of the account share. */
export interface Shared {
  readonly scope: Construct;
  readonly baseline: Configuration;
  readonly routing: RepositoryAssignments;
}

import type { Construct } from "constructs";
import type { Configuration, RepositoryAssignments } from "scanform/cdktn";

/** What the teams of an account share. */
export interface Account {
  readonly scope: Construct;
  readonly baseline: Configuration;
  readonly routing: RepositoryAssignments;
}

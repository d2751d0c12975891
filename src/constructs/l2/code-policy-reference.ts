import type { IConstruct } from "constructs";

/** A custom code policy of the account. */
export interface ICodePolicy extends IConstruct {
  /** The UUID in the service, or a token for it. */
  readonly codePolicyId: string;
}

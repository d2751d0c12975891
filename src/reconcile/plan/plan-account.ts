import type { AccountId } from "../../model/ids";

/** The account that a plan is for. */
export interface PlanAccount {
  readonly id: AccountId;
  readonly name?: string;
  /** The alias of the provider block that declares it. */
  readonly alias?: string;
  /** Where it is, without /v1. */
  readonly baseUrl?: string;
}

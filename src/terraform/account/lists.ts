import type { Account, Analyzer, Configuration, CustomPolicy, Repository } from "../../model/entities";

/** Lists of the account, each read once for all that ask, and anew after something was written. All are whole. */
export interface Lists {
  accounts(): Promise<readonly Account[]>;
  configurations(): Promise<readonly Configuration[]>;
  repositories(): Promise<readonly Repository[]>;
  analyzers(): Promise<readonly Analyzer[]>;
  customPolicies(): Promise<readonly CustomPolicy[]>;
}

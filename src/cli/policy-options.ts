import type { RefreshOptions } from "../reconcile/refresh/refresh";

export interface PolicyOptions {
  /** The file of the policies, which is trusted. */
  readonly policy?: string | undefined;
  /** Seconds. */
  readonly policyTimeout?: number | undefined;
  /** Keeps in the document what policies are given, without running any. */
  readonly forPolicies?: boolean | undefined;
  /** Shows every repository of the account. */
  readonly everyRepository?: boolean | undefined;
}

export const asksForPolicies = ({ policy, forPolicies = false }: PolicyOptions): boolean =>
  policy !== undefined || forPolicies;

/** What is said of every repository, by policies or on a page, rests on whole lists. */
export const wholeForPolicies = (options: PolicyOptions): Pick<RefreshOptions, "whole"> =>
  asksForPolicies(options) || options.everyRepository === true ? { whole: ["configurations", "repositories"] } : {};

import type { RefreshOptions } from "../reconcile/refresh/refresh";

export interface PolicyOptions {
  /** The file of the policies, which is trusted. */
  readonly policy?: string | undefined;
  /** Keeps in the document what policies are given, without running any. */
  readonly forPolicies?: boolean | undefined;
}

export const asksForPolicies = ({ policy, forPolicies = false }: PolicyOptions): boolean =>
  policy !== undefined || forPolicies;

/** What policies say of every repository rests on whole lists. */
export const wholeForPolicies = (options: PolicyOptions): Pick<RefreshOptions, "whole"> =>
  asksForPolicies(options) ? { whole: ["configurations", "repositories"] } : {};

import type { RefreshOptions } from "../reconcile/refresh/refresh";

/** The policies that `init` writes. */
export const policyFileName = "scanform.policy.ts";

export interface PolicyOptions {
  /** The file of the policies, which is trusted. */
  readonly policy?: string | undefined;
  /** Seconds. */
  readonly policyTimeout?: number | undefined;
}

/** The readers of facts about every repository: policies, a page, a program, or anyone who gets the saved plan. */
interface Readers extends PolicyOptions {
  readonly out?: string | undefined;
  readonly format?: string | undefined;
}

/** Facts about every repository rest on complete lists. */
export const wholeFor = ({ policy, out, format }: Readers): Pick<RefreshOptions, "whole"> =>
  policy !== undefined || out !== undefined || format === "html" || format === "json"
    ? { whole: ["configurations", "repositories"] }
    : {};

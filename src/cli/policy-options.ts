import type { RefreshOptions } from "../reconcile/refresh/refresh";

export interface PolicyOptions {
  /** The file of the policies, which is trusted. */
  readonly policy?: string | undefined;
  /** Seconds. */
  readonly policyTimeout?: number | undefined;
}

/** Who reads what is said of every repository: policies, a page, a program, or whoever is given the saved plan. */
interface Readers extends PolicyOptions {
  readonly out?: string | undefined;
  readonly format?: string | undefined;
}

/** What is said of every repository rests on whole lists. */
export const wholeFor = ({ policy, out, format }: Readers): Pick<RefreshOptions, "whole"> =>
  policy !== undefined || out !== undefined || format === "html" || format === "json"
    ? { whole: ["configurations", "repositories"] }
    : {};

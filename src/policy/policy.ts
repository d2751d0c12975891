import type { Account, After, Subject } from "./account";

/**
 * What a policy says about one thing: `deny` refuses the plan, `warn` does not, and `needs` names who has to agree.
 * Plain data: made by `deny`, `warn` and `needs`.
 */
export interface Finding {
  /** `deny` refuses, `warn` does not, `needs` asks. */
  readonly level: "deny" | "warn" | "needs";
  /** Who has to agree; with `needs` only. */
  readonly reviewer?: string;
  /** What is wrong, as a part of a sentence. Findings with the same message are shown together. */
  readonly message: string;
  /** What it is about: an object of the account or of `after` itself. */
  readonly at: Subject;
}

/** Looks at one account of a plan. Synchronous, and pure: what it is given cannot be changed. */
export type Check = (account: Account, after: After) => readonly Finding[];

/** What is shown with the findings of a policy. */
export interface PolicyOptions {
  /** What to do about them, as a sentence; absent for nothing. */
  readonly fix?: string;
  /** A link to more information; absent without one. */
  readonly link?: string;
  /**
   * A finding that the policy had before the plan too, about the same thing and with the same message, is a warning: a
   * new policy does not stop everybody's changes. By default it is a denial, or asks for agreement, as what is new.
   */
  readonly onlyNew?: boolean;
}

/** A rule about plans, with a name that is its code. Plain data. */
export interface Policy extends PolicyOptions {
  /** Its code: letters, digits, `.`, `_`, `/` and `-`. */
  readonly name: string;
  /** Is called for each account of a plan: once, or with `onlyNew` for what holds before the plan as well. */
  readonly check: Check;
}

/**
 * A policy.
 *
 * @example
 * ```ts
 * import { deny, policy } from "scanform/policy";
 *
 * export default [
 *   policy("no-big-moves", ({ effects }) =>
 *     effects.filter(({ repositories }) => repositories.length > 50).map((each) => deny("moves too many at once", each)),
 *   ),
 * ];
 * ```
 * @param name its code: letters, digits, `.`, `_`, `/` and `-`
 * @param check is called for each account of the plan
 */
export const policy = (name: string, check: Check, { fix, link, onlyNew }: PolicyOptions = {}): Policy => ({
  name,
  check,
  ...(fix === undefined ? {} : { fix }),
  ...(link === undefined ? {} : { link }),
  ...(onlyNew === undefined ? {} : { onlyNew }),
});

/** Refuses the plan, unless a waiver matches. */
export const deny = (message: string, at: Subject): Finding => ({ level: "deny", message, at });

/** Reports something without refusing the plan. */
export const warn = (message: string, at: Subject): Finding => ({ level: "warn", message, at });

/** Names who has to approve. It stops neither a plan nor an apply. */
export const needs = (reviewer: string, message: string, at: Subject): Finding => ({
  level: "needs",
  reviewer,
  message,
  at,
});

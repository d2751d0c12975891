import { existsSync } from "node:fs";
import { join } from "node:path";
import { enumeration } from "../diagnostics/enumeration";
import { label } from "../diagnostics/foreign-text";
import { groupBy } from "../model/group-by";
import type { RefreshOptions } from "../reconcile/refresh/refresh";
import type { PlanDocument } from "../report/document";
import { type Judged, neededBy } from "../report/policy-review";
import type { Io } from "./io";

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

/** The document with what the policies say, where there are any: only then what runs them is loaded. */
export async function judgedBy(
  io: Io,
  document: PlanDocument,
  { policy, policyTimeout }: PolicyOptions,
): Promise<PlanDocument> {
  if (policy === undefined) return document;
  return (await import("./policy-review.js")).withPolicies(io, document, policy, policyTimeout);
}

/** Says that the folder has policies that this command does not run. */
export function noteUnusedPolicies(io: Io, { policy, format }: PolicyOptions & { readonly format: string }): void {
  if (policy === undefined && format !== "json" && existsSync(join(io.cwd, policyFileName)))
    io.err(`${policyFileName} is not used: pass --policy ${policyFileName} to run its policies.\n`);
}

/** Says whom policies ask for an approval, since an apply does not know whether it was given. */
export function noteNeeds(io: Io, plans: readonly Judged[]): void {
  const asking = groupBy(plans.flatMap(neededBy), ({ reviewer }) => reviewer);
  const who = [...asking].map(([reviewer = "", asks]) => {
    const policies = [...new Set(asks.map(({ policy }) => label(policy)))];
    return `${label(reviewer)} (${enumeration(policies)})`;
  });
  if (who.length > 0)
    io.err(
      `Policies ask for the approval of ${enumeration(who)}. An apply does not check that it was given: scanform approve check does.\n`,
    );
}

import { existsSync } from "node:fs";
import { join } from "node:path";
import { enumeration } from "../diagnostics/enumeration";
import { label } from "../diagnostics/foreign-text";
import { groupBy } from "../model/group-by";
import { type Judged, neededBy } from "../report/policy-review";
import type { Io } from "./io";
import { policyFileName, type PolicyOptions } from "./policy-options";

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

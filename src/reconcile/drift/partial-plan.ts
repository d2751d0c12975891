import { type Diagnostic, hasErrors } from "../../diagnostics/diagnostic";
import { ScanformError } from "../../diagnostics/error";
import type { Desired, RuleTarget } from "../../model/desired";
import type { Observed } from "../../model/observed";
import type { PlanAccount } from "../plan/change";
import { plan, type Plan } from "../plan/plan";

/** The plan of a part of a declaration. */
export interface PartialPlan {
  readonly plan: Plan;
  /** What was planned. */
  readonly desired: Desired;
  /** Why the rest could not be. */
  readonly errors: readonly Diagnostic[];
}

/**
 * The plan of all that can be planned: an object with an error, such as a configuration whose name is live twice, stops
 * no other one. Rules that assign a configuration without a plan leave the repositories where they are.
 *
 * @throws ScanformError for an error that is of no object
 */
export function partialPlan(account: PlanAccount, declared: Desired, observed: Observed): PartialPlan {
  const errors: Diagnostic[] = [];
  for (let desired = declared; ;) {
    try {
      return { plan: plan(account, desired, observed), desired, errors };
    } catch (thrown) {
      if (!(thrown instanceof ScanformError)) throw thrown;
      const found = thrown.diagnostics.filter((each) => hasErrors([each]));
      const rest = without(desired, new Set(found.map(({ address }) => address)));
      if (sizeOf(rest) === sizeOf(desired)) throw thrown;
      errors.push(...found);
      desired = rest;
    }
  }
}

/** @param places addresses of objects, and of lookups, which take along what uses them */
function without(desired: Desired, places: ReadonlySet<string | undefined>): Desired {
  const { configurations, assignments, triages = [], lookups = [] } = desired;
  const lost = lookups.flatMap(({ address, placeholder }) => (places.has(address) ? [placeholder] : []));
  const isGood = (each: { readonly address: string }): boolean =>
    !places.has(each.address) && !lost.some((placeholder) => JSON.stringify(each).includes(placeholder));
  const good = configurations.filter(isGood);
  const kept = new Set<string>(good.map(({ address }) => address));
  const isKept = (target: RuleTarget): boolean =>
    "leave" in target || "id" in target.configuration || kept.has(target.configuration.address);
  return {
    ...desired,
    configurations: good,
    assignments: assignments.filter(isGood).map((each) => ({
      ...each,
      rules: each.rules.map((rule) => (isKept(rule.target) ? rule : { ...rule, target: { leave: true } as const })),
    })),
    triages: triages.filter(isGood),
    lookups: lookups.filter(({ address }) => !places.has(address)),
  };
}

const sizeOf = ({ configurations, assignments, triages = [], lookups = [] }: Desired): number =>
  configurations.length + assignments.length + triages.length + lookups.length;

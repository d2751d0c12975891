import { locationAt, type Locations } from "../../diagnostics/locations";
import type { Observed } from "../../model/entities";
import type { Settings } from "../../model/settings";
import { destinations } from "../../reconcile/plan/moves";
import type { Plan } from "../../reconcile/plan/plan";
import { RequestError } from "../../reconcile/ports";
import type { Survey } from "../../reconcile/refresh/refresh";
import type { ExplainedAccount } from "../../report/explain/explain-document";
import type { PolicyTitles } from "../../model/leaf-sentence";
import type { DeclaredAccount } from "../declared-plans";

/** A declared account, and its state. */
export interface Surveyed extends DeclaredAccount {
  readonly survey: Survey;
}

/** Where the constructs of all accounts were made; an address belongs to one of them. */
export const locationsOf = (accounts: readonly DeclaredAccount[]): Locations =>
  new Map(accounts.flatMap(({ declaration }) => [...declaration.locations]));

/** What an explanation shows besides the engine's facts. */
export function shownOf({ account, declaration }: Surveyed): Pick<ExplainedAccount, "account" | "locationOf"> {
  const { locations } = declaration;
  return {
    account,
    locationOf: (address, rule) => locationAt(locations, address, rule === undefined ? "" : `rules[${String(rule)}]`),
  };
}

/** What the target of a rule is called; undefined for a rule that leaves. */
export function nameOfTarget(plan: Plan, { configurations }: Observed): ExplainedAccount["nameOf"] {
  const destinationOf = destinations(plan.configurations, configurations);
  return ({ target }) => destinationOf(target)?.name;
}

/** The titles of the policies in these settings; one more request where they have not been listed. */
export async function policyTitlesFor(
  { session, account, survey: { observed } }: Surveyed,
  all: readonly Settings[],
  signal: AbortSignal,
): Promise<PolicyTitles> {
  if (all.every(({ code_policies: policies = [] }) => policies.length === 0)) return new Map();
  try {
    const policies = observed.policies ?? (await session.reader.customPolicies(account.id, { signal }));
    return new Map(policies.map(({ id, title }) => [id, title]));
  } catch (thrown) {
    // policies that cannot be listed are shown by their ids
    if (thrown instanceof RequestError && thrown.status !== undefined) return new Map();
    throw thrown;
  }
}

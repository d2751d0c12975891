import type { ProviderSettings } from "../declaration/provider";
import type { Diagnostic } from "../diagnostics/diagnostic";
import type { Locations } from "../diagnostics/locations";
import type { Plan } from "../reconcile/plan/plan";
import type { AccountDocument, PlanDocument } from "../report/document";
import { accountDocument, documentOf, failedDocument } from "../report/make-document";
import { withKept } from "../report/recompute";
import type { FailedAccount } from "../report/renderer";
import type { Session } from "./session";

/** The plan of one account, and its connection. */
export interface AccountPlan {
  readonly session: Session;
  readonly plan: Plan;
  /** The declaration's own provider settings, without the environment. */
  readonly provider: ProviderSettings;
  /** Where constructs were made. */
  readonly locations: Locations;
  /** The digest that was reviewed: of the saved plan that it was made from, or its own. Absent without changes. */
  readonly approved?: string;
  /** The document of the reviewed plan, for what cannot be made again. */
  readonly kept?: AccountDocument;
}

/** What is shown of a plan. */
export function documentOfPlan({ plan, provider, locations, kept }: AccountPlan): AccountDocument {
  const fresh = accountDocument({ ...plan, provider: { ...provider }, ...(locations.size === 0 ? {} : { locations }) });
  if (kept === undefined) return fresh;
  const document = withKept(fresh, kept);
  const { diagnostics } = document;
  const said = new Set(diagnostics.map(({ address }) => address));
  // a saved plan declares what its lookups found, and does not repeat them
  const missed = kept.diagnostics.filter(
    ({ code, address = "" }) => code === "repository-unknown" && address.startsWith("data.") && !said.has(address),
  );
  return { ...document, diagnostics: [...refusalsOf(kept), ...missed, ...diagnostics] };
}

/** Why a policy or a safety limit refused the reviewed plan. What a gate has stopped may be approved by now. */
export const refusalsOf = ({ diagnostics }: AccountDocument): AccountDocument["diagnostics"] =>
  diagnostics.filter(
    ({ code, severity }) => severity === "error" && code !== "gate-closed" && code !== "base-unusable",
  );

/** The plans of a command, of an app or of a file, and the accounts without one. */
export interface AccountPlans {
  readonly plans: readonly AccountPlan[];
  readonly failed: readonly FailedAccount[];
  /** Messages that belong to no account. */
  readonly diagnostics: readonly Diagnostic[];
  /** When they were made, in milliseconds since 1970. */
  readonly madeAt: number;
}

export const documentOfPlans = ({ plans, failed, diagnostics, madeAt }: AccountPlans): PlanDocument =>
  documentOf({
    made_at: new Date(madeAt).toISOString(),
    accounts: [...failed.map(failedDocument), ...plans.map(documentOfPlan)],
    diagnostics: [...diagnostics],
  });

/** Ends the connections of accounts. */
export async function closeAll(plans: readonly { readonly session: Session }[]): Promise<void> {
  await Promise.all(plans.map(({ session }) => session.close()));
}

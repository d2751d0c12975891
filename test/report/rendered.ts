import pc from "picocolors";
import type { Applied } from "../../src/reconcile/apply/apply";
import type { Plan } from "../../src/reconcile/plan/plan";
import { type AccountDocument, plannedIn } from "../../src/report/document";
import { accountDocument, planDocument as documentOf } from "../../src/report/make-document";
import { plansMarkdown as markdownOf } from "../../src/report/markdown";
import { outcomeText as outcomeOf } from "../../src/report/outcome-text";
import type { View } from "../../src/report/renderer";
import { drifted } from "../reconcile/drift/drifting";
import { planText as textOf, textRenderer } from "../../src/report/text";
import { rich } from "./plans";

/** Plans of the engine as each format shows them: by their document. */
export const planDocument = (plans: readonly Plan[]) => documentOf({ madeAt: 0, plans });

/** The documents of the accounts alone, the worst first. */
export const accountDocuments = (plans: readonly Plan[]): readonly AccountDocument[] => plannedIn(planDocument(plans));

/** What has drifted, and what is pending as its document. */
export function driftedDocument(...given: Parameters<typeof drifted>) {
  const { drift, pending } = drifted(...given);
  return { drift, pending: accountDocument(pending) };
}

type TextOptions = Parameters<typeof textOf> extends [unknown, ...infer Rest] ? Rest : never;

export const planText = (plan: Plan, ...options: TextOptions): string =>
  textOf({ plan: accountDocument(plan) }, ...options);

/** What became of an apply of a plan, without colours. */
export const outcomeText = (applied: Applied, plan = rich()): string =>
  outcomeOf({ document: accountDocument(plan), applied, isUntouched: false }, pc.createColors(false));

export const plansText = (plans: readonly Plan[], view: View): string => textRenderer.plans(planDocument(plans), view);

export const plansMarkdown = (plans: readonly Plan[], view: Omit<View, "colors"> = {}): string =>
  markdownOf(planDocument(plans), view);

import type { Plan } from "../../src/reconcile/plan/plan";
import { accountDocument, planDocument as documentOf } from "../../src/report/make-document";
import { plansMarkdown as markdownOf } from "../../src/report/markdown";
import type { View } from "../../src/report/renderer";
import { planText as textOf, textRenderer } from "../../src/report/text";

/** Plans of the engine as each format shows them: by their document. */
export const planDocument = (plans: readonly Plan[]) => documentOf({ madeAt: 0, plans });

type TextOptions = Parameters<typeof textOf> extends [unknown, ...infer Rest] ? Rest : never;

export const planText = (plan: Plan, ...options: TextOptions): string => textOf(accountDocument(plan), ...options);

export const plansText = (plans: readonly Plan[], view: View): string => textRenderer.plans(planDocument(plans), view);

export const plansMarkdown = (plans: readonly Plan[], view: Omit<View, "colors"> = {}): string =>
  markdownOf(planDocument(plans), view);

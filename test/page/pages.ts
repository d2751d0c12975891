import pc from "picocolors";
import { htmlRenderer } from "../../src/page/html";
import type { Plan } from "../../src/reconcile/plan/plan";
import type { PlanDocument } from "../../src/report/document";
import { planDocument } from "../../src/report/make-document";
import type { View } from "../../src/report/renderer";

/** The document of plans. */
export const documentOf = (...plans: readonly Plan[]): PlanDocument => planDocument({ madeAt: 0, plans });

/** A page of a document, as `show --format html` prints it. */
export const pageOf = (document: PlanDocument, view: Partial<View> = {}): string =>
  htmlRenderer.plans(document, { colors: pc.createColors(false), ...view });

import pc from "picocolors";
import { htmlRenderer } from "../../src/page/html";
import { accountId, address } from "../../src/model/ids";
import type { Written } from "../../src/model/written";
import type { Plan } from "../../src/reconcile/plan/plan";
import { planFor } from "../../src/reconcile/plan-for";
import type { PlanDocument } from "../../src/report/document";
import { planDocument } from "../../src/report/make-document";
import type { View } from "../../src/report/renderer";
import { live, repositories } from "../report/plans";

/** A rollback: a setting and a repository go back, one that has moved since stays, and what was created is deleted. */
export function rollback(): Plan {
  const [was, is] = [{ comment: "enabled" }, { comment: "disabled" }] as const;
  const [baseline, made] = [live(1, "baseline", is), live(2, "made", was)];
  const [moved, stayed] = repositories(["payments-api", "archive"], 2);
  const other = live(3, "other", was);
  const written: Written = {
    configurations: [
      {
        address: address("scanform_configuration.baseline"),
        id: baseline.id,
        before: { name: "baseline", settings: was },
        after: [{ name: "baseline", settings: is }],
      },
      { address: address("scanform_configuration.made"), id: made.id, after: [{ name: "made", settings: was }] },
    ],
    places: [moved, stayed].flatMap((each) =>
      each === undefined ? [] : [{ repository: each.id, before: baseline.id, after: [{ id: made.id }] }],
    ),
    triages: [],
  };
  return planFor(
    { id: accountId("5f0c41d2-9a3e-4b67-8c15-d20e7f6a9b34"), name: "acme" },
    { configurations: [], assignments: [], putBack: written },
    {
      configurations: [baseline, made, other],
      repositories: [moved, stayed && { ...stayed, configuration_id: other.id }].flatMap((each) => each ?? []),
    },
  );
}

/** The document of plans. */
export const documentOf = (...plans: readonly Plan[]): PlanDocument => planDocument({ madeAt: 0, plans });

/** A page of a document, as `show --format html` prints it. */
export const pageOf = (document: PlanDocument, view: Partial<View> = {}): string =>
  htmlRenderer.plans(document, { colors: pc.createColors(false), ...view });

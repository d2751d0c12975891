import type { PlanReport } from "./plan-report";
import { configurationSections, deletionSections } from "./configurations";
import { effectSections } from "./effects";
import { unfeltMoveSections } from "./moves";
import type { Section } from "./outline";
import type { Layout } from "./row";
import { triageSections } from "./triages";

/** A plan by its parts: what goes away, what the repositories feel, what becomes of the configurations, and triages. */
export const sections = (plan: PlanReport, layout: Layout): readonly Section[] => [
  ...deletionSections(plan, layout),
  ...effectSections(plan, layout),
  ...unfeltMoveSections(plan, layout),
  ...configurationSections(plan, layout),
  ...triageSections(plan, layout),
];

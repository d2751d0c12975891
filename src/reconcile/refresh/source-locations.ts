import { located, locationAt, type Locations, withLocations } from "../../diagnostics/locations";
import type { Plan } from "../plan/plan";

/** Adds source locations to the diagnostics and triages of a plan, or to the error that is thrown in its place. */
export async function withSourceLocations(locations: Locations, make: () => Promise<Plan>): Promise<Plan> {
  const plan = await withLocations(locations, make);
  return {
    ...plan,
    diagnostics: located(plan.diagnostics, locations),
    refusals: located(plan.refusals, locations),
    triages: plan.triages.map((each) => {
      const location = locationAt(locations, each.address);
      return location === undefined ? each : { ...each, location };
    }),
  };
}

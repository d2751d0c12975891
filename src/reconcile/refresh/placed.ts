import { located, locationAt, type Locations, withLocations } from "../../diagnostics/locations";
import type { Plan } from "../plan/plan";

/** A plan whose diagnostics and triages, or the error in its place, say where in the code. */
export async function placed(locations: Locations, make: () => Promise<Plan>): Promise<Plan> {
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

import { type Diagnostic, error, warning } from "../diagnostics/diagnostic";
import type { Place } from "./place";

const reasons: ReadonlyMap<string, string> = new Map([
  [
    "scanform_deepscan",
    "The CLI does not manage scanform_deepscan: whether a trigger has changed is known from a state, and the CLI keeps none. " +
      "Move it to an app of its own, and apply that one with the Terraform provider.",
  ],
]);

/**
 * What is said of resources that the CLI does not manage.
 *
 * @param count the number of them
 * @param place of all of this type
 */
export const unsupported = (type: string, count: number, place: Place): Diagnostic =>
  type.startsWith("scanform_")
    ? error(
        "resource-unsupported",
        reasons.get(type) ?? `The CLI does not manage ${type}. Apply it with the Terraform provider.`,
        place,
      )
    : warning(
        "resource-unsupported",
        `${String(count)} of ${type} belong to another provider and are left to terraform.`,
        place,
      );

import { type Diagnostic, error, warning } from "../../diagnostics/diagnostic";
import type { Observed } from "../../model/entities";
import type { AccountId } from "../../model/ids";
import type { Plan } from "../plan/plan";
import type { Reader } from "../ports";
import { unlistedConfiguration } from "./unlisted";

/**
 * Prevents creating a duplicate, or deleting, on the basis of an incomplete list. An ended list is not trusted to be
 * complete: a configuration that a repository refers to but the list lacks is requested by id; if it exists, the list
 * was incomplete. A plan without creations and deletions sends no further request.
 *
 * @returns `list-incomplete`, as an error, or as a warning when forced
 */
export async function truncationGuard(
  reader: Reader,
  account: AccountId,
  observed: Observed,
  plan: Plan,
  signal?: AbortSignal,
): Promise<readonly Diagnostic[]> {
  if (plan.deletions.length === 0 && plan.configurations.every((each) => each.action !== "create")) return [];
  const id = await unlistedConfiguration(reader, account, observed, signal);
  if (id === undefined) return [];
  const say = plan.options.force === true ? warning : error;
  return [
    say(
      "list-incomplete",
      `The configuration ${id} is there, but the list of configurations lacks it, so that others may be there that it ` +
        "lacks as well. Nothing was written. Try again, and tell the service's support if it stays so; --force goes on.",
    ),
  ];
}

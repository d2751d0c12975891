import { type Diagnostic, error, warning } from "../../diagnostics/diagnostic";
import type { Observed } from "../../model/entities";
import type { AccountId, ConfigurationId } from "../../model/ids";
import type { Plan } from "../plan/plan";
import { isNotFound, type Reader } from "../ports";

/** The maximum number of unlisted ids that are requested; if the list is incomplete, one of them exists. */
const asked = 20;

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
  { configurations, repositories }: Observed,
  plan: Plan,
  signal?: AbortSignal,
): Promise<readonly Diagnostic[]> {
  if (plan.deletions.length === 0 && plan.configurations.every((each) => each.action !== "create")) return [];
  const listed = new Set(configurations.map((each) => each.id));
  const unlisted = new Set(
    repositories.flatMap(({ configuration_id: id }) => (id === undefined || listed.has(id) ? [] : id)),
  );
  for (const id of [...unlisted].slice(0, asked)) {
    if (!(await answers(reader, account, id, signal))) continue;
    const say = plan.options.force === true ? warning : error;
    return [
      say(
        "list-incomplete",
        `The configuration ${id} is there, but the list of configurations lacks it, so that others may be there that it ` +
          "lacks as well. Nothing was written. Try again, and tell the service's support if it stays so; --force goes on.",
      ),
    ];
  }
  return [];
}

/** Whether a configuration of this id exists; 404 means that it was deleted. */
async function answers(
  reader: Reader,
  account: AccountId,
  id: ConfigurationId,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    await reader.configuration(account, id, { signal });
    return true;
  } catch (thrown) {
    if (isNotFound(thrown)) return false;
    throw thrown;
  }
}

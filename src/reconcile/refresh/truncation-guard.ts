import { type Diagnostic, error, warning } from "../../diagnostics/diagnostic";
import type { Observed } from "../../model/entities";
import type { AccountId, ConfigurationId } from "../../model/ids";
import type { Plan } from "../plan/plan";
import { isNotFound, type Reader } from "../ports";

/** So many unlisted ids are asked for; if the list was cut, one of them answers. */
const asked = 20;

/**
 * Says why not to create what may be there already, nor to delete by a list that is cut. A list is not
 * believed to be whole just because it ended: a configuration that a repository refers to but the list
 * lacks is asked for by itself, and when it answers, the list was cut. A plan that creates and deletes
 * nothing costs no request more.
 *
 * @returns `list-incomplete`, as an error, or as a warning where the plan is forced
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

/** Whether there is a configuration of this id; a service that says 404 has deleted it. */
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

import type { Observed } from "../../model/entities";
import type { AccountId, ConfigurationId } from "../../model/ids";
import { isNotFound, type Reader } from "../ports";

/** The maximum number of unlisted ids that are requested; if the list is incomplete, one of them exists. */
const asked = 20;

/**
 * A configuration that a repository refers to, that the list lacks, and that exists nevertheless: the list was
 * incomplete. Sends a request for each id that the list lacks, up to 20.
 */
export async function unlistedConfiguration(
  reader: Reader,
  account: AccountId,
  { configurations, repositories }: Pick<Observed, "configurations" | "repositories">,
  signal?: AbortSignal,
): Promise<ConfigurationId | undefined> {
  const listed = new Set(configurations.map((each) => each.id));
  const unlisted = new Set(
    repositories.flatMap(({ configuration_id: id }) => (id === undefined || listed.has(id) ? [] : id)),
  );
  for (const id of [...unlisted].slice(0, asked)) if (await answers(reader, account, id, signal)) return id;
  return undefined;
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

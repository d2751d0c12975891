import { fail } from "../../diagnostics/error";
import type { Observed } from "../../model/entities";
import type { AccountId, ConfigurationId } from "../../model/ids";
import { isNotFound, type Reader } from "../ports";

/** The maximum number of unlisted ids that are requested; if the list is incomplete, one of them exists. */
const asked = 20;

/**
 * A configuration that a repository refers to, that the list lacks, and that exists nevertheless: the list was
 * incomplete. Sends a request for each id that the list lacks, up to 20.
 *
 * @param remembered ids of configurations that were there before
 */
export async function unlistedConfiguration(
  reader: Reader,
  account: AccountId,
  { configurations, repositories }: Pick<Observed, "configurations" | "repositories">,
  signal?: AbortSignal,
  remembered: readonly ConfigurationId[] = [],
): Promise<ConfigurationId | undefined> {
  const listed = new Set(configurations.map((each) => each.id));
  const assigned = repositories.flatMap(({ configuration_id: id }) => id ?? []);
  const unlisted = new Set([...remembered, ...assigned].filter((id) => !listed.has(id)));
  for (const id of [...unlisted].slice(0, asked)) if (await answers(reader, account, id, signal)) return id;
  return undefined;
}

/** @throws ScanformError `list-incomplete` where the list lacks a configuration that exists */
export async function refuseIncomplete(
  reader: Reader,
  account: AccountId,
  observed: Pick<Observed, "configurations" | "repositories">,
  {
    signal,
    remembered = [],
  }: { readonly signal?: AbortSignal | undefined; readonly remembered?: readonly ConfigurationId[] },
): Promise<void> {
  const id = await unlistedConfiguration(reader, account, observed, signal, remembered);
  if (id !== undefined)
    fail(
      "list-incomplete",
      `The configuration ${id} is there, but the list of configurations lacks it, so that others may be there that it ` +
        "lacks as well. Try again, and tell the service's support if it stays so.",
    );
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

import type { Desired } from "../../model/desired";
import type { Observed } from "../../model/entities";
import type { AccountId } from "../../model/ids";
import { prefetch, type Prefetched } from "./prefetch";
import type { Reader } from "../ports";

/**
 * Reads what a plan needs, all at once: one GET for each list, and none for a list that nothing
 * declared refers to. Specification, *Endpoints*.
 */
export async function observe(
  reader: Reader,
  account: AccountId,
  desired: Desired,
  signal?: AbortSignal,
  begun: Prefetched = prefetch(reader, account, signal),
): Promise<Observed> {
  const wanted = desired.configurations.map((each) => each.settings);
  const options = { signal, firstPage: true };
  const [configurations, repositories, analyzers, policies] = await Promise.all([
    begun.configurations,
    begun.repositories,
    wanted.some((each) => Object.keys(each.analyzers ?? {}).length > 0)
      ? reader.analyzers(account, options)
      : undefined,
    wanted.some((each) => (each.code_policies ?? []).length > 0) ? reader.customPolicies(account, options) : undefined,
  ]);
  return {
    configurations,
    repositories,
    ...(analyzers === undefined ? {} : { analyzers }),
    ...(policies === undefined ? {} : { policies }),
  };
}

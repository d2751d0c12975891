import type { Desired } from "../../model/desired";
import type { AccountId } from "../../model/ids";
import type { LookupName } from "../../model/look-up";
import type { Page } from "../../model/page";
import type { Listed, Reader } from "../ports";

/** The first page of each list that a plan needs. Lists without a declared reference are absent. */
export type FirstPages = { readonly [K in "configurations" | "repositories"]: Page<Listed[K]> } & {
  readonly [K in "analyzers" | "policies"]?: Page<Listed[K]>;
};

/** Requests for the lists that every plan needs, already sent. */
export type Prefetched = { readonly [K in "configurations" | "repositories"]: Promise<Page<Listed[K]>> };

/** Requests the lists that every plan needs. A failure rejects only for those who await its list. */
export function prefetch(reader: Reader, account: AccountId, signal?: AbortSignal): Prefetched {
  const prefetched = {
    configurations: reader.firstPage("configurations", account, { signal }),
    repositories: reader.firstPage("repositories", account, { signal }),
  };
  for (const each of Object.values(prefetched)) each.catch(() => undefined);
  return prefetched;
}

/**
 * Reads everything that a plan needs, all lists concurrently: one GET for each list, and none for a list without a
 * declared reference. Specification, *Endpoints*.
 */
export async function observe(
  reader: Reader,
  account: AccountId,
  desired: Desired,
  signal?: AbortSignal,
  prefetched: Prefetched = prefetch(reader, account, signal),
): Promise<FirstPages> {
  const settings = desired.configurations.map((each) => each.settings);
  const seeks = (kind: LookupName) => (desired.lookups ?? []).some((each) => each.kind === kind);
  const namesAnalyzers = seeks("analyzer") || settings.some((each) => Object.keys(each.analyzers ?? {}).length > 0);
  const namesPolicies = seeks("customPolicy") || settings.some((each) => (each.code_policies ?? []).length > 0);
  const [configurations, repositories, analyzers, policies] = await Promise.all([
    prefetched.configurations,
    prefetched.repositories,
    namesAnalyzers ? reader.firstPage("analyzers", account, { signal }) : undefined,
    namesPolicies ? reader.firstPage("policies", account, { signal }) : undefined,
  ]);
  return {
    configurations,
    repositories,
    ...(analyzers === undefined ? {} : { analyzers }),
    ...(policies === undefined ? {} : { policies }),
  };
}

import type { Desired } from "../../model/desired";
import type { ObservedTriages } from "../../model/entities";
import type { AccountId } from "../../model/ids";
import type { LookupName } from "../../model/look-up";
import type { Page } from "../../model/page";
import type { Listed, Reader } from "../ports";
import { observeTriages } from "./observe-triages";

/**
 * The first page of each list that a plan needs, and the triages of the declared findings. What nothing declared refers
 * to is absent.
 */
export type FirstPages = { readonly [K in "configurations" | "repositories"]: Page<Listed[K]> } & {
  readonly [K in "analyzers" | "policies"]?: Page<Listed[K]>;
} & { readonly triages?: ObservedTriages };

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
 * Reads everything that a plan needs, all of it concurrently: one GET for each list, and none for a list without a
 * declared reference; one GET for each finding with a declared triage. Specification, *Endpoints*.
 *
 * @param now the time, in milliseconds since 1970
 */
export async function observe(
  reader: Reader,
  account: AccountId,
  desired: Desired,
  signal?: AbortSignal,
  prefetched: Prefetched = prefetch(reader, account, signal),
  now: () => number = Date.now,
): Promise<FirstPages> {
  const settings = desired.configurations.map((each) => each.settings);
  const seeks = (kind: LookupName) => (desired.lookups ?? []).some((each) => each.kind === kind);
  const namesAnalyzers = seeks("analyzer") || settings.some((each) => Object.keys(each.analyzers ?? {}).length > 0);
  const namesPolicies = seeks("customPolicy") || settings.some((each) => (each.code_policies ?? []).length > 0);
  const findings = (desired.triages ?? []).map(({ findingId }) => findingId);
  const [configurations, repositories, analyzers, policies, triages] = await Promise.all([
    prefetched.configurations,
    prefetched.repositories,
    namesAnalyzers ? reader.firstPage("analyzers", account, { signal }) : undefined,
    namesPolicies ? reader.firstPage("policies", account, { signal }) : undefined,
    findings.length > 0 ? observeTriages(reader, account, findings, { signal, now }) : undefined,
  ]);
  return {
    configurations,
    repositories,
    ...(analyzers === undefined ? {} : { analyzers }),
    ...(policies === undefined ? {} : { policies }),
    ...(triages === undefined ? {} : { triages }),
  };
}

import type { AccountId } from "../../model/ids";
import type { Listed, Reader } from "../ports";

/** The lists that every plan needs, asked for. */
export type Prefetched = { readonly [K in "configurations" | "repositories"]: Promise<readonly Listed[K][]> };

/** Asks for what every plan needs, whatever is declared. A failure is that of who waits for it. */
export function prefetch(reader: Reader, account: AccountId, signal?: AbortSignal): Prefetched {
  const options = { signal, firstPage: true };
  const begun = {
    configurations: reader.configurations(account, options),
    repositories: reader.repositories(account, options),
  };
  for (const each of Object.values(begun)) each.catch(() => undefined);
  return begun;
}

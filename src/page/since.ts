import { canonicalJson } from "../model/fingerprint";
import { type AccountDocument, plannedIn, type PlanDocument } from "../report/document";
import { leavesIn } from "../report/shown-leaf";

/** What an earlier plan does not do. */
export interface News {
  /** The ids of repositories that it does not affect, or affects otherwise. */
  readonly repositories: ReadonlySet<string>;
  /** The keys of settings that do not change by it: see `newsKey`. */
  readonly settings: ReadonlySet<string>;
}

export const newsKey = ({ verdict, path }: { readonly verdict: string; readonly path: string }): string =>
  `${verdict} ${path}`;

/** What is new in an account; undefined without an earlier document. */
export function newsOf(account: AccountDocument, since: PlanDocument | undefined): News | undefined {
  if (since === undefined) return undefined;
  const { id, base_url: url } = account.account;
  const earlier = plannedIn(since).find((each) => each.account.id === id && each.account.base_url === url);
  const known = keysOf(earlier);
  const own = keysOf(account);
  const repositories = new Set<string>();
  const settings = new Set<string>();
  for (const [key, { repositories: concerned, setting }] of own)
    for (const each of concerned) {
      if (known.get(key)?.repositories.has(each) === true) continue;
      repositories.add(each);
      if (setting !== undefined) settings.add(setting);
    }
  return { repositories, settings };
}

interface Change {
  /** The key of a setting; absent for a move. */
  readonly setting?: string;
  readonly repositories: ReadonlySet<string>;
}

/** All that changes for repositories: each leaf of each effect, and each move. */
function keysOf(account: AccountDocument | undefined): ReadonlyMap<string, Change> {
  const all = new Map<string, Change & { readonly repositories: Set<string> }>();
  const add = (key: string, repositories: readonly string[], setting?: string): void => {
    const known = all.get(key) ?? { repositories: new Set(), ...(setting === undefined ? {} : { setting }) };
    for (const each of repositories) known.repositories.add(each);
    all.set(key, known);
  };
  for (const effect of account?.effects ?? []) {
    const repositories = effect.repositories.map(({ id }) => id);
    for (const leaf of leavesIn(effect)) {
      const { path, verdict, before = null, after = null } = leaf;
      add(canonicalJson([effect.from, effect.to, path, verdict, before, after]), repositories, newsKey(leaf));
    }
  }
  for (const { from, to, repository_id: id } of account?.moves ?? []) add(canonicalJson([from, to]), [id]);
  return all;
}

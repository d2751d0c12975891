import { compareText, fingerprint } from "../../model/fingerprint";
import { isObject } from "../../model/json";
import type { ConfigurationChange, Deletion } from "./change";
import type { Effect } from "./effects";
import type { PlanAccount } from "./plan-account";
import type { Write } from "./write";

interface Digested {
  readonly account: PlanAccount;
  readonly configurations: readonly ConfigurationChange[];
  readonly deletions: readonly Deletion[];
  readonly effects: readonly Effect[];
  readonly writes: readonly Write[];
}

/**
 * What a reviewer agrees to, in 64 hexadecimal digits: SHA-256 of the account, the requests with their bodies, what
 * each repository feels, and the declaration of the configurations that are touched (DESIGN, *Keys, origins, and what
 * was reviewed*). No file, no line, no number of a rule and nothing else that is declared is in it.
 */
export const digestOf = ({ account, configurations, deletions, effects, writes }: Digested): string =>
  fingerprint(
    canonicalJson({
      account: { id: account.id, base_url: account.baseUrl ?? null },
      writes: writes.map(({ id: _id, after: _after, ...write }) => write),
      effects: effects.map(({ repositories, changes, ...effect }) => ({
        ...effect,
        changes: changes.map(({ path, before, after, verdict }) => ({ path, before, after, verdict })),
        repositories: repositories.map(({ repository }) => repository.id),
      })),
      declared: configurations.filter(({ action }) => action !== "no-op").map(({ declared }) => declared),
      deletions: deletions.map(({ live }) => live.id),
    }),
  );

/** JSON with the keys of every object in one order, and without what is undefined. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    isObject(each)
      ? Object.fromEntries(Object.entries(each).sort(([left], [right]) => compareText(left, right)))
      : each,
  );
}

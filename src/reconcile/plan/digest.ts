import { canonicalJson, fingerprint } from "../../model/fingerprint";
import type { PlanAccount, PlannedChanges } from "./change";
import type { Effect } from "./effects";
import { pendingTriages, type TriageChange } from "./triages";
import type { Write } from "./write";

/** The part of a plan that its digest covers. */
export interface Digested extends Pick<PlannedChanges, "configurations" | "deletions"> {
  readonly account: PlanAccount;
  readonly effects: readonly Effect[];
  readonly triages: readonly TriageChange[];
  readonly writes: readonly Write[];
}

/**
 * The fingerprint that a reviewer approves, 64 hexadecimal digits: SHA-256 of the account, the requests with their
 * bodies, the effects, and the declaration of the touched configurations and triages (decision 6).
 * Files, line numbers, rule numbers and unrelated declarations are excluded, and the order of lists does
 * not matter: the service may list the same in another order.
 */
export const digestOf = ({ account, configurations, deletions, effects, triages, writes }: Digested): string =>
  fingerprint(
    canonicalJson({
      account: { id: account.id, base_url: account.baseUrl ?? null },
      writes: writes.map(withoutOrder),
      effects: effects.map(({ repositories, changes, ...effect }) => ({
        ...effect,
        changes: changes.map(({ path, words, before, after, verdict }) => ({ path, words, before, after, verdict })),
        repositories: repositories.map(({ repository: { id, name } }) => ({ id, name })),
      })),
      declared: configurations.filter(({ action }) => action !== "no-op").map(({ declared }) => declared),
      deletions: deletions.map(({ live }) => live.id),
      ...triagesIn(triages),
    }),
  );

/** Nothing without pending ones, as in digests of versions that knew no triages. */
function triagesIn(all: readonly TriageChange[]): object {
  const pending = pendingTriages(all).map(({ declared, before, after }) => ({ declared, before, after }));
  return pending.length === 0 ? {} : { triages: pending };
}

/** A write without its place among the others. */
export const withoutOrder = ({ id: _id, after: _after, ...write }: Write): Omit<Write, "id" | "after"> => write;

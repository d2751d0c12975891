import { canonicalJson, fingerprint } from "../../model/fingerprint";
import type { LeafChange } from "../../model/compare-settings";
import type { PlanAccount, PlannedChanges } from "./change";
import type { Effect } from "./effects";
import { pendingTriages, type TriageChange } from "./triages";

/** The part of a plan that its digest covers. */
export interface Digested extends Pick<PlannedChanges, "configurations" | "deletions" | "moves"> {
  readonly account: PlanAccount;
  readonly effects: readonly Effect[];
  readonly triages: readonly TriageChange[];
}

/**
 * The fingerprint that a reviewer approves, 64 hexadecimal digits: SHA-256 of all that is decided on (decision 6): the
 * account, what changes from what to what, the moves, the effects, deletions and triages. Files, line numbers, rule
 * numbers, what merely goes along in a request, and other declarations are excluded, and the order of lists does
 * not matter, except of patterns of which one may turn the others around: the service may list the same in another order.
 */
export const digestOf = ({ account, configurations, deletions, moves, effects, triages }: Digested): string =>
  fingerprint(
    canonicalJson({
      account: { id: account.id, base_url: account.baseUrl ?? null },
      configurations: configurations
        .filter(({ action }) => action !== "no-op")
        .map(({ address, action, live, declared, changes }) => ({
          address,
          action,
          id: live?.id ?? null,
          name: { before: live?.name ?? null, after: declared.name },
          changes: changes.map(decided),
        })),
      moves: moves.map(({ repository, from, to }) => ({ repository: repository.id, from: from ?? null, to })),
      effects: effects.map(({ repositories, changes, ...effect }) => ({
        ...effect,
        changes: changes.map(decided),
        repositories: repositories.map(({ repository: { id, name } }) => ({ id, name })),
      })),
      deletions: deletions.map(({ live }) => live.id),
      triages: pendingTriages(triages).map(({ declared, before, after }) => ({ declared, before, after })),
    }),
  );

const decided = ({ path, words, before, after, verdict }: LeafChange): object => ({
  path,
  words: words ?? null,
  before: before ?? null,
  after: after ?? null,
  verdict,
});

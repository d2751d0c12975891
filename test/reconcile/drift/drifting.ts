import type { Desired } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/observed";
import type { Settings } from "../../../src/model/settings";
import { type Checkpoint, checkpointOf } from "../../../src/reconcile/apply/checkpoint";
import type { AppliedEntry } from "../../../src/reconcile/apply/journal-entry";
import { remember } from "../../../src/reconcile/drift/memory";
import { type Drift, driftOf, withoutDrift } from "../../../src/reconcile/drift/drift";
import type { Effect } from "../../../src/reconcile/plan/effects";
import type { Plan } from "../../../src/reconcile/plan/plan";
import { declare, desired, give, live, planned } from "../account";

/** A declaration that was applied, and what became of it. */

export const all = { repositoryPattern: "%" };
export const strict: Settings = { comment: "enabled", analyzers: { a: { enabled: true, blocking: true } } };
export const declared = desired([declare("base", strict)], give("base", all));

/** The end of the journal of an apply. */
export const ended = (checkpoint: Checkpoint): AppliedEntry => ({
  ...{ type: "applied", verified: true, at: "2026-01-01T10:00:00.000Z" },
  ...checkpoint,
});

/** What an apply without changes notes of an account. */
export const noted = (declaration: Desired, observed: Observed): AppliedEntry =>
  ended(checkpointOf(planned(declaration, observed), { created: new Map() }));

export const then = (): AppliedEntry => noted(declared, live({ base: { settings: strict, has: ["api"] }, loose: {} }));

export const nothingUnread = { configurations: 0, assignments: 0, triages: 0 };

interface Drifted {
  readonly drift: Drift;
  /** The account as if nothing had drifted. */
  readonly before: Observed;
  /** The plan of that account. */
  readonly pending: Plan;
}

/**
 * @param declaration of today
 * @param since what an apply noted, by default of `declared`; null where there is no journal
 */
export function drifted(now: Observed, declaration = declared, since: AppliedEntry | null = then()): Drifted {
  const plan = planned(declaration, now);
  const drift = driftOf(remember(since === null ? [] : [[since]], plan), plan);
  const before = withoutDrift(drift, plan);
  return { drift, before, pending: planned(declaration, before) };
}

/** The class, both sides, the value of each changed leaf before and after, and the names of the repositories. */
export const shownEffect = ({ class: judgement, from, to, changes, repositories }: Effect) => [
  judgement,
  from,
  to,
  Object.fromEntries(
    changes.map(({ path, before, after }) => [path, after === undefined ? [before] : [before, after]]),
  ),
  repositories.map(({ repository: { name } }) => name),
];

/** The configuration that each repository has. */
export const holdings = ({ repositories }: Observed) =>
  Object.fromEntries(repositories.map(({ name = "", configuration_id: id }) => [name, id]));

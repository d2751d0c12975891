import { listed } from "../../diagnostics/enumeration";
import { type Diagnostic, hasErrors, warning } from "../../diagnostics/diagnostic";
import { fail, ScanformError } from "../../diagnostics/error";
import type { Desired } from "../../model/desired";
import type { Observed, Repository } from "../../model/observed";
import type { RepositoryId } from "../../model/ids";
import type { Move, PlanAccount } from "../plan/change";
import { type Decided, decidedDifferently, decisionsOf } from "../plan/decisions";
import type { Effect } from "../plan/effects";
import { isEmpty, type Plan, type PlanOptions } from "../plan/plan";
import { planFor } from "../plan-for";
import { pendingTriages } from "../plan/triages";
import type { Reader } from "../ports";
import { truncationGuard } from "./complete-lists";
import { type RefreshOptions, survey } from "./refresh";
import { createdIn, undone } from "./undone";

/** A reviewed plan, as far as it is stored. */
export interface Reviewed extends Decided {
  readonly account: PlanAccount;
  readonly desired: Desired;
  readonly options: PlanOptions;
  /** The repositories that it knew. */
  readonly observed: { readonly repositories: readonly Pick<Repository, "id">[] };
}

type ReplanOptions = Pick<RefreshOptions, "signal" | "now" | "whole">;

/**
 * Reads the account and plans the reviewed declaration again, without trusting any result in the reviewed plan. The two
 * plans must decide the same, but for what an earlier apply has already done. The rules decide about the repositories
 * that the reviewed plan knew: one that has come since is left where it is.
 *
 * @param name the name under which the user knows the reviewed plan
 * @returns what is left of the plan: all of it, unless a part is done already
 * @throws ScanformError `plan-stale` with the differences
 */
export async function replan(
  reader: Reader,
  reviewed: Reviewed,
  name: string,
  refreshOptions: ReplanOptions = {},
): Promise<Plan> {
  const { account } = reviewed;
  const observed = await observe(reader, reviewed, refreshOptions);
  const rest = planned(reviewed, observed);
  if ("plan" in rest && isDone(reviewed, rest.plan)) return rest.plan;
  const before = undone(observed, reviewed);
  const whole = before === observed ? rest : planned(reviewed, before);
  const unlike = [
    ...("plan" in whole ? differences(reviewed, whole.plan, before) : whole.why),
    ...(whole === rest ? [] : differencesByCreated(reviewed, observed)),
    ...(whole === rest || !("plan" in rest) ? [] : undecided(reviewed, rest.plan, createdIn(observed, reviewed))),
  ];
  if (!("plan" in rest) || unlike.length > 0) {
    const why = [...new Set([...unlike, ...("plan" in rest ? [] : rest.why)])];
    const detail = `${name} no longer matches the account, and nothing was written:\n${why.join("\n")}`;
    return fail("plan-stale", `${detail}\nPlan again, and have it reviewed.`, { path: name });
  }
  const cut = await truncationGuard(reader, account.id, observed, rest.plan, refreshOptions.signal);
  if (hasErrors(cut)) throw new ScanformError(cut);
  const detail = `A part of ${name} is already done, by an earlier apply or by somebody else. Only the rest is applied.`;
  const said = [
    ...(whole === rest ? [] : [warning("plan-continued", detail)]),
    ...comeAndGone(reviewed, observed, name),
  ];
  return said.length === 0 ? rest.plan : { ...rest.plan, diagnostics: [...said, ...rest.plan.diagnostics] };
}

/** The rest of a plan may rely on fewer lists than the whole plan did, so both lists are read completely. */
async function observe(reader: Reader, reviewed: Reviewed, refreshOptions: ReplanOptions): Promise<Observed> {
  const { account, desired, options } = reviewed;
  const findings = pendingTriages(reviewed.triages).map(({ declared }) => declared.findingId);
  const { observed } = await survey(reader, account, desired, options, { ...refreshOptions, findings });
  if (undone(observed, reviewed) === observed) return observed;
  const whole = ["configurations", "repositories"] as const;
  return (await survey(reader, account, desired, options, { ...refreshOptions, findings, whole })).observed;
}

/** Nothing remains to be done. A triage that has expired, or is no longer declared, counts as not done: nothing sets it. */
function isDone(reviewed: Reviewed, fresh: Plan): boolean {
  const held = new Map(fresh.triages.map(({ declared, before }) => [declared.findingId, before]));
  return (
    isEmpty(fresh) &&
    pendingTriages(reviewed.triages).every(({ declared, after }) => held.get(declared.findingId) === after)
  );
}

/**
 * What was decided otherwise, but for repositories that have come or gone since. One that is gone, or has left the
 * configuration that it was affected by, is not affected any more. One that has come may be better off; if it is not,
 * nobody has reviewed that.
 */
function differences(reviewed: Reviewed, fresh: Plan, { repositories }: Observed): readonly string[] {
  const known = knownTo(reviewed);
  const places = new Map(repositories.map(({ id, configuration_id: place }) => [id, place]));
  const moving = new Set(reviewed.moves.map(({ repository }) => repository.id));
  const isHere = (id: RepositoryId, from: Effect["from"]): boolean =>
    places.has(id) && (moving.has(id) || places.get(id) === from?.id);
  const before = decisionsOf({
    ...reviewed,
    moves: reviewed.moves.filter(({ repository: { id } }) => places.has(id)),
    effects: reviewed.effects.map((each) => onlyOf(each, (id) => isHere(id, each.from))),
  });
  const isHarmless = ({ class: kind }: Effect): boolean => kind === "strengthens" || kind === "neutral";
  const effects = fresh.effects.map((each) => (isHarmless(each) ? onlyOf(each, (id) => known.has(id)) : each));
  return [
    ...decidedDifferently(before, decisionsOf({ ...fresh, effects })),
    ...fresh.refusals.map((each) => each.detail),
  ];
}

const onlyOf = (effect: Effect, isMeant: (id: RepositoryId) => boolean): Effect => ({
  ...effect,
  repositories: effect.repositories.filter(({ repository }) => isMeant(repository.id)),
});

/**
 * A configuration that is already created may hold more than is declared: settings that the service filled in, or that
 * somebody else has set. Where a repository that it is still to get would be affected by that, the plan is another one.
 */
function differencesByCreated(reviewed: Reviewed, observed: Observed): readonly string[] {
  const created = createdIn(observed, reviewed);
  if (created.size === 0) return [];
  const rest = planned(reviewed, undone(observed, reviewed, new Map()));
  if (!("plan" in rest)) return rest.why;
  const byAddress = new Map([...created].map(([id, address]) => [address, id]));
  const effects = reviewed.effects.map((each) => {
    const id = each.to?.address === undefined ? undefined : byAddress.get(each.to.address);
    return id === undefined || each.to === null ? each : { ...each, to: { ...each.to, id } };
  });
  const fresh = rest.plan.effects.filter(({ to }) => to?.id !== undefined && created.has(to.id));
  const onlyEffects = { account: reviewed.account, configurations: [], deletions: [], moves: [], triages: [] };
  const now = decisionsOf({ ...onlyEffects, effects: fresh });
  const before = [...decisionsOf({ ...onlyEffects, effects })].filter(([key]) => now.has(key));
  return decidedDifferently(new Map(before), now);
}

/**
 * What is left of a plan and was not decided on. What is done already follows from the account alone, as far as the
 * reviewed plan tells what was there before: nothing that is written may rest on that.
 */
function undecided(reviewed: Reviewed, rest: Plan, created: ReturnType<typeof createdIn>): readonly string[] {
  const ids = new Map([...created].map(([id, address]) => [address, id]));
  const moves = reviewed.moves.map((move): Move => {
    const id = "address" in move.to ? ids.get(move.to.address) : undefined;
    return id === undefined ? move : { ...move, to: { id } };
  });
  const known = decisionsOf({ ...reviewed, moves });
  const left = [...decisionsOf({ ...rest, effects: [] })].filter(([key, { what }]) =>
    key.startsWith("configuration ") ? !known.has(key) : known.get(key)?.what !== what,
  );
  const about = new Set(left.map(([key]) => key));
  return decidedDifferently(new Map([...known].filter(([key]) => about.has(key))), new Map(left));
}

/** The repositories that the rules would move and that came after the review, and those that were to move and are gone. */
function comeAndGone(reviewed: Reviewed, observed: Observed, name: string): readonly Diagnostic[] {
  const known = knownTo(reviewed);
  const live = new Set(observed.repositories.map(({ id }) => id));
  const gone = reviewed.moves.filter(({ repository: { id } }) => !live.has(id));
  const all = [...live].every((id) => known.has(id)) ? undefined : planned({ ...reviewed, observed }, observed);
  const come =
    all !== undefined && "plan" in all ? all.plan.moves.filter(({ repository: { id } }) => !known.has(id)) : [];
  const namesOf = (moves: readonly Move[]): string =>
    listed(moves.map(({ repository: { id, name: text = id } }) => text));
  return [
    ...(come.length === 0
      ? []
      : [
          warning(
            "repositories-left",
            `Since ${name} was made, a rule has come to select ${namesOf(come)} too. Nothing is done about that. Plan again.`,
          ),
        ]),
    ...(gone.length === 0
      ? []
      : [warning("repositories-left", `${namesOf(gone)} would have moved and cannot be found any more.`)]),
  ];
}

const knownTo = ({ observed }: Pick<Reviewed, "observed">): ReadonlySet<RepositoryId> =>
  new Set(observed.repositories.map(({ id }) => id));

/** The declaration was valid when it was reviewed, so an error now means that the account has changed. */
function planned(
  reviewed: Reviewed,
  observed: Observed,
): { readonly plan: Plan } | { readonly why: readonly string[] } {
  try {
    const { account, desired, options } = reviewed;
    return { plan: planFor(account, desired, observed, options, knownTo(reviewed)) };
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    const errors = thrown.diagnostics.filter((each) => each.severity === "error");
    return { why: errors.map((each) => `${each.summary}: ${each.detail}`) };
  }
}

import { hasErrors, warning } from "../../diagnostics/diagnostic";
import { fail, ScanformError } from "../../diagnostics/error";
import type { Desired } from "../../model/desired";
import type { Observed } from "../../model/entities";
import { isEmpty, type Plan, plan as compare, type PlanOptions } from "../plan/plan";
import type { PlanAccount } from "../plan/change";
import { pendingTriages } from "../plan/triages";
import type { Reader } from "../ports";
import { type Remembered, type Shown, staleness, planDifferences, verdictRegressions } from "./staleness";
import { truncationGuard } from "./complete-lists";
import { refresh, type RefreshOptions } from "./refresh";
import { undone } from "./undone";

/** A reviewed plan, as far as it is stored. */
export interface Reviewed extends Remembered, Shown {
  readonly account: PlanAccount;
  readonly desired: Desired;
  readonly options: PlanOptions;
}

interface Looking extends Pick<RefreshOptions, "signal" | "now"> {
  /** What the whole plan must have, where another declaration than the reviewed one is planned. */
  readonly digest?: string | undefined;
}

/**
 * Reads the account again and plans the reviewed declaration again: nothing that the reviewed plan says is believed. What
 * an earlier apply has done of it already does not make it stale.
 *
 * @param name the name under which the user knows the reviewed plan
 * @returns what is left of the plan: all of it, unless a part is done already
 * @throws ScanformError `plan-stale` with the differences
 */
export async function replan(reader: Reader, reviewed: Reviewed, name: string, how: Looking = {}): Promise<Plan> {
  const { account, desired, options } = reviewed;
  const observed = await refresh(reader, account, desired, options, how);
  const fresh = made(reviewed, observed);
  if ("plan" in fresh && isDone(reviewed, fresh.plan)) return fresh.plan;
  const before = undone(observed, reviewed);
  const whole = before === observed ? fresh : made(reviewed, before);
  const moved = "plan" in whole ? differences(reviewed, before, whole.plan, how.digest) : whole.why;
  if (!("plan" in fresh) || moved.length > 0) {
    const why = "plan" in fresh ? moved : [...new Set([...moved, ...fresh.why])];
    const said = `${name} does not fit the account any more, and nothing was written:\n${why.join("\n")}`;
    return fail("plan-stale", `${said}\nPlan again, and have it reviewed.`, { path: name });
  }
  const cut = await truncationGuard(reader, account.id, observed, fresh.plan, how.signal);
  if (hasErrors(cut)) throw new ScanformError(cut);
  if (whole === fresh) return fresh.plan;
  const detail = `A part of ${name} is done already, by an earlier apply or by somebody else. Only what is left of it is applied.`;
  const diagnostics = [warning("plan-continued", detail), ...fresh.plan.diagnostics];
  return { ...fresh.plan, diagnostics };
}

/** Nothing is left to do. A triage that has expired, or is not declared any more, was not done: nothing sets it now. */
function isDone(reviewed: Reviewed, fresh: Plan): boolean {
  const held = new Map(fresh.triages.map(({ declared, before }) => [declared.findingId, before]));
  return (
    isEmpty(fresh) &&
    pendingTriages(reviewed.triages).every(({ declared, after }) => held.get(declared.findingId) === after)
  );
}

function differences(
  reviewed: Reviewed,
  observed: Observed,
  fresh: Plan,
  digest: string | undefined,
): readonly string[] {
  const moved = staleness(reviewed, observed.configurations, fresh);
  return [
    ...(moved.length > 0 ? moved : edited(planDifferences(reviewed, fresh))),
    ...verdictRegressions(reviewed.effects, fresh.effects),
    ...fresh.refusals.map((each) => each.detail),
    ...(digest === undefined || digest === fresh.digest ? [] : ["what is declared has another digest"]),
  ];
}

/** The account is as it was, and the plan is not what it must be. */
const edited = (unlike: readonly string[]): readonly string[] =>
  unlike.length === 0
    ? []
    : [
        `its ${unlike.join(", ")} are not what it declares: it was edited, made by another version of scanform, or something was renamed`,
      ];

/** The declaration was valid when it was reviewed, so an error now means that the account has changed. */
function made(
  { account, desired, options }: Reviewed,
  observed: Observed,
): { readonly plan: Plan } | { readonly why: readonly string[] } {
  try {
    return { plan: compare(account, desired, observed, options) };
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    const errors = thrown.diagnostics.filter((each) => each.severity === "error");
    return { why: errors.map((each) => `${each.summary}: ${each.detail}`) };
  }
}

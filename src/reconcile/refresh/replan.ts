import { hasErrors, warning } from "../../diagnostics/diagnostic";
import { fail, ScanformError } from "../../diagnostics/error";
import type { Desired } from "../../model/desired";
import type { Observed } from "../../model/entities";
import { isEmpty, type Plan, type PlanOptions } from "../plan/plan";
import { planFor } from "../plan/put-back";
import type { PlanAccount } from "../plan/change";
import { pendingTriages } from "../plan/triages";
import type { Reader } from "../ports";
import { type StoredPlan, type ReviewedParts, staleness, planDifferences, verdictRegressions } from "./staleness";
import { truncationGuard } from "./complete-lists";
import { type RefreshOptions, survey } from "./refresh";
import { undone } from "./undone";

/** A reviewed plan, as far as it is stored. */
export interface Reviewed extends StoredPlan, ReviewedParts {
  readonly account: PlanAccount;
  readonly desired: Desired;
  readonly options: PlanOptions;
}

interface ReplanOptions extends Pick<RefreshOptions, "signal" | "now" | "whole"> {
  /** What the whole plan must have, where another declaration than the reviewed one is planned. */
  readonly digest?: string | undefined;
}

/**
 * Reads the account and plans the reviewed declaration again, without trusting any result in the reviewed plan. Parts
 * that an earlier apply has already done do not make it stale.
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
  const fresh = planned(reviewed, observed);
  if ("plan" in fresh && isDone(reviewed, fresh.plan)) return fresh.plan;
  const before = undone(observed, reviewed);
  const whole = before === observed ? fresh : planned(reviewed, before);
  const moved = [
    ...("plan" in whole ? differences(reviewed, before, whole.plan, refreshOptions.digest) : whole.why),
    ...(whole === fresh ? [] : regressionsByCreated(reviewed, observed)),
  ];
  if (!("plan" in fresh) || moved.length > 0) {
    const why = [...new Set([...moved, ...("plan" in fresh ? [] : fresh.why)])];
    const detail = `${name} no longer matches the account, and nothing was written:\n${why.join("\n")}`;
    return fail("plan-stale", `${detail}\nPlan again, and have it reviewed.`, { path: name });
  }
  const cut = await truncationGuard(reader, account.id, observed, fresh.plan, refreshOptions.signal);
  if (hasErrors(cut)) throw new ScanformError(cut);
  if (whole === fresh) return fresh.plan;
  const detail = `A part of ${name} is already done, by an earlier apply or by somebody else. Only the rest is applied.`;
  const diagnostics = [warning("plan-continued", detail), ...fresh.plan.diagnostics];
  return { ...fresh.plan, diagnostics };
}

/** The rest of a plan may rely on fewer lists than the whole plan did, so both lists are read completely. */
async function observe(reader: Reader, reviewed: Reviewed, refreshOptions: ReplanOptions): Promise<Observed> {
  const { account, desired, options } = reviewed;
  const { observed } = await survey(reader, account, desired, options, refreshOptions);
  if (undone(observed, reviewed) === observed) return observed;
  const whole = ["configurations", "repositories"] as const;
  return (await survey(reader, account, desired, options, { ...refreshOptions, whole })).observed;
}

/** Nothing remains to be done. A triage that has expired, or is no longer declared, counts as not done: nothing sets it. */
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
    ...(digest === undefined || digest === fresh.digest ? [] : ["the declaration has another digest"]),
  ];
}

/**
 * A configuration that is already created may hold more than is declared: settings that the service filled in, or that
 * somebody else has set. They are kept here.
 */
function regressionsByCreated(reviewed: Reviewed, observed: Observed): readonly string[] {
  const rest = planned(reviewed, undone(observed, reviewed, new Map()));
  return "plan" in rest ? verdictRegressions(reviewed.effects, rest.plan.effects) : rest.why;
}

/** The account is unchanged, but the reviewed plan differs from the new one. */
const edited = (unlike: readonly string[]): readonly string[] =>
  unlike.length === 0
    ? []
    : [
        `its ${unlike.join(", ")} are not what it declares: it was edited, made by another version of scanform, or something was renamed`,
      ];

/** The declaration was valid when it was reviewed, so an error now means that the account has changed. */
function planned(
  { account, desired, options }: Reviewed,
  observed: Observed,
): { readonly plan: Plan } | { readonly why: readonly string[] } {
  try {
    return { plan: planFor(account, desired, observed, options) };
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    const errors = thrown.diagnostics.filter((each) => each.severity === "error");
    return { why: errors.map((each) => `${each.summary}: ${each.detail}`) };
  }
}

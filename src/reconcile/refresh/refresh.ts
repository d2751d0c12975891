import { fail, ScanformError } from "../../diagnostics/error";
import { located, type Locations, withLocations } from "../../diagnostics/locations";
import type { Desired } from "../../model/desired";
import type { Observed } from "../../model/observed";
import type { AccountId } from "../../model/ids";
import type { LookupName } from "../../model/look-up";
import { configurationsOf } from "../../model/written";
import { compareWithBase } from "../base/compare-with-base";
import type { PlanAccount } from "../plan/change";
import { misspelt } from "../plan/gone";
import type { Plan, PlanOptions } from "../plan/plan";
import { planFor } from "../plan-for";
import { withPlaces } from "../plan/triages";
import { uniqueById } from "../plan/resolve-ids";
import { type Listed, type Reader, unlessRefused } from "../ports";
import { checkAccountReachable } from "./choose-account";
import { completeLists, refuseIncomplete, truncationGuard } from "./complete-lists";
import { observe, type Prefetched } from "./observe";

/** The list in which an object is looked up. */
const listSought = {
  analyzer: "analyzers",
  customPolicy: "policies",
  configuration: "configurations",
  repository: "repositories",
} as const satisfies Readonly<Record<LookupName, keyof Listed>>;

/** What the base names and a list lacks is passed over, so no list may end early. */
const allLists = ["configurations", "repositories", "analyzers", "policies"] as const;

export interface RefreshOptions {
  readonly signal?: AbortSignal | undefined;
  /** Requests already sent. */
  readonly begun?: Prefetched | undefined;
  /** The time, in milliseconds since 1970; that of the system by default. */
  readonly now?: (() => number) | undefined;
  /** Lists that are read to their end, whether or not the plan relies on them. */
  readonly whole?: readonly (keyof Listed)[] | undefined;
  /** An earlier declaration of the account, to compare with. */
  readonly base?: Desired | undefined;
  /** The ids of findings that are looked up, whether or not their triages change. */
  readonly findings?: readonly string[] | undefined;
}

/** An account as it was read, each object once, and the plan of any state like it. */
export interface Survey {
  readonly observed: Observed;
  /** Each state is planned once. @throws ScanformError with every error found */
  readonly planOf: (seen: Observed) => Plan;
}

/**
 * Reads the account as a plan of this declaration needs it, with complete lists wherever the plan relies on them.
 * Sends only GET requests.
 */
export async function survey(
  reader: Reader,
  account: PlanAccount,
  desired: Desired,
  planOptions: PlanOptions,
  refreshOptions: RefreshOptions = {},
): Promise<Survey> {
  const { signal, begun, now, base, findings } = refreshOptions;
  const { putBack } = desired;
  // the objects of a journal may be on any page
  const usual = putBack === undefined ? [] : (["configurations", "repositories"] as const);
  const { whole = base === undefined ? usual : allLists } = refreshOptions;
  const plans = new Map<Observed, Plan>();
  const planOf = (seen: Observed): Plan => {
    const made = plans.get(seen) ?? planFor(account, desired, seen, planOptions);
    plans.set(seen, made);
    return made;
  };
  try {
    const declarations = [desired, ...(base === undefined ? [] : [base])] as const;
    const first = await observe(reader, account.id, declarations, { signal, begun, now, findings });
    // only a whole list shows that no other object has the name
    const lookedIn = (desired.lookups ?? []).flatMap((each) => ("key" in each.sought ? [listSought[each.kind]] : []));
    const reliance = {
      sought: new Set([...whole, ...lookedIn]),
      patterns: desired.assignments.some(({ rules }) => rules.some((each) => each.repositoryPattern !== undefined)),
      deletes: planOptions.prune === true || (desired.deletions ?? []).length > 0 || putBack !== undefined,
    };
    const seen = await completeLists(reader, account.id, first, reliance, planOf, signal);
    if (putBack !== undefined)
      await refuseIncomplete(reader, account.id, seen, { signal, remembered: configurationsOf(putBack) });
    const [configurations, repositories] = [uniqueById(seen.configurations), uniqueById(seen.repositories)];
    const isUnique = configurations === seen.configurations && repositories === seen.repositories;
    return { observed: isUnique ? seen : { ...seen, configurations, repositories }, planOf };
  } catch (thrown) {
    if (signal?.aborted === true) fail("interrupted", "Nothing was changed.", {}, thrown);
    await checkAccountReachable(reader, account.id, thrown, signal);
    throw thrown;
  }
}

/** Reads the account and compares it with the declaration. Sends only GET requests. */
export async function refreshAndPlan(
  reader: Reader,
  account: PlanAccount,
  desired: Desired,
  planOptions: PlanOptions,
  refreshOptions: RefreshOptions = {},
): Promise<Plan> {
  const { observed, planOf } = await survey(reader, account, desired, planOptions, refreshOptions);
  const made = planOf(observed);
  const { base: earlier, now = Date.now, signal } = refreshOptions;
  const unknown =
    earlier === undefined
      ? []
      : misspelt({ ...made.desired, lookups: desired.lookups }, earlier, observed.repositories);
  if (unknown.length > 0) throw new ScanformError(unknown);
  const base = earlier === undefined ? {} : { base: compareWithBase(earlier, observed, made, now()) };
  const { configurations, effects, policyTitles: listed } = made;
  const compared = { configurations, effects, policyTitles: listed, ...base };
  const [cut, titles] = await Promise.all([
    truncationGuard(reader, account.id, observed, made, signal),
    policyTitles(reader, account.id, observed, compared, signal),
  ]);
  return {
    ...made,
    ...base,
    policyTitles: titles,
    refusals: [...made.refusals, ...cut.filter((each) => each.severity === "error")],
    diagnostics: [...made.diagnostics, ...cut.filter((each) => each.severity === "warning")],
  };
}

/**
 * The titles of policies, for people, where a plan mentions policies that no declaration names; one more request, and
 * only then. A plan whose policies cannot be listed shows their ids.
 */
export async function policyTitles(
  reader: Reader,
  account: AccountId,
  observed: Observed,
  plan: Mentioning & Pick<Plan, "policyTitles">,
  signal?: AbortSignal,
): Promise<Plan["policyTitles"]> {
  if (observed.policies !== undefined || !mentionsPolicies(plan)) return plan.policyTitles;
  return unlessRefused(
    reader
      .list("policies", account, { certainty: "first page", signal })
      .then(({ items }) => new Map(items.map(({ id, title }) => [id, title]))),
    plan.policyTitles,
  );
}

const mentionsPolicies = ({ configurations, effects, base }: Mentioning): boolean =>
  [
    ...[...configurations, ...effects].map(({ changes }) => changes),
    ...(base?.future ?? []).map(({ weaker }) => weaker),
  ].some((changes) => changes.some(({ setting }) => setting === "code_policies"));

type Mentioning = Pick<Plan, "base" | "configurations" | "effects">;

/** Adds source locations to a plan, its diagnostics and its triages, or to the error that is thrown in its place. */
export async function withSourceLocations(locations: Locations, make: () => Promise<Plan>): Promise<Plan> {
  const plan = await withLocations(locations, make);
  return {
    ...plan,
    ...(locations.size === 0 ? {} : { locations }),
    diagnostics: located(plan.diagnostics, locations),
    refusals: located(plan.refusals, locations),
    triages: withPlaces(plan.triages, locations),
  };
}

import { type Diagnostic, hasErrors } from "../../diagnostics/diagnostic";
import { ScanformError } from "../../diagnostics/error";
import type { Locations } from "../../diagnostics/locations";
import type { Desired, DesiredConfiguration } from "../../model/desired";
import type { Configuration, Observed, Repository } from "../../model/observed";
import { groupBy } from "../../model/group-by";
import type { ConfigurationId, RepositoryId } from "../../model/ids";
import type { BaseComparison } from "./base-comparison";
import type { ConfigurationChange, Deletion, Holders, Move, PlanAccount } from "./change";
import { compile, type RequestCounts } from "./compile";
import { deletionRefusals, deletionsOf, type Unwanted, unwantedIn } from "./deletions";
import { digestOf } from "./decisions";
import { type Effect, effectsOf, type Unused, unusedOf } from "./effects";
import { formerNamesLive, identify, namesTaken, nearlyNamed, spelledAsLive } from "./identify";
import { lookAlikes } from "./look-alikes";
import { unknownNames, unknownTargets, unlikeDestinations } from "./unknown-names";
import { diff, target } from "./target";
import { movesOf } from "./moves";
import type { PlanFindings } from "./open-findings";
import { resolveLookups, uniqueById, withCanonicalIds } from "./resolve-ids";
import { byName, type Placement, route } from "./route";
import { pendingTriages, type TriageChange, triagesOf, withFindings } from "./triages";
import { unreadableRepositories, withoutUnreadable } from "./unreadable";
import { nothingUndeclared, probableRenames, type Undeclared, undeclaredIn } from "./undeclared";
import type { Write } from "./write";

export interface Plan {
  readonly account: PlanAccount;
  readonly desired: Desired;
  /** The account that it was computed from, each object once. */
  readonly observed: Observed;
  /** Every declared configuration, in the order of the declaration. */
  readonly configurations: readonly ConfigurationChange[];
  /** Live configurations to delete. */
  readonly deletions: readonly Deletion[];
  readonly moves: readonly Move[];
  /** Every declared triage, in the order of the declaration. They have no effect on how repositories are scanned. */
  readonly triages: readonly TriageChange[];
  /** The effects on repositories, from weakening to neutral. */
  readonly effects: readonly Effect[];
  /** What becomes weaker without an effect on a repository. */
  readonly unused: readonly Unused[];
  /** Titles of the listed custom policies, by id. */
  readonly policyTitles: ReadonlyMap<string, string>;
  /** See `digestOf`. */
  readonly digest: string;
  /** The number of repositories of the account. */
  readonly repositories: number;
  /** The rule that decides about each repository; without those that no rule matches. */
  readonly routes: readonly Placement[];
  /** The number of matched repositories that already have the right configuration. */
  readonly settled: number;
  /** What is live and stays although it is not declared. */
  readonly undeclared: Undeclared;
  /** The comparison with an earlier declaration. Absent without one. */
  readonly base?: BaseComparison;
  /** The open findings of the repositories that are weakened or unclassified. Absent where they were not read. */
  readonly findings?: PlanFindings;
  readonly writes: readonly Write[];
  readonly requests: RequestCounts;
  readonly diagnostics: readonly Diagnostic[];
  /** Where its constructs were made; absent where nothing says so. No part of the digest. */
  readonly locations?: Locations;
  /** The options of the plan, for planning again. */
  readonly options: PlanOptions;
  /** Why the plan must not be applied; empty when it may. */
  readonly refusals: readonly Diagnostic[];
}

export interface PlanOptions {
  /** Deletes what the declaration owns and does not declare. */
  readonly prune?: boolean;
  /** Overrides the safety limits. */
  readonly force?: boolean;
  /** The declaration is of a part of the account by design, as that of a rollback: what it lacks is not reported. */
  readonly partial?: true;
  /**
   * A declared value replaces a live one of another kind than its setting, instead of leaving it: terraform, which reads
   * such a value as not set, has shown that as a change, and expects what it planned.
   */
  readonly replacesUnreadable?: true;
}

/**
 * Compares the declaration with the observed state. Pure: equal arguments give equal plans.
 *
 * @param known the repositories that the rules decide about; all of the account by default
 * @throws ScanformError with every error found
 */
export function plan(
  account: PlanAccount,
  given: Desired,
  listed: Observed,
  options: PlanOptions = {},
  known?: ReadonlySet<RepositoryId>,
): Plan {
  const { desired: resolved, diagnostics: lookups } = resolveLookups(given, listed);
  if (hasErrors(lookups)) throw new ScanformError(lookups);
  const declared = withCanonicalIds(resolved, listed);
  const observed = {
    ...listed,
    configurations: uniqueById(listed.configurations),
    repositories: uniqueById(listed.repositories),
  };
  const { live, diagnostics: identity } = identify(declared.configurations, observed.configurations);
  const spelled = spelledAsLive(declared.configurations, live);
  const readable =
    options.replacesUnreadable === true
      ? { configurations: spelled, diagnostics: [] }
      : withoutUnreadable(spelled, live);
  const desired = { ...declared, configurations: readable.configurations };
  const { routes: expanded, diagnostics: routing } = route(desired, observed.repositories);
  const routes = known === undefined ? expanded : expanded.filter(({ repository: { id } }) => known.has(id));
  const { triages, diagnostics: triaging } = triagesOf(desired.triages, observed.triages);
  const diagnostics = [
    ...lookups,
    ...identity,
    ...readable.diagnostics,
    ...(options.partial === true ? [] : unreadableRepositories(observed.repositories)),
    // where only a part of what is declared is known, another part may declare it
    ...(options.partial === true ? [] : nearlyNamed(desired.configurations, observed.configurations, live)),
    ...unknownNames(desired.configurations, observed, live),
    ...unlikeDestinations(desired.configurations, observed.configurations),
    ...unknownTargets(desired, observed),
    ...routing,
    ...triaging,
  ];
  if (hasErrors(diagnostics)) throw new ScanformError(diagnostics);
  const unwanted = unwantedIn({
    desired,
    prune: options.prune === true,
    configurations: observed.configurations,
    declared: new Set([...live.values()].map((each) => each.id)),
  });
  const kept = without(observed.configurations, unwanted);
  const others =
    options.partial === true
      ? []
      : [namesTaken, formerNamesLive].flatMap((of) => of(desired.configurations, kept, live));
  if (hasErrors(others)) throw new ScanformError([...diagnostics, ...others]);
  return assemblePlan({
    ...{ account, desired, observed, options, routes, triages },
    diagnostics: [...diagnostics, ...others],
    changes: desired.configurations.map((each) => change(each, live.get(each.address))),
    unwanted,
  });
}

function without(all: readonly Configuration[], unwanted: readonly Unwanted[]): readonly Configuration[] {
  const going = new Set(unwanted.map(({ live }) => live.id));
  return all.filter(({ id }) => !going.has(id));
}

/** What is to become of the objects of an account. */
interface Intended extends Pick<Plan, "account" | "desired" | "observed" | "options" | "triages" | "diagnostics"> {
  /** Of configurations that are there, or are to be. The numbers of their repositories are counted here. */
  readonly changes: readonly ConfigurationChange[];
  readonly routes: readonly Placement[];
  readonly unwanted: readonly Unwanted[];
}

/** The plan that brings this about, from a declaration or from a rollback. */
export function assemblePlan(intended: Intended): Plan {
  const { account, desired, observed, options, changes, routes, unwanted, diagnostics } = intended;
  const triages = withFindings(intended.triages, observed);
  const holders = holdersIn(observed.repositories);
  const { moves, settled } = movesOf(routes, changes, observed.configurations);
  const configurations = withHolders(changes, moves, holders);
  const deletions = deletionsOf(unwanted, moves, holders);
  const guard = deletionRefusals(deletions, desired, observed.configurations.length, options.force === true);
  const planned = { configurations, deletions, moves, holders };
  const { writes, requests } = compile({ ...planned, triages: pendingTriages(triages) });
  const reviewed = { ...planned, live: observed.configurations };
  const effects = effectsOf({ ...reviewed, routes });
  return {
    account,
    desired,
    observed,
    configurations,
    deletions,
    moves,
    triages,
    effects,
    unused: unusedOf(planned),
    digest: digestOf(
      { account, configurations, deletions, moves, effects, triages },
      { force: options.force, maxDeletes: desired.managedScope?.maxDeletes },
    ),
    policyTitles: new Map((observed.policies ?? []).map(({ id, title }) => [id, title])),
    repositories: observed.repositories.length,
    routes,
    settled,
    undeclared: options.partial === true ? nothingUndeclared : undeclaredIn(reviewed),
    writes,
    requests,
    diagnostics: [
      ...diagnostics,
      ...guard.filter((each) => each.severity === "warning"),
      ...lookAlikes({ configurations, deletions, effects }),
      ...(options.partial === true ? [] : probableRenames(reviewed)),
    ],
    options,
    refusals: guard.filter((each) => each.severity === "error"),
  };
}

/** Grouped on first use, since most plans of a large account touch few or no configurations. */
function holdersIn(repositories: readonly Repository[]): Holders {
  let groups: ReadonlyMap<ConfigurationId | undefined, readonly Repository[]> | undefined;
  return (id) => {
    groups ??= groupBy(repositories.toSorted(byName), (each) => each.configuration_id);
    return groups.get(id) ?? [];
  };
}

/** Applying the plan would change nothing. */
export const isEmpty = (each: Pick<Plan, "requests">): boolean => each.requests.planned === 0;

/** The number of repositories depends on the moves: see `withHolders`. */
function change(declared: DesiredConfiguration, live: Configuration | undefined): ConfigurationChange {
  const { address, settings } = declared;
  if (live === undefined) {
    const changes = diff(undefined, settings);
    return { address, action: "create", declared, changes, after: settings, repositories: 0 };
  }
  const after = target(live.settings, declared);
  const changes = diff(live.settings, after);
  const renamed = live.name !== declared.name;
  const action = renamed ? "adopt" : changes.length > 0 ? "update" : "no-op";
  return { address, action, declared, live, changes, after, repositories: 0 };
}

/** Counts the repositories that have a configuration before and after; skipped for unchanged ones. */
function withHolders(
  changes: readonly ConfigurationChange[],
  moves: readonly Move[],
  holders: Holders,
): readonly ConfigurationChange[] {
  const lost = groupBy(moves, ({ from }) => from);
  return changes.map((each) =>
    each.action === "no-op" || each.live === undefined
      ? each
      : { ...each, repositories: holders(each.live.id).length - (lost.get(each.live.id)?.length ?? 0) },
  );
}

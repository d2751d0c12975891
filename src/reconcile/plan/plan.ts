import { type Diagnostic, hasErrors } from "../../diagnostics/diagnostic";
import { ScanformError } from "../../diagnostics/error";
import type { Desired, DesiredConfiguration } from "../../model/desired";
import type { Configuration, Observed, Repository } from "../../model/entities";
import { groupBy } from "../../model/group-by";
import type { ConfigurationId } from "../../model/ids";
import { type Preconditions, preconditionsOf } from "./preconditions";
import type { ConfigurationChange, Deletion, Holders, Move } from "./change";
import { unknownNames, unknownTargets } from "./unknown-names";
import { movesOf } from "./moves";
import { compile, type RequestCounts } from "./compile";
import { diff } from "./diff";
import { digestOf } from "./digest";
import { type Effect, effectsOf } from "./effects";
import { identify } from "./identify";
import { lookAlikes } from "./look-alikes";
import { target } from "./merge";
import { uniqueById, withCanonicalIds } from "./canonical-ids";
import { deletionsOf, deletionRefusals } from "./deletions";
import { byName, type Route, route } from "./route";
import type { Semantics } from "../semantics";
import type { PlanAccount } from "./plan-account";
import type { Write } from "./write";

export interface Plan {
  readonly account: PlanAccount;
  readonly desired: Desired;
  /** Every declared configuration, in the order of the declaration. */
  readonly configurations: readonly ConfigurationChange[];
  /** Live configurations that go away. */
  readonly deletions: readonly Deletion[];
  readonly moves: readonly Move[];
  /** What each repository feels that feels anything, from what weakens to what is neutral. */
  readonly effects: readonly Effect[];
  /** Titles of custom policies by id, as far as they were listed. */
  readonly policyTitles: ReadonlyMap<string, string>;
  /** See `digestOf`. Worked out when it is asked for. */
  readonly digest: string;
  /** How many repositories the account has. */
  readonly repositories: number;
  /** Repositories that a rule says to leave as they are, in the order in which they are listed. */
  readonly left: readonly Route[];
  /** Repositories that a rule matches and that have the right configuration already. */
  readonly settled: number;
  /** Repositories that no rule matches; they keep what they have. */
  readonly unclaimed: number;
  readonly writes: readonly Write[];
  readonly requests: RequestCounts;
  readonly basis: Preconditions;
  readonly diagnostics: readonly Diagnostic[];
  /** How it was made, so that it can be made again. */
  readonly options: PlanOptions;
  /** Why it is not to be applied, although it could be; empty when it may. */
  readonly refusals: readonly Diagnostic[];
}

export interface PlanOptions {
  /** Deletes what the declaration owns and does not declare. */
  readonly prune?: boolean;
  /** Lets a plan through that a safety limit would refuse. */
  readonly force?: boolean;
  /** What is known of the service; without it nothing is assumed that the specification leaves open. */
  readonly semantics?: Semantics;
}

/**
 * Compares what is declared with what is there. Pure: the same arguments give the same plan.
 *
 * @throws ScanformError with every error that was found, when there is any
 */
export function plan(account: PlanAccount, given: Desired, listed: Observed, options: PlanOptions = {}): Plan {
  const desired = withCanonicalIds(given, listed);
  const observed = {
    ...listed,
    configurations: uniqueById(listed.configurations),
    repositories: uniqueById(listed.repositories),
  };
  const { live, diagnostics: identity } = identify(desired.configurations, observed.configurations);
  const { routes, diagnostics: routing } = route(desired, observed.repositories);
  const diagnostics = [
    ...identity,
    ...unknownNames(desired.configurations, observed, live),
    ...unknownTargets(desired, observed),
    ...routing,
  ];
  if (hasErrors(diagnostics)) throw new ScanformError(diagnostics);

  const holders = holdersIn(observed.repositories);
  const changes = desired.configurations.map((declared) => change(declared, live.get(declared.address)));
  const { moves, left, settled } = movesOf(routes, changes, observed.configurations);
  const configurations = withHolders(changes, moves, holders);
  const deletions = deletionsOf({
    desired,
    prune: options.prune === true,
    configurations: observed.configurations,
    declared: new Set([...live.values()].map((each) => each.id)),
    holders,
    moves,
  });
  const guard = deletionRefusals(deletions, desired, observed.configurations.length, options.force === true);
  const { writes, requests } = compile({
    changes: configurations,
    deletions,
    moves,
    holders,
    level: options.semantics?.bulkMerge === "deep" ? "leaves" : "settings",
  });
  const effects = effectsOf({ configurations, deletions, moves, routes, holders });
  let digest: string | undefined;
  return {
    account,
    desired,
    configurations,
    deletions,
    moves,
    effects,
    get digest() {
      return (digest ??= digestOf({ account, configurations, deletions, effects, writes }));
    },
    policyTitles: new Map((observed.policies ?? []).map(({ id, title }) => [id, title])),
    repositories: observed.repositories.length,
    left,
    settled,
    unclaimed: observed.repositories.length - routes.length,
    writes,
    requests,
    basis: preconditionsOf({ desired, configurations, deletions, moves, routes, observed }),
    diagnostics: [
      ...diagnostics,
      ...guard.filter((each) => each.severity === "warning"),
      ...lookAlikes({ configurations, deletions, effects }),
    ],
    options,
    refusals: guard.filter((each) => each.severity === "error"),
  };
}

/** Grouped when somebody asks, since most plans of a large account touch few configurations or none. */
function holdersIn(repositories: readonly Repository[]): Holders {
  let groups: ReadonlyMap<ConfigurationId | undefined, readonly Repository[]> | undefined;
  return (id) => {
    groups ??= groupBy(repositories, (each) => each.configuration_id);
    return (groups.get(id) ?? []).toSorted(byName);
  };
}

/** Whether applying the plan would change nothing. */
export const isEmpty = (each: Pick<Plan, "writes">): boolean => each.writes.length === 0;

/** How many repositories have it is known with the moves: see `withHolders`. */
function change(declared: DesiredConfiguration, live: Configuration | undefined): ConfigurationChange {
  const { address, settings } = declared;
  if (live === undefined) {
    const changes = diff({}, settings);
    return { address, action: "create", declared, changes, after: settings, repositories: 0 };
  }
  const after = target(live.settings, declared);
  const changes = diff(live.settings, after);
  const renamed = live.name !== declared.name;
  const action = renamed ? "adopt" : changes.length > 0 ? "update" : "no-op";
  return { address, action, declared, live, changes, after, repositories: 0 };
}

/** Counts who has a configuration before and after; not asked of what does not change. */
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

import { type Diagnostic, error, hasErrors } from "../diagnostics/diagnostic";
import { ScanformError } from "../diagnostics/error";
import { compareText } from "../model/canonical";
import type { Desired, DesiredConfiguration } from "../model/desired";
import type { Configuration, Observed, Repository } from "../model/entities";
import { groupBy } from "../model/group";
import type { AccountId, ConfigurationId } from "../model/ids";
import { suggestion } from "../model/nearest";
import type { Settings } from "../model/settings";
import { type Basis, basisOf } from "./basis";
import type { ConfigurationChange, Deletion, Move } from "./change";
import { unknownNames } from "./check-names";
import { overall, type Verdict, worst } from "./classify";
import { compile, type RequestCounts } from "./compile";
import { diff, type LeafChange } from "./diff";
import { identify } from "./identify";
import { target } from "./merge";
import { deletionsOf, refusalsOf } from "./prune";
import { type Route, route } from "./route";
import type { Semantics } from "./semantics";
import type { Write } from "./write";

export interface Plan {
  readonly account: { readonly id: AccountId; readonly name?: string };
  readonly desired: Desired;
  /** Every declared configuration, in the order of the declaration. */
  readonly configurations: readonly ConfigurationChange[];
  /** Live configurations that go away. */
  readonly deletions: readonly Deletion[];
  readonly moves: readonly Move[];
  /** Repositories that a rule says to leave as they are. */
  readonly left: readonly Route[];
  /** Repositories that a rule matches and that have the right configuration already. */
  readonly settled: number;
  /** Repositories that no rule matches; they keep what they have. */
  readonly unclaimed: number;
  readonly writes: readonly Write[];
  readonly requests: RequestCounts;
  readonly basis: Basis;
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

export type PlanAccount = Plan["account"];

/**
 * Compares what is declared with what is there. Pure: the same arguments give the same plan.
 *
 * @throws ScanformError with every error that was found, when there is any
 */
export function plan(account: PlanAccount, desired: Desired, unordered: Observed, options: PlanOptions = {}): Plan {
  // the service may list in any order; a plan, and what is read in review, has one
  const observed = {
    ...unordered,
    configurations: once(unordered.configurations),
    repositories: once(unordered.repositories).toSorted(byName),
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

  const holders = groupBy(observed.repositories, (each) => each.configuration_id);
  const configurations = desired.configurations.map((declared) => {
    const found = live.get(declared.address);
    return change(declared, found, found === undefined ? 0 : (holders.get(found.id)?.length ?? 0));
  });
  const moves = movesOf(routes, configurations, observed.configurations);
  const assigning = routes.filter((each) => !("leave" in each.target));
  const deletions = deletionsOf({
    desired,
    prune: options.prune === true,
    configurations: observed.configurations,
    declared: new Set([...live.values()].map((each) => each.id)),
    holders,
    moves,
  });
  const guard = refusalsOf(deletions, desired.managedScope, observed.configurations.length, options.force === true);
  const { writes, requests } = compile({
    changes: configurations,
    deletions,
    moves,
    holders,
    level: options.semantics?.bulkMerge === "deep" ? "leaves" : "settings",
  });
  return {
    account,
    desired,
    configurations: withMoves(configurations, moves),
    deletions,
    moves,
    left: routes.filter((each) => "leave" in each.target),
    settled: assigning.length - moves.length,
    unclaimed: observed.repositories.length - routes.length,
    writes,
    requests,
    basis: basisOf({ desired, configurations, deletions, moves, routes, observed }),
    diagnostics: [...diagnostics, ...guard.filter((each) => each.severity === "warning")],
    options,
    refusals: guard.filter((each) => each.severity === "error"),
  };
}

/** Each id once: what is listed on two pages is one thing. */
const once = <T extends { readonly id: string }>(items: readonly T[]): readonly T[] =>
  new Set(items.map((each) => each.id)).size === items.length
    ? items
    : [...new Map(items.map((each) => [each.id, each])).values()];

const byName = (left: Repository, right: Repository): number =>
  compareText(left.name ?? "", right.name ?? "") || compareText(left.id, right.id);

/** Whether applying the plan would change nothing. */
export const isEmpty = (each: Plan): boolean => each.writes.length === 0;

function change(
  declared: DesiredConfiguration,
  live: Configuration | undefined,
  repositories: number,
): ConfigurationChange {
  const { address } = declared;
  const after = target(live?.settings ?? {}, declared);
  const changes = diff(live?.settings ?? {}, after);
  if (live === undefined) {
    // nobody has it yet: what it does to security shows where repositories move to it
    const neutral = changes.map((each): LeafChange => ({ ...each, class: "neutral" }));
    return { address, action: "create", declared, changes: neutral, after, class: "neutral", repositories: 0 };
  }
  const renamed = live.name !== declared.name;
  const action = renamed ? "adopt" : changes.length > 0 ? "update" : "no-op";
  return {
    address,
    action,
    declared,
    live,
    changes,
    after,
    class: worst(changes.map((each) => each.class)),
    repositories,
  };
}

/**
 * A new configuration is shown where the moves to it are shown; a change of a live one is felt by
 * the repositories that stay with it, since those that come or go are counted as moves.
 */
function withMoves(changes: readonly ConfigurationChange[], moves: readonly Move[]): readonly ConfigurationChange[] {
  const gained = groupBy(moves, ({ to }) => ("address" in to ? to.address : undefined));
  const lost = groupBy(moves, ({ from }) => from);
  return changes.map((each) => {
    if (each.live !== undefined)
      return { ...each, repositories: each.repositories - (lost.get(each.live.id)?.length ?? 0) };
    const classes = (gained.get(each.address) ?? []).map((move) => move.class);
    return { ...each, class: worst(classes), repositories: classes.length };
  });
}

function movesOf(
  routes: readonly Route[],
  changes: readonly ConfigurationChange[],
  observed: readonly Configuration[],
): readonly Move[] {
  const byAddress = new Map(changes.map((each) => [each.address, each]));
  const byId = new Map(observed.map((each) => [each.id, each]));
  const afterById = new Map(changes.flatMap((each) => (each.live === undefined ? [] : [[each.live.id, each.after]])));
  const verdicts = new Map<string, Verdict>();
  const nameOf = (id: ConfigurationId): string => byId.get(id)?.name ?? id;

  const moves: Move[] = [];
  for (const { repository, assignments, rule, matched, target } of routes) {
    if ("leave" in target) continue;
    const declared = "address" in target.configuration ? byAddress.get(target.configuration.address) : undefined;
    const id = "id" in target.configuration ? target.configuration.id : declared?.live?.id;
    const from = repository.configuration_id;
    if (id !== undefined && id === from) continue;
    const old = from === undefined ? undefined : byId.get(from)?.settings;
    const after =
      declared?.after ?? (id === undefined ? undefined : (afterById.get(id) ?? byId.get(id)?.settings)) ?? {};
    // the same pair of configurations is compared once, however many repositories move between them
    const pair = JSON.stringify([from, target.configuration]);
    const verdict = verdicts.get(pair) ?? (old === undefined ? { class: "unclassified" } : compare(old, after));
    verdicts.set(pair, verdict);
    moves.push({
      repository,
      assignments,
      rule: `rule ${String(rule + 1)}: ${matched}`,
      ...(from === undefined ? {} : { from }),
      fromName: from === undefined ? null : nameOf(from),
      to: id === undefined ? target.configuration : { id },
      toName: declared?.declared.name ?? (id === undefined ? "" : nameOf(id)),
      ...verdict,
    });
  }
  return moves;
}

/** What it means to come from one configuration to the other, naming what gets weaker or may. */
function compare(before: Settings, after: Settings): Verdict {
  const differences = diff(before, after);
  const verdict = overall(differences.map((each) => each.class));
  const groups = groupBy(differences, (each) => each.class);
  const unclear = groups.get("unclassified") ?? [];
  // a value that was set and is another now may take back what the others gain
  const blind = verdict === "strengthens" && unclear.some((each) => each.before !== undefined);
  const told = { class: blind ? "unclassified" : verdict } as const;
  if (!groups.has("weakens") && unclear.length === 0) return told;
  const words = {
    weakens: "weaker in",
    strengthens: "stronger in",
    unclassified: "of unknown direction:",
    neutral: "",
  };
  const note = (["weakens", "strengthens", "unclassified"] as const).flatMap((each) => {
    const paths = (groups.get(each) ?? []).map(({ path }) => path);
    return paths.length === 0 ? [] : [`${words[each]} ${paths.join(", ")}`];
  });
  return { ...told, note: note.join("; ") };
}

/** Rules that assign a live configuration by an id that the account does not have. */
function unknownTargets(desired: Desired, observed: Observed): readonly Diagnostic[] {
  const ids = new Set<string>(observed.configurations.map((each) => each.id));
  return desired.assignments.flatMap(({ address, rules }) =>
    rules.flatMap(({ target }, at) => {
      if ("leave" in target || "address" in target.configuration || ids.has(target.configuration.id)) return [];
      const { id } = target.configuration;
      const path = `rules[${String(at)}].configuration_id`;
      const detail = `The account has no configuration ${JSON.stringify(id)}. ${suggestion(id, ids)}`;
      return [error("configuration-unknown", detail, { address, path })];
    }),
  );
}

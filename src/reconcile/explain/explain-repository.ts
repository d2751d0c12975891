import type { LeafChange } from "../../model/compare-settings";
import type { Desired, DesiredRule } from "../../model/desired";
import type { Configuration, Observed, Repository } from "../../model/entities";
import type { Address, ConfigurationId, RepositoryId } from "../../model/ids";
import type { RepositoryClass } from "../../model/leaf-verdict";
import type { Settings } from "../../model/settings";
import type { Effect } from "../plan/effects";
import { destinations } from "../plan/moves";
import type { Plan } from "../plan/plan";
import { matcher, type Route } from "../plan/route";

/** A configuration as a repository has it, now or after an apply. */
export interface AssignedConfiguration {
  /** Absent before it is created. */
  readonly id?: ConfigurationId;
  /** Its address, if it is declared. */
  readonly address?: Address;
  readonly name?: string;
  /** Empty where the service does not list the configuration. */
  readonly settings: Settings;
}

/** What each repository of a plan has, and will have. */
interface AssignedConfigurations {
  /** Null where it has none. */
  readonly before: (repository: Repository) => AssignedConfiguration | null;
  readonly after: (repository: Repository) => AssignedConfiguration | null;
  readonly routeOf: (repository: Repository) => Route | undefined;
  /** Its effect; undefined where it is unaffected. */
  readonly effectOf: (repository: Repository) => Effect | undefined;
}

/** Indexes a plan by repository. */
export function assignedConfigurations(plan: Plan, { configurations }: Observed): AssignedConfigurations {
  const live = new Map(configurations.map((each) => [each.id, each]));
  const declared = new Map(plan.configurations.flatMap((each) => (each.live ? [[each.live.id, each] as const] : [])));
  const deleted = new Set(plan.deletions.map((each) => each.live.id));
  const destinationOf = destinations(plan.configurations, configurations);
  const routes = new Map<RepositoryId, Route>();
  plan.routes.forEach((route) => routes.set(route.repository.id, route));
  const effects = new Map<RepositoryId, Effect>();
  plan.effects.forEach((effect) => {
    effect.repositories.forEach(({ repository }) => effects.set(repository.id, effect));
  });

  const standing = (id: ConfigurationId, now: Configuration | undefined): AssignedConfiguration => {
    const address = declared.get(id)?.address;
    return {
      id,
      ...(address === undefined ? {} : { address }),
      ...(now?.name === undefined ? {} : { name: now.name }),
      settings: now?.settings ?? {},
    };
  };
  const before = ({ configuration_id: id }: Repository) => (id === undefined ? null : standing(id, live.get(id)));
  const kept = (id: ConfigurationId): AssignedConfiguration | null => {
    if (deleted.has(id)) return null;
    const change = declared.get(id);
    return change === undefined
      ? standing(id, live.get(id))
      : { id, address: change.address, name: change.declared.name, settings: change.after };
  };
  const after = (repository: Repository): AssignedConfiguration | null => {
    const route = routes.get(repository.id);
    const to = route === undefined ? undefined : destinationOf(route.target);
    if (to !== undefined) {
      const { id, name, after: settings } = to;
      const address = "address" in to.ref ? to.ref.address : declared.get(to.ref.id)?.address;
      return {
        ...(id === undefined ? {} : { id }),
        ...(address === undefined ? {} : { address }),
        name,
        settings,
      };
    }
    const { configuration_id: id } = repository;
    return id === undefined ? null : kept(id);
  };
  return {
    before,
    after,
    routeOf: ({ id }) => routes.get(id),
    effectOf: ({ id }) => effects.get(id),
  };
}

/**
 * Why a rule that matches does not decide.
 * - `later`: a rule of the same RepositoryAssignments that comes earlier matches too.
 * - `left`: it leaves the repository, and another RepositoryAssignments assigns it, or leaves it too.
 */
type Reason = "later" | "left";

export interface LostRule extends MatchingRule {
  readonly why: Reason;
}

/** What decides about one repository, and what that does. */
export interface RepositoryExplanation {
  readonly repository: Repository;
  /** Undefined where no rule matches: the repository keeps what it has. */
  readonly rule: MatchingRule | undefined;
  readonly lost: readonly LostRule[];
  readonly before: AssignedConfiguration | null;
  readonly after: AssignedConfiguration | null;
  /** The leaves that change; empty where the repository is unaffected. */
  readonly changes: readonly LeafChange[];
  readonly class: RepositoryClass | "unaffected";
}

/** @param repository one of those that the plan was made of */
export function explainRepository(plan: Plan, observed: Observed, repository: Repository): RepositoryExplanation {
  const { before, after, routeOf, effectOf } = assignedConfigurations(plan, observed);
  const route = routeOf(repository);
  const matching = matchingRules(plan.desired, repository);
  // within one RepositoryAssignments, the first rule that matches decides
  const winner = route && matching.find(({ assignments }) => assignments === route.assignments);
  const effect = effectOf(repository);
  return {
    repository,
    rule: winner,
    lost: matching.filter((each) => each !== winner).map((each) => ({ ...each, why: reasonOf(each, matching) })),
    before: before(repository),
    after: after(repository),
    changes: effect?.changes ?? [],
    class: effect?.class ?? "unaffected",
  };
}

const reasonOf = ({ assignments, rule }: MatchingRule, matching: readonly MatchingRule[]): Reason =>
  matching.some((each) => each.assignments === assignments && each.rule < rule) ? "later" : "left";

/** A rule that matches a repository, whether or not it decides. */
export interface MatchingRule {
  readonly assignments: Address;
  /** Counted from 0. */
  readonly rule: number;
  /** The selector that matched: the repository's id, its name, or the pattern. */
  readonly matched: string;
  readonly declared: DesiredRule;
}

/** Every rule that matches a repository, in the order of the declaration. The patterns must be valid. */
const matchingRules = ({ assignments }: Desired, repository: Repository): readonly MatchingRule[] =>
  assignments.flatMap(({ address, rules }) =>
    rules.flatMap((declared, rule): readonly MatchingRule[] => {
      const matched = matcher(declared)(repository);
      return matched === undefined ? [] : [{ assignments: address, rule, matched, declared }];
    }),
  );

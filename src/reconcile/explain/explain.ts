import { compareSettings, type LeafChange } from "../../model/compare-settings";
import type { DesiredRule } from "../../model/desired";
import type { Configuration, Observed, Repository } from "../../model/observed";
import { groupBy } from "../../model/group-by";
import type { Address } from "../../model/ids";
import { judgementOf, type RepositoryClass } from "../../model/leaf-verdict";
import { sameText } from "../../model/normal-form";
import { sameId } from "../../model/uuid";
import { afterwards } from "../plan/afterwards";
import { changesById, type ConfigurationChange } from "../plan/change";
import { changesBetween, type Held } from "../plan/effects";
import type { Plan } from "../plan/plan";
import { byName, isRoute, type Route } from "../plan/route";
import { type LostRule, type MatchingRule, matchesIn } from "./matching";

/** What each repository of a plan has, and will have; null for none. Its effect is undefined where it is unaffected. */
function assignedConfigurations(plan: Plan, observed: Observed) {
  const declared = changesById(plan.configurations);
  const live = new Map(observed.configurations.map((each) => [each.id, each]));
  const later = afterwards(plan, observed);
  const positions = new Map(later.repositories.map((each) => [each.repository.id, each.configuration]));
  const routes = new Map(plan.routes.filter(isRoute).map((route) => [route.repository.id, route]));
  const effects = new Map(
    plan.effects.flatMap((effect) => effect.repositories.map(({ repository }) => [repository.id, effect] as const)),
  );
  return {
    before: ({ configuration_id: id }: Repository): Held | null =>
      id === undefined ? null : { id, address: declared.get(id)?.address, ...live.get(id) },
    after: ({ id }: Repository): Held | null => later.configurations[positions.get(id) ?? -1] ?? null,
    routeOf: ({ id }: Repository) => routes.get(id),
    effectOf: ({ id }: Repository) => effects.get(id),
  };
}

/** What decides about one repository, and what that does. */
export interface RepositoryExplanation {
  readonly repository: Repository;
  /** Undefined where no rule matches: the repository keeps what it has. */
  readonly rule: MatchingRule | undefined;
  readonly lost: readonly LostRule[];
  readonly before: Held | null;
  readonly after: Held | null;
  /** The leaves that change; empty where the repository is unaffected. */
  readonly changes: readonly LeafChange[];
  readonly class: RepositoryClass | "unaffected";
}

/** @param repository one of those that the plan was made of */
export function explainRepository(plan: Plan, observed: Observed, repository: Repository): RepositoryExplanation {
  const { before, after, effectOf } = assignedConfigurations(plan, observed);
  const { winner, lost } = matchesIn(plan.desired)(repository);
  const effect = effectOf(repository);
  return {
    repository,
    rule: winner,
    lost,
    before: before(repository),
    after: after(repository),
    changes: effect?.changes ?? [],
    class: effect?.class ?? "unaffected",
  };
}

/** One repository among all. */
interface RoutedRepository {
  readonly repository: Repository;
  /** Undefined where no rule matches. */
  readonly route: Route | undefined;
  readonly after: Held | null;
  readonly class: RepositoryClass | "unaffected";
}

/** One rule among all. */
interface CountedRule {
  readonly assignments: Address;
  /** Counted from 0. */
  readonly rule: number;
  readonly declared: DesiredRule;
  /** The number of repositories that it decides about. */
  readonly decides: number;
}

/** Which rule decides about each repository of an account, and about how many each rule decides. */
export interface AccountExplanation {
  /** In the order of their names. */
  readonly repositories: readonly RoutedRepository[];
  readonly rules: readonly CountedRule[];
}

export function explainAccount(plan: Plan, observed: Observed): AccountExplanation {
  const { after, routeOf, effectOf } = assignedConfigurations(plan, observed);
  const decided = groupBy(plan.routes.filter(isRoute), keyOf);
  return {
    repositories: observed.repositories.toSorted(byName).map((repository) => ({
      repository,
      route: routeOf(repository),
      after: after(repository),
      class: effectOf(repository)?.class ?? "unaffected",
    })),
    rules: plan.desired.assignments.flatMap(({ address: assignments, rules }) =>
      rules.map((declared, rule) => ({
        assignments,
        rule,
        declared,
        decides: decided.get(keyOf({ assignments, rule }))?.length ?? 0,
      })),
    ),
  };
}

const keyOf = ({ assignments, rule }: Pick<Route, "assignments" | "rule">): string => `${assignments} ${String(rule)}`;

/** What assigns one configuration, who has it, and what becomes of it. */
export interface ConfigurationExplanation {
  /** The rules that assign it. */
  readonly rules: readonly CountedRule[];
  /** The number of repositories that have it. */
  readonly repositories: { readonly before: number; readonly after: number };
  /** Null where it is yet to be created. */
  readonly before: Held | null;
  /** Null where it is to be deleted. */
  readonly after: Held | null;
  readonly changes: readonly LeafChange[];
  /** What it does to a repository that has it before and after. */
  readonly class: RepositoryClass | "unaffected";
}

/** Every configuration, live or declared, that somebody may mean: by its id, its address, or else a name. */
export function configurationsMeant(
  { configurations: changes }: Plan,
  { configurations }: Observed,
  meant: string,
): readonly ConfigurationMeant[] {
  const declared = new Set(changes.map(({ live }) => live?.id));
  const all: readonly ConfigurationMeant[] = [
    ...changes.map((change) => ({ change, live: change.live })),
    ...configurations.filter(({ id }) => !declared.has(id)).map((live) => ({ live })),
  ];
  const exact = all.filter(
    ({ change, live }) => change?.address === meant || (live !== undefined && sameId(live.id, meant)),
  );
  return exact.length > 0
    ? exact
    : all.filter(({ change, live }) => sameText(change?.declared.name, meant) || sameText(live?.name, meant));
}

/** A declared configuration, live or to be created, or a live one that is not declared. */
type ConfigurationMeant =
  | { readonly change: ConfigurationChange; readonly live?: Configuration }
  | { readonly change?: undefined; readonly live: Configuration };

export function explainConfiguration(
  plan: Plan,
  observed: Observed,
  { change, live }: ConfigurationMeant,
): ConfigurationExplanation {
  const { repositories, rules } = explainAccount(plan, observed);
  const deleted = plan.deletions.find((each) => each.live.id === live?.id)?.live;
  const name = change === undefined ? live.name : change.declared.name;
  const settings = change === undefined ? live.settings : change.after;
  const changes = deleted === undefined ? compareSettings(live?.settings, settings) : changesBetween(deleted, null);
  const has = (each: Held): boolean => (change === undefined ? each.id === live.id : each.address === change.address);
  return {
    rules: rules.filter(({ declared: { target } }) => {
      if ("leave" in target) return false;
      const { configuration } = target;
      return "id" in configuration ? configuration.id === live?.id : configuration.address === change?.address;
    }),
    repositories: {
      before: repositories.filter(({ repository }) => live !== undefined && repository.configuration_id === live.id)
        .length,
      after: repositories.filter(({ after }) => after !== null && has(after)).length,
    },
    before: live === undefined ? null : { ...live, address: change?.address },
    after: deleted === undefined ? { id: live?.id, address: change?.address, name, settings } : null,
    changes,
    class: judgementOf(changes)?.class ?? "unaffected",
  };
}

import { listed } from "../../diagnostics/enumeration";
import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import type { DesiredRule } from "../../model/desired";
import type { Observed, Repository } from "../../model/observed";
import { compareText, fingerprint } from "../../model/fingerprint";
import { groupBy } from "../../model/group-by";
import { address, configurationId, type ConfigurationId, type RepositoryId, repositoryId } from "../../model/ids";
import { uniqueById, withCanonicalIds } from "../../reconcile/plan/resolve-ids";
import { type Route, route } from "../../reconcile/plan/route";
import {
  isObjectValue,
  isUnknown,
  isWhollyKnown,
  listIn,
  objectOf,
  type ObjectValue,
  textIn,
  type Value,
} from "../value";

const selectors = ["repository_ids", "repository_names", "repository_pattern"] as const;

/**
 * The first rule, counted from 0, with unknown selectors; undefined when all are known. What the rules before it and the
 * known part of its own selectors select is decided.
 */
export function firstUndecided(config: ObjectValue): number | undefined {
  const index = listIn(config["rules"]).findIndex((rule) => !isObjectValue(rule) || !selectsWhatIsKnown(rule));
  return index < 0 ? undefined : index;
}

const selectsWhatIsKnown = (rule: ObjectValue): boolean =>
  !mayBeEither(rule) && selectors.every((name) => isWhollyKnown(rule[name] ?? null));

/** Whether the rule may either assign a configuration or leave the repositories. */
const mayBeEither = ({ configuration_id: id = null, leave = null }: ObjectValue): boolean =>
  isUnknown(id) && isUnknown(leave);

/**
 * The rules for the engine, with what is known of their selectors. A configuration that is not there yet is one that
 * is declared: its id is the number of the rule.
 */
export const desiredRules = (
  config: ObjectValue,
  pending: (rule: number) => DesiredRule["target"],
): readonly DesiredRule[] =>
  listIn(config["rules"]).map((rule, index): DesiredRule => {
    if (!isObjectValue(rule) || mayBeEither(rule)) return { target: { leave: true } };
    const { configuration_id: id = null, repository_pattern: pattern = null } = rule;
    return {
      target: isUnknown(id)
        ? pending(index)
        : id === null
          ? { leave: true }
          : { configuration: { id: configurationId(textIn(id)) } },
      repositoryIds: textsIn(rule["repository_ids"]).map(repositoryId),
      repositoryNames: textsIn(rule["repository_names"]),
      ...(typeof pattern === "string" ? { repositoryPattern: pattern } : {}),
    };
  });

const textsIn = (value: Value | undefined): readonly string[] =>
  listIn(value).filter((each) => typeof each === "string");

/** A repository to which a rule gives a configuration. */
export interface Placement {
  readonly repository: Repository;
  /** Counted from 1. */
  readonly rule: number;
  /** Undefined while the configuration's id is not known. */
  readonly to: ConfigurationId | undefined;
}

/** Of the rules, within the engine. */
export const rulesAddress = address("it");

/** Each repository once; those that a rule leaves as they are have no placement. */
export const placementsOf = (routes: readonly Route[]): readonly Placement[] =>
  uniqueById(
    routes.map(({ repository, rule, target }) => ({ id: repository.id, repository, rule: rule + 1, target })),
  ).flatMap(({ repository, rule, target }): readonly Placement[] =>
    "leave" in target
      ? []
      : [{ repository, rule, to: "id" in target.configuration ? target.configuration.id : undefined }],
  );

/**
 * The placements by rules of a state, or of an apply, in which everything is known. A name that the account does not
 * have any more selects nothing.
 */
export function placementsIn(rules: Value, observed: Observed): readonly Placement[] {
  const desired = { address: rulesAddress, rules: desiredRules({ rules }, () => ({ leave: true })) };
  const spelled = withCanonicalIds({ configurations: [], assignments: [desired] }, observed);
  return placementsOf(route(spelled, observed.repositories).routes);
}

/** The attributes `assigned` and `assigned_digest` of repositories that all have what their rules give them. */
export const assignedAttributes = (placements: readonly Placement[]) => ({
  assigned: countsOf(placements.flatMap(({ to }) => to ?? [])),
  assigned_digest: digestOf(placements),
});

/** The same of what the repositories have now. */
export const heldAttributes = (placements: readonly Placement[]) => ({
  assigned: countsOf(placements.flatMap(({ repository }) => repository.configuration_id ?? [])),
  assigned_digest: digestOf(placements, ({ repository: { configuration_id: has }, to }) =>
    has === to ? undefined : (has ?? "none"),
  ),
});

/** The number of repositories by configuration. */
const countsOf = (ids: readonly ConfigurationId[]): ObjectValue =>
  objectOf([...groupBy(ids, (id) => id)].sort(byKey).map(([id, all]) => [id, all.length] as const));

const byKey = ([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number =>
  compareText(left, right);

/**
 * A digest over the repositories, each with the number of its rule. It is known before the ids of the configurations
 * are, and does not depend on the order of the list.
 *
 * @param instead the configuration that a repository has in place of what its rule gives it
 */
export function digestOf(
  placements: readonly Placement[],
  instead: (placement: Placement) => string | undefined = () => undefined,
): string {
  const lines = placements.map((each) => `${each.repository.id} ${instead(each) ?? String(each.rule)}`);
  return fingerprint(lines.sort(compareText).join("\n")).slice(0, 32);
}

/** The error where the rules of an apply select other repositories than its plan, with the repositories that differ. */
export function selectionChanged(planned: readonly Placement[], now: readonly Placement[]): Diagnostic {
  const [before, after] = [byId(planned), byId(now)];
  const otherwise = now.filter(({ repository: { id }, rule }) => (before.get(id)?.rule ?? rule) !== rule);
  const groups: readonly (readonly [one: string, many: string, readonly Placement[]])[] = [
    ["is new", "are new", now.filter(({ repository }) => !before.has(repository.id))],
    ["is gone", "are gone", planned.filter(({ repository }) => !after.has(repository.id))],
    ["is selected by another rule", "are selected by other rules", otherwise],
  ];
  const differences = groups.flatMap(([one, many, of]) => {
    const names = of.map(({ repository: { id, name = id } }) => name);
    return names.length === 0 ? [] : [`${listed(names)} ${names.length === 1 ? one : many}`];
  });
  const what = differences.length === 0 ? "" : `${differences.join("; ")}. `;
  return error("selection-changed", `${what}Nothing was assigned: plan again.`, { attribute: ["rules"] });
}

const byId = (all: readonly Placement[]): ReadonlyMap<RepositoryId, Placement> =>
  new Map(all.map((each) => [each.repository.id, each]));

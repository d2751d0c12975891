import { number } from "../../diagnostics/count";
import { compareSettings, type LeafChange } from "../../model/compare-settings";
import type { Configuration, Repository } from "../../model/observed";
import { compareText } from "../../model/fingerprint";
import { groupBy } from "../../model/group-by";
import type { Address, ConfigurationId, RepositoryId } from "../../model/ids";
import { type Judgement, judgementOf, type RepositoryClass, repositoryClasses } from "../../model/leaf-verdict";
import type { Settings } from "../../model/settings";
import { changesById, type PlannedChanges, type RuleMatch } from "./change";
import type { Placement } from "./route";

/** A configuration as one side of an effect. */
export interface Side {
  /** Absent for a new configuration. */
  readonly id?: ConfigurationId;
  /** Its address, if it is declared. */
  readonly address?: Address;
  readonly name?: string;
}

/** Repositories that move between the same two configurations, or stay with the same one, and so change equally. */
export interface Effect extends Judgement {
  /** Null when they have no configuration. */
  readonly from: Side | null;
  /** Null where they lose it. */
  readonly to: Side | null;
  readonly changes: readonly LeafChange[];
  /** Sorted by name, each with the rule that matches it, if any. */
  readonly repositories: readonly { readonly repository: Repository; readonly by?: RuleMatch }[];
}

/** A configuration with its settings. */
export interface Held extends Side {
  /** Absent where the service does not list it. */
  readonly settings?: Settings | undefined;
}

/** What one repository has before and after; null for no configuration. */
export interface Passage {
  readonly repository: Repository;
  readonly by?: RuleMatch | undefined;
  readonly from: Held | null;
  readonly to: Held | null;
}

interface EffectsInput extends PlannedChanges {
  readonly routes: readonly Placement[];
  /** The configurations as they are. */
  readonly live: readonly Configuration[];
}

/** An effect before it is judged. */
export type Group = Omit<Effect, keyof Judgement>;

/**
 * The effects of a plan on repositories: the settings of each before and after, whatever causes the change
 * (decision 13). Unaffected repositories are omitted.
 *
 * | a repository               | before                | after                             |
 * |----------------------------|-----------------------|-----------------------------------|
 * | stays with a configuration | its live settings     | its planned settings              |
 * | moves                      | those of the old one  | the planned ones of the new one   |
 * | loses it by a deletion     | its live settings     | nothing                           |
 */
export const effectsOf = (input: EffectsInput): readonly Effect[] =>
  judged(groupsOf([...edits(input), ...movements(input), ...losses(input)]));

/** Repositories that come from and go to the same, compared once, whether or not anything changes for them. */
export const groupsOf = (passages: readonly Passage[]): readonly Group[] =>
  [...groupBy(passages, ({ from, to }) => `${keyOf(from)}\n${keyOf(to)}`).values()].flatMap((group) =>
    group.slice(0, 1).map(({ from, to }) => ({
      from: sideOf(from),
      to: sideOf(to),
      changes: changesBetween(from, to),
      repositories: group.map(({ repository, by }) => (by === undefined ? { repository } : { repository, by })),
    })),
  );

const keyOf = (side: Held | null): string => side?.id ?? side?.address ?? "";

export const sideOf = (held: Held | null): Side | null =>
  held && {
    ...(held.id === undefined ? {} : { id: held.id }),
    ...(held.address === undefined ? {} : { address: held.address }),
    ...(held.name === undefined ? {} : { name: held.name }),
  };

/**
 * The changes of a repository's settings. The settings of a repository without a configuration, or with one that is not
 * listed, are unknown.
 */
export function changesBetween(from: Held | null, to: Held | null): readonly LeafChange[] {
  const changes = compareSettings(from === null ? undefined : (from.settings ?? {}), to?.settings ?? {});
  const [path, before] = ["configuration", from?.id ?? from?.name] as const;
  if (from !== null && to === null)
    return [{ path, setting: path, before, verdict: "weaker", removes: true }, ...changes];
  return from === null || from.settings !== undefined
    ? changes
    : [{ path, setting: path, before, verdict: "unclassified", removes: false }, ...changes];
}

/** The effects among groups, from weakening to neutral; groups without a repository or a change are omitted. */
export function judged(groups: readonly Group[]): readonly Effect[] {
  return groups
    .flatMap((each): readonly Effect[] => {
      const judgement = each.repositories.length === 0 ? undefined : judgementOf(each.changes);
      return judgement === undefined ? [] : [{ ...each, ...judgement }];
    })
    .sort(bySeverity);
}

function edits({ configurations, moves, routes, holders }: EffectsInput): readonly Passage[] {
  const changed = configurations.filter((each) => each.repositories > 0 && each.changes.length > 0);
  if (changed.length === 0) return [];
  const moving = new Set(moves.map(({ repository }) => repository.id));
  const rules = new Map<RepositoryId, RuleMatch>(
    routes.map(({ repository, rule, matched }) => [
      repository.id,
      rule === undefined ? { matched } : { rule, matched },
    ]),
  );
  return changed.flatMap(({ address, live, declared: { name }, after: settings }): readonly Passage[] => {
    if (live === undefined) return [];
    const from = { id: live.id, name: live.name, settings: live.settings };
    const to = { id: live.id, name, address, settings };
    return holders(live.id)
      .filter(({ id }) => !moving.has(id))
      .map((repository) => ({ repository, by: rules.get(repository.id), from, to }));
  });
}

/** Moves to a configuration as it is planned. */
export function movements({
  configurations,
  moves,
  live,
}: Pick<EffectsInput, "configurations" | "moves" | "live">): readonly Passage[] {
  if (moves.length === 0) return [];
  const listed = new Map(live.map((each) => [each.id, each]));
  const byId = changesById(configurations);
  const byAddress = new Map(configurations.map((each) => [each.address, each]));
  return moves.map(({ repository, by, from: id, fromName, to, toName: name }) => {
    const from = id === undefined ? null : { id, name: fromName ?? id, settings: listed.get(id)?.settings };
    const planned = "id" in to ? byId.get(to.id) : byAddress.get(to.address);
    const settings = planned?.after ?? ("id" in to ? listed.get(to.id)?.settings : undefined);
    return { repository, by, from, to: { name, address: planned?.address, settings, ...to } };
  });
}

const losses = ({ deletions }: EffectsInput): readonly Passage[] =>
  deletions.flatMap(({ live, remaining }) => remaining.map((repository) => ({ repository, from: live, to: null })));

/** A live configuration that becomes weaker although no effect says so: no repository has it once the plan is applied. */
export interface Unused {
  readonly address: Address;
  readonly id: ConfigurationId;
  /** The declared name. */
  readonly name: string;
  /** The leaves that become weaker; at least one. */
  readonly changes: readonly LeafChange[];
}

/**
 * The unused configurations that become weaker, in the order of the declaration. Nobody is affected today; a repository
 * that is assigned later is.
 */
export function unusedOf({ configurations, deletions, moves, holders }: PlannedChanges): readonly Unused[] {
  const changed = configurations.filter(({ live, changes }) => live !== undefined && changes.length > 0);
  if (changed.length === 0) return [];
  const deleted = new Set(deletions.map(({ live }) => live.id));
  const gaining = new Set(moves.flatMap(({ to }) => ("id" in to ? [to.id] : [])));
  const leaving = new Set(moves.map(({ repository }) => repository.id));
  return changed.flatMap(({ address, live, declared: { name }, changes: all }): readonly Unused[] => {
    if (live === undefined || deleted.has(live.id) || gaining.has(live.id)) return [];
    if (holders(live.id).some(({ id }) => !leaving.has(id))) return [];
    const changes = all.filter(({ verdict }) => verdict === "weaker");
    return changes.length === 0 ? [] : [{ address, id: live.id, name, changes }];
  });
}

/** The worst class first, then the larger number of repositories. */
const bySeverity = (left: Effect, right: Effect): number =>
  repositoryClasses.indexOf(left.class) - repositoryClasses.indexOf(right.class) ||
  right.repositories.length - left.repositories.length ||
  compareText(labelOf(left.from), labelOf(right.from)) ||
  compareText(labelOf(left.to), labelOf(right.to));

const labelOf = (side: Side | null): string => side?.name ?? side?.id ?? "";

/** How many repositories of an account have each class; `mixed` counts those that weaken and strengthen. */
export type RepositoryCounts = Readonly<Record<RepositoryClass | "unaffected" | "mixed", number>>;

interface Counted extends Judgement {
  readonly repositories: readonly unknown[];
}

/** @param repositories the number of all of them */
export function repositoryCounts(effects: readonly Counted[], repositories: number): RepositoryCounts {
  const countOf = (fits: (effect: Counted) => boolean): number =>
    effects.filter(fits).reduce((sum, each) => sum + each.repositories.length, 0);
  const having = (wanted: RepositoryClass): number => countOf((each) => each.class === wanted);
  return {
    weakens: having("weakens"),
    unclassified: having("unclassified"),
    strengthens: having("strengthens"),
    neutral: having("neutral"),
    unaffected: repositories - countOf(() => true),
    mixed: countOf(({ mixed }) => mixed),
  };
}

/** ` (12 of which also get stronger settings)`: of those that weaken. */
export function alsoStrengthen(weakens: number, mixed: number): string {
  if (mixed === 0) return "";
  if (weakens === 1) return " (which also gets stronger settings)";
  if (mixed === weakens) return " (which also get stronger settings)";
  return ` (${number(mixed)} of which also ${mixed === 1 ? "gets" : "get"} stronger settings)`;
}

import { number } from "../../diagnostics/count";
import { compareSettings, type LeafChange } from "../../model/compare-settings";
import type { Repository } from "../../model/entities";
import { compareText } from "../../model/fingerprint";
import { groupBy } from "../../model/group-by";
import type { Address, ConfigurationId, RepositoryId } from "../../model/ids";
import { type Judgement, judgementOf, type RepositoryClass, repositoryClasses } from "../../model/leaf-verdict";
import type { Settings } from "../../model/settings";
import { changesById, type Move, type PlannedChanges } from "./change";
import type { RuleMatch } from "./change";
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

interface EffectsInput extends PlannedChanges {
  readonly routes: readonly Placement[];
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
  judged([...edits(input), ...movements(input), ...losses(input)]);

/** The effects among groups, from weakening to neutral; groups without a repository or a change are omitted. */
export function judged(groups: readonly Group[]): readonly Effect[] {
  return groups
    .flatMap((each): readonly Effect[] => {
      const judgement = each.repositories.length === 0 ? undefined : judgementOf(each.changes);
      return judgement === undefined ? [] : [{ ...each, ...judgement }];
    })
    .sort(bySeverity);
}

function edits({ configurations, moves, routes, holders }: EffectsInput): readonly Group[] {
  const changed = configurations.filter((each) => each.repositories > 0 && each.changes.length > 0);
  if (changed.length === 0) return [];
  const moving = new Set(moves.map(({ repository }) => repository.id));
  const rules = new Map<RepositoryId, RuleMatch>(
    routes.map(({ repository, rule, matched }) => [
      repository.id,
      rule === undefined ? { matched } : { rule, matched },
    ]),
  );
  return changed.flatMap(({ address: at, live, declared, after }): readonly Group[] => {
    if (live === undefined) return [];
    const repositories = holders(live.id)
      .filter(({ id }) => !moving.has(id))
      .map((repository) => withRule(repository, rules.get(repository.id)));
    return [
      {
        from: sideOf(live.id, live.name),
        to: { ...sideOf(live.id, declared.name), address: at },
        changes: compareSettings(live.settings, after),
        repositories,
      },
    ];
  });
}

/** Moves between the same two configurations. */
function movements({ configurations, moves }: EffectsInput): readonly Group[] {
  const declared = changesById(configurations);
  const sides = ({ from, to }: Move): string => `${from ?? ""}\n${"id" in to ? to.id : `at ${to.address}`}`;
  return [...groupBy(moves, sides).values()].flatMap((group): readonly Group[] => {
    const [first] = group;
    if (first === undefined) return [];
    const { from, fromName, to, toName, changes } = first;
    const at = "address" in to ? to.address : declared.get(to.id)?.address;
    return [
      {
        from: from === undefined ? null : sideOf(from, fromName ?? undefined),
        to: { ...("id" in to ? { id: to.id } : {}), name: toName, ...(at === undefined ? {} : { address: at }) },
        changes,
        repositories: group.map(({ repository, by }) => ({ repository, by })),
      },
    ];
  });
}

const losses = ({ deletions }: EffectsInput): readonly Group[] =>
  deletions.map(({ live, remaining }) => ({
    from: sideOf(live.id, live.name),
    to: null,
    changes: changesOfLoss(live.id, live.settings),
    repositories: remaining.map((repository) => ({ repository })),
  }));

/** The leaf changes of a repository that loses its configuration by a deletion. */
export const changesOfLoss = (id: ConfigurationId, settings: Settings): readonly LeafChange[] => [
  lostConfiguration(id),
  ...compareSettings(settings, {}),
];

/** @param before the id of the configuration, or its name */
export const lostConfiguration = (before: string): LeafChange => ({
  path: "configuration",
  setting: "configuration",
  before,
  verdict: "weaker",
  removes: true,
});

export const sideOf = (id: ConfigurationId, name: string | undefined): Side =>
  name === undefined ? { id } : { id, name };

const withRule = (repository: Repository, by: RuleMatch | undefined) =>
  by === undefined ? { repository } : { repository, by };

/** The worst class first, then the larger number of repositories. */
const bySeverity = (left: Effect, right: Effect): number =>
  repositoryClasses.indexOf(left.class) - repositoryClasses.indexOf(right.class) ||
  right.repositories.length - left.repositories.length ||
  compareText(labelOf(left), labelOf(right));

const labelOf = ({ from, to }: Effect): string => [from?.name ?? from?.id ?? "", to?.name ?? to?.id ?? ""].join("\n");

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

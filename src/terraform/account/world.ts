import type { Configuration, Repository } from "../../model/entities";
import { compareSettings } from "../../model/compare-settings";
import type { ConfigurationId } from "../../model/ids";
import type { Settings } from "../../model/settings";
import { changedText, part } from "../../reconcile/apply/changed";

/**
 * What a plan rests on, as JSON: it goes along with the plan to the process that applies it, which plans again. What
 * both have found must be the same.
 */
export interface World {
  /** The configurations that change or go, or that repositories move from or to, by id. */
  readonly configurations: Readonly<Record<string, SeenConfiguration>>;
  /** Names that no configuration had. */
  readonly free: readonly string[];
  /** What the repositories had that move, by id; null for none. */
  readonly moves: Readonly<Record<string, string | null>>;
  /** The triage of a finding, by id; null for none. */
  readonly triages: Readonly<Record<string, string | null>>;
}

interface SeenConfiguration {
  readonly name?: string;
  readonly settings: Settings;
  /** The ids of the repositories that had it, where the plan says what it does to them. */
  readonly holders?: readonly string[];
}

export const emptyWorld: World = { configurations: {}, free: [], moves: {}, triages: {} };

/** @param holders the repositories that have it, where the plan says what it does to them */
export const seen = (
  { id, name, settings }: Configuration,
  holders?: readonly { readonly id: string }[],
): World["configurations"] => ({
  [id]: {
    ...(name === undefined ? {} : { name }),
    settings,
    ...(holders === undefined ? {} : { holders: holders.map((each) => each.id).toSorted() }),
  },
});

/** The repositories that do not have what a rule gives them. @param to undefined where its id is not known yet */
export const movesIn = (
  placements: readonly { readonly repository: Repository; readonly to: ConfigurationId | undefined }[],
): World["moves"] =>
  Object.fromEntries(
    placements.flatMap(({ repository: { id, configuration_id: from = null }, to }) =>
      from !== null && from === to ? [] : [[id, from] as const],
    ),
  );

/** What names the objects in a text. */
export interface Names {
  readonly repository: (id: string) => string;
  /** Undefined where there is none. */
  readonly configuration: (id: string) => string | undefined;
}

/** What has moved between two plans of the same declaration, in words; empty where nothing has. */
export const movedSince = (then: World, now: World, names: Names): readonly string[] => [
  ...Object.entries(then.configurations).flatMap(([id, before]) =>
    configurationMoved(id, before, now.configurations[id], names),
  ),
  ...Object.entries(now.configurations).flatMap(([id, { name = id }]) =>
    !Object.hasOwn(then.configurations, id) && then.free.includes(name)
      ? [changedText(part("name", undefined, name))]
      : [],
  ),
  ...[...new Set([...Object.keys(then.moves), ...Object.keys(now.moves)])].flatMap((id) =>
    repositoryMoved(id, then.moves, now.moves, names),
  ),
  ...Object.entries(then.triages).flatMap(([id, before]) => {
    const after = now.triages[id] ?? null;
    const words = (category: string | null): string => category ?? "not triaged";
    return after === before ? [] : [`the finding ${id} was ${words(before)} and is ${words(after)}`];
  }),
];

function configurationMoved(
  id: string,
  before: SeenConfiguration,
  after: SeenConfiguration | undefined,
  names: Names,
): readonly string[] {
  const name = JSON.stringify(before.name ?? id);
  if (after === undefined) {
    const found = names.configuration(id);
    if (found === undefined) return [`the configuration ${name} was deleted`];
    return before.name === found ? [] : [`${name}: ${changedText(part("name", before.name, found))}`];
  }
  const [had, has] = [new Set(before.holders ?? after.holders), new Set(after.holders ?? before.holders)];
  const holding = [
    ...[...has].filter((each) => !had.has(each)).map((each) => [each, undefined, before.name ?? id] as const),
    ...[...had].filter((each) => !has.has(each)).map((each) => [each, before.name ?? id, undefined] as const),
  ];
  return [
    ...(before.name === after.name ? [] : [`${name}: ${changedText(part("name", before.name, after.name))}`]),
    ...compareSettings(before.settings, after.settings).map(
      (each) => `${name}: ${changedText(part(each.path, each.before, each.after))}`,
    ),
    ...holding.map(([repository, lost, gained]) =>
      changedText(part(`repository ${names.repository(repository)}`, lost, gained)),
    ),
  ];
}

function repositoryMoved(id: string, then: World["moves"], now: World["moves"], names: Names): readonly string[] {
  const path = `repository ${names.repository(id)}`;
  const nameOf = (configuration: string | null | undefined): string =>
    configuration === null || configuration === undefined
      ? "no configuration"
      : JSON.stringify(names.configuration(configuration) ?? configuration);
  if (!Object.hasOwn(now, id)) return [`${path} no longer moves from ${nameOf(then[id])}`];
  if (!Object.hasOwn(then, id)) return [`${path} would move as well, from ${nameOf(now[id])}`];
  return then[id] === now[id] ? [] : [`${path} had ${nameOf(then[id])} and has ${nameOf(now[id])}`];
}

import { compareSettings, type LeafChange } from "../../model/compare-settings";
import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration, Observed, Repository } from "../../model/entities";
import { groupBy } from "../../model/group-by";
import type { Address, ConfigurationId } from "../../model/ids";
import { byId, own, values } from "../../model/json";
import type { Checkpoint, HeldConfiguration } from "../apply/checkpoint";
import { changesOfLoss, type Effect, type Group, judged, type Side } from "../plan/effects";
import { fieldIn } from "../plan/merge";
import { changesBetween } from "../plan/moves";
import { byName } from "../plan/route";

/** A declared configuration that is not as it was read back. */
export interface DriftedConfiguration {
  readonly held: HeldConfiguration & { readonly id: ConfigurationId };
  readonly declared: DesiredConfiguration;
  /** Absent where it was deleted. */
  readonly live?: Configuration;
  /** The leaves that were declared and have changed. */
  readonly changes: readonly LeafChange[];
}

/** A repository that has another configuration than its rule gave it. */
interface DriftedRepository {
  readonly repository: Repository;
  /** Null where it had none. */
  readonly from: ConfigurationId | null;
}

/** What has moved in the service since a checkpoint, of all that its declaration owned. */
export interface Drift {
  readonly effects: readonly Effect[];
  readonly configurations: readonly DriftedConfiguration[];
  readonly repositories: readonly DriftedRepository[];
}

/**
 * Compares what the service held with what it holds. Settings that the declaration did not own belong to the dashboard, and
 * so do repositories that no rule assigned.
 */
export function driftOf(then: Checkpoint, now: Observed): Drift {
  const live = new Map(now.configurations.map((each) => [each.id, each]));
  const held = then.configurations.flatMap((each) => identified(each, now));
  const byAddress = new Map<string, ConfigurationId>(held.map((each) => [each.address, each.id]));
  const declared = new Map(then.desired.configurations.map((each) => [each.address, each]));
  const configurations = held.flatMap((each) => drifted(each, declared.get(each.address), live.get(each.id)));
  const inOrder = now.repositories.toSorted(byName);
  const repositories = inOrder.flatMap((repository): readonly DriftedRepository[] => {
    const given = Object.hasOwn(then.repositories, repository.id) ? then.repositories[repository.id] : undefined;
    if (given === undefined) return []; // no rule assigned it
    const from = given === null ? null : (byAddress.get(given) ?? idOf(given));
    return from === (repository.configuration_id ?? null) ? [] : [{ repository, from }];
  });
  const effects = judged([...edits(configurations, repositories, inOrder), ...movements(held, repositories, live)]);
  return { effects, configurations, repositories };
}

/** Addresses have been resolved, so the text is an id. */
const idOf = (text: ConfigurationId | Address): ConfigurationId => text as string as ConfigurationId;

type Identified = DriftedConfiguration["held"];

/** What was still to be created is known by its name; it may not have been created at all, which is no drift. */
function identified(held: HeldConfiguration, { configurations }: Observed): readonly Identified[] {
  if (held.id !== undefined) return [{ ...held, id: held.id }];
  const [found, ...others] = configurations.filter(({ name }) => name === held.name);
  return found === undefined || others.length > 0 ? [] : [{ ...held, id: found.id }];
}

function drifted(
  held: Identified,
  declared: DesiredConfiguration | undefined,
  live: Configuration | undefined,
): readonly DriftedConfiguration[] {
  if (declared === undefined) return [];
  if (live === undefined) return [{ held, declared, changes: [] }];
  const changes = compareSettings(held.settings, live.settings).filter((each) => isOwned(declared, each));
  return changes.length === 0 && held.name === live.name ? [] : [{ held, declared, live, changes }];
}

/** The changes of a configuration affect all repositories that have it, except those that moved to it by drift. */
function edits(
  configurations: readonly DriftedConfiguration[],
  moved: readonly DriftedRepository[],
  all: readonly Repository[],
): readonly Group[] {
  const elsewhere = new Set(moved.map(({ repository }) => repository.id));
  const holders = groupBy(all, ({ configuration_id: id }) => id);
  return configurations.flatMap(({ held, declared, live, changes }): readonly Group[] =>
    live === undefined
      ? []
      : [
          {
            from: sideOf(held.id, held.name),
            to: { ...sideOf(live.id, live.name), address: declared.address },
            changes,
            repositories: (holders.get(live.id) ?? [])
              .filter(({ id }) => !elsewhere.has(id))
              .map((repository) => ({ repository })),
          },
        ],
  );
}

function movements(
  held: readonly Identified[],
  moved: readonly DriftedRepository[],
  live: ReadonlyMap<ConfigurationId | null | undefined, Configuration>,
): readonly Group[] {
  const before = new Map<ConfigurationId | null | undefined, Identified>(held.map((each) => [each.id, each]));
  const groups = groupBy(moved, ({ repository, from }) => JSON.stringify([from, repository.configuration_id]));
  return [...groups.values()].flatMap((group): readonly Group[] => {
    const [first] = group;
    if (first === undefined) return [];
    const { from } = first;
    const to = first.repository.configuration_id;
    // a configuration that was assigned and not declared is not remembered, and taken to be as it is
    const had = before.get(from) ?? live.get(from);
    const has = live.get(to);
    return [
      {
        from: from === null ? null : sideOf(from, had?.name),
        to: to === undefined ? null : { ...sideOf(to, has?.name), ...addressOf(before.get(to)) },
        changes: changesOf(from, had, to, has),
        repositories: group.map(({ repository }) => ({ repository })),
      },
    ];
  });
}

type NamedSettings = Pick<Configuration, "settings"> & { readonly name?: string };

function changesOf(
  from: ConfigurationId | null,
  had: NamedSettings | undefined,
  to: ConfigurationId | undefined,
  has: NamedSettings | undefined,
): readonly LeafChange[] {
  if (to === undefined && from !== null) return changesOfLoss(from, had?.settings ?? {});
  return changesBetween(from ?? undefined, had, has?.settings ?? {});
}

const sideOf = (id: ConfigurationId, name: string | undefined): Side => (name === undefined ? { id } : { id, name });
const addressOf = (held: HeldConfiguration | undefined) => (held === undefined ? {} : { address: held.address });

/**
 * Whether a declaration determines a leaf.
 *
 * | the leaf is of                  | owned                                                  |
 * |---------------------------------|--------------------------------------------------------|
 * | a setting that is not declared  | no                                                     |
 * | an analyzer that is declared    | where the leaf itself is declared                      |
 * | another analyzer                | where `exclusive_analyzers` is set                     |
 * | a policy that is declared       | as a whole entry, and where the leaf itself is declared |
 * | another policy                  | yes: `code_policies` are exactly those declared        |
 * | a field that the model lacks    | as a leaf of an analyzer that comes or goes whole      |
 */
export function isOwned(declared: DesiredConfiguration, { setting, key, path, isUnwritable }: LeafChange): boolean {
  if (isUnwritable === true) return false;
  if (declared.whole === true) return true;
  const value = own(values(declared.settings), setting);
  if (value === undefined) return false;
  if (key === undefined) {
    const field = path.slice(setting.length + 1);
    return field === "" || own(values(value), field) !== undefined;
  }
  const entry = Array.isArray(value) ? byId(value).get(key) : own(values(value), key);
  if (entry === undefined) return Array.isArray(value) || declared.exclusiveAnalyzers === true;
  const field = fieldIn(path);
  return field === "" || own(values(entry), field) !== undefined;
}

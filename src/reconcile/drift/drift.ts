import { compareSettings, type LeafChange } from "../../model/compare-settings";
import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration, Observed, Repository } from "../../model/entities";
import { groupBy } from "../../model/group-by";
import type { Address, ConfigurationId } from "../../model/ids";
import { byId, own, values } from "../../model/json";
import { differences, leavesOf, overlap, settingsOf, withThese } from "../../model/leaves";
import { sameText } from "../../model/normal-form";
import type { Checkpoint, HeldConfiguration } from "../apply/checkpoint";
import { changesById, type ConfigurationChange } from "../plan/change";
import { changesOfLoss, type Effect, type Group, judged, sideOf } from "../plan/effects";
import { changesBetween } from "../plan/moves";
import type { Plan } from "../plan/plan";
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
        to: to === undefined ? null : { ...sideOf(to, has?.name), address: before.get(to)?.address },
        changes:
          to === undefined && from !== null
            ? changesOfLoss(from, had?.settings ?? {})
            : changesBetween(from ?? undefined, had, has?.settings ?? {}),
        repositories: group.map(({ repository }) => ({ repository })),
      },
    ];
  });
}

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
export function isOwned(declared: DesiredConfiguration, { setting, key, field, isUnwritable }: LeafChange): boolean {
  if (isUnwritable === true) return false;
  if (declared.whole === true) return true;
  const value = own(values(declared.settings), setting);
  if (value === undefined) return false;
  if (key === undefined) return field === undefined || own(values(value), field) !== undefined;
  const entry = Array.isArray(value) ? byId(value).get(key) : own(values(value), key);
  if (entry === undefined) return Array.isArray(value) || declared.exclusiveAnalyzers === true;
  return field === undefined || own(values(entry), field) !== undefined;
}

/**
 * The account as if nothing had drifted, so that a plan of it holds what is declared and not applied yet. Only what
 * the plan would change is put back: what somebody did by hand and is declared by now needs no apply.
 *
 * @param plan of the account as it is
 */
export function withoutDrift(now: Observed, { configurations, repositories }: Drift, plan: Plan): Observed {
  if (configurations.length === 0 && repositories.length === 0) return now; // the same one, which is planned already
  const drifted = new Map(configurations.map((each) => [each.held.id, each]));
  const planned = changesById(plan.configurations);
  const remade = new Map<ConfigurationId | null, Remade>(configurations.flatMap((each) => remadeAs(each, plan)));
  const former = new Map([...remade.values()].map((each) => [each.live.id, each]));
  const gone = configurations.flatMap(({ live, held: { id, name, settings } }): readonly Configuration[] =>
    live === undefined && name !== undefined && isCreated(plan, name) ? [{ id, name, settings }] : [],
  );
  const known = [
    ...now.configurations.map((live) => {
      const each = drifted.get(live.id) ?? former.get(live.id);
      return each === undefined ? live : withoutItsDrift(live, each, planned.get(live.id), plan);
    }),
    ...gone,
  ];
  const ids = new Set<ConfigurationId | null>([null, ...known.map(({ id }) => id)]);
  const moving = new Set(plan.moves.map(({ repository }) => repository.id));
  const back = new Map(
    repositories.flatMap(({ repository: { id }, from: had }) => {
      const from = remade.get(had)?.live.id ?? had;
      return moving.has(id) && ids.has(from) ? [[id, from] as const] : [];
    }),
  );
  return {
    ...now,
    configurations: known,
    repositories: now.repositories.map((repository): Repository => {
      const from = back.get(repository.id);
      return from === undefined ? repository : { ...repository, configuration_id: from ?? undefined };
    }),
  };
}

type Remade = DriftedConfiguration & { readonly live: Configuration };

/** A configuration that was deleted, and the other one that is declared in its place by now. */
function remadeAs(
  { held, declared, live }: DriftedConfiguration,
  { configurations }: Plan,
): readonly (readonly [ConfigurationId, Remade])[] {
  const other = configurations.find((each) => sameText(held.name, each.declared.name))?.live;
  if (live !== undefined || other === undefined) return [];
  return [[held.id, { held, declared, live: other, changes: compareSettings(held.settings, other.settings) }]];
}

/** The plan finds no live configuration of this name. */
const isCreated = ({ configurations }: Plan, name: string | undefined): boolean =>
  configurations.some(({ action, declared }) => action === "create" && sameText(name, declared.name));

function withoutItsDrift(
  live: Configuration,
  { held, changes }: DriftedConfiguration,
  planned: ConfigurationChange | undefined,
  plan: Plan,
): Configuration {
  const isLost = planned === undefined && isCreated(plan, held.name); // under its new name nobody declares it
  const back = changes.filter((each) => isLost || planned?.changes.some((other) => overlap(each, other)) === true);
  const name = isLost || planned?.declared.name === held.name ? held.name : live.name;
  const [was, is] = [leavesOf(held.settings), leavesOf(live.settings)];
  const paths = differences(was, is).filter((path) => {
    const leaf = was.get(path) ?? is.get(path);
    return leaf !== undefined && back.some((each) => overlap(each, leaf));
  });
  return { ...live, name, settings: settingsOf(withThese(is, paths, was)) };
}

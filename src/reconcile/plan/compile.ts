import { canonical, compareText } from "../../model/fingerprint";
import { groupBy } from "../../model/group-by";
import type { Address } from "../../model/ids";
import { own } from "../../model/json";
import { leavesOf } from "../../model/leaves";
import { settingNames, type Settings, settingsFields } from "../../model/settings";
import type { ConfigurationWrite } from "../ports";
import type { ConfigurationChange, Deletion, LiveChange, Move, PlannedChanges } from "./change";
import type { Need } from "./set-cover/classes";
import { cover, type Group } from "./set-cover/set-cover";
import type { PendingTriage } from "./triages";
import type { Write, WriteDraft } from "./write";
import { colourByConflict, ordered, orderRenames } from "./write-order";

export interface RequestCounts {
  readonly planned: number;
  /** The number with one request for each changed configuration and each moved repository. */
  readonly oneByOne: number;
  /** No smaller set of requests is correct under every open reading. */
  readonly lowerBound: number;
}

interface CompileInput extends PlannedChanges {
  readonly triages: readonly PendingTriage[];
}

/**
 * Chooses the requests. An update has all settings of its configuration, so that each is correct under every open
 * reading of the specification: whether what is given is merged leaf by leaf, by entries or by settings, or takes the
 * place of all. Where a PUT merges into entries, nothing can be removed at all, which the read-back detects.
 *
 * | change                               | request                                               |
 * |--------------------------------------|-------------------------------------------------------|
 * | new configuration                    | POST, with all the repositories that move to it       |
 * | removal                              | PUT, with all repositories                            |
 * | new name                             | PATCH                                                 |
 * | change with new repositories         | the same request lists them                           |
 * | new repositories only                | one assign                                            |
 * | other changes                        | the fewest bulk_updates and PATCHes: `cover`          |
 * | no longer declared, and pruned       | DELETE, after its repositories have left              |
 * | triage of a finding                  | POST or DELETE of its category, after all of these    |
 *
 * A bulk_update lacks settings of its configurations unless they all end up alike. It then goes out for one of them
 * first, and for the others only once that one has lost nothing.
 */
export function compile(input: CompileInput): {
  readonly writes: readonly Write[];
  readonly requests: RequestCounts;
} {
  const { configurations, moves } = input;
  const gains = groupBy(moves, ({ to }) => ("id" in to ? to.id : to.address));
  const changed = configurations.filter(isLive);
  const [lone, others] = partition(changed, (each) => gains.has(each.live.id) || needsOwnRequest(each));
  const shared = cover(others.map(needOf));
  const created = configurations.filter(({ action }) => action === "create");
  const alone = new Set<string>(lone.map((each) => each.live.id));
  const onlyGaining = [...gains.values()].filter(
    ([first]) => first !== undefined && "id" in first.to && !alone.has(first.to.id),
  );

  const apart = shared.groups.flatMap(sharedWrites);
  const drafts: WriteDraft[] = [
    ...apart,
    ...orderRenames(colourByConflict(lone, moves)).map((each) => ownWrite(each, gains.get(each.live.id) ?? [])),
    ...created.map((each) => creation(each, gains.get(each.address) ?? [])),
    ...onlyGaining.flatMap(assignment),
    ...input.deletions.map(deletion),
    ...input.triages.map(triage),
  ];
  return {
    writes: ordered(drafts, input),
    requests: {
      planned: drafts.length,
      oneByOne: created.length + changed.length + moves.length + input.deletions.length + input.triages.length,
      lowerBound: drafts.length - apart.length + shared.lowerBound,
    },
  };
}

/** The requests of one or more configurations that get the same values; of some settings, one after another. */
function sharedWrites({ items, units, trial }: Group<LiveChange>): readonly WriteDraft[] {
  const [first, ...more] = items;
  if (first === undefined) return [];
  if (more.length === 0) return [ownWrite(first, [])];
  const updates = units === undefined ? first.after : pick(first.after, units);
  const bulk = (some: readonly LiveChange[], part?: "trial" | "rest"): WriteDraft => ({
    kind: "bulk",
    configurations: some.map((each) => each.live.id),
    updates,
    carries: addresses(some.map((each) => each.address)),
    ...(part === undefined ? {} : { part }),
  });
  if (trial === undefined) return [bulk(items)];
  return [
    bulk([trial], "trial"),
    bulk(
      items.filter((each) => each !== trial),
      "rest",
    ),
  ];
}

/** A separate request; the repositories that it lists depend on its position in the order. */
function ownWrite(each: LiveChange, moved: readonly Move[]): WriteDraft {
  return {
    kind: each.changes.some((leaf) => leaf.removes) ? "put" : "patch",
    configuration: each.live.id,
    body: { name: each.declared.name, settings: each.after, ...named(moved) },
    carries: addresses([each.address, ...moved.map((move) => move.assignments)]),
  };
}

/** The declared settings with their empty lists: what the service would fill in is unknown. */
const creation = ({ address, declared }: ConfigurationChange, moved: readonly Move[]): WriteDraft => ({
  kind: "create",
  body: { name: declared.name, settings: declared.settings, ...named(moved) },
  carries: addresses([address, ...moved.map((move) => move.assignments)]),
});

function assignment(moved: readonly Move[]): readonly WriteDraft[] {
  const to = moved[0]?.to;
  if (to === undefined || !("id" in to)) return [];
  const carries = addresses(moved.map((move) => move.assignments));
  return [
    { kind: "assign", configuration: to.id, repositories: moved.map(({ repository }) => repository.id), carries },
  ];
}

const deletion = ({ address, live }: Deletion): WriteDraft => ({
  kind: "delete",
  configuration: live.id,
  carries: [address],
});

const triage = ({ address, declared: { findingId: finding }, after }: PendingTriage): WriteDraft =>
  after === null
    ? { kind: "remove-triage", finding, carries: [address] }
    : { kind: "set-triage", finding, category: after, carries: [address] };

const named = (moved: readonly Move[]): Pick<ConfigurationWrite, "repositories"> =>
  moved.length === 0 ? {} : { repositories: moved.map(({ repository }) => repository.id) };

const isLive = (each: ConfigurationChange): each is LiveChange => each.live !== undefined && each.action !== "no-op";

/** bulk_update cannot rename or remove. */
const needsOwnRequest = (each: LiveChange): boolean =>
  each.action === "adopt" || each.changes.some((leaf) => leaf.removes);

const addresses = (all: readonly Address[]): readonly Address[] => [...new Set(all)];

function partition<T>(items: readonly T[], test: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

/** The settings that a change must write, and the declared ones that already hold. */
export function needOf<T extends ConfigurationChange>(item: T): Need<T> {
  const { changes, declared, after } = item;
  const texts = new Map(
    Object.entries<unknown>(after)
      .sort(([one], [other]) => compareText(one, other))
      .map(([name, value]) => [name, canonical(settingsFields, { [name]: value })]),
  );
  const changed = new Set<string>(changes.map(({ setting }) => setting));
  const allows = new Map([...texts].filter(([name]) => own(declared.settings, name) !== undefined));
  const needs = new Map([...allows].filter(([name]) => changed.has(name)));
  return { item, needs, allows, whole: [...texts.values()].join(), levels: levelsOf(after) };
}

/**
 * At which level a service may lose each setting that a request lacks. One that is set in one configuration shows what
 * becomes of all others of its level. What is empty shows nothing.
 */
export const levelsOf = (settings: Settings): ReadonlyMap<string, string> =>
  new Map(
    Array.from(leavesOf(settings).values(), ({ place: { setting, key } }) => [
      setting,
      key === undefined ? "setting" : setting === "code_policies" ? "policy" : "entry",
    ]),
  );

const pick = (settings: Settings, names: readonly string[]): Settings =>
  Object.fromEntries(settingNames.filter((name) => names.includes(name)).map((name) => [name, settings[name]]));

import { own } from "../../model/json";
import type { Field } from "../../model/field";
import { canonical } from "../../model/fingerprint";
import { groupBy } from "../../model/group-by";
import type { Address } from "../../model/ids";
import { type Settings, settingsFields } from "../../model/settings";
import type { ConfigurationWrite } from "../ports";
import {
  changedSettings,
  type ConfigurationChange,
  type Deletion,
  type LiveChange,
  type Move,
  type PlannedChanges,
} from "./change";
import type { Need } from "./set-cover/classes";
import { cover } from "./set-cover/set-cover";
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
 * Chooses the requests. Each is correct under every open reading of the specification, with one exception: where a
 * PUT merges into entries, nothing can be removed at all, which the read-back detects.
 *
 * | change                               | request                                               |
 * |--------------------------------------|-------------------------------------------------------|
 * | new configuration                    | POST, with all the repositories that move to it       |
 * | removal; new name                    | PUT of the whole settings and all repositories; PATCH |
 * | change with new repositories         | the same request lists them                           |
 * | new repositories only                | one assign                                            |
 * | other changes                        | the fewest bulk_updates and PATCHes: `cover`          |
 * | no longer declared, and pruned       | DELETE, after its repositories have left              |
 * | triage of a finding                  | POST or DELETE of its category, after all of these    |
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

  const drafts: WriteDraft[] = [
    ...shared.groups.map(({ items, units }) => sharedWrite(items, units)),
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
      lowerBound: drafts.length - shared.groups.length + shared.lowerBound,
    },
  };
}

/** Writes equal settings to one or more configurations; for one, each top-level field whole. */
function sharedWrite(items: readonly LiveChange[], units: readonly string[]): WriteDraft {
  const carries = addresses(items.map((each) => each.address));
  const [first, ...more] = items;
  const after = first?.after ?? {};
  if (first === undefined || more.length > 0)
    return {
      kind: "bulk",
      configurations: items.map((each) => each.live.id),
      updates: settingsOf(units, after),
      carries,
    };
  const body = { name: first.declared.name, settings: settingsOf(units, after) };
  return { kind: "patch", configuration: first.live.id, body, carries };
}

/** A separate request; the repositories that it lists depend on its position in the order. */
function ownWrite(each: LiveChange, moved: readonly Move[]): WriteDraft {
  const put = each.changes.some((leaf) => leaf.removes);
  return {
    kind: put ? "put" : "patch",
    configuration: each.live.id,
    body: {
      name: each.declared.name,
      settings: put ? each.after : changedSettings(each.changes, each.after),
      ...named(moved),
    },
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

/** The top-level settings that a change must write whole, and the declared ones that already hold. */
export function needOf<T extends ConfigurationChange>(item: T): Need<T> {
  const needs = new Map<string, string>();
  const allows = new Map<string, string>();
  for (const [name, field] of Object.entries(settingsFields)) {
    const value = textOf(field, own(item.after, name));
    if (value === undefined || own(item.declared.settings, name) === undefined) continue;
    allows.set(name, value);
    if (textOf(field, own(item.live?.settings ?? {}, name)) !== value) needs.set(name, value);
  }
  return { item, needs, allows };
}

/** Top-level settings as a body. */
const settingsOf = (names: readonly string[], after: Settings): Settings =>
  Object.fromEntries(names.map((name) => [name, own(after, name)]));

const textOf = (field: Field, value: unknown): string | undefined =>
  value === undefined ? undefined : canonical({ value: field }, { value });

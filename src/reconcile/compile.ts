import { canonical } from "../model/canonical";
import type { Repository } from "../model/entities";
import { groupBy } from "../model/group";
import type { Address, ConfigurationId, RepositoryId } from "../model/ids";
import { settingNames, type Settings, settingsFields } from "../model/settings";
import { type ConfigurationChange, type Move, touched } from "./change";
import type { ConfigurationBody } from "./ports";

interface Common {
  /** Its place in the list of writes. */
  readonly id: number;
  /** The writes that must have succeeded before it is sent. */
  readonly after: readonly number[];
  /** The declared things that it carries changes of. */
  readonly carries: readonly Address[];
}

/** One request that changes something. */
export type Write = Common &
  (
    | { readonly kind: "create"; readonly body: ConfigurationBody }
    | { readonly kind: "put" | "patch"; readonly configuration: ConfigurationId; readonly body: ConfigurationBody }
    | { readonly kind: "bulk"; readonly configurations: readonly ConfigurationId[]; readonly updates: Settings }
    | {
        readonly kind: "assign";
        readonly configuration: ConfigurationId;
        readonly repositories: readonly RepositoryId[];
      }
  );

export interface RequestCounts {
  readonly planned: number;
  /** With a request for each changed configuration and each moved repository. */
  readonly oneByOne: number;
  /** No set of requests that is right under every reading of the specification is smaller. */
  readonly lowerBound: number;
}

export interface CompileInput {
  readonly changes: readonly ConfigurationChange[];
  readonly moves: readonly Move[];
  /** The repositories of each live configuration, before the plan. */
  readonly holders: ReadonlyMap<ConfigurationId | undefined, readonly Repository[]>;
}

type Live = ConfigurationChange & { readonly live: NonNullable<ConfigurationChange["live"]> };

/**
 * Chooses the requests. Each is right under every reading of what the specification leaves open, but
 * for one: where a PUT merges into entries, nothing can be removed at all, which shows when the
 * account is read back.
 *
 * | change                               | request                                               |
 * |--------------------------------------|-------------------------------------------------------|
 * | new configuration                    | POST, with all the repositories that move to it       |
 * | something goes away                  | PUT of the whole settings and all repositories        |
 * | equal fields in two or more          | one bulk_update                                       |
 * | the rest                             | PATCH, each changed top-level field whole             |
 * | repositories move to an existing one | with its PATCH or PUT if it has one, else one assign  |
 *
 * A request that names repositories names all that the configuration has at that moment, since the
 * service may take the list for the whole set. So one that loses a repository in the same plan
 * gains others by an assign of its own, and whoever takes from it waits until it was written:
 *
 *     PUT a (lists x) ──> PATCH b (takes x)        settings of a ──> assign to a
 *
 * Only configurations that lose a repository are waited for by others, and those wait for nobody:
 * there is no cycle.
 */
export function compile({ changes, moves, holders }: CompileInput): {
  readonly writes: readonly Write[];
  readonly requests: RequestCounts;
} {
  const gains = groupBy(moves, ({ to }) => ("id" in to ? to.id : to.address));
  const losing = new Set(moves.flatMap(({ from }) => from ?? []));
  const writes: Write[] = [];
  /** Where a repository is listed by a write of the configuration that it is about to leave. */
  const listedBy = new Map<RepositoryId, number>();
  const writeOf = new Map<ConfigurationId, number>();
  const folded = new Set<ConfigurationId>();

  const add = (
    write: DistributiveOmit<Write, "id" | "after">,
    moved: readonly Move[],
    after: readonly number[],
  ): number => {
    const waits = moved.flatMap(({ repository }) => listedBy.get(repository.id) ?? []);
    const id = writes.length;
    writes.push({ ...write, id, after: [...new Set([...after, ...waits])] });
    return id;
  };

  const single = (each: Live): void => {
    const { id } = each.live;
    const current = (holders.get(id) ?? []).map((repository) => repository.id);
    const moved = losing.has(id) ? [] : (gains.get(id) ?? []);
    const put = each.changes.some((leaf) => leaf.removes);
    const repositories = [...current, ...moved.map(({ repository }) => repository.id)];
    const body: ConfigurationBody = {
      name: each.declared.name,
      settings: put ? each.after : touched(each),
      ...(moved.length > 0 || (put && repositories.length > 0) ? { repositories } : {}),
    };
    const carries = addresses([each.address, ...moved.map((move) => move.assignments)]);
    const write = add({ kind: put ? "put" : "patch", configuration: id, body, carries }, moved, []);
    writeOf.set(id, write);
    if (moved.length > 0) folded.add(id);
    if (put) for (const repository of current) listedBy.set(repository, write);
  };

  const changed = changes.filter(isLive);
  const [lone, groupable] = partition(changed, (each) => {
    const gaining = gains.has(each.live.id) && !losing.has(each.live.id);
    return gaining || needsOwnRequest(each);
  });
  const groups = [...groupBy(groupable, (each) => canonical(settingsFields, touched(each))).values()];
  const [bulks, unlike] = partition(groups, (group) => group.length > 1);

  // what lists the repositories that leave it comes before those that take them
  const [waitedFor, others] = partition([...lone, ...unlike.flat()], (each) => losing.has(each.live.id));
  for (const each of [...waitedFor, ...others]) single(each);
  for (const group of bulks) {
    const configurations = group.map((each) => each.live.id);
    const updates = group[0] === undefined ? {} : touched(group[0]);
    const write = add(
      { kind: "bulk", configurations, updates, carries: addresses(group.map((each) => each.address)) },
      [],
      [],
    );
    for (const id of configurations) writeOf.set(id, write);
  }
  for (const each of changes.filter(({ action }) => action === "create")) {
    const moved = gains.get(each.address) ?? [];
    const repositories = moved.map(({ repository }) => repository.id);
    // as it was declared, empty lists too: what the service would fill in there is not known
    const body = {
      name: each.declared.name,
      settings: each.declared.settings,
      ...(moved.length > 0 ? { repositories } : {}),
    };
    add(
      { kind: "create", body, carries: addresses([each.address, ...moved.map((move) => move.assignments)]) },
      moved,
      [],
    );
  }
  for (const moved of gains.values()) {
    const to = moved[0]?.to;
    if (to === undefined || !("id" in to) || folded.has(to.id)) continue;
    const settings = writeOf.get(to.id);
    const repositories = moved.map(({ repository }) => repository.id);
    const carries = addresses(moved.map((move) => move.assignments));
    add(
      { kind: "assign", configuration: to.id, repositories, carries },
      moved,
      settings === undefined ? [] : [settings],
    );
  }

  return { writes, requests: { planned: writes.length, ...bounds(changes, changed, moves, gains) } };
}

/**
 * What no compiler can go below: a POST for each new configuration, a request of its own for each
 * one that gains repositories or loses something, and for the others at least as many as some
 * field has different final values, since one request carries one value of it.
 */
function bounds(
  changes: readonly ConfigurationChange[],
  changed: readonly Live[],
  moves: readonly Move[],
  gains: ReadonlyMap<string, readonly Move[]>,
): Omit<RequestCounts, "planned"> {
  const creates = changes.filter(({ action }) => action === "create").length;
  const own = new Set<string>(moves.flatMap(({ to }) => ("id" in to ? [to.id] : [])));
  for (const each of changed) if (needsOwnRequest(each)) own.add(each.live.id);
  const rest = changed.filter((each) => !own.has(each.live.id) && !gains.has(each.live.id)).map(touched);
  const distinct = settingNames.map(
    (name) =>
      new Set(rest.filter((each) => name in each).map((each) => canonical(settingsFields, { [name]: each[name] })))
        .size,
  );
  return {
    oneByOne: creates + changed.length + moves.length,
    lowerBound: creates + own.size + Math.max(0, ...distinct),
  };
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

const isLive = (each: ConfigurationChange): each is Live => each.live !== undefined && each.action !== "no-op";

/** bulk_update carries no name, and removes nothing. */
const needsOwnRequest = (each: Live): boolean => each.action === "adopt" || each.changes.some((leaf) => leaf.removes);

const addresses = (all: readonly Address[]): readonly Address[] => [...new Set(all)];

function partition<T>(items: readonly T[], test: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

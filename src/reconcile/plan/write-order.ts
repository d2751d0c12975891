import { groupBy } from "../../model/group-by";
import type { ConfigurationId, RepositoryId } from "../../model/ids";
import type { LiveChange, Move, PlannedChanges } from "./change";
import { repositoriesIn, type Write, type WriteDraft } from "./write";

/**
 * Configurations that exchange repositories are written in different rounds. A greedy colouring keeps the rounds few.
 */
export function colourByConflict(lone: readonly LiveChange[], moves: readonly Move[]): readonly LiveChange[] {
  const neighbours = new Map<ConfigurationId, Set<ConfigurationId>>();
  const exchange = (one: ConfigurationId, other: ConfigurationId): void => {
    neighbours.set(one, (neighbours.get(one) ?? new Set()).add(other));
  };
  for (const { from, to } of moves) {
    if (from === undefined || !("id" in to)) continue;
    exchange(from, to.id);
    exchange(to.id, from);
  }
  const turns = new Map<ConfigurationId, number>();
  for (const { live } of lone) {
    const taken = new Set([...(neighbours.get(live.id) ?? [])].map((each) => turns.get(each)));
    let turn = 0;
    while (taken.has(turn)) turn += 1;
    turns.set(live.id, turn);
  }
  return lone.toSorted((left, right) => (turns.get(left.live.id) ?? 0) - (turns.get(right.live.id) ?? 0));
}

/**
 * A configuration that takes a name comes after all that give it up; in a cycle of names the first declared one
 * comes first.
 */
export function orderRenames(lone: readonly LiveChange[]): readonly LiveChange[] {
  const giving = groupBy(
    lone.filter(({ action }) => action === "adopt"),
    ({ live }) => live.name,
  );
  const placed = new Set<LiveChange>();
  for (const each of lone) {
    const chain = new Set([each]);
    let circle = false;
    // new members are appended to the chain during the walk
    for (const { declared } of chain)
      for (const giver of giving.get(declared.name) ?? []) {
        circle ||= giver === each;
        if (!placed.has(giver)) chain.add(giver);
      }
    for (const one of circle ? [each] : [...chain].reverse()) placed.add(one);
  }
  return [...placed];
}

/**
 * Gives each write its position and its dependencies. A PUT or PATCH that lists repositories lists all that the
 * configuration has at that moment, since the service may replace the whole set:
 *
 *     a lists x, which b takes later           b waits for a, and a lists x
 *     b takes x, and a lists its own later     a waits for b, and a does not list x
 *     b takes the last repository of a         the DELETE of a waits for b
 *     a gives up a name that b takes           b waits for a, since names may have to be unique
 *     a and b create two of one name           b waits for a, so that it can tell whose the other one is
 *
 * Writes depend on earlier ones only, so there is no cycle.
 */
export function ordered(
  drafts: readonly WriteDraft[],
  { configurations, moves, holders }: Pick<PlannedChanges, "configurations" | "moves" | "holders">,
): readonly Write[] {
  const taker = new Map<RepositoryId, number>();
  for (const [id, draft] of drafts.entries()) for (const repository of repositoriesIn(draft)) taker.set(repository, id);
  const renamed = new Map(
    configurations.flatMap(({ live, action }) => (action === "adopt" ? [[live?.id, live?.name]] : [])),
  );
  const freedBy = groupBy(drafts.entries(), ([, draft]) =>
    "configuration" in draft ? renamed.get(draft.configuration) : undefined,
  );
  const creating = groupBy(drafts.entries(), ([, draft]) => (draft.kind === "create" ? draft.body.name : undefined));
  const lost = groupBy(moves, ({ from }) => from);
  const listedBy = new Map<RepositoryId, number>();
  return drafts.map((draft, id): Write => {
    const waits = new Set<number>(repositoriesIn(draft).flatMap((each) => listedBy.get(each) ?? []));
    const freed = "body" in draft ? (freedBy.get(draft.body.name) ?? []) : [];
    const alike = draft.kind === "create" ? (creating.get(draft.body.name) ?? []) : [];
    for (const [each] of [...freed, ...alike]) if (each < id) waits.add(each);
    if (draft.kind === "delete")
      for (const { repository } of lost.get(draft.configuration) ?? []) waits.add(taker.get(repository.id) ?? id);
    if (draft.kind !== "put" && draft.kind !== "patch") return { ...draft, id, after: [...waits] };

    const gained = draft.body.repositories ?? [];
    if (draft.kind === "patch" && gained.length === 0) return { ...draft, id, after: [...waits] };
    const current = holders(draft.configuration).map((repository) => repository.id);
    const still = current.filter((repository) => {
      const by = taker.get(repository) ?? Infinity;
      if (by < id) waits.add(by);
      return by > id;
    });
    for (const repository of still) listedBy.set(repository, id);
    const repositories = [...still, ...gained];
    const { repositories: _gained, ...body } = draft.body;
    return { ...draft, body: { ...body, ...(repositories.length > 0 ? { repositories } : {}) }, id, after: [...waits] };
  });
}

import type { AccountDocument } from "./document";
import type { Part } from "./renderer";

/**
 * What a plan does with some repositories and configurations: those that match, the repositories that come from or go
 * to a configuration that matches, and the configurations of the repositories. For a reader alone: it is no plan.
 */
export function partOf(plan: AccountDocument, { matches }: Pick<Part, "matches">): AccountDocument {
  const isMeant = (...names: readonly (string | null | undefined)[]): boolean =>
    names.some((each) => typeof each === "string" && matches(each));
  const effects = plan.effects.flatMap((each) => {
    const { from, to } = each;
    if (isMeant(from?.id, from?.name, to?.id, to?.address, to?.name)) return [each];
    const repositories = each.repositories.filter(({ id, name }) => isMeant(id, name));
    return repositories.length === 0 ? [] : [{ ...each, repositories }];
  });
  const sides = plan.before.configurations.concat(plan.after.configurations);
  const meant = new Set(sides.filter(({ id, address, name }) => isMeant(id, address, name)).flatMap(keysOf));
  const moves = plan.moves.filter(
    ({ repository_id: id, repository_name: name, from, to }) =>
      isMeant(id, name, from, to) || meant.has(from) || meant.has(to),
  );
  // what a repository comes from may change as well, and that does not reach it any more
  const concerned = new Set<string | null | undefined>([
    ...effects.flatMap(({ to }) => (to === null ? [] : keysOf(to))),
    ...moves.map(({ to }) => to),
    ...meant,
  ]);
  concerned.delete(null);
  const left = new Set(effects.flatMap(({ from, to }) => (to === null ? [from?.id] : [])));
  const held = new Set(effects.flatMap((each) => each.repositories.map(({ id }) => id)));
  return {
    ...plan,
    ...{ future: [], prolonged: [], no_longer_declared: [] },
    effects,
    moves,
    changes: plan.changes.filter(({ address, id }) => concerned.has(address) || concerned.has(id)),
    deletions: plan.deletions.filter(({ address, id, name }) => isMeant(address, id, name) || left.has(id)),
    unused: plan.unused.filter(({ address, id, name }) => isMeant(address, id, name)),
    triages: plan.triages.filter(({ finding }) => isMeant(finding?.repository?.id, finding?.repository?.name)),
    after: {
      ...plan.after,
      repositories: plan.after.repositories.filter(({ id, name }) => isMeant(id, name) || held.has(id)),
    },
  };
}

const keysOf = ({ id, address }: { readonly id: string | null; readonly address: string | null }) => [id, address];

/** Nothing of the plan is in the part. */
export const isNothing = ({ effects, moves, changes, deletions, unused, triages }: AccountDocument): boolean =>
  [effects, moves, changes, deletions, unused, triages].every(({ length }) => length === 0);

import type { Desired } from "../../src/model/desired";
import type { Observed } from "../../src/model/observed";
import type { Profile } from "../../src/emulator";
import { diff, target } from "../../src/reconcile/plan/target";
import { type Plan, plan } from "../../src/reconcile/plan/plan";
import type { Run } from "./run";
import { id } from "./service";

/** What an apply promises, whatever the service does and whatever goes wrong; each gives what broke it. */

type Broken = readonly string[];

/** Every promise that holds of one apply by itself. */
export const brokenBy = (run: Run, desired: Desired, prune: boolean, profile: Partial<Profile>): Broken => [
  ...untouched(run, profile),
  ...straight(run, profile),
  ...createdOnce(run),
  ...everyOutcome(run),
  ...truthful(run, left(run.after, desired, prune)),
];

/**
 * Whether there is a request that brings every leaf to where it should be. There is none where both PUT and
 * PATCH only add, nor for analyzers that the service fills in again; and what it fills in once, where PATCH
 * only adds, goes away with the next apply.
 */
export function reachable(profile: Partial<Profile>, { configurations }: Desired): boolean {
  const { put_omitted, patch_merge, ids_most = 0, defaults = "none" } = profile;
  const adding = patch_merge === "deep" || patch_merge === "entries";
  const exclusive = configurations.some((each) => each.exclusiveAnalyzers === true);
  const filled = exclusive && (defaults === "always" || defaults === "at_put" || (defaults === "at_create" && adding));
  return ids_most === 0 && !(put_omitted === "merged" && adding) && !filled;
}

/** What is still to do, by a plan of what there is. */
export const left = (observed: Observed, desired: Desired, prune: boolean): Plan =>
  plan({ id }, desired, observed, { prune });

/** What was not declared is as it was, or filled in by a PUT; without an apply, everything is. */
function untouched({ before, after, plan: made, applied }: Run, { defaults }: Partial<Profile>): Broken {
  const carriedOut = applied === undefined ? undefined : made;
  const now = new Map(after.configurations.map((each) => [each.id, each]));
  const gone = new Set(carriedOut?.deletions.map(({ live }) => live.id));
  const moved = new Set(carriedOut?.moves.map(({ repository }) => repository.id));
  const configurations = before.configurations.flatMap(({ id: which, name, settings }): Broken => {
    const change = carriedOut?.configurations.find((each) => each.live?.id === which);
    const live = now.get(which);
    if (live === undefined) return gone.has(which) ? [] : [`configuration ${which} is gone`];
    const planned = change?.changes.map(({ path }) => path) ?? [];
    const foreign = diff(settings, live.settings).filter(
      ({ path, before: was }) =>
        !planned.some((each) => path.startsWith(each)) && !(was === undefined && defaults === "at_put"),
    );
    return [
      ...foreign.map((each) => `${String(name)}: ${each.path} was ${shown(each.before)} and is ${shown(each.after)}`),
      ...(live.name === name || live.name === change?.declared.name
        ? []
        : [`${String(name)} is now ${String(live.name)}`]),
    ];
  });
  const was = new Map(before.repositories.map((each) => [each.id, each.configuration_id]));
  const repositories = after.repositories.flatMap(({ id: which, name, configuration_id: has }): Broken => {
    const had = was.get(which);
    const orphaned = had !== undefined && has === undefined && gone.has(had);
    return has === had || moved.has(which) || orphaned
      ? []
      : [`${String(name)} had ${String(had)} and has ${String(has)}`];
  });
  return [...configurations, ...repositories];
}

/** A repository that moves goes straight, and only to a configuration that holds what was declared. */
function straight({ ways, plan: made }: Run, profile: Partial<Profile>): Broken {
  const moves = new Map(made?.moves.map((each) => [each.repository.id, each]));
  const byName = new Map(made?.configurations.map((each) => [each.declared.name, each]));
  const byId = new Map(made?.configurations.map((each) => [each.live?.id, each]));
  return [...ways].flatMap(([repository, [first, second, ...more]]): Broken => {
    if (second === undefined) return [];
    const move = moves.get(repository);
    const { to } = move ?? {};
    const goal =
      to === undefined || !("address" in to)
        ? (to?.id ?? "nowhere")
        : (byName.get(move?.toName ?? "")?.live?.id ?? "new");
    const arrived = goal === "new" ? second.name === move?.toName : second.configuration === goal;
    const way = [first, second, ...more].map((each) => String(each?.configuration)).join(" -> ");
    if (more.length > 0 || !arrived)
      return move === undefined && second.configuration === null ? [] : [`${repository} went ${way}`];
    // a service whose PUT merges lets nothing go away, which shows only afterwards
    if (profile.put_omitted === "merged") return [];
    const change = goal === "new" ? byName.get(move?.toName ?? "") : byId.get(second.configuration ?? undefined);
    if (change === undefined || second.settings === undefined) return [];
    // what is filled in wherever it is shown need not be stored
    const planned = new Set(change.changes.map(({ path }) => path));
    const lacking = diff(second.settings, target(second.settings, { settings: change.declared.settings }));
    return lacking
      .filter(({ path }) => goal === "new" || planned.has(path))
      .map(({ path }) => `${repository} came to ${change.declared.name} before that held ${path}`);
  });
}

/** Nothing is there twice that was declared once, and nothing new that was not declared. */
function createdOnce({ before, after, plan: made }: Run): Broken {
  const known = new Set(before.configurations.map((each) => each.id));
  const wanted = new Set(
    made?.configurations.flatMap((each) => (each.action === "create" ? [each.declared.name] : [])),
  );
  return after.configurations
    .filter((each) => !known.has(each.id))
    .flatMap(({ name = "" }) => (wanted.delete(name) ? [] : [`a configuration ${shown(name)} more than was declared`]));
}

/** Of everything that a write carries it is said what became of it. */
function everyOutcome({ plan: made, applied }: Run): Broken {
  if (applied === undefined) return [];
  const told = new Set(applied.outcomes.map(({ address }) => address));
  const carried = new Set(made?.writes.flatMap(({ carries }) => carries));
  return [...carried].filter((each) => !told.has(each)).map((each) => `nothing is said of ${each}`);
}

/** What is still to do afterwards is what was reported, and what was reported is still to do. */
function truthful({ plan: made, applied }: Run, rest: Plan): Broken {
  if (made === undefined || applied === undefined || applied.unread) return [];
  const open = new Set(leavesOf(rest));
  const notThere = applied.diagnostics
    .filter(({ code }) => code === "not-converged")
    .map((each) => `${String(each.address)} ${String(each.path)}`);
  const given = new Set(applied.outcomes.flatMap((each) => (each.status === "succeeded" ? [] : [each.address])));
  const told = new Set(notThere);
  const hidden = [...open].filter((leaf) => !told.has(leaf) && !given.has(addressOf(leaf)));
  const invented = notThere.filter((leaf) => !open.has(leaf) && !lost(rest, leaf));
  return [
    ...(applied.verified && !(open.size === 0) ? [`verified, but ${[...open].join(", ")} is to do`] : []),
    ...(applied.verified && !applied.outcomes.every(({ status }) => status === "succeeded")
      ? ["verified, but not all succeeded"]
      : []),
    ...hidden.map((leaf) => `${leaf} is to do, and was not reported`),
    ...invented.map((leaf) => `${leaf} was reported, and is there`),
  ];
}

const addressOf = (leaf: string): never => leaf.split(" ")[0] as never;

/** Something that is to be created lacks everything. */
const lost = (rest: Plan, leaf: string): boolean =>
  rest.configurations.some((each) => each.action === "create" && each.address === addressOf(leaf));

/** Everything that a plan would do, leaf by leaf, as an apply names it that did not get there. */
export const leavesOf = ({ configurations, deletions, moves }: Plan): readonly string[] => [
  ...configurations.flatMap(({ address, action, changes }) => [
    ...(action === "create" || action === "adopt" ? [`${address} name`] : []),
    ...(action === "create" ? [] : changes.map(({ path }) => `${address} ${path}`)),
  ]),
  ...deletions.map(({ address }) => `${address} name`),
  ...moves.map(({ assignments, repository }) => `${assignments} repository ${repository.name ?? repository.id}`),
];

const shown = (value: unknown): string => (value === undefined ? "nothing" : JSON.stringify(value));

/**
 * What an account lacks of the objects that a plan touches: every leaf and name of the declared
 * configurations, every repository that it moves, every deletion. Judged without the code that verifies.
 */
export function lacking({ configurations, repositories }: Observed, plan: Plan): readonly string[] {
  const byId = new Map(configurations.map((each) => [each.id, each]));
  const named = (name: string) => configurations.filter((each) => each.name === name);
  const holders = new Map(repositories.map((each) => [each.id, each.configuration_id]));
  return [
    ...plan.configurations.flatMap(({ address, declared, live }): readonly string[] => {
      const all = named(declared.name);
      const found = live === undefined ? all[0] : byId.get(live.id);
      if (found === undefined) return [`${address} is not there`];
      const leaves = diff(found.settings, target(found.settings, declared)).map(({ path }) => `${address} ${path}`);
      return [
        ...leaves,
        ...(found.name === declared.name ? [] : [`${address} name`]),
        ...(live === undefined && all.length > 1 ? [`${address} is there twice`] : []),
      ];
    }),
    ...plan.deletions.flatMap(({ address, live }) => (byId.has(live.id) ? [`${address} is there`] : [])),
    ...plan.moves.flatMap(({ repository, to }) => {
      const has = holders.get(repository.id);
      const declared =
        "id" in to ? undefined : plan.configurations.find(({ address }) => address === to.address)?.declared.name;
      const goals = "id" in to ? [to.id] : named(declared ?? "").map((each) => each.id);
      return has !== undefined && goals.includes(has) ? [] : [`repository ${repository.name ?? repository.id}`];
    }),
  ];
}

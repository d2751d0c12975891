import fc from "fast-check";
import { ScanformError } from "../../../src/diagnostics/error";
import type { Desired, DesiredConfiguration } from "../../../src/model/desired";
import type { Configuration, Observed } from "../../../src/model/observed";
import { accountId, address, type ConfigurationId } from "../../../src/model/ids";
import { type HeldLeaf, isSameAt, type Leaves, leavesOf } from "../../../src/model/leaves";
import type { JournalEntry } from "../../../src/reconcile/apply/journal-entry";
import { driftOf } from "../../../src/reconcile/drift/drift";
import { remember } from "../../../src/reconcile/drift/memory";
import type { Plan } from "../../../src/reconcile/plan/plan";
import { planFor } from "../../../src/reconcile/plan-for";
import { writtenIn } from "../../../src/reconcile/apply/written-in-journal";
import { decide, first, second } from "../account";
import { observed, settings } from "../arbitrary";
import { type Deed, deed, type Killed, killed, Service } from "../rollback/back-again";
import { readings } from "../readings";

const account = { id: accountId("account") };
const [reading] = readings;

/** One thing that happens in an account that two apps declare, each a half of it. */
type Step =
  | { readonly kind: "apply"; readonly app: number; readonly seed: readonly Settings[]; readonly killed: Killed }
  | { readonly kind: "rollback"; readonly of: number; readonly killed: Killed }
  | { readonly kind: "deed"; readonly deed: Deed };
type Settings = DesiredConfiguration["settings"];

interface Course {
  readonly before: Observed;
  readonly steps: readonly Step[];
  /** The app that asks in the end. */
  readonly asking: number;
}

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("apply" as const),
      app: fc.nat(1),
      seed: fc.array(settings, { minLength: 3, maxLength: 3 }),
      killed,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("rollback" as const), of: fc.nat(5), killed }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("deed" as const), deed }) },
);

export const courses: fc.Arbitrary<Course> = fc.record({
  before: observed,
  steps: fc.array(steps, { minLength: 1, maxLength: 8 }),
  asking: fc.nat(1),
});

/** What an app declares: three configurations, every second repository, and a finding. */
function declaredBy(app: number, all: readonly Settings[], { repositories }: Observed): Desired {
  const configurations = all.map((each, at): DesiredConfiguration => {
    const name = `live-${String(2 * at + app)}`;
    return { address: address(`scanform_configuration.${name}`), name, settings: each };
  });
  const rules = repositories
    .filter((_, at) => at % 2 === app)
    .map((each, at) => ({
      repositoryIds: [each.id],
      target: { configuration: { address: configurations[at % configurations.length]?.address ?? address("none") } },
    }));
  return {
    configurations,
    assignments: [{ address: address(`scanform_repository_assignments.of-${String(app)}`), rules }],
    triages: [decide(app === 0 ? first : second)],
  };
}

/** A state that an object was left in; undefined where that was not to be known. */
interface Left<State> {
  readonly state: State | undefined;
}

/** Remembers how each object was when somebody who declares it, or takes an apply of it back, had looked at it last. */
class Judge {
  readonly #configurations = new Map<string, Left<Configuration | null>>();
  readonly #places = new Map<string, Left<ConfigurationId | null>>();
  readonly #categories = new Map<string, Left<string | null>>();

  /** @param isSure the apply has ended; of one that was killed, nobody knows how far it came */
  saw(plan: Plan, service: Service, created: ReadonlyMap<string, ConfigurationId>, isSure: boolean): void {
    const { configurations, repositories, categories } = service.world;
    const live = new Map(configurations.map((each) => [each.id, each]));
    const places = new Map(repositories.map((each) => [each.id, each.configuration_id ?? null]));
    const left = <State>(state: State): Left<State> => ({ state: isSure ? state : undefined });
    for (const { live: was, declared, address: at } of plan.configurations) {
      const id = was?.id ?? created.get(at);
      this.#configurations.set(declared.name, left((id && live.get(id)) ?? null));
      // one that a rollback has found under another name is not known any more under its own
      for (const [name, { state }] of this.#configurations)
        if (id !== undefined && name !== declared.name && state?.id === id) this.#configurations.delete(name);
    }
    for (const { live: gone } of plan.deletions) this.#configurations.set(gone.name ?? "", left(null));
    for (const { target, repository } of plan.routes)
      if (!("leave" in target)) this.#places.set(repository.id, left(places.get(repository.id) ?? null));
    for (const { live: gone, remaining } of plan.deletions)
      for (const each of remaining)
        if (gone.id !== places.get(each.id)) this.#places.set(each.id, left(places.get(each.id) ?? null));
    for (const { declared } of plan.triages)
      this.#categories.set(declared.findingId, left(categories[declared.findingId] ?? null));
  }

  /** Whether a configuration has moved; undefined where that cannot be known. */
  hasMoved(declared: DesiredConfiguration, now: Observed): boolean | undefined {
    const known = this.#configurations.get(declared.name);
    if (known === undefined) return false;
    const { state: was } = known;
    if (was === undefined) return undefined;
    if (was === null) return false;
    const is = now.configurations.find(({ id }) => id === was.id);
    if (is === undefined || is.name !== was.name) return true;
    const [before, after, want] = [was, is, declared].map((each) => leavesOf(each.settings)) as [
      Leaves,
      Leaves,
      Leaves,
    ];
    const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
      (path) => !isSameAt(path, before, after),
    );
    const moved = differing.flatMap((path) => {
      const leaf = before.get(path) ?? after.get(path);
      return leaf !== undefined && isDeclared(path, leaf, want) ? [leaf] : [];
    });
    // an analyzer's entry by itself says nothing
    if (moved.some(({ exists, place: { setting } }) => exists !== "entry" || setting === "code_policies")) return true;
    return moved.length === 0 ? false : undefined;
  }

  placeMoved(id: string, now: ConfigurationId | null): boolean | undefined {
    return moved(this.#places.get(id), now);
  }

  categoryMoved(finding: string, now: string | null): boolean | undefined {
    return moved(this.#categories.get(finding), now);
  }
}

const moved = <State>(known: Left<State> | undefined, now: State): boolean | undefined =>
  known === undefined ? false : known.state === undefined ? undefined : known.state !== now;

/** Policies are exactly those that are declared, once any are. */
const isDeclared = (path: string, { place: { setting, key }, exists }: HeldLeaf, want: Leaves): boolean =>
  want.has(path) || (exists === "entry" && setting === "code_policies" && key !== undefined && want.has(setting));

/** Whether drift says exactly what somebody else has done, wherever that can be known. */
export async function isToldExactly({ before, steps: all, asking }: Course): Promise<"asked" | "not planned"> {
  if (reading === undefined) throw new Error("no reading");
  const service = new Service({ ...before, categories: { [first]: null, [second]: null } }, reading);
  const judge = new Judge();
  const journals: (readonly JournalEntry[])[] = [];
  const declared = [0, 1].map((app) => declaredBy(app, [{}, {}, {}], before));
  let clock = 0;
  const run = async (plan: Plan | undefined, stop: Killed): Promise<void> => {
    if (plan === undefined) return;
    const { applied, journal, isDead } = await service.apply(plan, stop);
    const timed = journal.map((each) => ({ ...each, at: new Date((clock += 1)).toISOString() }));
    journals.unshift(timed);
    judge.saw(plan, service, applied.created, !isDead);
  };
  for (const step of all)
    if (step.kind === "deed") service.do(step.deed);
    else if (step.kind === "apply") {
      declared[step.app] = declaredBy(step.app, step.seed, before);
      await run(planned(declared[step.app], service.observed), step.killed);
    } else {
      const journal = journals[step.of % Math.max(1, journals.length)];
      if (journal === undefined) continue;
      const back: Desired = { configurations: [], assignments: [], putBack: writtenIn(journal) };
      await run(planned(back, service.observed), step.killed);
    }
  const now = service.observed;
  const plan = planned(declared[asking], now);
  if (plan === undefined) return "not planned";
  const drift = driftOf(remember(journals, plan), plan);
  const found = {
    configurations: new Set<string>(drift.configurations.map((each) => each.declared.name)),
    places: new Set<string>(drift.repositories.map(({ repository }) => repository.id)),
    categories: new Set<string>(drift.triages.map(({ change }) => change.declared.findingId)),
  };
  const wrong = [
    ...plan.configurations.map(
      ({ declared: each }) => [each.name, judge.hasMoved(each, now), found.configurations.has(each.name)] as const,
    ),
    ...plan.routes.map(
      ({ repository: { id, configuration_id: has } }) =>
        [id, judge.placeMoved(id, has ?? null), found.places.has(id)] as const,
    ),
    ...plan.triages.map(
      ({ declared: { findingId }, before: has }) =>
        [findingId, judge.categoryMoved(findingId, has), found.categories.has(findingId)] as const,
    ),
  ].filter(([, expected, is]) => expected !== undefined && expected !== is);
  expect(wrong).toEqual([]);
  return "asked";
}

function planned(declaration: Desired | undefined, world: Observed): Plan | undefined {
  if (declaration === undefined) return undefined;
  try {
    return planFor(account, declaration, world, { force: true });
  } catch (thrown) {
    if (thrown instanceof ScanformError) return undefined;
    throw thrown;
  }
}

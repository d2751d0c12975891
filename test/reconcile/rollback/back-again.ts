import fc from "fast-check";
import { ScanformError } from "../../../src/diagnostics/error";
import type { Desired } from "../../../src/model/desired";
import type { Configuration, Observed, Repository } from "../../../src/model/observed";
import { triageCategories } from "../../../src/model/findings";
import { accountId } from "../../../src/model/ids";
import { differences, isSameAt, type Leaves, leavesOf } from "../../../src/model/leaves";
import type { Settings } from "../../../src/model/settings";
import { apply, type Applied } from "../../../src/reconcile/apply/apply";
import { checkpointOf } from "../../../src/reconcile/apply/checkpoint";
import {
  existingIn,
  type JournalEntry,
  sendingEntries,
  settledEntry,
} from "../../../src/reconcile/apply/journal-entry";
import type { Plan } from "../../../src/reconcile/plan/plan";
import { planFor } from "../../../src/reconcile/plan-for";
import { staysOf } from "../../../src/reconcile/rollback/put-back";
import { writtenIn } from "../../../src/reconcile/apply/written-in-journal";
import { decide, desired, first, second, triaged } from "../account";
import { desiredFor, observed, settings } from "../arbitrary";
import { memory } from "../memory";
import { Account, type Reading, readings } from "../readings";
import { lost } from "../service";

const account = { id: accountId("account") };
const findings = [first, second];

/** Everything that there is. */
interface World extends Observed {
  /** The categories of findings; null for none. */
  readonly categories: Readonly<Record<string, string | null>>;
}

/** A plan over configurations, places and triages. */
interface Case {
  readonly before: World;
  readonly declared: Desired;
  readonly prune: boolean;
  readonly reading: Reading;
  readonly killed: Killed;
  /** What somebody else does after the apply, and what between the plan of the rollback and its writes. */
  readonly since: readonly Deed[];
  readonly unexpected: readonly Deed[];
}

/** What somebody else does. Which object, is decided when it is known which there are. */
export interface Deed {
  readonly kind: "settings" | "name" | "place" | "deletion" | "creation" | "triage";
  readonly object: number;
  readonly other: number;
  readonly settings: Settings;
}

const category = fc.constantFrom(null, ...triageCategories);

export const deed: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constantFrom("settings", "settings", "name", "place", "place", "deletion", "creation", "triage", "triage"),
  object: fc.nat(20),
  other: fc.nat(20),
  settings,
});
const deeds: fc.Arbitrary<readonly Deed[]> = fc.array(deed, { maxLength: 3 });

/** An apply is killed at its nth request to write: before that takes effect, or after it has. Absent: it ends. */
export type Killed = { readonly at: number; readonly isLate: boolean } | undefined;

export const killed: fc.Arbitrary<Killed> = fc.option(
  fc.record({ at: fc.integer({ min: 1, max: 6 }), isLate: fc.boolean() }),
  { nil: undefined },
);

/** Some policies are there twice. */
const repeated = ({ code_policies: all, ...others }: Settings): Settings =>
  all === undefined ? others : { ...others, code_policies: [...all, ...all.slice(0, 1)] };

const worlds: fc.Arbitrary<World> = fc
  .tuple(observed, fc.tuple(category, category), fc.boolean(), fc.boolean())
  .map(([live, [one, other], isRepeated, isTwin]) => ({
    ...live,
    configurations: live.configurations.map((each, at, all) => ({
      ...each,
      // two of one name
      name: isTwin && at > 1 && at === all.length - 1 ? all[at - 1]?.name : each.name,
      settings: isRepeated ? repeated(each.settings) : each.settings,
    })),
    categories: { [first]: one, [second]: other },
  }));

export const cases: fc.Arbitrary<Case> = worlds.chain((before) =>
  fc.record({
    before: fc.constant(before),
    declared: fc
      .tuple(desiredFor(before), fc.array(fc.tuple(fc.constantFrom(...findings), category), { maxLength: 1 }))
      .map(([each, decided]): Desired => ({
        ...each,
        managedScope: { all: true },
        triages: decided.map(([finding, to]) => decide(finding, { category: to })),
      })),
    prune: fc.boolean(),
    reading: fc.constantFrom(...readings.filter(({ put }) => put === "replaces")),
    killed,
    since: deeds,
    unexpected: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, deeds),
  }),
);

/** A service over an account in memory and its findings. */
export class Service {
  readonly account: Account;
  #number = 0;

  constructor(
    private readonly start: World,
    reading: Reading,
  ) {
    const held = Object.entries(start.categories).flatMap(([id, is]) => (is === null ? [] : [[id, is] as const]));
    this.account = new Account(start, reading, Object.fromEntries(held));
  }

  get world(): World {
    return { ...this.start, ...this.account.observed, categories: this.#categories };
  }

  get #categories(): World["categories"] {
    return Object.fromEntries(findings.map((id) => [id, this.account.triages.get(id) ?? null]));
  }

  /** As a plan reads it. */
  get observed(): Observed {
    return { ...this.world, triages: triaged(this.#categories) };
  }

  /** Applies a plan, and notes it in a journal until it is killed. */
  async apply(
    plan: Plan,
    killed?: Killed,
  ): Promise<{ applied: Applied; journal: readonly JournalEntry[]; isDead: boolean }> {
    const journal: JournalEntry[] = [
      { type: "begin", account, baseUrl: "https://h", aliases: [], ...existingIn(plan) },
    ];
    let [sent, isDead] = [0, false];
    const isKilled = () => isDead;
    const before = (): void => {
      if (isKilled()) throw lost();
      sent += 1;
      if (sent !== killed?.at || killed.isLate) return;
      isDead = true;
      throw lost();
    };
    const after = (): void => {
      if (sent !== killed?.at) return;
      isDead = true;
      throw lost();
    };
    const { reader, writer } = memory(this.account, before, after);
    const note = sendingEntries(plan);
    const add = (entry: JournalEntry): void => {
      if (!isKilled()) journal.push(JSON.parse(JSON.stringify(entry)) as JournalEntry);
    };
    const applied = await apply(plan, {
      reader,
      writer,
      sleep: () => Promise.resolve(),
      grace: [0],
      journal: {
        sending: (write, expected) => {
          add(note(write, expected));
        },
        settled: (result) => {
          add(settledEntry(result));
        },
      },
    });
    const { seen: configurations, seenRepositories: repositories, seenTriages: triages } = applied;
    const { created, verified, unexpected } = applied;
    add({
      type: "applied",
      verified,
      unexpected,
      ...checkpointOf(plan, { configurations, repositories, triages, created }),
    });
    return { applied, journal, isDead };
  }

  do({ kind, object, other, settings: given }: Deed): void {
    const { configurations, repositories } = this.account;
    const [one, another] = [object, other].map(
      (at) => [...configurations.values()][at % Math.max(1, configurations.size)],
    );
    const repository = [...repositories.values()][object % Math.max(1, repositories.size)];
    this.#number += 1;
    if (kind === "creation")
      // its name may be that of another one
      this.account.change(`theirs-${String(this.#number)}`, {
        name: other % 4 === 0 ? `theirs-${String(this.#number)}` : `live-${String(object % 6)}`,
        settings: given,
      });
    else if (kind === "triage")
      this.account.triages.set(findings[object % 2] ?? first, triageCategories[other % 4] ?? "wont_fix");
    else if (one === undefined || another === undefined) return;
    else if (kind === "settings") {
      const [name, value] = Object.entries(given)[0] ?? ["comment", undefined];
      this.account.change(one.id, { settings: { ...one.settings, [name]: value } });
    } else if (kind === "name") this.account.change(one.id, { name: `renamed-${String(this.#number)}` });
    else if (kind === "deletion") this.account.take({ kind: "delete", configuration: one.id, carries: [] });
    else if (repository !== undefined)
      this.account.take({
        kind: "assign",
        configuration: another.id,
        repositories: [repository.id],
        carries: [],
      });
  }
}

function planned(
  account: { readonly id: ReturnType<typeof accountId> },
  each: Case,
  world: Observed,
): Plan | undefined {
  try {
    return planFor(account, each.declared, world, { prune: each.prune, force: true });
  } catch (thrown) {
    if (thrown instanceof ScanformError) return undefined;
    throw thrown;
  }
}

/** Whether the rollback of an apply gives every object back that nobody else has touched, and loses nothing of others. */
export async function isBackAgain(each: Case): Promise<"not planned" | "all back" | "in part"> {
  const service = new Service(each.before, each.reading);
  const plan = planned(account, each, service.observed);
  if (plan === undefined || plan.writes.length === 0) return "not planned";
  const { journal } = await service.apply(plan, each.killed);
  const left = service.world;
  const whole = new Service(each.before, each.reading);
  if (each.killed !== undefined) await whole.apply(plan);
  for (const deed of each.since) service.do(deed);
  // an analyzer that is live may not be listed any more
  const back = planFor(
    account,
    { ...desired([]), putBack: writtenIn(journal) },
    { ...service.observed, analyzers: [] },
  );
  for (const deed of each.unexpected) service.do(deed);
  const theirs = service.world;
  const { applied } = await service.apply(back);
  const isAll = staysOf(back).length === 0 && applied.verified;
  const judge = new Judge({
    before: each.before,
    left,
    theirs,
    now: service.world,
    planned: each.killed === undefined ? left : whole.world,
    isDisturbed: each.unexpected.length > 0,
    isKilled: each.killed !== undefined,
  });
  expect({ wrong: judge.wrong(), plan: back.diagnostics, outcomes: applied.outcomes }).toMatchObject({ wrong: [] });
  const { verified, outcomes } = applied;
  if (each.unexpected.length === 0) expect({ verified, outcomes }).toMatchObject({ verified: true });
  if (isAll) expect(judge.missing()).toEqual([]);
  return isAll ? "all back" : "in part";
}

interface Course {
  /** Before the apply. */
  readonly before: World;
  /** After it, when nobody else had done anything. */
  readonly left: World;
  /** After all that somebody else has done. */
  readonly theirs: World;
  /** After the rollback. */
  readonly now: World;
  /** After the whole apply, if it was killed: what somebody else has done as planned may be taken for done by the apply. */
  readonly planned: World;
  /** Somebody has changed something right before its writes, so that any of them may be withheld. */
  readonly isDisturbed: boolean;
  readonly isKilled: boolean;
}

/** Simply remembers. */
class Judge {
  constructor(private readonly course: Course) {}

  /** What of others is lost, and what nobody else has touched and is not as before. */
  wrong(): readonly string[] {
    const { theirs, now } = this.course;
    return [
      ...theirs.configurations.flatMap((each) => [...this.#configuration(each), ...this.#name(each)]),
      ...now.repositories.flatMap((each) => this.#place(each)),
      ...findings.flatMap((each) => this.#triage(each)),
    ];
  }

  #configuration(theirs: Configuration): readonly string[] {
    const [before, left, now] = [this.course.before, this.course.left, this.course.now].map((world) =>
      find(world, theirs.id),
    );
    if (left === undefined) return isSame(theirs, now) ? [] : [`${theirs.id} is somebody else's, and changed or gone`];
    if (now === undefined) return before !== undefined || !isSame(theirs, left) ? [`${theirs.id} is gone`] : [];
    if (before === undefined) return isSame(theirs, now) ? [] : [`${theirs.id} was created and is changed`];
    const { planned } = this.course;
    const states = [before, left, theirs, now].map(({ settings: each }) => leavesOf(each));
    const [had, was, has, is] = states as [Leaves, Leaves, Leaves, Leaves];
    const touched = new Set(differences(was, has).flatMap((path) => [path, entryAt(path, states)]));
    return [...new Set(states.flatMap((each) => [...each.keys()]))].flatMap((path) => {
      if (path === "notifications") return []; // without anything in them they are no difference to a plan
      const isTheirs = !isSameAt(path, was, has);
      const isAsPlanned = isSameAt(path, has, leavesOf(find(planned, theirs.id)?.settings ?? {}));
      if (isTheirs && isAsPlanned && isSameAt(path, had, is)) return [];
      if (isTheirs) return isSameAt(path, has, is) ? [] : [`${theirs.id} ${path} of somebody else is lost`];
      if (touched.has(entryAt(path, states)))
        return isSameAt(path, has, is) || isSameAt(path, had, is) ? [] : [`${theirs.id} ${path} is neither`];
      const isLeft = this.course.isDisturbed && isSameAt(path, has, is);
      return isLeft || isSameAt(path, had, is) ? [] : [`${theirs.id} ${path} is not back`];
    });
  }

  #name({ id, name: has }: Configuration): readonly string[] {
    const { before, left, theirs, planned, now, isDisturbed } = this.course;
    const [had, was, wanted, is] = [before, left, planned, now].map((world) => find(world, id)?.name);
    if (find(before, id) === undefined || find(left, id) === undefined || find(now, id) === undefined) return [];
    const isTheirs = was !== has && has !== wanted;
    // the former name may be somebody else's by now
    const isTaken = theirs.configurations.some((each) => each.id !== id && each.name === had);
    if (is === (isTheirs ? has : had) || ((isTaken || isDisturbed) && is === has)) return [];
    return [`${id} was named ${String(had)}, then ${String(has)}, and is ${String(is)}`];
  }

  #place({ id, configuration_id: now }: Repository): readonly string[] {
    const { before, left, theirs, planned } = this.course;
    const [had, was, has] = [before, left, theirs].map((world) => placeIn(world, id));
    const isAsPlanned = has === placeIn(planned, id);
    if (was !== has && !isAsPlanned)
      return has === now ? [] : [`${id} was given ${String(has)} and has ${String(now)}`];
    // it may be what the apply has created without an answer, and somebody has changed it since
    const given = now === undefined || find(before, now) !== undefined ? undefined : find(theirs, now);
    const isUnknown = this.course.isKilled && given !== undefined && !isSame(given, find(left, given.id));
    if (now === had || ((isUnknown || this.course.isDisturbed) && now === has)) return [];
    // it had none, or what it had is gone or deleted with the apply
    const isGone = had === undefined || find(theirs, had) === undefined;
    const former = had === undefined ? undefined : find(before, had);
    if (isGone && former !== undefined && now !== undefined && find(this.course.now, now)?.name === former.name)
      return [];
    return (isGone || was !== has) && now === has ? [] : [`${id} had ${String(had)} and has ${String(now)}`];
  }

  #triage(finding: string): readonly string[] {
    const [had, was, has, is] = [this.course.before, this.course.left, this.course.theirs, this.course.now].map(
      (world) => world.categories[finding],
    );
    const wanted = was === has ? had : has;
    const isAsPlanned = has === this.course.planned.categories[finding];
    return is === wanted || (isAsPlanned && is === had) || (this.course.isDisturbed && is === has)
      ? []
      : [`${finding} is ${String(is)} and not ${String(wanted)}`];
  }

  /** What is not as before the apply, or as somebody else has made it; of all that there was. */
  missing(): readonly string[] {
    const { before, left, theirs, now } = this.course;
    const isLive = new Set(now.configurations.map(({ id }) => id));
    const created = now.configurations.filter(({ id }) => find(before, id) === undefined);
    return [
      ...before.configurations.flatMap(({ id, name, settings: had }) => {
        const same = created.some(
          (each) => each.name === name && differences(leavesOf(each.settings), leavesOf(had)).length === 0,
        );
        return isLive.has(id) || same || find(left, id) !== undefined ? [] : [`${id} is not created again`];
      }),
      ...left.configurations.flatMap(({ id }) =>
        find(before, id) === undefined && isLive.has(id) && find(left, id)?.name === find(theirs, id)?.name
          ? [`${id} is not deleted`]
          : [],
      ),
    ];
  }
}

const find = (world: World, id: string): Configuration | undefined =>
  world.configurations.find((each) => each.id === id);
const placeIn = (world: World, id: string) => world.repositories.find((each) => each.id === id)?.configuration_id;
const isSame = (one: Configuration, other: Configuration | undefined): boolean =>
  one.name === other?.name && differences(leavesOf(one.settings), leavesOf(other?.settings ?? {})).length === 0;

function entryAt(path: string, states: readonly Leaves[]): string | undefined {
  const leaf = states.map((each) => each.get(path)).find((each) => each !== undefined);
  return leaf?.place.entry;
}

import fc from "fast-check";
import { ScanformError } from "../../src/diagnostics/error";
import type { Fault } from "../../src/emulator";
import { diff, target } from "../../src/reconcile/plan/target";
import { isEmpty, type Plan } from "../../src/reconcile/plan/plan";
import { refreshAndPlan } from "../../src/reconcile/refresh/refresh";
import type { Applied } from "../../src/reconcile/apply/apply";
import type { Outcome } from "../../src/reconcile/apply/outcome";
import { applyPlan, impatient } from "../support/apply-engine";
import { anyTrouble, type Case, casesWith, passingTrouble } from "./case";
import { parametersOf, runs } from "./figures";
import { lacking, reachable } from "./promises";
import { addressesIn, configurationsOf, type Deed, deeds, type Mark, SecondWriter } from "./second-writer";
import { id, type Service, serviceOf } from "./service";

/** Somebody else writes while a plan is applied, at moments that no write of the apply has to fear. */

const conflict = "changed-since-planned";
const time = (samples: number): number => samples * 1000 + 60_000;

interface Shared extends Case {
  readonly deeds: readonly Deed[];
  /** Every write takes a look of its own, however short ago the last one was. */
  readonly fresh: boolean;
}

/** What is read is what is there: nobody sees what the service does not show yet. */
const shared = (trouble: Parameters<typeof casesWith>[0], all: fc.Arbitrary<readonly Deed[]>): fc.Arbitrary<Shared> =>
  fc.tuple(casesWith(trouble), all, fc.boolean()).map(([each, chosen, fresh]) => ({
    ...each,
    profile: { ...each.profile, read_lag_ms: 0 },
    deeds: chosen,
    fresh,
  }));

async function planned({ client }: Service, { desired, prune }: Case): Promise<Plan | undefined> {
  try {
    const plan = await refreshAndPlan(client, { id }, desired, { prune });
    return plan.refusals.length > 0 || isEmpty(plan) ? undefined : plan;
  } catch (thrown) {
    if (thrown instanceof ScanformError) return undefined;
    throw thrown;
  }
}

const reads = (faults: readonly Fault[]): boolean =>
  faults.some(({ method }) => method === undefined || method === "GET");

interface Together {
  readonly plan: Plan;
  readonly applied: Applied;
  readonly writer: SecondWriter;
  /** What the account lacks of the plan when the apply has read back: nothing changes after its last reading began. */
  readonly lacks: readonly string[];
}

/** Plans, and applies while somebody else writes. @returns nothing where there is nothing to apply */
async function together(each: Shared): Promise<Together | undefined> {
  const { live, profile, concurrency, trouble, fresh } = each;
  const service = await serviceOf({ live, profile, concurrency });
  try {
    const plan = await planned(service, each);
    if (plan === undefined) return undefined;
    const undelayed = !reads(trouble.faults) && (profile.rate_limit ?? 0) === 0;
    service.emulator.setFaults(trouble.faults);
    const writer = new SecondWriter({
      service,
      plan,
      deeds: each.deeds,
      profile,
      pace: { alone: concurrency === 1, fresh, undelayed },
    });
    const now = fresh ? impatient() : () => service.clock.now();
    const applied = await applyPlan(plan, service.client, { sleep: service.sleep, now }).finally(() => {
      writer.end();
    });
    service.emulator.setFaults([]);
    return { plan, applied, writer, lacks: lacking(await service.look(), plan) };
  } finally {
    await service.close();
  }
}

const tally = { applied: 0, verified: 0, deeds: 0, inWindows: 0 };

function expectTrue({ plan, applied, lacks }: Together): void {
  if (applied.verified) expect(lacks).toEqual([]);
  if (applied.verified) expect(applied.outcomes.filter(({ status }) => status !== "succeeded")).toEqual([]);
  const told = new Set(applied.outcomes.map(({ address }) => address));
  expect(plan.writes.flatMap(({ carries }) => carries).filter((address) => !told.has(address))).toEqual([]);
  for (const { code, status, changed = [] } of applied.outcomes)
    if (code === conflict) expect({ status, named: changed.length > 0 }).toEqual({ status: "skipped", named: true });
}

test(
  "what somebody else changes outside the windows stays, and an apply beside it reports what the service holds",
  async () => {
    const samples = { ...parametersOf(runs), endOnFailure: true };
    await fc.assert(
      fc.asyncProperty(shared(anyTrouble, deeds), async (each) => {
        const result = await together(each);
        if (result === undefined) return;
        const { applied, writer } = result;
        expect(writer.broken).toEqual([]);
        expectTrue(result);
        if (writer.did.length === 0) expect(unfounded(result.applied, result.plan, each)).toEqual([]);
        tally.applied += 1;
        tally.deeds += writer.did.length;
        tally.inWindows += writer.inWindows;
        if (applied.verified) tally.verified += 1;
      }),
      samples,
    );
    // windows are short, so that most of what is done is judged
    expect(tally.deeds).toBeGreaterThan(tally.applied / 2);
    expect(tally.inWindows).toBeLessThan(tally.deeds / 4);
  },
  time(runs),
);

/** What was said, but for what the service has filled in, which is no failure. */
const notesOf = ({ diagnostics }: Applied) => diagnostics.filter(({ code }) => code !== "filled-in");

const conflicts = ({ outcomes }: Applied): readonly Outcome[] => outcomes.filter(({ code }) => code === conflict);

/**
 * The conflicts that nobody has caused. Where the answer to a write was lost, what the service fills in for a leaf that
 * the write removes cannot be distinguished from what somebody else has set in its place, so that it stops the next attempt.
 */
function unfounded({ outcomes }: Applied, { configurations }: Plan, { profile, trouble }: Case): readonly unknown[] {
  const isUndecidable = profile.defaults === "always" && trouble.kind !== "nothing";
  const removed = new Set(
    configurations.flatMap(({ address, changes }) =>
      changes.filter(({ removes, after }) => removes && after === undefined).map(({ path }) => `${address} ${path}`),
    ),
  );
  return outcomes
    .filter(({ code }) => code === conflict)
    .filter(
      ({ address, changed = [] }) =>
        !isUndecidable || changed.length === 0 || !changed.every(({ path }) => removed.has(`${address} ${path}`)),
    );
}

const nothing = fc.constant({ kind: "nothing", amount: "now and then", faults: [] } as const);
const single = deeds.map(([first]) => (first === undefined ? [] : [{ ...first, at: first.at % 3 }]));

test(
  "a change that stops a write is named by the skipped outcome, with its path",
  async () => {
    await fc.assert(
      // a case in which nothing stops a write is no run
      fc.asyncProperty(shared(nothing, single), async (each) => {
        const result = await together({ ...each, profile: { ...each.profile, ids_most: 0 } });
        const [mark] = result?.writer.did ?? [];
        fc.pre(result !== undefined && mark !== undefined);
        const stopped = stoppedBy(mark, result.plan);
        fc.pre(stopped !== undefined && !result.writer.isWritten(mark));
        // whatever else keeps a write from being sent is said of another address
        fc.pre(
          !result.applied.outcomes.some(({ address, status }) => status === "failed" && address !== stopped.address),
        );
        // within the window, the service itself refuses to write to what is deleted, or to give a name twice
        const isRefusable = mark.kind === "deletion" || mark.kind === "creation";
        fc.pre(!(isRefusable && result.writer.isInWindow(mark) && isRefused(result.applied, stopped)));
        const outcomes = conflicts(result.applied).filter(
          ({ address }) => stopped.address === undefined || address === stopped.address,
        );
        expect(outcomes.map(({ status }) => status)).toContain("skipped");
        const paths = outcomes.flatMap(({ changed = [] }) => changed.map(({ path }) => path));
        expect({ paths, of: stopped.paths, named: paths.some((path) => fits(path, stopped.paths)) }).toMatchObject({
          named: true,
        });
        expect(result.applied.verified).toBe(false);
      }),
      { ...parametersOf(runs / 8, 1), endOnFailure: true },
    );
  },
  time(runs / 2),
);

const isRefused = ({ outcomes, verified }: Applied, { address }: Stopped): boolean =>
  !verified && outcomes.some((each) => each.address === address && each.status === "failed");

const fits = (path: string, of: readonly string[]): boolean =>
  path !== "" && (of.length === 0 || of.some((each) => path.includes(each) || each.startsWith(path)));

interface Stopped {
  /** Whose outcome says so; absent where several may. */
  readonly address?: string;
  /** Any of these; any at all where there are none. */
  readonly paths: readonly string[];
}

/** What must be skipped because of a change that came before any write to the object. */
function stoppedBy(mark: Mark, plan: Plan): Stopped | undefined {
  switch (mark.kind) {
    case "leaf":
      return stoppedByLeaf(mark, plan);
    case "name":
    case "deletion": {
      const address = addressesIn(plan).get(mark.configuration);
      const writes = plan.writes.filter((write) => configurationsOf(write).includes(mark.configuration));
      const [write] = writes;
      if (address === undefined || write === undefined) return undefined;
      if (mark.kind === "name")
        return writes.every(({ kind }) => kind === "bulk") ? undefined : { address, paths: ["name"] };
      return write.kind === "delete" ? undefined : { address, paths: [] };
    }
    case "repository": {
      const move = plan.moves.find(({ repository }) => repository.id === mark.repository);
      if (move === undefined || ("id" in move.to ? move.to.id : goalOf(plan, move.to.address)) === mark.configuration)
        return undefined;
      // taken from nothing to nothing
      if (mark.configuration === (move.from ?? null)) return undefined;
      return { paths: [move.repository.name ?? "", move.repository.id] };
    }
    case "creation": {
      const change = plan.configurations.find(
        ({ action, declared }) => action === "create" && declared.name === mark.name,
      );
      return change === undefined ? undefined : { address: change.address, paths: ["name"] };
    }
    default:
      return mark satisfies never;
  }
}

const goalOf = (plan: Plan, address: string): string | undefined =>
  plan.configurations.find((each) => each.address === address)?.live?.id;

/** A leaf stops a write to its configuration where it is declared, unless it gives what is declared. */
function stoppedByLeaf(
  { configuration, leaf, after }: Extract<Mark, { kind: "leaf" }>,
  plan: Plan,
): Stopped | undefined {
  const address = addressesIn(plan).get(configuration);
  const writes = plan.writes.filter((write) => configurationsOf(write).includes(configuration));
  if (address === undefined || writes.length === 0) return undefined;
  const change = plan.configurations.find(({ live }) => live?.id === configuration);
  const before = change?.live ?? plan.deletions.find(({ live }) => live.id === configuration)?.live;
  if (before === undefined) return undefined;
  const changed = diff(before.settings, after);
  const wanted = change === undefined ? [] : diff(after, target(after, change.declared)).map(({ path }) => path);
  const paths = changed.map(({ path }) => path).filter((path) => change === undefined || wanted.includes(path));
  const isSeen = diff(before.settings, target(before.settings, { settings: leaf })).length > 0;
  return paths.length === 0 || !isSeen ? undefined : { address, paths };
}

test(
  "a service that is healthy but for faults that pass, late reads and a rate limit stops no write as changed",
  async () => {
    let verified = 0;
    await fc.assert(
      fc.asyncProperty(casesWith(passingTrouble), fc.boolean(), async (each, fresh) => {
        const { live, desired, profile, concurrency, trouble } = each;
        const service = await serviceOf({ live, profile, concurrency });
        try {
          const plan = await planned(service, each);
          if (plan === undefined) return;
          service.emulator.setFaults(trouble.faults);
          const now = fresh ? impatient() : () => service.clock.now();
          const applied = await applyPlan(plan, service.client, { sleep: service.sleep, now });
          expect(unfounded(applied, plan, each)).toEqual([]);
          // a POST is repeated once, and where its answer was lost nobody knows what the service filled in
          const isLost = trouble.kind !== "nothing";
          const created = new Set<string>(
            plan.writes.flatMap(({ kind, carries }) => (kind === "create" ? carries : [])),
          );
          const failed = applied.outcomes.filter(({ status }) => status !== "succeeded");
          const isRefused =
            failed.length > 0 &&
            failed.every(({ code, address }) => (isLost || code === undefined) && created.has(address));
          if (reachable(profile, desired) && !isRefused)
            expect({ verified: applied.verified, notes: notesOf(applied) }).toEqual({ verified: true, notes: [] });
          if (applied.verified) verified += 1;
        } finally {
          await service.close();
        }
      }),
      { ...parametersOf(runs / 2, 2), endOnFailure: true },
    );
    expect(verified).toBeGreaterThan(runs / 10);
  },
  time(runs / 2),
);

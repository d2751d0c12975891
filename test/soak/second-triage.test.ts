import fc from "fast-check";
import { acmeAccountId, builtinSeed, type Seed, type StoreView } from "../../src/emulator";
import type { AccountStore } from "../../src/emulator/state/store";
import type { DesiredTriage } from "../../src/model/desired";
import { type TriageCategory, triageCategories } from "../../src/model/findings";
import { accountId, address } from "../../src/model/ids";
import type { Applied } from "../../src/reconcile/apply/apply";
import type { Plan } from "../../src/reconcile/plan/plan";
import { pendingTriages } from "../../src/reconcile/plan/triages";
import { refreshAndPlan } from "../../src/reconcile/refresh/refresh";
import { clockThatSleeps } from "../../src/service/clock";
import { ServiceClient } from "../../src/service/service-client";
import { applyPlan, impatient } from "../support/apply-engine";
import { startEmulator } from "../support/emulator";
import { anyTrouble, passingTrouble, type Trouble } from "./case";
import { type Exchange, ExchangesUnderWay, type Pace } from "./exchanges-under-way";
import { parametersOf, runs } from "./figures";

/** Somebody else decides about findings while triages are applied. */

const key = "key";
const [acme] = builtinSeed.accounts;
if (acme === undefined) throw new Error("the built-in seed has an account");
const someFindings = [
  ...new Set((acme.scans ?? []).flatMap(({ findings = [] }) => findings).map(({ id: finding }) => finding)),
].slice(0, 3);

type Category = TriageCategory | undefined;

interface Decision {
  /** 0: after the plan and before the first request; n: at the nth reading of the apply. */
  readonly at: number;
  readonly finding: number;
  readonly category: Category;
}

interface Case {
  readonly held: readonly Category[];
  readonly declared: readonly ({ readonly category: TriageCategory; readonly expired: boolean } | undefined)[];
  readonly decisions: readonly Decision[];
  readonly trouble: Trouble;
  readonly concurrency: number;
  readonly fresh: boolean;
}

const category = fc.constantFrom(...triageCategories);
const decision: fc.Arbitrary<Decision> = fc.record({
  at: fc.constantFrom(0, 1, 1, 2, 2, 3, 4),
  finding: fc.nat(someFindings.length - 1),
  category: fc.option(category, { nil: undefined }),
});
const perFinding = <T>(each: fc.Arbitrary<T>): fc.Arbitrary<readonly (T | undefined)[]> =>
  fc.tuple(...someFindings.map(() => fc.option(each, { nil: undefined, freq: 3 })));

const casesWith = (trouble: fc.Arbitrary<Trouble>, decisions: fc.Arbitrary<readonly Decision[]>): fc.Arbitrary<Case> =>
  fc.record({
    held: perFinding(category),
    declared: perFinding(fc.record({ category, expired: fc.nat(3).map((each) => each === 0) })),
    decisions,
    trouble,
    concurrency: fc.constantFrom(1, 1, 3, 10),
    fresh: fc.boolean(),
  });

const seedOf = (held: Case["held"]): Seed => ({
  keys: { [key]: [acmeAccountId] },
  accounts: [
    {
      ...acme,
      triage: someFindings.flatMap((finding_id, at) => {
        const has = held[at];
        return has === undefined ? [] : [{ finding_id, category: has }];
      }),
    },
  ],
});

const triagesOf = ({ declared }: Case): readonly DesiredTriage[] =>
  someFindings.flatMap((findingId, at) => {
    const each = declared[at];
    if (each === undefined) return [];
    const expires = each.expired ? { expires: "2020-01-01" } : {};
    const where = address(`scanform_finding_triage.t${String(at)}`);
    return [{ address: where, findingId, category: each.category, justification: "of the test", ...expires }];
  });

/** A store of triages that notes who writes. */
type Records = Pick<AccountStore["scanRecords"], "triageOf" | "setTriage" | "removeTriage">;

interface Mark {
  readonly at: number;
  readonly finding: string;
  readonly category: Category;
}

/** Decides while an apply is under way, and finds out what that takes back. */
class SecondTriager {
  readonly #records: Records;
  readonly #own: Records;
  readonly #exchanges: ExchangesUnderWay;
  readonly #decisions: readonly Decision[];
  readonly #before: ReadonlyMap<string, Category>;
  readonly #marks = new Map<string, Mark>();
  #readings = 0;
  readonly did: Mark[] = [];
  /** The findings that the apply has written to. */
  readonly written = new Set<string>();
  readonly broken: string[] = [];

  constructor(
    emulator: Awaited<ReturnType<typeof startEmulator>>,
    now: () => number,
    pace: Pace,
    decisions: readonly Decision[],
  ) {
    const store = emulator.store as StoreView & { find(account: string): AccountStore | undefined };
    const records = store.find(acmeAccountId)?.scanRecords;
    if (records === undefined) throw new Error("there is no account");
    this.#records = records;
    this.#decisions = decisions;
    this.#before = new Map(someFindings.map((finding) => [finding, records.triageOf(finding)]));
    this.#own = {
      triageOf: records.triageOf.bind(records),
      setTriage: records.setTriage.bind(records),
      removeTriage: records.removeTriage.bind(records),
    };
    records.setTriage = (finding, given) => {
      this.#own.setTriage(finding, given);
      this.#check(finding);
    };
    records.removeTriage = (finding) => {
      this.#own.removeTriage(finding);
      this.#check(finding);
    };
    this.#exchanges = new ExchangesUnderWay(emulator, now, pace, () => {
      this.#readings += 1;
      this.#act(this.#readings);
    });
    this.#act(0);
  }

  end(): void {
    this.#exchanges.end();
    Object.assign(this.#records, this.#own);
  }

  categoryOf(finding: string): Category {
    return this.#own.triageOf(finding);
  }

  #act(at: number): void {
    for (const each of this.#decisions) {
      const finding = someFindings[each.finding] ?? "";
      if (each.at !== at || this.categoryOf(finding) === each.category) continue;
      if (each.category === undefined) this.#own.removeTriage(finding);
      else this.#own.setTriage(finding, each.category);
      const mark = { at: at === 0 ? 0 : this.#exchanges.tick(), finding, category: each.category };
      this.#marks.set(finding, mark);
      this.did.push(mark);
    }
  }

  #check(finding: string): void {
    this.written.add(finding);
    const mark = this.#marks.get(finding);
    const has = this.categoryOf(finding);
    if (mark === undefined || has === mark.category) return;
    this.#marks.delete(finding);
    // as it was when the plan was made, and so not to be distinguished from a write that had no effect
    if (mark.category === this.#before.get(finding)) return;
    const covers = (path: string): boolean => path.endsWith(`/${finding}/triage`) || path.endsWith("/all_findings");
    const by = ({ path }: Exchange): boolean => path.endsWith(`/${finding}/triage`);
    const isExcused = this.#exchanges.writing
      .filter(by)
      .some((write) => this.#exchanges.isInWindow(mark.at, write, covers));
    if (!isExcused) this.broken.push(`${String(mark.category)} of ${finding} became ${String(has)}`);
  }
}

interface Together {
  readonly plan: Plan;
  readonly applied: Applied;
  readonly writer: SecondTriager;
}

async function together(each: Case): Promise<Together | undefined> {
  const emulator = await startEmulator({ seed: seedOf(each.held) });
  const clock = clockThatSleeps(() => Promise.resolve());
  const client = new ServiceClient({
    baseUrl: emulator.url,
    apiKey: key,
    concurrency: each.concurrency,
    clock,
    random: () => 0.5,
  });
  try {
    const desired = { configurations: [], assignments: [], triages: triagesOf(each) };
    const plan = await refreshAndPlan(client, { id: accountId(acmeAccountId) }, desired, {});
    if (plan.writes.length === 0) return undefined;
    emulator.setFaults(each.trouble.faults);
    const undelayed = each.trouble.faults.every(({ method = "GET" }) => method !== "GET");
    const pace = { alone: each.concurrency === 1, fresh: each.fresh, undelayed };
    const writer = new SecondTriager(emulator, () => clock.now(), pace, each.decisions);
    const now = each.fresh ? impatient() : () => clock.now();
    const sleep = (milliseconds: number): Promise<unknown> => clock.sleep(milliseconds);
    const applied = await applyPlan(plan, client, { sleep, now }).finally(() => {
      writer.end();
    });
    return { plan, applied, writer };
  } finally {
    await client.close();
    await emulator.close();
  }
}

const conflicts = ({ outcomes }: Applied) => outcomes.filter(({ code }) => code === "changed-since-planned");
const samples = runs / 5;
const time = samples * 1000 + 60_000;

test(
  "a decision of somebody else outside the windows stays, and an apply beside it reports what the service holds",
  async () => {
    const decisions = fc.array(decision, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(casesWith(anyTrouble, decisions), async (each) => {
        const result = await together(each);
        if (result === undefined) return;
        const { plan, applied, writer } = result;
        expect(writer.broken).toEqual([]);
        const lacks = pendingTriages(plan.triages).filter(
          ({ declared, after }) => (writer.categoryOf(declared.findingId) ?? null) !== after,
        );
        if (applied.verified) expect(lacks).toEqual([]);
        if (writer.did.length === 0) expect(conflicts(applied)).toEqual([]);
      }),
      parametersOf(samples, 4),
    );
  },
  time,
);

test(
  "a decision that stops a write is named by the skipped outcome",
  async () => {
    const nothing = fc.constant({ kind: "nothing", amount: "now and then", faults: [] } as const);
    await fc.assert(
      fc.asyncProperty(
        casesWith(
          nothing,
          decision.map((each) => [each]),
        ),
        // a case in which nothing stops a write is no run
        async (each) => {
          const result = await together(each);
          const [mark] = result?.writer.did ?? [];
          fc.pre(result !== undefined && mark !== undefined && !result.writer.written.has(mark.finding));
          const change = pendingTriages(result.plan.triages).find(
            ({ declared }) => declared.findingId === mark.finding,
          );
          fc.pre(change !== undefined && (mark.category ?? null) !== change.after);
          const said = conflicts(result.applied).find((outcome) => outcome.address === change.address);
          expect(said?.status).toBe("skipped");
          expect(said?.changed).toMatchObject([{ path: expect.any(String) as string }]);
          expect(result.applied.verified).toBe(false);
        },
      ),
      parametersOf(samples / 8, 5),
    );
  },
  time,
);

test(
  "faults that pass stop no triage as changed",
  async () => {
    await fc.assert(
      fc.asyncProperty(casesWith(passingTrouble, fc.constant([])), async (each) => {
        const { applied } = (await together(each)) ?? {};
        if (applied === undefined) return;
        expect(conflicts(applied)).toEqual([]);
        expect(applied.verified).toBe(true);
      }),
      parametersOf(samples, 6),
    );
  },
  time,
);

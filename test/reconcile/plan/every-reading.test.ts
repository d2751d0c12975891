import fc from "fast-check";
import type { Desired } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { accountId } from "../../../src/model/ids";
import type { Write } from "../../../src/reconcile/plan/write";
import { diff } from "../../../src/reconcile/plan/merge";
import { type Plan, plan } from "../../../src/reconcile/plan/plan";
import { verify } from "../../../src/reconcile/apply/verify";
import { desiredFor, observed } from "../arbitrary";
import { Account, type Reading, readings } from "../readings";

const cases = observed.chain((live) =>
  fc.record({ live: fc.constant(live), desired: desiredFor(live), order: fc.infiniteStream(fc.nat(100)) }),
);

/** The writes in one of the orders that their dependencies allow. */
function inSomeOrder(writes: readonly Write[], choices: Iterator<number>): readonly Write[] {
  const ordered: Write[] = [];
  const left = new Map(writes.map((write) => [write.id, write]));
  while (left.size > 0) {
    const ready = [...left.values()].filter((write) => write.after.every((id) => !left.has(id)));
    const next = ready[(choices.next().value as number) % ready.length];
    if (next === undefined) throw new Error("the dependencies of the writes form a circle");
    ordered.push(next);
    left.delete(next.id);
  }
  return ordered;
}

const account = { id: accountId("account") };

/** A plan, its writes in some order, and the account that has taken them by each reading. */
interface Case {
  readonly live: Observed;
  readonly desired: Desired;
  readonly made: Plan;
  readonly writes: readonly Write[];
  readonly taken: Map<Reading, Account>;
  /** What accounts were found to hold of which nothing is left to do: most readings come to the same. */
  readonly settled: Set<string>;
}

const prepared = cases.map(({ live, desired, order }): Case => {
  const made = plan(account, desired, live);
  return {
    live,
    desired,
    made,
    writes: inSomeOrder(made.writes, order[Symbol.iterator]()),
    taken: new Map(),
    settled: new Set(),
  };
});

const many = 50;
let shared: fc.Parameters<[Case]> | undefined;
/** Neither a plan nor the order of its writes depends on the reading: the same cases are for all tests. */
const samples = (): fc.Parameters<[Case]> =>
  (shared ??= { numRuns: many, examples: fc.sample(prepared, many).map((each): [Case] => [each]) });

function takenBy({ live, writes, taken }: Case, reading: Reading): Account {
  const after = taken.get(reading) ?? new Account(live, reading);
  if (!taken.has(reading)) for (const write of writes) after.take(write);
  taken.set(reading, after);
  return after;
}

describe.each(readings)(
  "where PATCH is $merge, PUT $put, `repositories` $repositories, PUT without them $omitted",
  (reading) => {
    const holds = (check: (given: Case, after: Account) => void): void => {
      fc.assert(
        fc.property(prepared, (given) => {
          check(given, takenBy(given, reading));
        }),
        samples(),
      );
    };

    test("the account holds what was declared, whatever the order of the writes", () => {
      holds(({ live, desired, made, settled }, after) => {
        const held = JSON.stringify(after.observed);
        if (settled.has(held)) return;
        // a service that keeps what a PUT leaves out keeps removed top-level fields only if we had left them out
        expect(verify(made, after.observed, new Map())).toEqual([]);
        expect(plan(account, desired, { ...live, ...after.observed }).writes).toEqual([]);
        settled.add(held);
      });
    });

    test("undeclared settings and repositories are unchanged", () => {
      holds(({ live, made }, after) => {
        const differences = live.configurations.flatMap((before) => {
          const change = made.configurations.find((each) => each.live?.id === before.id);
          return diff(after.configurations.get(before.id)?.settings ?? {}, change?.after ?? before.settings);
        });
        expect(differences).toEqual([]);
        const moving = new Set(made.moves.map(({ repository }) => repository.id));
        const staying = live.repositories.filter(({ id }) => !moving.has(id));
        expect(staying.map(({ id }) => after.ways.get(id))).toEqual(staying.map((each) => [each.configuration_id]));
      });
    });

    test("a repository goes straight from its old configuration to its new one", () => {
      holds(({ made }, after) => {
        expect(made.moves.filter(({ repository }) => after.ways.get(repository.id)?.length !== 2)).toEqual([]);
      });
    });

    test("a repository moves only once its new configuration holds what was declared", () => {
      holds(({ live, made, writes }) => {
        const moving = made.configurations.filter(({ live: there }) =>
          made.moves.some(({ to }) => "id" in to && to.id === there?.id),
        );
        if (moving.length === 0) return;
        const after = new Account(live, reading);
        for (const write of writes) {
          after.take(write);
          for (const change of moving) {
            const id = change.live?.id;
            const arrived = made.moves.some(
              (move) => "id" in move.to && move.to.id === id && after.ways.get(move.repository.id)?.length === 2,
            );
            if (id !== undefined && arrived)
              expect(diff(after.configurations.get(id)?.settings ?? {}, change.after)).toEqual([]);
          }
        }
      });
    });
  },
);

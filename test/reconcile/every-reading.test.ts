import fc from "fast-check";
import type { Observed } from "../../src/model/entities";
import { accountId } from "../../src/model/ids";
import type { Write } from "../../src/reconcile/write";
import { diff } from "../../src/reconcile/diff";
import { plan } from "../../src/reconcile/plan";
import { verify } from "../../src/reconcile/verify";
import { desiredFor, observed } from "./arbitrary";
import { Account, readings } from "./readings";

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
const samples = { numRuns: 150 };

describe.each(readings)(
  "where PATCH is $merge, PUT $put, `repositories` $repositories, PUT without them $omitted",
  (reading) => {
    function run(live: Observed, desired: Parameters<typeof plan>[1], choices: Iterator<number>) {
      const made = plan(account, desired, live);
      const after = new Account(live, reading);
      for (const write of inSomeOrder(made.writes, choices)) after.take(write);
      return { made, after };
    }

    test("the account holds what was declared, in whatever order the writes are sent", () => {
      fc.assert(
        fc.property(cases, ({ live, desired, order }) => {
          const { made, after } = run(live, desired, order[Symbol.iterator]());
          const missing = verify(made, after.observed, new Map());
          // a service that keeps what a PUT leaves out keeps removed top-level fields only if we had left them out
          expect(missing).toEqual([]);
          expect(plan(account, desired, { ...live, ...after.observed }).writes).toEqual([]);
        }),
        samples,
      );
    });

    test("what was not declared is as it was", () => {
      fc.assert(
        fc.property(cases, ({ live, desired, order }) => {
          const { made, after } = run(live, desired, order[Symbol.iterator]());
          for (const before of live.configurations) {
            const change = made.configurations.find((each) => each.live?.id === before.id);
            const expected = change?.after ?? before.settings;
            expect(diff(after.configurations.get(before.id)?.settings ?? {}, expected)).toEqual([]);
          }
          const moving = new Set(made.moves.map(({ repository }) => repository.id));
          for (const repository of live.repositories)
            if (!moving.has(repository.id))
              expect(after.ways.get(repository.id)).toEqual([repository.configuration_id]);
        }),
        samples,
      );
    });

    test("a repository goes straight from its old configuration to its new one", () => {
      fc.assert(
        fc.property(cases, ({ live, desired, order }) => {
          const { made, after } = run(live, desired, order[Symbol.iterator]());
          for (const { repository } of made.moves) expect(after.ways.get(repository.id)).toHaveLength(2);
        }),
        samples,
      );
    });

    test("a repository moves only once its new configuration holds what was declared", () => {
      fc.assert(
        fc.property(cases, ({ live, desired, order }) => {
          const made = plan(account, desired, live);
          const after = new Account(live, reading);
          for (const write of inSomeOrder(made.writes, order[Symbol.iterator]())) {
            after.take(write);
            for (const change of made.configurations) {
              const id = change.live?.id;
              const arrived = made.moves.some(
                (move) => "id" in move.to && move.to.id === id && after.ways.get(move.repository.id)?.length === 2,
              );
              if (id !== undefined && arrived)
                expect(diff(after.configurations.get(id)?.settings ?? {}, change.after)).toEqual([]);
            }
          }
        }),
        samples,
      );
    });
  },
);

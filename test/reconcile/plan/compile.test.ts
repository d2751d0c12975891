import fc from "fast-check";
import type { Desired } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { accountId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import { verify } from "../../../src/reconcile/apply/verify";
import { diff } from "../../../src/reconcile/plan/target";
import { plan } from "../../../src/reconcile/plan/plan";
import type { Write } from "../../../src/reconcile/plan/write";
import { declare, desired, give, ids, live, names, planned, shown } from "../account";
import { desiredFor, observed } from "../arbitrary";
import { Account, type Reading, readings } from "../readings";

const on = { analyzers: { a: { enabled: true } } };
const onWithMore = { comment: "enabled", analyzers: { a: { enabled: true }, b: { blocking: true } } } as const;

const loud = { enabled: true, integration_names: ["x"] } as const;

interface Case {
  readonly title: string;
  readonly observed: Observed;
  readonly declaration: Desired;
  readonly writes: readonly unknown[];
}

const table: readonly Case[] = [
  {
    title: "a POST carries the repositories of a new configuration",
    observed: live({ old: { has: ["r1", "r2"] } }),
    declaration: desired([declare("new", on)], give("new", names("r1", "r2"))),
    writes: [{ POST: { name: "new", settings: on, repositories: ids("r1", "r2") } }],
  },
  {
    title: "a POST includes a declared empty list",
    observed: live({}),
    declaration: desired([declare("new", { analyzers: { a: { excludes: [] } }, code_policies: [] })]),
    writes: [{ POST: { name: "new", settings: { analyzers: { a: { excludes: [] } }, code_policies: [] } } }],
  },
  {
    title: "a change is a PATCH with the name and all settings",
    observed: live({ one: { settings: onWithMore } }),
    declaration: desired([declare("one", { analyzers: { a: { enabled: false } } })]),
    writes: [
      {
        PATCH: "one",
        name: "one",
        settings: { ...onWithMore, analyzers: { a: { enabled: false }, b: { blocking: true } } },
      },
    ],
  },
  {
    title: "settings that this version does not know go along as they are",
    observed: live({ one: { settings: { ...onWithMore, newer: { than: [null, "us"] } } as Settings } }),
    declaration: desired([declare("one", { comment: "silent" })]),
    writes: [
      { PATCH: "one", name: "one", settings: { ...onWithMore, comment: "silent", newer: { than: [null, "us"] } } },
    ],
  },
  {
    title: "a configuration that gains a repository sends all settings too",
    observed: live({ one: { settings: { ...onWithMore, risk_threshold: 3 } }, two: { has: ["r1"] } }),
    declaration: desired([declare("one", { comment: "silent" })], give("one", names("r1"))),
    writes: [
      {
        PATCH: "one",
        name: "one",
        settings: { ...onWithMore, risk_threshold: 3, comment: "silent" },
        repositories: ids("r1"),
      },
    ],
  },
  {
    title: "configurations that end up alike are one bulk_update of all their settings, of which nothing can be lost",
    observed: live({ one: { settings: onWithMore }, two: { settings: onWithMore }, three: {} }),
    declaration: desired(["one", "two", "three"].map((name) => declare(name, { notifications: { enabled: true } }))),
    writes: [
      { bulk: ["one", "two"], ...onWithMore, notifications: { enabled: true } },
      { PATCH: "three", name: "three", settings: { notifications: { enabled: true } } },
    ],
  },
  {
    title: "the same change of four configurations that are not alike is tried on the one that has most to lose",
    observed: live({
      one: {},
      two: { settings: { risk_threshold: 2 } },
      three: { settings: onWithMore },
      four: { settings: { risk_threshold: 4 } },
    }),
    declaration: desired(
      ["one", "two", "three", "four"].map((name) => declare(name, { notifications: { enabled: true } })),
    ),
    writes: [
      { bulk: ["three"], part: "trial", notifications: { enabled: true } },
      { bulk: ["one", "two", "four"], part: "rest", notifications: { enabled: true } },
    ],
  },
  {
    title: "the same change of four configurations is a PATCH for each where none can show what all may lose",
    observed: live({
      one: { settings: { risk_threshold: 1 } },
      two: { settings: { risk_threshold: 2 } },
      three: { settings: { analyzers: { a: { enabled: true } } } },
      four: { settings: { analyzers: { b: { enabled: true } } } },
    }),
    declaration: desired(["one", "two", "three", "four"].map((name) => declare(name, { comment: "enabled" }))),
    writes: [
      { PATCH: "one", name: "one", settings: { risk_threshold: 1, comment: "enabled" } },
      { PATCH: "two", name: "two", settings: { risk_threshold: 2, comment: "enabled" } },
      { PATCH: "three", name: "three", settings: { analyzers: { a: { enabled: true } }, comment: "enabled" } },
      { PATCH: "four", name: "four", settings: { analyzers: { b: { enabled: true } }, comment: "enabled" } },
    ],
  },
  {
    title: "the same change of three configurations is a PATCH for each, which costs no more than a trial",
    observed: live({
      one: { settings: { risk_threshold: 1 } },
      two: { settings: { risk_threshold: 2 } },
      three: { settings: { risk_threshold: 3 } },
    }),
    declaration: desired(["one", "two", "three"].map((name) => declare(name, { comment: "enabled" }))),
    writes: [1, 2, 3].map((threshold) => {
      const name = ["one", "two", "three"][threshold - 1];
      return { PATCH: name, name, settings: { risk_threshold: threshold, comment: "enabled" } };
    }),
  },
  {
    title: "equal sets are one bulk_update, whatever their order",
    observed: live({ one: {}, two: {} }),
    declaration: desired([
      declare("one", { notifications: { integration_names: ["x", "y"] } }),
      declare("two", { notifications: { integration_names: ["y", "x"] } }),
    ]),
    writes: [{ bulk: ["one", "two"], notifications: { integration_names: ["x", "y"] } }],
  },
  {
    title: "a bulk_update carries whole notifications when one leaf of them changes",
    observed: live({ one: { settings: { notifications: loud } }, two: { settings: { notifications: loud } } }),
    declaration: desired(["one", "two"].map((name) => declare(name, { notifications: { enabled: false } }))),
    writes: [{ bulk: ["one", "two"], notifications: { ...loud, enabled: false } }],
  },
  {
    title: "a removal is a PUT of the whole settings and all repositories",
    observed: live({ one: { settings: onWithMore, has: ["r1"] } }),
    declaration: desired([declare("one", on, { exclusiveAnalyzers: true })]),
    writes: [{ PUT: "one", name: "one", settings: { comment: "enabled", ...on }, repositories: ids("r1") }],
  },
  {
    title: "repositories without changed settings are one assign per configuration, by id",
    observed: live({ one: {}, two: { has: ["r1", "r2"] } }, ["r3"]),
    declaration: desired([declare("one")], give("one", { repositoryPattern: "r%" })),
    writes: [{ assign: "one", repositories: ids("r1", "r2", "r3") }],
  },
  {
    title:
      "a configuration that loses and gains repositories lists those that it has at that moment and those that it gains",
    observed: live({ one: { has: ["r1"] }, two: { has: ["r2"] } }),
    declaration: desired([declare("one", on), declare("two")], give("one", names("r2")), give("two", names("r1"))),
    writes: [
      { PATCH: "one", name: "one", settings: on, repositories: ids("r1", "r2") },
      { assign: "two", repositories: ids("r1") },
    ],
  },
  {
    title: "a new name is a separate PATCH, never a bulk_update",
    observed: live({ one: {}, two: {} }),
    declaration: desired([declare("eins", on, { renamedFrom: ["one"] }), declare("two", on)]),
    writes: [
      { PATCH: "one", name: "eins", settings: on },
      { PATCH: "two", name: "two", settings: on },
    ],
  },
];

test.each(table)("$title", ({ observed, declaration, writes }) => {
  const made = planned(declaration, observed).writes;
  expect(made.map(shown)).toEqual(expect.arrayContaining([...writes]));
  expect(made).toHaveLength(writes.length);
});

test("a bulk_update includes a configuration that already holds a part of it as declared", () => {
  const observed = live({ one: {}, two: { settings: { comment: "enabled" } } });
  const both = { ...on, comment: "enabled" } as const;
  const declaration = desired([declare("one", both), declare("two", both)]);
  expect(planned(declaration, observed).writes.map(shown)).toEqual([{ bulk: ["one", "two"], ...both }]);
});

test("the request count comes with the count of one per object and a lower bound", () => {
  const observed = live({ one: { has: ["r1", "r2"] }, two: {}, three: {} });
  const declaration = desired(
    [...["one", "two", "three"].map((name) => declare(name, on)), declare("new")],
    give("new", names("r1", "r2")),
  );
  expect(planned(declaration, observed).requests).toEqual({ planned: 2, oneByOne: 6, lowerBound: 2 });
});

test("planning looks at each configuration and repository a bounded number of times", () => {
  const count = 200;
  const looks = { configurations: 0, repositories: 0 };
  const counting = <T extends object>(item: T, kind: keyof typeof looks): T =>
    new Proxy(item, {
      get: (target, key, receiver): unknown => {
        looks[kind] += 1;
        return Reflect.get(target, key, receiver);
      },
    });
  const indexes = Array.from({ length: count }, (_, index) => index);
  const has = (index: number) => Array.from({ length: 5 }, (_, at) => `r-${String(index)}-${String(at)}`);
  const all = live(Object.fromEntries(indexes.map((index) => [`c${String(index)}`, { has: has(index) }])));
  const observed: Observed = {
    ...all,
    configurations: all.configurations.map((each) => counting(each, "configurations")),
    repositories: all.repositories.map((each) => counting(each, "repositories")),
  };
  const declaration = desired(
    indexes.map((index) => declare(`c${String(index)}`, on)),
    give("c0", { repositoryPattern: "r-%-0" }),
  );
  const { writes, moves } = planned(declaration, observed);
  expect(writes.map(({ kind }) => kind).sort()).toEqual(["bulk", "patch"]);
  expect(moves).toHaveLength(count - 1);
  expect(looks.configurations).toBeLessThan(60 * count);
  expect(looks.repositories).toBeLessThan(50 * 5 * count);
});

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

// what a service does to what a bulk update lacks is found out by a trial: see `undeclared.test.ts`
const reading = fc
  .constantFrom(...readings)
  .map((each): Reading => ({ ...each, bulk: each.merge === "replace" ? "shallow" : each.merge }));

test("under any reading of the specification, and in any order of its writes, a plan brings about what is declared and nothing else", () => {
  const id = accountId("account");
  const property = fc.property(cases, reading, ({ live, desired, order }, reading) => {
    const made = plan({ id }, desired, live);
    const after = new Account(live, reading);
    for (const write of inSomeOrder(made.writes, order[Symbol.iterator]())) {
      after.take(write);
      // a repository moves only once its new configuration holds what is declared
      for (const { repository, to } of made.moves) {
        const change = made.configurations.find((each) => "id" in to && each.live?.id === to.id);
        if (change?.live !== undefined && after.ways.get(repository.id)?.length === 2)
          expect(diff(after.configurations.get(change.live.id)?.settings ?? {}, change.after)).toEqual([]);
      }
    }
    expect(verify(made, after.observed, new Map())).toEqual([]);
    expect(plan({ id }, desired, { ...live, ...after.observed }).writes).toEqual([]);
    for (const before of live.configurations) {
      const change = made.configurations.find((each) => each.live?.id === before.id);
      expect(diff(after.configurations.get(before.id)?.settings ?? {}, change?.after ?? before.settings)).toEqual([]);
    }
    // a repository goes straight from its old configuration to its new one, or stays
    const moving = new Set(made.moves.map(({ repository }) => repository.id));
    for (const each of live.repositories) expect(after.ways.get(each.id)).toHaveLength(moving.has(each.id) ? 2 : 1);
  });
  fc.assert(property, { numRuns: 60 });
});

import fc from "fast-check";
import type { Desired, DesiredConfiguration } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/observed";
import { accountId, configurationId } from "../../../src/model/ids";
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

// what a service does to what a bulk update lacks is found out by a trial: see `apply.test.ts`
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

describe("the order of writes", () => {
  const on = { analyzers: { a: { enabled: true } } };

  test("of two configurations that exchange repositories, the second waits and lists its repositories at that time", () => {
    const observed = live({ one: { has: ["r1"] }, two: { has: ["r2"] } });
    const declaration = desired(
      [declare("one", on), declare("two", on)],
      give("one", names("r2")),
      give("two", names("r1")),
    );
    const { writes } = planned(declaration, observed);
    expect(writes.map((write) => ({ write: shown(write), after: write.after }))).toEqual([
      { write: { PATCH: "one", name: "one", settings: on, repositories: ids("r1", "r2") }, after: [] },
      { write: { PATCH: "two", name: "two", settings: on, repositories: ids("r1") }, after: [0] },
    ]);
  });

  test("any number of exchanging pairs is written in two rounds", () => {
    const pairs = { a: { has: ["ra"] }, b: { has: ["rb"] }, c: { has: ["rc"] }, d: { has: ["rd"] } };
    const declaration = desired(
      ["a", "b", "c", "d"].map((name) => declare(name, on)),
      give("a", names("rb")),
      give("b", names("ra")),
      give("c", names("rd")),
      give("d", names("rc")),
    );
    const { writes } = planned(declaration, live(pairs));
    expect(writes.map((write) => ("configuration" in write ? [write.configuration, write.after] : []))).toEqual([
      ["a", []],
      ["c", []],
      ["b", [0]],
      ["d", [1]],
    ]);
  });

  test("in a chain of moves, no write waits for a write that itself waits", () => {
    const declaration = desired(
      ["a", "b", "c", "d"].map((name) => declare(name, on)),
      give("b", names("ra")),
      give("c", names("rb")),
      give("d", names("rc")),
    );
    const { writes } = planned(
      declaration,
      live({ a: { has: ["ra"] }, b: { has: ["rb"] }, c: { has: ["rc"] }, d: { has: ["rd"] } }),
    );
    const turns = new Set(writes.filter(({ after }) => after.length === 0).map(({ id }) => id));
    expect(writes.flatMap(({ after }) => after).filter((id) => !turns.has(id))).toEqual([]);
    expect(writes).toHaveLength(4);
  });

  test("in a cycle of names, the configuration declared first is written first and the other waits", () => {
    const observed = live({ one: {}, two: {} });
    const declaration = desired([
      declare("two", {}, { id: configurationId("one") }),
      declare("one", {}, { id: configurationId("two") }),
    ]);
    const { writes } = planned(declaration, observed);
    expect(writes.map((write) => ("configuration" in write ? [write.configuration, write.after] : []))).toEqual([
      ["one", []],
      ["two", [0]],
    ]);
  });

  test("a new configuration waits for the write that frees its name", () => {
    const declaration = desired([declare("old", on), declare("other", on, { id: configurationId("old") })]);
    const { writes } = planned(declaration, live({ old: {} }));
    expect(writes.map(({ kind, after }) => [kind, after])).toEqual([
      ["patch", []],
      ["create", [0]],
    ]);
  });

  test("a deletion waits for every write that takes a repository from it, counts as a request, and names its configuration", () => {
    const observed = live({ old: { has: ["r1", "r2", "r3"] }, one: {}, two: {} });
    const declaration = {
      ...desired([declare("one"), declare("two", on)], give("one", names("r1")), give("two", names("r2", "r3"))),
      deletions: [configurationId("old")],
    };
    const { writes, requests } = planned(declaration, observed);
    expect(writes.map(({ kind, after, carries }) => [kind, after.toSorted(), carries])).toEqual([
      ["patch", [], ["scanform_configuration.two", "scanform_repository_assignments.routing"]],
      ["assign", [], ["scanform_repository_assignments.routing"]],
      ["delete", [0, 1], ["undeclared.old"]],
    ]);
    expect(requests).toEqual({ planned: 3, oneByOne: 5, lowerBound: 3 });
  });

  test.each([[["a", "b", "c"]], [["c", "a", "b"]], [["b", "c", "a"]]])(
    "in a chain of names, each write waits for the one that frees its name: %j",
    (order) => {
      const observed = live({ a: {}, b: {}, c: {} });
      const next: Readonly<Record<string, string>> = { a: "b", b: "c", c: "d" };
      const declaration = desired(order.map((id) => declare(next[id] ?? "", {}, { id: configurationId(id) })));
      const { writes } = planned(declaration, observed);
      expect(writes.map((write) => ("configuration" in write ? [write.configuration, write.after] : []))).toEqual([
        ["c", []],
        ["b", [0]],
        ["a", [1]],
      ]);
    },
  );

  /** A live configuration that gets a name. */
  const rename = (id: string, name: string, more: Partial<DesiredConfiguration> = {}) =>
    declare(name, {}, { id: configurationId(id), ...more });

  /** The writes in their order: what each is for, and which it waits for. */
  const order = (configurations: readonly DesiredConfiguration[], there: Observed) =>
    planned(desired(configurations), there).writes.map((write): readonly [string, readonly number[]] => [
      "configuration" in write ? write.configuration : write.kind,
      write.after.toSorted(),
    ]);

  test("configurations that keep their names are written in the order of the declaration, and none waits", () => {
    // a removal, which needs a request of its own
    const held = { settings: { analyzers: { a: { enabled: true }, b: { enabled: true } } } };
    const less = (name: string) => declare(name, on, { exclusiveAnalyzers: true });
    expect(order([less("two"), less("one")], live({ one: held, two: held }))).toEqual([
      ["two", []],
      ["one", []],
    ]);
  });

  describe("where two live configurations share a name", () => {
    const there = () => live({ x: { name: "twin" }, y: { name: "twin" }, z: {} });

    test.each([[["x", "y", "z"]], [["z", "x", "y"]], [["z", "y", "x"]]])(
      "the one that takes it waits for both to give it up: %j",
      (declared) => {
        const next: Readonly<Record<string, DesiredConfiguration>> = {
          x: rename("x", "left"),
          y: rename("y", "right"),
          z: rename("z", "twin"),
        };
        const writes = order(
          declared.flatMap((id) => next[id] ?? []),
          there(),
        );
        expect(writes.map(([id]) => id).toSorted()).toEqual(["x", "y", "z"]);
        expect(writes[2]?.[0]).toBe("z");
        expect(writes.map(([, after]) => after)).toEqual([[], [], [0, 1]]);
      },
    );

    test("the one that keeps it waits for the one that gives it up, whichever is declared first", () => {
      const keeping = declare("twin", on, { id: configurationId("y"), exclusiveAnalyzers: true });
      const holding = () =>
        live({ x: { name: "twin" }, y: { name: "twin", settings: { analyzers: { a: {}, b: {} } } }, z: {} });
      const both = [
        ["x", []],
        ["y", [0]],
      ];
      expect(order([keeping, rename("x", "left")], holding())).toEqual(both);
      expect(order([rename("x", "left"), keeping], holding())).toEqual(both);
    });

    test("two that keep it do not wait for each other", () => {
      const held = { name: "twin", settings: { analyzers: { a: {}, b: {} } } };
      const less = (id: string) => ({
        ...declare("twin", on, { id: configurationId(id), exclusiveAnalyzers: true }),
        address: declare(id).address,
      });
      expect(order([less("y"), less("x")], live({ x: held, y: held }))).toEqual([
        ["y", []],
        ["x", []],
      ]);
    });
  });
});

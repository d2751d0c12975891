import { accountId } from "../../../src/model/ids";
import type { Desired } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { plan } from "../../../src/reconcile/plan/plan";
import { declare, desired, give, ids, live, names, planned, shown } from "../account";

const on = { analyzers: { a: { enabled: true } } };
const onWithMore = { comment: "enabled", analyzers: { a: { enabled: true }, b: { blocking: true } } } as const;

const loud = { enabled: true, integration_names: ["x"] } as const;

interface Case {
  readonly title: string;
  readonly observed: Observed;
  readonly declaration: Desired;
  readonly writes: readonly unknown[];
}

const cases: readonly Case[] = [
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
    title: "a change is a PATCH with the name and the whole changed top-level field",
    observed: live({ one: { settings: onWithMore } }),
    declaration: desired([declare("one", { analyzers: { a: { enabled: false } } })]),
    writes: [{ PATCH: "one", name: "one", settings: { analyzers: { a: { enabled: false }, b: { blocking: true } } } }],
  },
  {
    title: "a configuration that gains a repository sends only the settings that change",
    observed: live({ one: { settings: { ...onWithMore, risk_threshold: 3 } }, two: { has: ["r1"] } }),
    declaration: desired([declare("one", { comment: "silent" })], give("one", names("r1"))),
    writes: [{ PATCH: "one", name: "one", settings: { comment: "silent" }, repositories: ids("r1") }],
  },
  {
    title: "equal changes of several configurations are one bulk_update",
    observed: live({ one: { settings: onWithMore }, two: { settings: onWithMore }, three: {} }),
    declaration: desired(["one", "two", "three"].map((name) => declare(name, { notifications: { enabled: true } }))),
    writes: [{ bulk: ["one", "two", "three"], notifications: { enabled: true } }],
  },
  {
    title: "settings that already hold are not written, and do not prevent a bulk_update",
    observed: live({ one: { settings: { risk_threshold: 1 } }, two: { settings: { risk_threshold: 2 } } }),
    declaration: desired([
      declare("one", { comment: "enabled", risk_threshold: 1 }),
      declare("two", { comment: "enabled", risk_threshold: 2 }),
    ]),
    writes: [{ bulk: ["one", "two"], comment: "enabled" }],
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
    title: "fields that end up different are not bulked, even if the same leaf changes",
    observed: live({ one: { settings: onWithMore }, two: { settings: on } }),
    declaration: desired(["one", "two"].map((name) => declare(name, { analyzers: { a: { silent: true } } }))),
    writes: [
      {
        PATCH: "one",
        name: "one",
        settings: { analyzers: { a: { enabled: true, silent: true }, b: { blocking: true } } },
      },
      { PATCH: "two", name: "two", settings: { analyzers: { a: { enabled: true, silent: true } } } },
    ],
  },
  {
    title: "a removal is a PUT of the whole settings and all repositories",
    observed: live({ one: { settings: onWithMore, has: ["r1"] } }),
    declaration: desired([declare("one", on, { exclusiveAnalyzers: true })]),
    writes: [{ PUT: "one", name: "one", settings: { comment: "enabled", ...on }, repositories: ids("r1") }],
  },
  {
    title: "removals are never bulked, however alike",
    observed: live({
      one: { settings: { notifications: { integration_names: ["x", "y"] } } },
      two: { settings: { notifications: { integration_names: ["x", "y"] } } },
    }),
    declaration: desired(["one", "two"].map((name) => declare(name, { notifications: { integration_names: ["x"] } }))),
    writes: ["one", "two"].map((name) => ({
      PUT: name,
      name,
      settings: { notifications: { integration_names: ["x"] } },
    })),
  },
  {
    title: "a configuration that changes and gains repositories does both in one PATCH, listing all its repositories",
    observed: live({ one: { has: ["r1"] }, two: { has: ["r2"] } }),
    declaration: desired([declare("one", on)], give("one", names("r2"))),
    writes: [{ PATCH: "one", name: "one", settings: on, repositories: ids("r1", "r2") }],
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

test.each(cases)("$title", ({ observed, declaration, writes }) => {
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

test("a setting that is held but not declared is not written, even if another configuration declares the same value", () => {
  const observed = live({ one: { settings: { risk_threshold: 3 } }, two: {} });
  const declaration = desired([
    declare("one", { comment: "enabled" }),
    declare("two", { comment: "enabled", risk_threshold: 3 }),
  ]);
  const written = planned(declaration, observed).writes.map(shown);
  expect(written).not.toContainEqual(expect.objectContaining({ bulk: ["one", "two"], risk_threshold: 3 }));
  expect(written).not.toContainEqual({
    PATCH: "one",
    name: "one",
    settings: { comment: "enabled", risk_threshold: 3 },
  });
});

describe("where bulk_update is known to merge leaf by leaf", () => {
  const writesOf = (declaration: Desired, observed: Observed): readonly unknown[] =>
    plan({ id: accountId("account") }, declaration, observed, { semantics: { bulkMerge: "deep" } }).writes.map(shown);

  test("one request carries several leaves of one or more analyzers", () => {
    const observed = live({ one: { settings: { analyzers: { a: { silent: true } } } }, two: {} });
    const analyzers = { a: { enabled: true, blocking: true }, b: { enabled: true } };
    const declaration = desired(["one", "two"].map((name) => declare(name, { analyzers })));
    expect(writesOf(declaration, observed)).toEqual([{ bulk: ["one", "two"], analyzers }]);
  });

  test("one request carries a common leaf of notifications that otherwise differ", () => {
    const observed = live({ one: { settings: { notifications: loud } }, two: {} });
    const declaration = desired(["one", "two"].map((name) => declare(name, { notifications: { enabled: false } })));
    expect(writesOf(declaration, observed)).toEqual([{ bulk: ["one", "two"], notifications: { enabled: false } }]);
  });

  test("a PATCH of a single configuration still carries the whole top-level setting", () => {
    const observed = live({ one: { settings: onWithMore } });
    const declaration = desired([declare("one", { analyzers: { a: { enabled: false } } })]);
    expect(writesOf(declaration, observed)).toEqual([
      { PATCH: "one", name: "one", settings: { analyzers: { a: { enabled: false }, b: { blocking: true } } } },
    ]);
  });
});

test("two settings in every combination are written separately", () => {
  const comments = ["disabled", "silent", "enabled"] as const;
  const all = comments.flatMap((comment) => [1, 2, 3].map((risk_threshold) => ({ comment, risk_threshold })));
  const named = all.map((settings, at) => [`c${String(at)}`, settings] as const);
  const observed = live(Object.fromEntries(named.map(([name]) => [name, {}])));
  const { writes, requests } = planned(desired(named.map(([name, settings]) => declare(name, settings))), observed);
  expect(writes.map(({ kind }) => kind)).toEqual(Array.from({ length: 6 }, () => "bulk"));
  expect(requests).toEqual({ planned: 6, oneByOne: 9, lowerBound: 3 });
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
  expect(looks.configurations).toBeLessThan(50 * count);
  expect(looks.repositories).toBeLessThan(50 * 5 * count);
});

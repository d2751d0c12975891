import type { DesiredConfiguration } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { configurationId } from "../../../src/model/ids";
import { declare, desired, give, ids, live, names, planned, shown } from "../account";

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

import type { DesiredConfiguration } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { configurationId } from "../../../src/model/ids";
import { declare, desired, live, planned } from "../account";

const on = { analyzers: { a: { enabled: true } } };

/** A live configuration that gets a name. */
const rename = (id: string, name: string, more: Partial<DesiredConfiguration> = {}) =>
  declare(name, {}, { id: configurationId(id), ...more });

/** The writes in their order: what each is for, and which it waits for. */
const order = (configurations: readonly DesiredConfiguration[], there: Observed) =>
  planned(desired(configurations), there).writes.map((write): readonly [string, readonly number[]] => [
    "configuration" in write ? write.configuration : write.kind,
    write.after.toSorted(),
  ]);

test("in a cycle of three names, only the configuration declared first is written while its name is taken", () => {
  const there = live({ a: {}, b: {}, c: {} });
  expect(order([rename("a", "b"), rename("b", "c"), rename("c", "a")], there)).toEqual([
    ["a", []],
    ["c", [0]],
    ["b", [1]],
  ]);
});

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

  test("a new configuration of that name waits for both", () => {
    expect(order([declare("twin", on), rename("x", "left"), rename("y", "right")], there())).toEqual([
      ["x", []],
      ["y", []],
      ["create", [0, 1]],
    ]);
  });

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

import type { Desired } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { configurationId } from "../../../src/model/ids";
import { unseen, verify } from "../../../src/reconcile/apply/verify";
import { declare, desired, give, live, names, planned } from "../account";

const held = { analyzers: { a: { enabled: true } }, comment: "enabled" } as const;

test.each([new Map([[declare("caf\u00e9").address, configurationId("new")]]), new Map()])(
  "a new configuration may have its name in another normal form, whether or not its id is known",
  (created) => {
    const made = planned(desired([declare("caf\u00e9")]), live({}));
    expect(verify(made, live({ new: { name: "cafe\u0301" } }), created)).toEqual([]);
  },
);

test("names a configuration that still exists by its name, or else by its id", () => {
  const observed = live({ one: { name: "eins" }, two: {} });
  const nameless = observed.configurations.map(({ name, ...each }) => (name === "two" ? each : { ...each, name }));
  const world = { ...observed, configurations: nameless } as typeof observed;
  const made = planned({ ...desired([]), deletions: ["one", "two"].map(configurationId) }, world);
  expect(verify(made, world, new Map())).toEqual([
    { address: "undeclared.one", path: "name", expected: undefined, found: "eins" },
    { address: "undeclared.two", path: "name", expected: undefined, found: "two" },
  ]);
});

test("names the configuration that has taken a lost repository", () => {
  const observed = live({ one: { has: ["r1"] }, two: { name: "zwei", has: ["r2"] } });
  const made = planned(desired([declare("one", held)], give("one", names("r2"))), observed);
  const after = live({ one: { settings: held, has: ["r2"] }, two: { name: "zwei", has: ["r1"] } });
  expect(verify(made, after, new Map())).toMatchObject([{ path: "repository r1", found: "zwei" }]);
});

test("finds a configuration that has disappeared or has the wrong name", () => {
  const observed = live({ one: { settings: held }, two: { settings: held } });
  const declared = [declare("eins", {}, { renamedFrom: ["one"] }), declare("two", { comment: "silent" })];
  const made = planned(desired(declared), observed);
  expect(verify(made, live({ one: { settings: held } }), new Map())).toEqual([
    { address: "scanform_configuration.eins", path: "name", expected: "eins", found: "one" },
    { address: "scanform_configuration.two", path: "name", expected: "two", found: undefined },
  ]);
});

describe("a new configuration", () => {
  const made = () => planned(desired([declare("new", held)], give("new", names("r"))), live({}, ["r"]));
  const at = declare("new").address;

  test("a new configuration is looked up by its id, or by its name when the id is unknown", () => {
    const there = live({ given: { name: "new", settings: held, has: ["r"] } });
    expect(verify(made(), there, new Map([[at, configurationId("given")]]))).toEqual([]);
    expect(verify(made(), there, new Map())).toEqual([]);
    expect(verify(made(), there, new Map([[at, configurationId("another")]]))).toEqual([
      { address: at, path: "name", expected: "new", found: undefined },
      { address: "scanform_repository_assignments.routing", path: "repository r", expected: "new", found: "given" },
    ]);
  });

  test("a new configuration whose id is unknown is the one of its name that holds what is declared, wherever it is listed", () => {
    const mine = { name: "new", settings: held, has: ["r"] };
    const another = { name: "new", settings: { comment: "silent" } } as const;
    expect(verify(made(), live({ another, mine }), new Map())).toEqual([]);
    expect(verify(made(), live({ mine, another }), new Map())).toEqual([]);
  });

  test("a new configuration has no repositories while it is missing, and the repository reports its current configuration", () => {
    expect(verify(made(), live({ old: { has: ["r"] } }), new Map())).toMatchObject([
      { path: "name" },
      { path: "repository r", expected: "new", found: "old" },
    ]);
    expect(verify(made(), live({}, ["r"]), new Map())).toMatchObject([
      { path: "name" },
      { path: "repository r", expected: "new", found: undefined },
    ]);
  });
});

test("finds a repository that has not reached its target, and names an unlisted configuration by its id", () => {
  const observed = live({ one: { has: ["r"] }, two: {} });
  const made = planned(desired([declare("two")], give("two", names("r"))), observed);
  const hidden = live({ hidden: { has: ["r"] }, two: {} });
  const after = { ...hidden, configurations: hidden.configurations.slice(1) };
  expect(verify(made, after, new Map())).toEqual([
    { address: "scanform_repository_assignments.routing", path: "repository r", expected: "two", found: "hidden" },
  ]);
  expect(verify(made, live({ two: { has: ["r"] } }), new Map())).toEqual([]);
});

const silent = { comment: "silent" } as const;
const enabled = { comment: "enabled" } as const;
const unchanged = live({ one: { settings: silent } });
const unmoved = live({ one: { has: ["r1", "r2", "r3"] }, two: {} });
const moves = desired([declare("two")], give("two", names("r1", "r2")));
const routing = "scanform_repository_assignments.routing";

test.each<[title: string, before: Observed, declared: Desired, after: Observed, unseen: readonly string[]]>([
  [
    "a creation is not waited for when the service gave no id",
    live({}),
    desired([declare("new", enabled)]),
    live({}),
    [],
  ],
  [
    "an update is unseen while the settings and the name are as before",
    unchanged,
    desired([declare("one", enabled)]),
    unchanged,
    ["scanform_configuration.one"],
  ],
  [
    "an update of the name alone is seen once the name is another one",
    unchanged,
    desired([declare("eins", {}, { renamedFrom: ["one"] })]),
    live({ one: { name: "eins", settings: silent } }),
    [],
  ],
  ["moves are unseen while all repositories are where they were", unmoved, moves, unmoved, [routing]],
  [
    "moves are seen once one of the repositories has arrived",
    unmoved,
    moves,
    live({ one: { has: ["r1", "r3"] }, two: { has: ["r2"] } }),
    [],
  ],
  [
    "a deletion is unseen while the configuration is listed",
    live({ one: {}, two: {} }),
    { ...desired([]), deletions: ["one", "two"].map(configurationId) },
    live({ two: {} }),
    ["undeclared.two"],
  ],
])("%s", (_title, before, declared, after, expected) => {
  expect([...unseen(planned(declared, before), after, new Map())]).toEqual(expected);
});

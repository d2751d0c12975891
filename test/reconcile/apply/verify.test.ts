import { configurationId, repositoryId } from "../../../src/model/ids";
import { verify } from "../../../src/reconcile/apply/verify";
import { declare, desired, give, ids, live, names, planned } from "../account";

const held = { analyzers: { a: { enabled: true } }, comment: "enabled" } as const;

test("what nobody declared and a write took along is found", () => {
  const observed = live({ one: { settings: held } });
  const made = planned(desired([declare("one", { risk_threshold: 3 })]), observed);
  const after = live({ one: { settings: { risk_threshold: 3 } } });
  expect(verify(made, after, new Map()).map(({ path, expected }) => [path, expected])).toEqual([
    ["comment", "enabled"],
    ['analyzers["a"].enabled', true],
  ]);
});

test("what somebody else has changed meanwhile is theirs", () => {
  const observed = live({ one: { settings: held } });
  const made = planned(desired([declare("one", { risk_threshold: 3 })]), observed);
  const after = live({ one: { settings: { ...held, comment: "silent", risk_threshold: 3 } } });
  expect(verify(made, after, new Map())).toEqual([]);
});

test("a repository that a write listed to keep it, and that was lost, is found", () => {
  const observed = live({ one: { has: ["r1"] }, two: { has: ["r2"] } });
  const made = planned(desired([declare("one", held)], give("one", names("r2"))), observed);
  const [kept = "", gained = ""] = ids("r1", "r2");
  const after = live({ one: { settings: held, has: ["r2"] }, two: {} }, ["r1"]);
  expect(verify(made, after, new Map())).toMatchObject([{ path: `repository ${kept}`, expected: "one" }]);
  expect(gained).not.toBe(kept);
});

test("a configuration that was to be deleted and is there is found", () => {
  const observed = live({ one: {} });
  const made = planned({ ...desired([]), deletions: [configurationId("one")] }, observed);
  expect(verify(made, observed, new Map())).toMatchObject([{ address: "undeclared.one", found: "one" }]);
});

test("a configuration that was not deleted is told by its name, and by its id where it has none", () => {
  const observed = live({ one: { name: "eins" }, two: {} });
  const nameless = observed.configurations.map(({ name, ...each }) => (name === "two" ? each : { ...each, name }));
  const world = { ...observed, configurations: nameless } as typeof observed;
  const made = planned({ ...desired([]), deletions: ["one", "two"].map(configurationId) }, world);
  expect(verify(made, world, new Map())).toEqual([
    { address: "undeclared.one", path: "name", expected: undefined, found: "eins" },
    { address: "undeclared.two", path: "name", expected: undefined, found: "two" },
  ]);
});

test("a repository that a write lost to another configuration is told with the name of that one", () => {
  const observed = live({ one: { has: ["r1"] }, two: { name: "zwei", has: ["r2"] } });
  const made = planned(desired([declare("one", held)], give("one", names("r2"))), observed);
  const after = live({ one: { settings: held, has: ["r2"] }, two: { name: "zwei", has: ["r1"] } });
  expect(verify(made, after, new Map())).toMatchObject([{ path: "repository id of r1", found: "zwei" }]);
});

test("a configuration that is gone, or has another name, is found", () => {
  const observed = live({ one: { settings: held }, two: { settings: held } });
  const declared = [declare("eins", {}, { renamedFrom: ["one"] }), declare("two", { comment: "silent" })];
  const made = planned(desired(declared), observed);
  expect(verify(made, live({ one: { settings: held } }), new Map())).toEqual([
    { address: "scanform_configuration.eins", path: "name", expected: "eins", found: "one" },
    { address: "scanform_configuration.two", path: "name", expected: "two", found: undefined },
  ]);
});

test("a setting that is not as it was declared is found, and what the plan does not change is not looked at", () => {
  const observed = live({ one: { settings: held }, two: { settings: held } });
  const made = planned(desired([declare("one", { comment: "silent" }), declare("two", held)]), observed);
  expect(verify(made, live({ one: { settings: held }, two: {} }), new Map())).toEqual([
    { address: "scanform_configuration.one", path: "comment", expected: "silent", found: "enabled" },
  ]);
});

describe("a new configuration", () => {
  const made = () => planned(desired([declare("new", held)], give("new", names("r"))), live({}, ["r"]));
  const at = declare("new").address;

  test("is looked for by the id that the service gave it, and by its name where there is none", () => {
    const there = live({ given: { name: "new", settings: held, has: ["r"] } });
    expect(verify(made(), there, new Map([[at, configurationId("given")]]))).toEqual([]);
    expect(verify(made(), there, new Map())).toEqual([]);
    expect(verify(made(), there, new Map([[at, configurationId("another")]]))).toEqual([
      { address: at, path: "name", expected: "new", found: undefined },
      { address: "scanform_repository_assignments.routing", path: "repository r", expected: "new", found: "new" },
    ]);
  });

  test("that is not there has no repository, and the repository says what it has in its place", () => {
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

test("a repository that moves is found where it is not at its goal, with the id of what is not listed", () => {
  const observed = live({ one: { has: ["r"] }, two: {} });
  const made = planned(desired([declare("two")], give("two", names("r"))), observed);
  const hidden = live({ hidden: { has: ["r"] }, two: {} });
  const after = { ...hidden, configurations: hidden.configurations.slice(1) };
  expect(verify(made, after, new Map())).toEqual([
    { address: "scanform_repository_assignments.routing", path: "repository r", expected: "two", found: "hidden" },
  ]);
  expect(verify(made, live({ two: { has: ["r"] } }), new Map())).toEqual([]);
});

test("a repository that two requests listed to keep it is said to be lost once", () => {
  const observed = live({ one: { settings: held, has: ["r1"] } });
  const made = planned(desired([declare("eins", {}, { renamedFrom: ["one"] })]), observed);
  const kept = {
    kind: "put",
    configuration: configurationId("one"),
    carries: [declare("eins").address],
    after: [],
  } as const;
  const write = { ...kept, id: 0, body: { name: "eins", settings: held, repositories: [repositoryId("id of r1")] } };
  const after = live({ one: { name: "eins", settings: held } }, ["r1"]);
  expect(verify(made, after, new Map(), [write, { ...write, id: 1, kind: "patch" }])).toEqual([
    { address: "scanform_configuration.eins", path: "repository id of r1", expected: "eins", found: undefined },
  ]);
});

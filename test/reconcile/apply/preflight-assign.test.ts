import { configurationId, repositoryId } from "../../../src/model/ids";
import { declare, desired, give, ids, live, names } from "../account";
import { checking, checksOf, type Row, said } from "./checking";

const nothing = () => undefined;
const moved =
  (name: string, to: string | undefined): Row["deed"] =>
  (world) => {
    world.move(name, to);
  };
const removed =
  (name: string): Row["deed"] =>
  (world) => {
    world.removeRepository(name);
  };
const routing = (name: string, planned?: string, found?: string) => [
  "routing",
  {
    path: `repository ${name}`,
    ...(planned === undefined ? {} : { planned }),
    ...(found === undefined ? {} : { found }),
  },
];

const observed = live(
  { one: { settings: { comment: "silent" }, has: ["own"] }, two: { has: ["r1", "r2"] }, three: {} },
  ["unheld"],
);

describe("an assignment", () => {
  const assign = (...given: string[]) => ({ assign: "one", repositories: ids(...given) });
  checksOf(observed, desired([declare("one", { comment: "silent" })], give("one", names("r1", "r2", "unheld"))), [
    {
      title: "goes out as planned where nobody has moved a repository",
      deed: nothing,
      goes: assign("r1", "r2", "unheld"),
    },
    {
      title: "goes out without a repository that somebody has moved elsewhere",
      deed: moved("r1", "three"),
      goes: assign("r2", "unheld"),
      changed: [routing("r1", "two", "three")],
    },
    {
      title: "goes out without a repository that somebody has given a first configuration",
      deed: moved("unheld", "three"),
      goes: assign("r1", "r2"),
      changed: [routing("unheld", undefined, "three")],
    },
    {
      title: "goes out without a repository whose configuration is gone",
      deed: moved("r2", undefined),
      goes: assign("r1", "unheld"),
      changed: [routing("r2", "two")],
    },
    {
      title: "goes out without a repository that is gone",
      deed: removed("r2"),
      goes: assign("r1", "unheld"),
      changed: [routing("r2", "two")],
    },
    {
      title: "goes out with a repository that is there already",
      deed: moved("r1", "one"),
      goes: assign("r1", "r2", "unheld"),
    },
    {
      title: "goes out where others have come to its configuration",
      deed: moved("new", "one"),
      goes: assign("r1", "r2", "unheld"),
    },
    {
      title: "is withheld where every repository has been moved",
      deed: (world) => {
        for (const name of ["r1", "r2", "unheld"]) world.move(name, "three");
      },
      changed: [routing("r1", "two", "three"), routing("r2", "two", "three"), routing("unheld", undefined, "three")],
    },
    {
      title: "is withheld where its configuration does not hold what is declared",
      deed: (world) => {
        world.change("one", { settings: { comment: "disabled" } });
      },
      changed: [["routing", { path: 'comment of configuration "one"', planned: "silent", found: "disabled" }]],
    },
    {
      title: "is withheld where its configuration has another name",
      deed: (world) => {
        world.change("one", { name: "eins" });
      },
      changed: [["routing", { path: 'name of configuration "eins"', planned: "one", found: "eins" }]],
    },
    {
      title: "goes out where a leaf of its configuration has changed that nobody declared",
      deed: (world) => {
        world.change("one", { settings: { comment: "silent", risk_threshold: 9 } });
      },
      goes: assign("r1", "r2", "unheld"),
    },
    {
      title: "is withheld where its configuration is gone",
      deed: (world) => {
        world.remove("one");
      },
      changed: [["routing", { path: "configuration", planned: "one" }]],
    },
  ]);

  describe("to a configuration that is not declared", () => {
    const target = { configuration: { id: configurationId("one") } };
    checksOf(observed, desired([], { target, repositoryNames: ["r1"] }), [
      {
        title: "goes out whatever has changed in it",
        deed: (world) => {
          world.change("one", { name: "eins", settings: { comment: "disabled" } });
        },
        goes: assign("r1"),
      },
      {
        title: "is withheld where it is gone",
        deed: (world) => {
          world.remove("one");
        },
        changed: [["routing", { path: "configuration", planned: "one" }]],
      },
    ]);
  });
});

test("an assignment is withheld where its configuration was left out of the update before it", async () => {
  const declared = desired(
    ["one", "two"].map((name) => declare(name, { analyzers: { a: { enabled: false } } })),
    give("one", names("r")),
  );
  const settings = { analyzers: { a: { enabled: true }, b: { enabled: true } } } as const;
  const world = live({ one: { settings }, two: { settings }, old: { has: ["r"] } });
  const made = checking(world, declared);
  const { configuration, repositories, carries } = {
    configuration: configurationId("one"),
    repositories: [repositoryId("id of r")],
    carries: [declare("one").address],
  };
  made.world.change("one", { settings: { analyzers: { ...settings.analyzers, b: { enabled: false } } } });
  const updates = { analyzers: { a: { enabled: false }, b: { enabled: true } } };
  const configurations = [configuration, configurationId("two")];
  await made.check({ kind: "bulk", configurations, updates, carries, id: 7, after: [] });
  const assign = { kind: "assign", configuration, repositories, carries, id: 8, after: [7] } as const;
  expect(await made.check(assign)).toEqual({ withheld: { is: "changed" } });
  expect(said(made.preflight.stateOf(assign).changed)).toEqual([
    ["one", { path: 'analyzers["a"].enabled', planned: false, found: true }],
  ]);
});

test("a repository is named by what is found, or as it was planned", async () => {
  const { world, plan, preflight, check } = checking(
    observed,
    desired([declare("three")], give("three", names("r1", "r2"))),
  );
  const [write] = plan.writes;
  if (write === undefined) throw new Error("no write");
  world.change("one", { name: "eins" });
  world.move("r1", "one");
  world.removeRepository("r2");
  await check(write);
  expect(said(preflight.stateOf(write).changed)).toEqual([routing("r1", "two", "eins"), routing("r2", "two")]);
});

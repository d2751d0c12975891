import type { TriageCategory } from "../../../src/model/findings";
import { configurationId, repositoryId } from "../../../src/model/ids";
import { indexPlan } from "../../../src/reconcile/apply/plan-index";
import { RepositoryJudge } from "../../../src/reconcile/apply/repository-judge";
import { declare, desired, first as finding, give, ids, live, names, planned } from "../account";
import { changing, checking, checksOf, first, removing, type Row, said } from "./checking";
import { expired, triage } from "./applying";

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
  { path: `repository ${name}`, planned, found },
];
const ofOne = (name: string, planned: string | undefined, found: string) => [
  "one",
  { path: `repository ${name}`, planned, found },
];

const observed = live(
  { one: { settings: { comment: "silent" }, has: ["own"] }, two: { has: ["r1", "r2"] }, three: {} },
  ["unheld"],
);

describe("an assignment", () => {
  const assign = (...given: string[]) => ({ assign: "one", repositories: ids(...given) });
  checksOf(
    "an assignment",
    observed,
    desired([declare("one", { comment: "silent" })], give("one", names("r1", "r2", "unheld"))),
    [
      {
        title: "goes out with a repository that is there already",
        deed: moved("r1", "one"),
        goes: assign("r1", "r2", "unheld"),
      },
      {
        title: "is withheld where its configuration has another name",
        deed: changing("one", { name: "eins" }),
        changed: [["routing", { path: 'name of configuration "eins"', planned: "one", found: "eins" }]],
      },
      {
        title: "is withheld where its configuration is gone",
        deed: removing("one"),
        changed: [["routing", { path: "configuration", planned: "one" }]],
      },
    ],
  );

  describe("to a configuration that is not declared", () => {
    const target = { configuration: { id: configurationId("one") } };
    checksOf(
      "an assignment to a configuration that is not declared",
      observed,
      desired([], { target, repositoryNames: ["r1"] }),
      [
        {
          title: "is withheld where it is gone",
          deed: removing("one"),
          changed: [["routing", { path: "configuration", planned: "one" }]],
        },
      ],
    );
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
  expect(said(made.sender.stateOf(assign).changed)).toEqual([
    ["one", { path: 'analyzers["a"].enabled', planned: false, found: true }],
  ]);
});

test("a repository is named by what is found, or as it was planned", async () => {
  const { world, plan, sender, check } = checking(
    observed,
    desired([declare("three")], give("three", names("r1", "r2"))),
  );
  const [write] = plan.writes;
  if (write === undefined) throw new Error("no write");
  world.change("one", { name: "eins" });
  world.move("r1", "one");
  world.removeRepository("r2");
  await check(write);
  expect(said(sender.stateOf(write).changed)).toEqual([routing("r1", "two", "eins"), routing("r2", "two")]);
});

const patch = (...given: string[]) => ({
  PATCH: "one",
  name: "one",
  settings: { comment: "enabled" },
  repositories: ids(...given),
});
checksOf(
  "a PATCH that lists repositories",
  observed,
  desired([declare("one", { comment: "enabled" })], give("one", names("r1"))),
  [
    { title: "goes out as planned where nobody has moved a repository", deed: nothing, goes: patch("own", "r1") },
    {
      title: "goes out without one that it keeps and that somebody has moved",
      deed: moved("own", "three"),
      goes: patch("r1"),
      departed: [ofOne("own", "one", "three")],
    },
    { title: "goes out without one that it keeps and that is gone", deed: removed("own"), goes: patch("r1") },
    {
      title: "is withheld where a new one has come",
      deed: moved("new", "one"),
      changed: [ofOne("new", undefined, "one")],
    },
  ],
);

const held = live({ one: { settings: { code_policies: [{ id: "p" }] }, has: ["own"] }, three: {} }, ["unheld"]);
const put = (...given: string[]) => ({
  PUT: "one",
  name: "one",
  settings: { code_policies: [] },
  ...(given.length === 0 ? {} : { repositories: ids(...given) }),
});
checksOf("a PUT", held, desired([declare("one", { code_policies: [] })]), [
  { title: "goes out with all repositories of its configuration", deed: nothing, goes: put("own") },
]);

checksOf(
  "a PUT of a configuration without repositories",
  live({ one: { settings: { code_policies: [{ id: "p" }] } } }, ["unheld"]),
  desired([declare("one", { code_policies: [] })]),
  [{ title: "goes out without a list", deed: nothing, goes: put() }],
);

const post = (...given: string[]) => ({
  POST: { name: "new", settings: {}, ...(given.length === 0 ? {} : { repositories: ids(...given) }) },
});
checksOf("a POST", observed, desired([declare("new")], give("new", names("r1", "unheld"))), [
  { title: "goes out as planned where nobody has moved a repository", deed: nothing, goes: post("r1", "unheld") },
  {
    title: "goes out without repositories where none is left",
    deed: (world) => {
      world.move("r1", undefined);
      world.removeRepository("unheld");
    },
    goes: post(),
    changed: [routing("r1", "two"), routing("unheld")],
  },
]);

const declared = { ...desired([declare("three")], give("three", names("r1"))), deletions: [configurationId("two")] };

test.each([
  { title: "goes out where a repository that is to stay there has left", deed: moved("r2", undefined), changed: [] },
  { title: "goes out where a repository that is to leave has not", deed: nothing, changed: [] },
  {
    title: "is withheld where a repository has come",
    deed: moved("unheld", "two"),
    changed: [["undeclared.two", { path: "repository unheld", found: "two" }]],
  },
])("a deletion $title", async ({ deed, changed }) => {
  const { world, plan, sender, check } = checking(observed, declared);
  const write = plan.writes.find(({ kind }) => kind === "delete");
  if (write === undefined) throw new Error("no deletion");
  deed(world);
  expect(await check(write)).toEqual(
    changed.length === 0 ? { goes: { DELETE: "two" } } : { withheld: { is: "changed" } },
  );
  expect(said(sender.stateOf(write).changed)).toEqual(changed);
});

test("a deletion is withheld where a repository is back that was left out of its move", async () => {
  const declared = { ...desired([declare("three")], give("three", names("r1"))), deletions: [configurationId("two")] };
  const { world, plan, sender, check } = checking(observed, declared);
  const [move, deletion] = plan.writes;
  if (deletion?.kind !== "delete") throw new Error("no deletion");
  world.move("r1", "one");
  expect(await check(move)).toEqual({ withheld: { is: "changed" } });
  world.move("r1", "two");
  expect(await check(deletion)).toEqual({ withheld: { is: "changed" } });
  expect(said(sender.stateOf(deletion).changed)).toEqual([["undeclared.two", { path: "repository r1", found: "two" }]]);
});

/** A judge whose reads take this long the first time, in milliseconds. */
function timed(took: { readonly one: number; readonly list: number }) {
  let time = 0;
  const order: string[] = [];
  const read = async (which: "one" | "list"): Promise<number> => {
    order.push(which);
    const count = order.filter((each) => each === which).length;
    if (took[which] > 0) await new Promise((resolve) => setImmediate(resolve));
    time += count === 1 ? took[which] : 0;
    return count;
  };
  const looks = {
    now: () => time,
    configurationsOf: () => Promise.resolve(new Map()),
    repositories: async () => observed.repositories.slice(0, await read("list")),
  };
  const judge = new RepositoryJudge(looks, indexPlan(planned(desired([]), observed)), (id) => id);
  return { judge, order, one: () => read("one") };
}

test.each([
  { what: "both at once where they end within a second", took: { one: 0, list: 999 }, reads: [1, 1] },
  {
    what: "what was read first again where the list took a second longer",
    took: { one: 0, list: 1000 },
    reads: [2, 1],
  },
  { what: "the list again where the other took a second longer", took: { one: 1000, list: 0 }, reads: [1, 2] },
])("a look at a configuration and the repositories reads $what", async ({ took, reads }) => {
  const { judge, one } = timed(took);
  const [value, { byId }] = await judge.readTogether(one);
  expect([value, byId.size]).toEqual(reads);
});

test.each([
  {
    what: "reads the list first, however long that takes",
    took: { one: 999, list: 9000 },
    order: ["list", "one"],
  },
  {
    what: "reads both again where the configuration took a second",
    took: { one: 1000, list: 0 },
    order: ["list", "one", "one", "list"],
  },
])(
  "a look at a configuration and the repositories right before the configuration is written $what",
  async ({ took, order }) => {
    const { judge, order: asked, one } = timed(took);
    const [value, { byId }] = await judge.readBefore(one);
    expect(asked).toEqual(order);
    expect([value, byId.size]).toEqual(order.length === 2 ? [1, 1] : [2, 2]);
  },
);

const declaring = (...triages: readonly ReturnType<typeof triage>[]) => ({ ...desired([]), triages });

checksOf(
  "a removal",
  live({}),
  declaring(expired(finding)),
  [
    {
      title: "is withheld where somebody has set another category",
      deed: ({ triages }) => {
        triages.set(finding, "in_progress");
      },
      changed: [["first", { path: "category", planned: "wont_fix", found: "in_progress" }]],
    },
  ],
  { triages: { [finding]: "wont_fix" } },
);

test("a category goes out where the answer about the former one says nothing clear", async () => {
  const { plan, check } = checking(live({}), declaring(triage(finding)), {
    triages: { [finding]: "in_progress" },
    reader: (from) => ({ ...from, getTriage: () => Promise.resolve({ odd: true }) }),
  });
  const sent: TriageCategory = "wont_fix";
  expect(await check(first(plan))).toEqual({ goes: { triage: finding, category: sent } });
});

import { configurationId, repositoryId } from "../../../src/model/ids";
import { declare, desired, give, ids, live, names } from "../account";
import { checking, checksOf, first, type Row, said } from "./checking";

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

describe("a PATCH that lists repositories", () => {
  const patch = (...given: string[]) => ({
    PATCH: "one",
    name: "one",
    settings: { comment: "enabled" },
    repositories: ids(...given),
  });
  checksOf(observed, desired([declare("one", { comment: "enabled" })], give("one", names("r1"))), [
    { title: "goes out as planned where nobody has moved a repository", deed: nothing, goes: patch("own", "r1") },
    {
      title: "goes out without one that it gains and that somebody has moved",
      deed: moved("r1", "three"),
      goes: patch("own"),
      changed: [routing("r1", "two", "three")],
    },
    {
      title: "goes out without one that it keeps and that somebody has moved",
      deed: moved("own", "three"),
      goes: patch("r1"),
      departed: [["one", { path: "repository own", planned: "one", found: "three" }]],
    },
    { title: "goes out without one that it keeps and that is gone", deed: removed("own"), goes: patch("r1") },
    {
      title: "goes out without a list where none is left",
      deed: (world) => {
        world.move("own", "three");
        world.removeRepository("r1");
      },
      goes: { PATCH: "one", name: "one", settings: { comment: "enabled" } },
      changed: [routing("r1", "two")],
      departed: [["one", { path: "repository own", planned: "one", found: "three" }]],
    },
    {
      title: "is withheld where one has come, which the list would drop",
      deed: moved("unheld", "one"),
      changed: [["one", { path: "repository unheld", found: "one" }]],
    },
    {
      title: "is withheld where a new one has come",
      deed: moved("new", "one"),
      changed: [["one", { path: "repository new", found: "one" }]],
    },
  ]);
});

test("a PATCH of nothing but a list is done where none of its repositories is left", async () => {
  const { world, plan, preflight, check } = checking(observed, desired([declare("one", { comment: "enabled" })]));
  const body = { name: "one", settings: {}, repositories: [repositoryId("id of own")] };
  const { carries } = first(plan);
  const write = { kind: "patch", configuration: configurationId("one"), body, carries, id: 7, after: [] } as const;
  world.move("own", "three");
  expect(await check(write)).toEqual({ withheld: { is: "done" } });
  expect(said(preflight.stateOf(write).departed)).toEqual([
    ["one", { path: "repository own", planned: "one", found: "three" }],
  ]);
});

describe("a PUT", () => {
  const held = live({ one: { settings: { code_policies: [{ id: "p" }] }, has: ["own"] }, three: {} }, ["unheld"]);
  const put = (...given: string[]) => ({
    PUT: "one",
    name: "one",
    settings: { code_policies: [] },
    ...(given.length === 0 ? {} : { repositories: ids(...given) }),
  });
  checksOf(held, desired([declare("one", { code_policies: [] })]), [
    { title: "goes out with all repositories of its configuration", deed: nothing, goes: put("own") },
    {
      title: "goes out without one that somebody has moved away",
      deed: moved("own", "three"),
      goes: put(),
      departed: [["one", { path: "repository own", planned: "one", found: "three" }]],
    },
    {
      title: "is withheld where one has come",
      deed: moved("unheld", "one"),
      changed: [["one", { path: "repository unheld", found: "one" }]],
    },
  ]);

  describe("of a configuration without repositories", () => {
    checksOf(
      live({ one: { settings: { code_policies: [{ id: "p" }] } } }, ["unheld"]),
      desired([declare("one", { code_policies: [] })]),
      [
        { title: "goes out without a list", deed: nothing, goes: put() },
        {
          title: "is withheld where one has come, which it may drop",
          deed: moved("unheld", "one"),
          changed: [["one", { path: "repository unheld", found: "one" }]],
        },
      ],
    );
  });
});

describe("a POST", () => {
  const post = (...given: string[]) => ({
    POST: { name: "new", settings: {}, ...(given.length === 0 ? {} : { repositories: ids(...given) }) },
  });
  checksOf(observed, desired([declare("new")], give("new", names("r1", "unheld"))), [
    { title: "goes out as planned where nobody has moved a repository", deed: nothing, goes: post("r1", "unheld") },
    {
      title: "goes out without a repository that somebody has moved",
      deed: moved("r1", "three"),
      goes: post("unheld"),
      changed: [routing("r1", "two", "three")],
    },
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
});

describe("a deletion", () => {
  const declared = { ...desired([declare("three")], give("three", names("r1"))), deletions: [configurationId("two")] };

  test.each([
    { title: "goes out where a repository that is to stay there has left", deed: moved("r2", undefined), changed: [] },
    { title: "goes out where a repository that is to leave has not", deed: nothing, changed: [] },
    {
      title: "is withheld where a repository has come",
      deed: moved("unheld", "two"),
      changed: [["undeclared.two", { path: "repository unheld", found: "two" }]],
    },
  ])("$title", async ({ deed, changed }) => {
    const { world, plan, preflight, check } = checking(observed, declared);
    const write = plan.writes.find(({ kind }) => kind === "delete");
    if (write === undefined) throw new Error("no deletion");
    deed(world);
    expect(await check(write)).toEqual(
      changed.length === 0 ? { goes: { DELETE: "two" } } : { withheld: { is: "changed" } },
    );
    expect(said(preflight.stateOf(write).changed)).toEqual(changed);
  });
});

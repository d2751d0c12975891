import { configurationId, repositoryId } from "../../../src/model/ids";
import { emptyWorld, movedSince, movesIn, seen, type World } from "../../../src/terraform/account/world";

const [one, two] = [configurationId("one"), configurationId("two")];
const live = { id: one, name: "first", settings: { comment: "silent" } } as const;
const holders = [{ id: "r2" }, { id: "r1" }];
const known = new Map([
  ["one", "first"],
  ["two", "second"],
]);
const names = { repository: (id: string) => `name of ${id}`, configuration: (id: string) => known.get(id) };
const world = (given: Partial<World>): World => ({ ...emptyWorld, ...given });

test("a configuration is recorded with its settings and, in order, with the repositories that have it", () => {
  expect(seen(live)).toEqual({ one: { name: "first", settings: { comment: "silent" } } });
  expect(seen(live, holders)).toEqual({
    one: { name: "first", settings: { comment: "silent" }, holders: ["r1", "r2"] },
  });
  expect(seen({ id: two, settings: {} }, [])).toEqual({ two: { settings: {}, holders: [] } });
});

test("what moves is what does not have what its rule gives it", () => {
  const repository = (id: string, of?: typeof one) => ({
    id: repositoryId(id),
    provider_repo_id: 1,
    enabled: true,
    ...(of === undefined ? {} : { configuration_id: of }),
  });
  expect(
    movesIn([
      { repository: repository("stays", one), to: one },
      { repository: repository("moves", one), to: two },
      { repository: repository("comes"), to: two },
      { repository: repository("to a new one", two), to: undefined },
      { repository: repository("from nothing to a new one"), to: undefined },
    ]),
  ).toEqual({ moves: "one", comes: null, "to a new one": "two", "from nothing to a new one": null });
});

const moves = (given: World["moves"]): World => world({ moves: given });
const triages = (given: World["triages"]): World => world({ triages: given });
const configurations = (...given: Parameters<typeof seen>): World => world({ configurations: seen(...given) });

test.each<[what: string, then: World, now: World, said: readonly string[]]>([
  ["nothing", configurations(live, holders), configurations(live, holders.toReversed()), []],
  [
    "a leaf, a set and a name",
    configurations({ ...live, settings: { comment: "silent", risk_threshold: 1 } }),
    configurations({ ...live, name: "renamed", settings: { risk_threshold: 2 } }),
    [
      '"first": name was "first" and is "renamed"',
      '"first": comment was "silent" and is not set',
      '"first": risk_threshold was 1 and is 2',
    ],
  ],
  [
    "the repositories that have it",
    configurations(live, [{ id: "r1" }, { id: "r2" }]),
    configurations(live, [{ id: "r2" }, { id: "r3" }]),
    ['repository name of r3 now has "first"', 'repository name of r1 no longer has "first"'],
  ],
  ["repositories that only one of the plans has looked at", configurations(live, holders), configurations(live), []],
  ["repositories that only the second has looked at", configurations(live), configurations(live, holders), []],
  [
    "a configuration that is gone",
    configurations({ ...live, id: configurationId("gone") }),
    emptyWorld,
    ['the configuration "first" was deleted'],
  ],
  [
    "a configuration that is found by its name no longer",
    configurations({ ...live, name: "was first" }),
    emptyWorld,
    ['"was first": name was "was first" and is "first"'],
  ],
  ["a configuration that only the first plan changes", configurations(live), emptyWorld, []],
  [
    "a name that was free",
    world({ free: ["first", "other"] }),
    configurations(live),
    ['another configuration named "first" was created'],
  ],
  ["a new one that this apply has made", world({ free: ["other"] }), configurations(live), []],
  [
    "the places of repositories",
    moves({ same: "one", other: "one", comes: null, settled: "two" }),
    moves({ same: "one", other: "two", comes: "gone", new: null }),
    [
      'repository name of other had "first" and has "second"',
      'repository name of comes had no configuration and has "gone"',
      'repository name of settled no longer moves from "second"',
      "repository name of new would move as well, from no configuration",
    ],
  ],
  [
    "triages",
    triages({ same: "wont_fix", set: null, gone: "wont_fix", other: "wont_fix" }),
    triages({ same: "wont_fix", set: "in_progress", other: "accepted_risk" }),
    [
      "the finding set was not triaged and is in_progress",
      "the finding gone was wont_fix and is not triaged",
      "the finding other was wont_fix and is accepted_risk",
    ],
  ],
])("says of %s what has moved between two plans", (_what, then, now, said) => {
  expect(movedSince(then, now, names)).toEqual(said);
  expect(movedSince(JSON.parse(JSON.stringify(then)) as World, now, names)).toEqual(said);
});

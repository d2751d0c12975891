import type { Desired } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { address, configurationId } from "../../../src/model/ids";
import { unseen } from "../../../src/reconcile/apply/verify";
import { declare, desired, give, live, names, planned } from "../account";

const at = (name: string) => address(`scanform_configuration.${name}`);
const routing = address("scanform_repository_assignments.routing");

interface Case {
  readonly title: string;
  readonly before: Observed;
  readonly declared: Desired;
  /** What the account shows after the writes. */
  readonly after: Observed;
  /** The ids that the service gave, by the name of the resource. */
  readonly created?: Readonly<Record<string, string>>;
  readonly unseen: readonly string[];
}

const unseenIn = ({ before, declared, after, created = {} }: Case): readonly string[] => {
  const ids = Object.entries(created).map(([name, id]) => [at(name), configurationId(id)] as const);
  return [...unseen(planned(declared, before), after, new Map(ids))];
};

const silent = { comment: "silent" } as const;
const enabled = { comment: "enabled" } as const;
const policies = { code_policies: [{ id: "p", enabled: true }] } as const;

describe("a creation", () => {
  const creation = { before: live({}), declared: desired([declare("new", enabled)]) };

  test.each<Case>([
    {
      title: "is unseen while its id is not listed, whoever has its name",
      ...creation,
      after: live({ other: { name: "new", settings: enabled } }),
      created: { new: "given" },
      unseen: [at("new")],
    },
    {
      title: "is seen once its id is listed, even without its settings",
      ...creation,
      after: live({ given: { name: "new" } }),
      created: { new: "given" },
      unseen: [],
    },
    { title: "is not waited for when the service gave no id", ...creation, after: live({}), unseen: [] },
  ])("$title", (each) => {
    expect(unseenIn(each)).toEqual(each.unseen);
  });
});

describe("an update", () => {
  const before = live({ one: { settings: { ...silent, ...policies } } });
  const update = { before, declared: desired([declare("one", { ...enabled, risk_threshold: 3 })]) };
  const rename = { before, declared: desired([declare("eins", {}, { renamedFrom: ["one"] })]) };
  const removal = { before, declared: desired([declare("one", { code_policies: [] })]) };

  test.each<Case>([
    { title: "is unseen while the settings and the name are as before", ...update, after: before, unseen: [at("one")] },
    {
      title: "is seen once a part of the settings has arrived",
      ...update,
      after: live({ one: { settings: { ...enabled, ...policies } } }),
      unseen: [],
    },
    {
      title: "is seen where somebody has changed what it does not set",
      ...update,
      after: live({ one: { settings: silent } }),
      unseen: [],
    },
    {
      title: "is not waited for when the configuration has been deleted",
      ...update,
      after: live({}),
      unseen: [],
    },
    {
      title: "of the name alone is unseen while the name is as before",
      ...rename,
      after: before,
      unseen: [at("eins")],
    },
    {
      title: "of the name alone is seen once the name is another one",
      ...rename,
      after: live({ one: { name: "eins", settings: { ...silent, ...policies } } }),
      unseen: [],
    },
    {
      title: "that only removes is not waited for, since the service may keep what was to be removed",
      ...removal,
      after: before,
      unseen: [],
    },
    {
      title: "that removes one thing and sets another is unseen while all is as before",
      before,
      declared: desired([declare("one", { code_policies: [], ...enabled })]),
      after: before,
      unseen: [at("one")],
    },
    {
      title: "of one configuration says nothing about another that is as declared",
      before: live({ one: { settings: silent }, two: { settings: enabled } }),
      declared: desired([declare("one", enabled), declare("two", enabled)]),
      after: live({ one: { settings: silent }, two: { settings: enabled } }),
      unseen: [at("one")],
    },
  ])("$title", (each) => {
    expect(unseenIn(each)).toEqual(each.unseen);
  });
});

describe("moves", () => {
  const before = live({ one: { has: ["r1", "r2", "r3"] }, two: {} });
  const moves = { before, declared: desired([declare("two")], give("two", names("r1", "r2"))) };

  test.each<Case>([
    { title: "are unseen while all repositories are where they were", ...moves, after: before, unseen: [routing] },
    {
      title: "are seen once one of the repositories has arrived",
      ...moves,
      after: live({ one: { has: ["r1", "r3"] }, two: { has: ["r2"] } }),
      unseen: [],
    },
    {
      title: "are unseen while only a repository that does not move has another configuration",
      ...moves,
      after: live({ one: { has: ["r1", "r2"] }, two: { has: ["r3"] } }),
      unseen: [routing],
    },
    {
      title: "are not waited for when the repositories are gone",
      ...moves,
      after: live({ one: { has: ["r3"] }, two: {} }),
      unseen: [],
    },
    {
      title: "are not waited for when repositories that had no configuration are gone",
      before: live({ two: {} }, ["r1", "r2"]),
      declared: moves.declared,
      after: live({ two: {} }),
      unseen: [],
    },
    {
      title: "are unseen while a repository that had no configuration has none",
      before: live({ two: {} }, ["r1", "r2"]),
      declared: moves.declared,
      after: live({ two: {} }, ["r1", "r2"]),
      unseen: [routing],
    },
    {
      title: "of one resource are seen apart from those of another",
      before,
      declared: {
        configurations: [declare("two")],
        assignments: ["r1", "r2"].map((name) => ({
          address: address(`scanform_repository_assignments.${name}`),
          rules: [give("two", names(name))],
        })),
      },
      after: live({ one: { has: ["r2", "r3"] }, two: { has: ["r1"] } }),
      unseen: ["scanform_repository_assignments.r2"],
    },
  ])("$title", (each) => {
    expect(unseenIn(each)).toEqual(each.unseen);
  });
});

test("a deletion is unseen while the configuration is listed", () => {
  const before = live({ one: {}, two: {} });
  const declared = { ...desired([]), deletions: [configurationId("one"), configurationId("two")] };
  expect([...unseen(planned(declared, before), live({ two: {} }), new Map())]).toEqual(["undeclared.two"]);
});

test("each unseen change of a plan is named once", () => {
  const before = live({ one: { settings: silent, has: ["r1", "r2"] }, two: {}, old: {} });
  const declared = {
    ...desired([declare("one", enabled), declare("two"), declare("new")], give("two", names("r1", "r2"))),
    deletions: [configurationId("old")],
  };
  const created = new Map([[at("new"), configurationId("given")]]);
  expect([...unseen(planned(declared, before), before, created)]).toEqual([
    at("one"),
    at("new"),
    routing,
    "undeclared.old",
  ]);
});

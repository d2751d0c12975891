import type { Desired, DesiredRule } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { address, configurationId, repositoryId } from "../../../src/model/ids";
import type { TriageStatus } from "../../../src/model/triage-status";
import { uniqueById, withCanonicalIds } from "../../../src/reconcile/plan/resolve-ids";
import { uuid } from "../arbitrary";
import { declare, desired, live } from "../account";

const [one, two, repository, policy, older] = [
  uuid("a", 10),
  uuid("a", 11),
  uuid("b", 12),
  uuid("c", 13),
  uuid("c", 14),
];
const up = (id: string): string => id.toUpperCase();

const observed: Observed = {
  ...live({ [one]: { settings: { code_policies: [{ id: older, enabled: true }] } }, [two]: {} }),
  repositories: [{ id: repositoryId(repository), name: "r", provider_repo_id: 1, enabled: true }],
  policies: [{ id: policy, dashboard_url: "u", title: "t", question: "q" }],
};

const declaration = (spell: (id: string) => string): Desired => {
  const rule: DesiredRule = {
    target: { configuration: { id: configurationId(spell(two)) } },
    repositoryIds: [repositoryId(spell(repository))],
    repositoryPattern: "A%",
  };
  const settings = { code_policies: [policy, older].map((id) => ({ id: spell(id), enabled: true })) };
  const declared = declare("x", settings, { id: configurationId(spell(one)), preventDestroy: true });
  return desired([declared, declare("y", { comment: "enabled" })], rule, {
    target: { leave: true },
    repositoryPattern: "B%",
  });
};

test("spells every id as the service does", () => {
  expect(withCanonicalIds(declaration(up), observed)).toEqual(declaration((id) => id));
});

test("returns declarations that already have canonical ids unchanged, part by part", () => {
  const declared = declaration((id) => id);
  expect(withCanonicalIds(declared, observed)).toBe(declared);
  const mixed = { ...declared, assignments: declaration(up).assignments };
  const listed = withCanonicalIds(mixed, observed);
  expect(listed).toEqual(declared);
  expect(listed.configurations).toBe(mixed.configurations);
  expect(listed.assignments[0]?.rules[1]).toBe(mixed.assignments[0]?.rules[1]);
});

test("keeps an id that is in no list as declared", () => {
  const nothing: Observed = { configurations: [], repositories: [] };
  const declared = declaration(up);
  expect(withCanonicalIds(declared, nothing)).toBe(declared);
});

test.each<[string, Desired, Desired]>([
  [
    "an id of a configuration alone",
    desired([declare("x", { comment: "enabled" }, { id: configurationId(up(one)) })]),
    desired([declare("x", { comment: "enabled" }, { id: configurationId(one) })]),
  ],
  [
    "policies alone",
    desired([declare("x", { code_policies: [{ id: up(policy) }] })]),
    desired([declare("x", { code_policies: [{ id: policy }] })]),
  ],
  [
    "a target alone, of a rule with a pattern",
    desired([], { target: { configuration: { id: configurationId(up(one)) } }, repositoryPattern: "A%" }),
    desired([], { target: { configuration: { id: configurationId(one) } }, repositoryPattern: "A%" }),
  ],
  [
    "a target alone, of a rule whose repositories are spelled right",
    desired([], {
      target: { configuration: { id: configurationId(up(one)) } },
      repositoryIds: [repositoryId(repository)],
    }),
    desired([], { target: { configuration: { id: configurationId(one) } }, repositoryIds: [repositoryId(repository)] }),
  ],
  [
    "repositories alone, with one that is spelled right",
    desired([], { target: { leave: true }, repositoryIds: [repository, up(repository)].map(repositoryId) }),
    desired([], { target: { leave: true }, repositoryIds: [repositoryId(repository), repositoryId(repository)] }),
  ],
])("canonicalizes %s, and adds nothing", (_what, declared, expected) => {
  expect(withCanonicalIds(declared, observed)).toStrictEqual(expected);
});

describe("a triage", () => {
  const finding = uuid("d", 15);
  const triaged = (findingId: string): Desired => ({
    ...desired([]),
    triages: [
      {
        address: address("scanform_finding_triage.t"),
        findingId,
        category: "wont_fix",
        justification: "Only in tests.",
      },
      {
        address: address("scanform_finding_triage.u"),
        findingId: "other",
        category: null,
        justification: "Not known.",
      },
    ],
  });
  const found = new Map<string, TriageStatus>();

  test("gets the id of its finding as the list of findings spells it", () => {
    const listed: Observed = { ...observed, triages: { at: 0, found, spelled: [finding] } };
    const declared = triaged(up(finding));
    const canonical = withCanonicalIds(declared, listed);
    expect(canonical).toStrictEqual(triaged(finding));
    expect(canonical.triages?.[1]).toBe(declared.triages?.[1]);
  });

  test.each<[string, Partial<Observed>]>([
    ["no list of findings was needed", { triages: { at: 0, found } }],
    ["no triage was read", {}],
  ])("keeps its finding as declared where %s", (_what, read) => {
    const declared = triaged(up(finding));
    expect(withCanonicalIds(declared, { ...observed, ...read })).toBe(declared);
  });
});

const items = (...ids: readonly string[]) => ids.map((id, at) => ({ id, at }));

test.each([[[]], [["a"]], [["a", "b", "c"]], [["c", "a", "b"]]])("returns a list of unique ids itself: %j", (ids) => {
  const list = items(...ids);
  expect(uniqueById(list)).toBe(list);
});

test.each([
  [["a", "a"], [1]],
  [
    ["a", "b", "b", "c"],
    [0, 2, 3],
  ],
  [
    ["b", "a", "b"],
    [2, 1],
  ],
])("keeps the last of duplicate entries, at the position of the first: %j", (ids, kept) => {
  expect(uniqueById(items(...ids)).map(({ at }) => at)).toEqual(kept);
});

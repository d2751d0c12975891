import type { Desired, DesiredRule, Lookup } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { address, configurationId, repositoryId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import type { TriageStatus } from "../../../src/model/triage";
import { resolveLookups, uniqueById, withCanonicalIds } from "../../../src/reconcile/plan/resolve-ids";
import { declare, desired, live } from "../account";
import { uuid } from "../arbitrary";

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

test.each(["caf\u00e9", "cafe\u0301"])("looks a name up in whatever normal form it is live: %j", (name) => {
  const lookup = { placeholder: "later", kind: "configuration", sought: { key: "caf\u00e9" } } as const;
  const place = { address: address("data.scanform_configuration.it"), path: "name" };
  const rule = { target: { configuration: { id: configurationId("later") } }, repositoryPattern: "%" };
  const { desired: resolved } = resolveLookups(
    { ...desired([], rule), lookups: [{ ...lookup, ...place }] },
    live({ [one]: { name } }),
  );
  expect(resolved.assignments).toMatchObject([{ rules: [{ target: { configuration: { id: one } } }] }]);
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

  test("a triage gets the id of its finding as the list of findings spells it", () => {
    const listed: Observed = { ...observed, triages: { at: 0, found, spelled: [finding] } };
    expect(withCanonicalIds(triaged(up(finding)), listed)).toEqual(triaged(finding));
  });

  test.each<[string, Partial<Observed>]>([
    ["no list of findings was needed", { triages: { at: 0, found } }],
    ["no triage was read", {}],
  ])("a triage keeps its finding as declared where %s", (_what, read) => {
    const declared = triaged(up(finding));
    expect(withCanonicalIds(declared, { ...observed, ...read })).toEqual(declared);
  });
});

const items = (...ids: readonly string[]) => ids.map((id, at) => ({ id, at }));

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

const placeholder = (at: number): string => `00000000-0000-8000-8000-00000000000${String(at)}`;
const lookup = (kind: Lookup["kind"], sought: Lookup["sought"], at = 1): Lookup => ({
  kind,
  sought,
  placeholder: placeholder(at),
  address: `data.${kind}.it`,
  path: "file#/data",
});

/** Configurations c1 and c2, a repository of c1, policies p and q with their ids as titles. */
const account = live({ c1: { name: "one", has: ["docs"] }, c2: { name: "two" } });

/** Uses the first placeholder for a policy, a target and a repository. */
const using = (...lookups: readonly Lookup[]): Desired => ({
  ...desired([declare("c", { code_policies: [{ id: placeholder(1) }] })]),
  assignments: [
    {
      address: address("scanform_repository_assignments.routing"),
      rules: [
        {
          target: { configuration: { id: configurationId(placeholder(1)) } },
          repositoryIds: [repositoryId(placeholder(1))],
        },
      ],
    },
  ],
  lookups,
});

const refusals = (declared: Desired, observed: Observed = account) => resolveLookups(declared, observed).diagnostics;

test.each([
  [lookup("customPolicy", { key: "q" }), "q"],
  [lookup("customPolicy", { id: "Q" }), "q"],
  [lookup("configuration", { key: "two" }), "c2"],
  [lookup("repository", { key: "docs" }), "id of docs"],
  [lookup("analyzer", { key: "b" }), "b"],
])("puts the id in place of the placeholder (case %#)", (sought, id) => {
  const { configurations, assignments, ...rest } = resolveLookups(using(sought), account).desired;
  expect(configurations[0]?.settings).toEqual({ code_policies: [{ id }] });
  expect(assignments[0]?.rules).toEqual([{ target: { configuration: { id } }, repositoryIds: [id] }]);
  expect(rest).toEqual({});
});

test("everything else that is declared stays as it is", () => {
  const settings: Settings = {
    comment: "enabled",
    show_scan_confirmation: true,
    risk_threshold: 3,
    analyzers: { a: { enabled: false, excludes: ["test/**"] } },
  };
  const declared: Desired = {
    ...desired([declare("c", settings, { preventDestroy: true, renamedFrom: ["d"] })], {
      target: { leave: true },
      repositoryPattern: "legacy-%",
    }),
    triages: [{ address: address("t"), findingId: "f", category: null, justification: "Why not." }],
    managedScope: { all: true, maxDeletes: 2 },
    deletions: [configurationId("c1")],
  };
  const lookups = [lookup("configuration", { key: "two" })];
  expect(resolveLookups({ ...declared, lookups }, account)).toEqual({ desired: declared, diagnostics: [] });
});

test("an id that a triage looks up is put in place as well", () => {
  const triage = { address: address("t"), category: null, justification: "Why not." };
  const declared = using(lookup("repository", { key: "docs" }));
  const { desired: resolved } = resolveLookups(
    { ...declared, triages: [{ ...triage, findingId: placeholder(1) }] },
    account,
  );
  expect(resolved.triages).toEqual([{ ...triage, findingId: "id of docs" }]);
});

test("what is not found is an error with the nearest names, each of them", () => {
  const declared = using(lookup("configuration", { key: "on" }), lookup("customPolicy", { id: "x" }, 2));
  expect(refusals(declared)).toMatchObject([
    {
      code: "configuration-not-found",
      address: "data.configuration.it",
      path: "file#/data",
      detail: 'The account has no configuration with the name "on". Did you mean "one"?',
    },
    { code: "policy-unknown", detail: 'The account has no custom policy with the id "x".' },
  ]);
});

test("a repository that is gone is left out of the rules, and an analyzer that a live configuration has is there, each with a warning", () => {
  const held = live({ c1: { name: "one", settings: { analyzers: { old: { enabled: true } } } } });
  const rule = { target: { leave: true }, repositoryIds: [repositoryId(placeholder(1)), repositoryId("x")] } as const;
  const lookups = [lookup("repository", { key: "dosc" }), lookup("analyzer", { key: "old" }, 2)];
  const { desired: resolved, diagnostics } = resolveLookups(
    { ...desired([], rule), lookups },
    { ...account, configurations: held.configurations },
  );
  expect(resolved.assignments).toMatchObject([{ rules: [{ repositoryIds: ["x"] }] }]);
  expect(diagnostics).toMatchObject([
    { severity: "warning", code: "repository-unknown", detail: expect.stringContaining('"docs"') as string },
    { severity: "warning", code: "no-longer-listed", detail: expect.stringContaining('"old"') as string },
  ]);
});

test("several of one name are an error with their ids, and one that is listed twice is none", () => {
  const twins = live({ c1: { name: "one" }, c2: { name: "one" } });
  const declared = using(lookup("configuration", { key: "one" }));
  expect(refusals(declared, twins)).toMatchObject([
    {
      code: "configuration-name-ambiguous",
      detail: 'There are 2 with the name "one": "c1" and "c2". Give the id of one instead.',
    },
  ]);
  const again = { ...account, configurations: [...account.configurations, ...account.configurations] };
  expect(refusals(declared, again)).toEqual([]);
});

test("two lookups of one policy for one configuration are an error", () => {
  const settings = { code_policies: [{ id: placeholder(1) }, { id: placeholder(2) }] };
  const declared: Desired = {
    ...desired([declare("c", settings)]),
    lookups: [lookup("customPolicy", { key: "q" }), lookup("customPolicy", { id: "q" }, 2)],
  };
  expect(refusals(declared)).toEqual([
    {
      code: "entry-repeated",
      severity: "error",
      summary: expect.any(String) as string,
      detail: 'code_policies has the code policy "q" twice. Put all of its settings into one entry.',
      address: "scanform_configuration.c",
      path: "code_policies",
    },
  ]);
});

test("what else is wrong with a configuration is said where it is declared, and not once more", () => {
  const declared = desired([declare("c", {}, { renamedFrom: ["c"] })]);
  expect(refusals({ ...declared, lookups: [lookup("customPolicy", { key: "q" })] })).toEqual([]);
});

import { address, configurationId, repositoryId } from "../../../src/model/ids";
import { unknownNames, unknownTargets, unlikeDestinations } from "../../../src/reconcile/plan/unknown-names";
import { declare, desired, give, live, names, planned } from "../account";
import { skeleton } from "../../../src/reconcile/plan/look-alikes";
import * as report from "../../report/plans";
import type { Desired, DesiredRule, Lookup } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/observed";
import type { Settings } from "../../../src/model/settings";
import type { TriageStatus } from "../../../src/model/triage";
import { resolveLookups, uniqueById, withCanonicalIds } from "../../../src/reconcile/plan/resolve-ids";
import { uuid } from "../arbitrary";

describe("unknown names", () => {
  const observed = live({ one: { settings: { analyzers: { retired: {} }, code_policies: [{ id: "old" }] } } });
  const [one] = observed.configurations;

  const said = (declared: ReturnType<typeof declare>, there = true, world = observed) =>
    unknownNames([declared], world, new Map(there && one !== undefined ? [[declared.address, one]] : [])).map(
      ({ code, path, detail }) => [code, path, detail],
    );

  test("no analyzer or policy that is listed is unknown, and one that only the live configuration has is a warning", () => {
    const declared = declare("one", { analyzers: { a: {}, retired: {} }, code_policies: [{ id: "p" }, { id: "old" }] });
    expect(said(declared)).toEqual([
      ["no-longer-listed", 'analyzers["retired"]', expect.stringContaining('no longer lists the analyzer "retired"')],
      ["no-longer-listed", 'code_policies["old"]', expect.stringContaining("no longer lists the custom policy old")],
    ]);
    expect(said(declare("one"))).toEqual([]);
    expect(said(declared, false).map(([, path]) => path)).toEqual(['analyzers["retired"]', 'code_policies["old"]']);
  });

  test("a destination that no live configuration notifies, and that is nearly one that is notified, is a warning", () => {
    const notifying = (...integration_names: string[]) => ({ notifications: { integration_names } });
    const world = live({ one: { settings: notifying("appsec-chat") } });
    const warned = (...names: string[]) =>
      unlikeDestinations([declare("two", notifying(...names))], world.configurations).map(({ severity, detail }) => [
        severity,
        detail,
      ]);
    expect(warned("appsec-chta", "appsec-chat", "payments-oncall")).toEqual([
      ["warning", 'No live configuration notifies "appsec-chta". Did you mean "appsec-chat"?'],
    ]);
  });

  test("an unknown analyzer has the nearest one suggested, including live ones", () => {
    expect(said(declare("one", { analyzers: { retird: {}, b: {} } }))).toEqual([
      ["analyzer-unknown", 'analyzers["retird"]', 'The account has no analyzer "retird". Did you mean "retired"?'],
    ]);
  });

  test("an unknown name that many configurations share is said once, with the number of places", () => {
    const shared = ["a1", "a2", "a3"].map((name) => declare(name, { analyzers: { retird: {} } }));
    const different = declare("other", { analyzers: { nothing: {} } });
    expect(
      unknownNames([...shared, different], observed, new Map()).map(({ address, detail }) => [address, detail]),
    ).toEqual([
      [
        "scanform_configuration.a1",
        expect.stringMatching(
          /^The account has no analyzer "retird"\. .*The same in 2 more places: "scanform_configuration\.a2" analyzers\["retird"\] and "scanform_configuration\.a3" analyzers\["retird"\]\.$/,
        ),
      ],
      ["scanform_configuration.other", expect.stringContaining('no analyzer "nothing"')],
    ]);
  });

  test("an unknown policy has at most five known ones named", () => {
    const unknown = declare("one", { code_policies: [{ id: "x" }, { id: "p" }] });
    expect(said(unknown)).toEqual([
      ["policy-unknown", 'code_policies["x"]', 'The account has no custom policy x. It has p ("p") and q ("q").'],
    ]);
    const many = (count: number) => ({
      ...observed,
      policies: Array.from({ length: count }, (_, at) => ({
        id: `p${String(at)}`,
        dashboard_url: "u",
        title: "t",
        question: "q",
      })),
    });
    const details = (count: number) =>
      said(declare("one", { code_policies: [{ id: "x" }] }), true, many(count))[0]?.[2];
    expect(details(0)).toBe("The account has no custom policy x. It has none.");
    expect(details(5)).toMatch(/p4 \("t"\)\.$/);
    expect(details(7)).toMatch(/p4 \("t"\) and 2 more\.$/);
  });

  test("a list that was not read makes no analyzer or policy unknown", () => {
    const { configurations, repositories } = observed;
    const world = { configurations, repositories };
    expect(said(declare("one", { analyzers: { a: {} }, code_policies: [{ id: "p" }] }), true, world)).toEqual([]);
  });

  test("an unknown target names the rule, the id and the nearest ids; after ten of them the suggestions end", () => {
    const rules = Array.from({ length: 11 }, () => ({ target: { configuration: { id: configurationId("two") } } }));
    const leave = { target: { leave: true } } as const;
    const found = unknownTargets(desired([], leave, ...rules), observed);
    expect(found.map(({ code, address, path, detail }) => [code, address, path, detail])).toEqual(
      rules.map((_, at) => [
        "configuration-unknown",
        "scanform_repository_assignments.routing",
        `rules[${String(at + 1)}].configuration_id`,
        `The account has no configuration "two".${at < 10 ? ' There is only "one".' : ""}`,
      ]),
    );
  });
});

test.each([
  ["payments-api", "Payments-API"],
  ["payments-api", " payments-api"],
  ["payments-api", "pаyments-аpi"],
  ["payments-api", "payments\u200b-api"],
  ["payments-api", "payments_api"],
  ["payments-api", "ｐayments-api"],
  ["payments-api", "payrnents-api"],
  ["billing", "bi11ing"],
  ["core", "c0re"],
  ["ΟΚ", "OK"],
])("%j and %j look alike", (one, other) => {
  expect(skeleton(one)).toBe(skeleton(other));
});

test.each([
  ["payments-api", "payments-app"],
  ["web-2", "web-3"],
  ["名前", "名"],
  ["é", "e"],
])("%j and %j do not look alike", (one, other) => {
  expect(skeleton(one)).not.toBe(skeleton(other));
});

const said = (names: readonly string[], configurations: readonly string[] = []) =>
  report
    .planOf(
      {
        configurations: [report.declared("goal", "goal", { comment: "enabled" })],
        assignments: report.routing({ target: report.to("goal"), repositoryPattern: "%" }),
      },
      {
        configurations: [report.live(1, "old", {}), ...configurations.map((name, at) => report.live(at + 2, name, {}))],
        repositories: report.repositories(names, 1),
      },
    )
    .diagnostics.filter(({ code }) => code === "names-look-alike")
    .map(({ detail }) => detail);

test("repositories that the plan affects and that look alike are pointed out by their ids, with escapes", () => {
  expect(said(["web", "Web\u200b", "api"])).toEqual([
    'These look alike: "Web\\u{200b}" (99999999-0000-4000-8000-000000000001), "web" (99999999-0000-4000-8000-000000000000).',
  ]);
});

/** The warnings of a plan for live configurations of these names, of which the first has a repository. */
const warnings = (observed: readonly string[], ...given: Parameters<typeof desired>) =>
  planned(
    desired(...given),
    live(Object.fromEntries(observed.map((name, at) => [`c${String(at)}`, { name, has: at === 0 ? ["r"] : [] }]))),
  )
    .diagnostics.filter(({ code }) => code === "names-look-alike")
    .map(({ severity, detail }) => [severity, detail]);

test("configurations that look alike are pointed out by their ids, and a new one by its address", () => {
  const pair = [declare("goal", { comment: "enabled" }), declare("Goal", { comment: "enabled" })];
  expect(warnings(["goal"], pair)).toEqual([
    ["warning", 'These look alike: "goal" (c0), "Goal" (scanform_configuration.Goal).'],
  ]);
});

test("configurations that look alike are pointed out when one of them is deleted", () => {
  const observed = live({ c0: { name: "goal" }, c1: { name: "g0al" } });
  const { diagnostics } = planned({ ...desired([declare("goal")]), deletions: [configurationId("c1")] }, observed);
  expect(diagnostics).toMatchObject([
    { code: "names-look-alike", detail: 'These look alike: "goal" (c0), "g0al" (c1).' },
  ]);
});

test("configurations that look alike do not include one that has no name", () => {
  const [nameless] = live({ c0: { has: ["r"] } }).configurations.map(({ id, settings }) => ({ id, settings }));
  const observed = { ...live({ c0: { has: ["r"] } }), configurations: nameless === undefined ? [] : [nameless] };
  const made = planned(desired([declare("c0", { comment: "enabled" })], give("c0", names("r"))), observed);
  expect([made.effects.length, made.diagnostics]).toEqual([1, []]);
});

test.each([
  [5, ""],
  [6, "So do the names of 1 more groups of configurations."],
])(
  "configurations that look alike are listed one by one where there are few groups: of %i, the end is %j",
  (groups, end) => {
    const all = ["a", "b", "c", "d", "e", "f"].slice(0, groups).flatMap((each) => [each, each.toUpperCase()]);
    const [[, detail] = []] = warnings(
      ["old"],
      all.map((name) => declare(name, { comment: "enabled" })),
    );
    expect(detail?.split("\n").slice(5).join()).toBe(end);
  },
);

test("a configuration that gets a name like its own is one thing", () => {
  const plan = report.planOf(
    {
      configurations: [{ ...report.declared("goal", "Goal", { comment: "enabled" }), renamedFrom: ["goal"] }],
      assignments: [],
    },
    { configurations: [report.live(1, "goal", {})], repositories: report.repositories(["a"], 1) },
  );
  expect(plan.diagnostics).toEqual([]);
});

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

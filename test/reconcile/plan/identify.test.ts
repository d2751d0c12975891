import type { Desired } from "../../../src/model/desired";
import { accountId, configurationId } from "../../../src/model/ids";
import {
  identify,
  nearlyNamed,
  unknownNames,
  unlikeDestinations,
  unknownTargets,
} from "../../../src/reconcile/plan/identify";
import { plan } from "../../../src/reconcile/plan/plan";
import * as report from "../../report/plans";
import { declare, desired, give, live, names, planned } from "../account";

const observed = live({
  one: {},
  two: {},
  "twin-1": { name: "twin" },
  "twin-2": { name: "twin" },
}).configurations;

const id = (text: string) => ({ id: configurationId(text) });

function found(...declared: ReturnType<typeof declare>[]) {
  const { live: matches, diagnostics } = identify(declared, observed);
  return {
    matches: declared.map(({ address }) => matches.get(address)?.id),
    problems: diagnostics.map(({ code, address, path }) => `${code} ${address ?? ""} ${path ?? ""}`),
  };
}

test.each<[string, readonly ReturnType<typeof declare>[], readonly (string | undefined)[]]>([
  ["a live configuration by its exact name", [declare("one"), declare("new")], ["one", undefined]],
  ["the imported id before any name", [declare("two", {}, id("one")), declare("one")], ["one", undefined]],
  ["one by a former name", [declare("eins", {}, { renamedFrom: ["gone", "one"] })], ["one"]],
  ["the one of its name, and not that of its former name too", [declare("two", {}, { renamedFrom: ["one"] })], ["two"]],
  ["a pinned configuration although another has the same name", [declare("twin", {}, id("twin-2"))], ["twin-2"]],
])("identifies %s", (_what, declared, matches) => {
  expect(found(...declared)).toEqual({ matches, problems: [] });
});

test.each(["caf\u00e9", "cafe\u0301"])(
  "a name in another normal form is the same name, and is kept as it is: %j",
  (name) => {
    const account = live({ one: { name } }, [`${name}-api`]);
    const { configurations, writes } = planned(
      desired([declare("caf\u00e9")], give("caf\u00e9", names("cafe\u0301-api"))),
      account,
    );
    expect(configurations).toMatchObject([{ action: "no-op", live: { id: "one" }, declared: { name } }]);
    expect(writes).toMatchObject([{ kind: "assign" }]);
  },
);

test("warns of a former name that is live as well as the name, unless it is declared or deleted", () => {
  const account = live({ one: {}, two: {} });
  const renamed = declare("two", { comment: "silent" }, { renamedFrom: ["gone", "one"] });
  const codes = (...given: Parameters<typeof planned>) => planned(...given).diagnostics.map(({ code }) => code);
  const { diagnostics, configurations } = planned(desired([renamed]), account);
  expect(configurations).toMatchObject([{ action: "update", live: { id: "two" } }]);
  expect(diagnostics).toMatchObject([{ code: "former-name-live", severity: "warning", path: "renamed_from" }]);
  expect(diagnostics[0]?.detail).toContain(
    'the live configuration "two" (two). Under a former name, "one" (one) is live',
  );
  expect(codes(desired([renamed, declare("one")]), account)).toEqual([]);
  expect(codes({ ...desired([renamed]), deletions: [configurationId("one")] }, account)).toEqual([]);
  expect(codes(desired([renamed]), live({ two: {} }))).toEqual([]);
});

test("prefers an exact name to the former name of another, whatever the order of the declarations", () => {
  const renamed = declare("eins", {}, { renamedFrom: ["one"] });
  expect(found(renamed, declare("one")).matches).toEqual([undefined, "one"]);
  expect(found(declare("one"), renamed).matches).toEqual(["one", undefined]);
});

test.each([
  ["has the name of a live one", declare("one", {}, id("gone")), "import-not-found scanform_configuration.one id"],
  [
    "has a former name",
    declare("twin", {}, { renamedFrom: ["one"] }),
    "name-live-twice scanform_configuration.twin name",
  ],
])("identifies nothing for a declaration whose id or name is in error, although it %s", (_what, declared, problem) => {
  expect(found(declared)).toEqual({ matches: [undefined], problems: [problem] });
});

test("rejects a name that two live configurations share, and says how to pin one", () => {
  const { diagnostics } = identify([declare("twin")], observed);
  const address = "scanform_configuration.twin";
  expect(diagnostics).toMatchObject([{ code: "name-live-twice", severity: "error", address, path: "name" }]);
  expect(diagnostics[0]?.detail).toContain('"twin" is the name of "twin-1" and "twin-2".');
  expect(diagnostics[0]?.detail).toContain('(importFrom("<id>") on the construct)');
});

describe("a new name that differs from a live one in case or in blanks around it alone", () => {
  const problems = (account: Parameters<typeof live>[0], ...declared: readonly ReturnType<typeof declare>[]) => {
    const { configurations } = live(account);
    return nearlyNamed(declared, configurations, identify(declared, configurations).live);
  };

  test.each(["Strict", "STRICT", " strict ", "strict\u00a0"])(
    "is an error where %j is live and not declared",
    (name) => {
      const [found, ...more] = problems({ c0: { name } }, declare("strict"));
      expect(more).toEqual([]);
      expect(found).toMatchObject({ code: "name-live-alike", severity: "error", path: "name" });
      expect(found?.address).toBe("scanform_configuration.strict");
      expect(found?.detail).toContain(`The account has no "strict", but it has ${JSON.stringify(name)} (c0)`);
      expect(found?.detail).toMatch(/Write the name as it is live, or rename that one: by its id/);
    },
  );

  test.each<[string, readonly ReturnType<typeof declare>[]]>([
    ["that one is declared too", [declare("strict"), declare("Strict")]],
    ["its id is given", [declare("strict", {}, id("c0"))]],
    ["it is a former name", [declare("strict", {}, { renamedFrom: ["Strict"] })]],
    ["one of exactly the name is live", [declare("Strict")]],
    ["another name is declared", [declare("strict-2")]],
  ])("is none where %s", (_when, declared) => {
    expect(problems({ c0: { name: "Strict" } }, ...declared)).toEqual([]);
  });

  test("is none beside two that have exactly the name, which is an error of its own", () => {
    const account = { c0: { name: "strict" }, c1: { name: "strict" }, c2: { name: "Strict" } };
    expect(problems(account, declare("strict"))).toEqual([]);
  });

  test("stops a plan, but not one of a part of what is declared", () => {
    const [declared, account] = [desired([declare("strict")]), live({ c0: { name: "Strict" } })];
    expect(() => planned(declared, account)).toThrow('it has "Strict" (c0)');
    const { writes } = plan({ id: accountId("account") }, declared, account, { partial: true });
    expect(writes).toMatchObject([{ kind: "create" }]);
  });
});

test("takes two of one name that are both pinned to live configurations of this name, and no others", () => {
  const [first, second] = [
    declare("twin", {}, id("twin-1")),
    { ...declare("twin", {}, id("twin-2")), address: declare("t2").address },
  ];
  expect(found(first, second)).toEqual({ matches: ["twin-1", "twin-2"], problems: [] });
  const renamed = { ...declare("twin", {}, id("one")), address: declare("t2").address };
  expect(found(first, renamed).problems).toEqual(["name-declared-twice scanform_configuration.t2 name"]);
  const unpinned = { ...declare("twin"), address: declare("t2").address };
  expect(found(first, unpinned).problems).toContain("name-declared-twice scanform_configuration.t2 name");
});

describe("a new name that another live configuration has", () => {
  const accountOf = (name: string) => live({ one: {}, two: { name }, three: {} });
  const renamed = declare("caf\u00e9", {}, id("one"));

  test.each(["caf\u00e9", "cafe\u0301"])("is an error where that one keeps it, in whatever normal form: %j", (name) => {
    expect(() => planned(desired([renamed]), accountOf(name))).toThrow(
      '"caf\u00e9" is the name of "two", which this plan neither renames nor deletes.',
    );
    const part = plan({ id: accountId("account") }, desired([renamed]), accountOf(name), { partial: true });
    expect(part.writes).toMatchObject([{ kind: "patch" }]);
  });

  test.each<[string, Partial<Desired>]>([
    ["is renamed", { configurations: [renamed, declare("other", {}, id("two"))] }],
    ["is deleted", { deletions: [configurationId("two")] }],
  ])("is none where that one %s in the same plan", (_how, more) => {
    const made = planned({ ...desired([renamed]), ...more }, accountOf("caf\u00e9"));
    expect(made.configurations[0]).toMatchObject({ action: "adopt", live: { id: "one" } });
  });

  test("is none for a configuration that has it already", () => {
    const twins = live({ one: { name: "caf\u00e9" }, two: { name: "caf\u00e9" } });
    expect(planned(desired([renamed]), twins).configurations).toMatchObject([{ action: "no-op" }]);
  });
});

test("names the address and path of each problem", () => {
  expect(found(declare("x", {}, id("nowhere"))).problems).toEqual(["import-not-found scanform_configuration.x id"]);
  expect(found(declare("x", {}, id("one")), declare("y", {}, id("one"))).problems).toEqual([
    "same-live-object scanform_configuration.y id",
  ]);
  const again = { ...declare("one"), address: declare("again").address };
  expect(found(declare("one"), again).problems).toContain("name-declared-twice scanform_configuration.again name");
});

describe("unknown names", () => {
  const observed = live({ one: { settings: { analyzers: { retired: {} }, code_policies: [{ id: "old" }] } } });
  const [one] = observed.configurations;

  const said = (declared: ReturnType<typeof declare>, there = true, world = observed) =>
    unknownNames([declared], world, new Map(there && one !== undefined ? [[declared.address, one]] : [])).map(
      ({ code, path, detail }) => [code, path, detail],
    );

  test("accepts analyzers and policies that are listed, and with a warning those that the live configuration has", () => {
    const declared = declare("one", { analyzers: { a: {}, retired: {} }, code_policies: [{ id: "p" }, { id: "old" }] });
    expect(said(declared)).toEqual([
      ["no-longer-listed", 'analyzers["retired"]', expect.stringContaining('no longer lists the analyzer "retired"')],
      ["no-longer-listed", 'code_policies["old"]', expect.stringContaining("no longer lists the custom policy old")],
    ]);
    expect(said(declare("one"))).toEqual([]);
    expect(said(declared, false).map(([, path]) => path)).toEqual(['analyzers["retired"]', 'code_policies["old"]']);
  });

  test("warns of a destination that no live configuration notifies and that is nearly one that is notified", () => {
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

  test("suggests the nearest analyzer, including live ones", () => {
    expect(said(declare("one", { analyzers: { retird: {}, b: {} } }))).toEqual([
      ["analyzer-unknown", 'analyzers["retird"]', 'The account has no analyzer "retird". Did you mean "retired"?'],
    ]);
  });

  test("says once what many configurations share, with the number of places", () => {
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

  test("names the known policies for an unknown one, at most five", () => {
    const unknown = declare("one", { code_policies: [{ id: "x" }, { id: "p" }] });
    expect(said(unknown)).toEqual([
      ["policy-unknown", 'code_policies["x"]', 'The account has no custom policy x. It has p ("p"), q ("q").'],
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
        `The account has no configuration "two".${at < 10 ? ' There are "one".' : ""}`,
      ]),
    );
  });
});

describe("names that look alike", () => {
  const said = (names: readonly string[], configurations: readonly string[] = []) =>
    report
      .planOf(
        {
          configurations: [report.declared("goal", "goal", { comment: "enabled" })],
          assignments: report.routing({ target: report.to("goal"), repositoryPattern: "%" }),
        },
        {
          configurations: [
            report.live(1, "old", {}),
            ...configurations.map((name, at) => report.live(at + 2, name, {})),
          ],
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

  describe("configurations that look alike", () => {
    /** The warnings of a plan for live configurations of these names, of which the first has a repository. */
    const warnings = (observed: readonly string[], ...given: Parameters<typeof desired>) =>
      planned(
        desired(...given),
        live(Object.fromEntries(observed.map((name, at) => [`c${String(at)}`, { name, has: at === 0 ? ["r"] : [] }]))),
      )
        .diagnostics.filter(({ code }) => code === "names-look-alike")
        .map(({ severity, detail }) => [severity, detail]);

    test("are pointed out by their ids, and a new one by its address", () => {
      const pair = [declare("goal", { comment: "enabled" }), declare("Goal", { comment: "enabled" })];
      expect(warnings(["goal"], pair)).toEqual([
        ["warning", 'These look alike: "goal" (c0), "Goal" (scanform_configuration.Goal).'],
      ]);
    });

    test("are pointed out when one of them is deleted", () => {
      const observed = live({ c0: { name: "goal" }, c1: { name: "g0al" } });
      const { diagnostics } = planned({ ...desired([declare("goal")]), deletions: [configurationId("c1")] }, observed);
      expect(diagnostics).toMatchObject([
        { code: "names-look-alike", detail: 'These look alike: "goal" (c0), "g0al" (c1).' },
      ]);
    });

    test("do not include one that has no name", () => {
      const [nameless] = live({ c0: { has: ["r"] } }).configurations.map(({ id, settings }) => ({ id, settings }));
      const observed = { ...live({ c0: { has: ["r"] } }), configurations: nameless === undefined ? [] : [nameless] };
      const made = planned(desired([declare("c0", { comment: "enabled" })], give("c0", names("r"))), observed);
      expect([made.effects.length, made.diagnostics]).toEqual([1, []]);
    });

    test.each([
      [5, ""],
      [6, "So do the names of 1 more groups of configurations."],
    ])("are listed one by one where there are few groups: of %i, the end is %j", (groups, end) => {
      const all = ["a", "b", "c", "d", "e", "f"].slice(0, groups).flatMap((each) => [each, each.toUpperCase()]);
      const [[, detail] = []] = warnings(
        ["old"],
        all.map((name) => declare(name, { comment: "enabled" })),
      );
      expect(detail?.split("\n").slice(5).join()).toBe(end);
    });
  });

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
});

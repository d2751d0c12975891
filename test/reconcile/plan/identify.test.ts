import type { Desired } from "../../../src/model/desired";
import { accountId, configurationId } from "../../../src/model/ids";
import { identify, nearlyNamed } from "../../../src/reconcile/plan/identify";
import { plan } from "../../../src/reconcile/plan/plan";
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

const problems = (account: Parameters<typeof live>[0], ...declared: readonly ReturnType<typeof declare>[]) => {
  const { configurations } = live(account);
  return nearlyNamed(declared, configurations, identify(declared, configurations).live);
};

test.each(["Strict", "STRICT", " strict ", "strict\u00a0"])(
  "a new name that differs from a live one in case or in blanks around it alone is an error where %j is live and not declared",
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
])(
  "a new name that differs from a live one in case or in blanks around it alone is none where %s",
  (_when, declared) => {
    expect(problems({ c0: { name: "Strict" } }, ...declared)).toEqual([]);
  },
);

test("a new name that differs from a live one in case or in blanks around it alone is none beside two that have exactly the name, which is an error of its own", () => {
  const account = { c0: { name: "strict" }, c1: { name: "strict" }, c2: { name: "Strict" } };
  expect(problems(account, declare("strict"))).toEqual([]);
});

test("a new name that differs from a live one in case or in blanks around it alone stops a plan, but not one of a part of what is declared", () => {
  const [declared, account] = [desired([declare("strict")]), live({ c0: { name: "Strict" } })];
  expect(() => planned(declared, account)).toThrow('it has "Strict" (c0)');
  const { writes } = plan({ id: accountId("account") }, declared, account, { partial: true });
  expect(writes).toMatchObject([{ kind: "create" }]);
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

const accountOf = (name: string) => live({ one: {}, two: { name }, three: {} });
const renamed = declare("caf\u00e9", {}, id("one"));

test.each(["caf\u00e9", "cafe\u0301"])(
  "a new name that another live configuration has is an error where that one keeps it, in whatever normal form: %j",
  (name) => {
    expect(() => planned(desired([renamed]), accountOf(name))).toThrow(
      '"caf\u00e9" is the name of "two", which this plan neither renames nor deletes.',
    );
    const part = plan({ id: accountId("account") }, desired([renamed]), accountOf(name), { partial: true });
    expect(part.writes).toMatchObject([{ kind: "patch" }]);
  },
);

test.each<[string, Partial<Desired>]>([
  ["is renamed", { configurations: [renamed, declare("other", {}, id("two"))] }],
  ["is deleted", { deletions: [configurationId("two")] }],
])("a new name that another live configuration has is none where that one %s in the same plan", (_how, more) => {
  const made = planned({ ...desired([renamed]), ...more }, accountOf("caf\u00e9"));
  expect(made.configurations[0]).toMatchObject({ action: "adopt", live: { id: "one" } });
});

test("a new name that another live configuration has is none for a configuration that has it already", () => {
  const twins = live({ one: { name: "caf\u00e9" }, two: { name: "caf\u00e9" } });
  expect(planned(desired([renamed]), twins).configurations).toMatchObject([{ action: "no-op" }]);
});

test("names the address and path of each problem", () => {
  expect(found(declare("x", {}, id("nowhere"))).problems).toEqual(["import-not-found scanform_configuration.x id"]);
  expect(found(declare("x", {}, id("one")), declare("y", {}, id("one"))).problems).toEqual([
    "same-live-object scanform_configuration.y id",
  ]);
  const again = { ...declare("one"), address: declare("again").address };
  expect(found(declare("one"), again).problems).toContain("name-declared-twice scanform_configuration.again name");
});

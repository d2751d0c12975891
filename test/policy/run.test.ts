import { inspect } from "node:util";
import { run, type Said } from "../../src/policy/run";
import { deny, needs, policy, type Policy } from "../../src/policy/index";
import type { Settings } from "../../src/model/settings";
import { waiverProblems } from "../../src/policy/waivers";
import { given, judge, lines } from "./judge";
import { mixed } from "./mixed";

/** Why what a file exports fails. */
function failureOf(exported: unknown): string | undefined {
  const all: Said[] = [];
  run({ default: exported }, [given(mixed)], (said) => all.push(said));
  return all.find((each) => "failed" in each)?.failed;
}

type Account = Readonly<{ effects: object[] }>;

test.each<[what: string, check: (account: Account) => unknown, said: string]>([
  [
    "throws",
    () => {
      throw new Error("no idea");
    },
    "it throws: no idea",
  ],
  ["returns a promise", () => Promise.resolve([]), "it returns a promise"],
  ["returns nothing", () => undefined, "it returns a value of type undefined"],
  ["returns what is no finding", () => ["no"], "item 1 of what it returns is not a finding"],
  ["finds something in a copy", ({ effects }) => [deny("x", { ...effects[0] } as never)], "not a copy"],
  ["has nothing to say", ({ effects }) => [deny(" ", effects[0] as never)], "has no message"],
  ["names nobody", ({ effects }) => [needs("", "x", effects[0] as never)], "does not name a reviewer"],
  [
    "changes the account",
    ({ effects }) => {
      effects.length = 0;
      return [];
    },
    "it throws: Cannot assign",
  ],
])("a policy that %s fails", (_what, check, said) => {
  const fine = { name: "fine", check: () => [] };
  expect(failureOf([fine, { name: "odd", check }])).toContain(said);
});

describe("a name that what a policy is given cannot have", () => {
  type Check = Policy["check"];
  const ofSettings =
    (read: (settings: Settings) => unknown): Check =>
    (_account, { repositories }) => {
      for (const { settings } of repositories) if (settings !== null) read(settings);
      return [];
    };
  const odd = (value: unknown): never => value as never;

  test.each<[what: string, check: Check, said: string]>([
    [
      "of settings",
      ofSettings((each) => odd(each)["riskThreshold"]),
      'settings has no "riskThreshold". Did you mean "risk_threshold"',
    ],
    ["asked for by `in`", ofSettings((each) => "riskThreshold" in each), 'settings has no "riskThreshold"'],
    [
      "of an analyzer",
      ofSettings((each) => odd(each.analyzers?.["xss"])["block"]),
      'settings.analyzers[] has no "block". Did you mean "blocking"',
    ],
    ["of the account", (account) => odd(account)["effect"], 'account has no "effect". Did you mean "effects"'],
    ["of the account that only documents have", (account) => odd(account)["after"], 'account has no "after"'],
    ["of an effect", ({ effects: [first] }) => odd(first)["repos"], 'account.effects[] has no "repos"'],
    [
      "of a side",
      ({ effects: [first] }) => odd(first?.to)["ids"],
      'account.effects[].to has no "ids". Did you mean "id"',
    ],
    ["of what holds afterwards", (_account, after) => odd(after)["repos"], 'after has no "repos"'],
    [
      "of a repository",
      (_account, { repositories: [first] }) => odd(first)["config"],
      'after.repositories[] has no "config". There are "configuration"',
    ],
    [
      "of a configuration",
      (_account, { configurations: [first] }) => odd(first)["title"],
      'after.configurations[] has no "title"',
    ],
    ["that is taken apart", (account) => (({ efects }) => [efects])(odd(account)), 'account has no "efects"'],
  ])("a name that what a policy is given cannot have is an error and not undefined: %s", (_what, check, said) => {
    expect(failureOf([{ name: "odd", check }])).toContain(said);
  });

  test("a name that what a policy is given cannot have is none of those that it has here and there: these are undefined", () => {
    const absent: unknown[] = [];
    const check: Check = ({ effects: [effect], future, lines: [line], ...account }, { repositories }) => {
      absent.push(effect?.findings, future, line?.location, account.findings, account.no_longer_declared);
      for (const { settings } of repositories)
        absent.push(
          settings?.risk_threshold,
          settings?.notifications,
          settings?.analyzers?.["nope"],
          settings?.analyzers?.["xss"]?.silent,
        );
      return [];
    };
    expect(failureOf([{ name: "fine", check }])).toBeUndefined();
    expect(new Set(absent)).toEqual(new Set([undefined]));
  });

  test("a name that what a policy is given cannot have is none of those that printing, copying and comparing ask for", () => {
    const check: Check = (account, after) => {
      expect(inspect(account)).toContain("effects");
      expect(JSON.parse(JSON.stringify(account))).toEqual({ ...account });
      expect(structuredClone(after.repositories[0]?.settings)).toEqual(after.repositories[0]?.settings);
      expect(Object.keys(account)).toContain("effects");
      return [];
    };
    expect(failureOf([{ name: "fine", check }])).toBeUndefined();
  });
});

describe("a policy for what is new", () => {
  const uncovered = policy(
    "uncovered",
    (_account, { repositories }) =>
      repositories.flatMap((each) => (each.configuration === null ? [deny("has none", each)] : [])),
    { onlyNew: true },
  );
  const blocks = policy(
    "blocks",
    (_account, { repositories }) =>
      repositories.flatMap((each) =>
        each.settings?.analyzers?.["xss"]?.blocking === true ? [] : [needs("kim", "does not block", each)],
      ),
    { onlyNew: true },
  );

  test("a policy for what is new warns of what it said before the plan too, and denies or asks about the rest", () => {
    expect(lines(judge([uncovered, blocks], given(mixed)))).toEqual([
      "warn repository lonely: has none (before this plan too)",
      "warn repository lonely: does not block (before this plan too)",
      "needs kim repository web-a: does not block",
      "needs kim repository web-b: does not block",
    ]);
  });

  test("a policy for what is new denies all of it without the option", () => {
    expect(lines(judge([{ ...uncovered, onlyNew: false }], given(mixed)))).toEqual([
      "deny repository lonely: has none",
    ]);
  });

  test("a policy for what is new denies what only a plan can do, such as an effect", () => {
    const all = policy("all", ({ effects }) => effects.map((each) => deny("does something", each)), { onlyNew: true });
    expect(new Set(judge([all], given(mixed)).map(({ level }) => level))).toEqual(new Set(["deny"]));
  });

  test("a policy for what is new fails where it fails for what holds before the plan", () => {
    const odd = policy("odd", ({ effects }) => [deny("x", effects[0] as never)], { onlyNew: true });
    expect(failureOf([odd])).toContain("is about something other than");
    expect(failureOf([{ ...odd, onlyNew: "yes" }])).toBe('`onlyNew` of "odd" is neither true nor false');
  });
});

const one = { name: "one", check: () => [] };
test.each([
  ["no list", undefined, "it exports no list of policies by default"],
  ["an empty list", [], "it exports an empty list"],
  ["what is no policy", [one, {}], "item 2 of its list is not a policy"],
  ["a policy twice", [one, one], "two policies are named"],
  ["a name that is none", [{ ...one, name: "a b" }], "is not the name of a policy"],
])("a file that exports %s fails", (_what, exported, said) => {
  expect(failureOf(exported)).toContain(said);
});

const waiver = {
  ...{ policy: "one", at: { configuration: "strict" } },
  ...{ reason: "because", owner: "appsec", expires: "2027-01-31" },
};
test.each([
  [{}, undefined],
  [{ expires: undefined }, "waivers[0]: `expires` is missing or empty"],
  [{ expires: "soon" }, "waivers[0]: `expires` must be a date such as 2027-01-31, or a date-time with an offset"],
  [{ at: {} }, "waivers[0]: `at` is empty: it names what is waived"],
  [{ at: { account: "acme" } }, "waivers[0]: `at` names an account alone: it names what is waived in it"],
  [{ at: { configuraton: "x" } }, expect.stringContaining("waivers[0]: `at.configuraton` is unknown")],
  [{ reason: " " }, "waivers[0]: `reason` is missing or empty"],
])("a waiver with %j has the problem %s", (more, problem) => {
  expect(waiverProblems([{ ...waiver, ...more }])).toEqual(problem === undefined ? [] : [problem]);
});

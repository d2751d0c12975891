import { inspect } from "node:util";
import fc from "fast-check";
import type { Settings } from "../../src/model/settings";
import { baselineOf } from "../../src/policy/baseline";
import { deny, needs, policy, type Policy } from "../../src/policy/index";
import { run, type Said } from "../../src/policy/run";
import { waive, type Waiver, waiverProblems } from "../../src/policy/waivers";
import type { DocumentFinding } from "../../src/report/policy-review";
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
  expect(lines(judge([{ ...uncovered, onlyNew: false }], given(mixed)))).toEqual(["deny repository lonely: has none"]);
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

const plainWaiver = {
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
  expect(waiverProblems([{ ...plainWaiver, ...more }])).toEqual(problem === undefined ? [] : [problem]);
});

const now = Date.parse("2026-06-01T12:00:00Z");
const id = "eeeeeeee-0000-4000-8000-000000000001";

const finding = (at: DocumentFinding["at"]): DocumentFinding => ({ policy: "p", level: "deny", message: "is bad", at });

const waiver = (at: Waiver["at"], more: Partial<Waiver> = {}): Waiver => ({
  policy: "p",
  at,
  reason: "because",
  owner: "appsec",
  expires: "2027-01-31",
  ...more,
});

const accountId = "aaaaaaaa-0000-4000-8000-000000000001";

/** What is said about an account. */
const found = (...findings: readonly DocumentFinding[]) => ({ account: { id: accountId, name: "acme" }, findings });

const untilOf = (at: DocumentFinding["at"], ...waivers: readonly Waiver[]): string | undefined =>
  waive([found(finding(at))], waivers, now).findings[0]?.[0]?.waived_until;

const effect = { kind: "effect", id, name: "strict" } as const;
const move = { kind: "effect", id, name: "strict", from: { id: accountId, name: "loose" } } as const;
const repository = { kind: "repository", id, name: "web" } as const;
const triage = { kind: "triage", id, name: "web", path: "f-1" } as const;

test.each([
  ["an effect by its name", effect, { configuration: "strict" }, true],
  ["an effect by its id, in any case", effect, { configuration: id.toUpperCase() }, true],
  ["an effect by a repository", effect, { repository: "web" }, false],
  ["an effect by more than it is about", effect, { configuration: "strict", repository: "web" }, false],
  ["an effect by the configuration that its repositories leave", effect, { configuration: "strict", from: "x" }, false],
  ["a move by both configurations", move, { configuration: "strict", from: "loose" }, true],
  ["a move by an id", move, { configuration: "strict", from: accountId }, true],
  ["a move by what its repositories get alone", move, { configuration: "strict" }, false],
  ["a move by what its repositories leave alone", move, { from: "loose" }, false],
  ["a move of those that had none", { ...effect, from: null }, { configuration: "strict", from: null }, true],
  ["a move of those that had some by none", move, { configuration: "strict", from: null }, false],
  ["a loss by what is lost", { kind: "effect", from: { id, name: "old" } } as const, { from: "old" }, true],
  [
    "a loss by a configuration",
    { kind: "effect", from: { id, name: "old" } } as const,
    { configuration: "old" },
    false,
  ],
  ["a configuration by its name", { ...effect, kind: "configuration" } as const, { configuration: "strict" }, true],
  ["an effect in the account that is named", effect, { configuration: "strict", account: "acme" }, true],
  ["an effect in the account of an id", effect, { configuration: "strict", account: accountId }, true],
  ["an effect in another account", effect, { configuration: "strict", account: "other" }, false],
  ["a repository by its name", repository, { repository: "web" }, true],
  ["a repository by a configuration", repository, { configuration: "web" }, false],
  ["a repository by another name", repository, { repository: "we%" }, false],
  ["a line by its path", { kind: "line", path: "comment" } as const, { path: "comment" }, true],
  ["a triage by its repository and finding", triage, { repository: "web", path: "f-1" }, true],
  ["a triage by its finding alone", triage, { path: "f-1" }, false],
  ["a triage without a repository by its finding", { kind: "triage", path: "f-1" } as const, { path: "f-1" }, true],
  ["a deletion by its name", { kind: "deletion", id, name: "old" } as const, { configuration: "old" }, true],
  [
    "a name that looks like the id of another",
    { kind: "repository", id: "x", name: id } as const,
    { repository: id },
    false,
  ],
  ["what has no name by its id", { kind: "repository", id } as const, { repository: id }, true],
])("waives %s: %j by %j is %s", (_what, at, by, matches) => {
  expect(untilOf(at, waiver(by))).toBe(matches ? "2027-01-31" : undefined);
});

test("waives nothing of another policy", () => {
  expect(untilOf(effect, waiver({ configuration: "strict" }, { policy: "other" }))).toBeUndefined();
});

test("a date holds to the end of its day, and an expired waiver waives nothing", () => {
  const at = { configuration: "strict" };
  expect(untilOf(effect, waiver(at, { expires: "2026-06-01" }))).toBe("2026-06-01");
  expect(untilOf(effect, waiver(at, { expires: "2026-05-31" }))).toBeUndefined();
  expect(untilOf(effect, waiver(at, { expires: "2026-06-01T11:00:00Z" }))).toBeUndefined();
});

test("of several waivers that match, the last to end counts", () => {
  const at = { configuration: "strict" };
  const [first, last] = [waiver(at, { expires: "2026-08-01" }), waiver(at, { expires: "2026-09-01" })];
  expect(untilOf(effect, first, last)).toBe("2026-09-01");
  expect(waive([found(finding(effect))], [first, last], now).unmatched).toEqual([]);
});

test("a waiver is matched if the account that it names has what it names", () => {
  const used = waiver({ configuration: "strict", account: "acme" });
  const other = { account: { id, name: "other" }, findings: [] };
  const waived = waive([other, found(finding(effect))], [used, waiver({ repository: "gone" })], now);
  expect(waived.unmatched).toEqual([waiver({ repository: "gone" })]);
  expect(waived.findings[1]?.[0]?.waiver).toEqual(used);
});

test("a waiver that names no account waives nothing of several", () => {
  const other = { account: { id, name: "other" }, findings: [finding(effect)] };
  const { findings, unmatched } = waive([found(finding(effect)), other], [waiver({ configuration: "strict" })], now);
  expect(findings.flat().filter((each) => each.waived_until !== undefined)).toEqual([]);
  expect(unmatched).toHaveLength(1);
});

test("a name that several have is ambiguous, and says whose it is", () => {
  const other = { account: { id, name: "acme" }, findings: [] };
  const byAccount = waiver({ configuration: "strict", account: "acme" });
  expect(waive([found(), other], [byAccount], now).ambiguous).toEqual([
    { waiver: byAccount, name: "account", text: "acme", ids: [accountId, id] },
  ]);
  const twins = [finding(effect), finding({ ...effect, id: accountId })];
  const byName = waiver({ configuration: "strict" });
  expect(waive([found(...twins)], [byName], now).ambiguous).toEqual([
    { waiver: byName, name: "configuration", text: "strict", ids: [id, accountId] },
  ]);
  expect(waive([found(...twins)], [waiver({ configuration: id })], now).ambiguous).toEqual([]);
  expect(waive([found(finding(effect), finding(effect))], [byName], now).ambiguous).toEqual([]);
});

const third = "eeeeeeee-0000-4000-8000-00000000000f";
const text = fc.constantFrom("a", "b", id);
const names = fc.record({ id: fc.constantFrom(id, accountId, third), name: text }, { requiredKeys: ["id"] });
const at = fc.oneof(
  names.map((each) => ({ kind: "repository", ...each }) as const),
  names.map((each) => ({ kind: "configuration", ...each }) as const),
  fc.record({ one: names, from: fc.option(names) }).map(({ one, from }) => ({ kind: "effect", ...one, from }) as const),
  text.map((path) => ({ kind: "line", path }) as const),
  names.map((each) => ({ kind: "triage", ...each, path: "f-1" }) as const),
);
const accounts = fc.array(fc.record({ name: fc.option(text), findings: fc.array(at, { maxLength: 6 }) }), {
  minLength: 1,
  maxLength: 3,
});

test("the waivers of what is there are waivers of all of it and nothing else, and none is ambiguous", () => {
  fc.assert(
    fc.property(accounts, (given) => {
      const all = given.map(({ name, findings }, index) => ({
        account: { id: id.replace(/.$/, String(index)), name },
        findings: findings.map(finding),
      }));
      const reviewed = all.map(({ account, findings }) => ({ account, review: { policies: findings } }));
      const made = baselineOf(reviewed, { reason: "because", owner: "appsec", expires: "2027-01-31" });
      expect(waiverProblems(made)).toEqual([]);
      const { findings, unmatched, ambiguous } = waive(all, made, now);
      expect(findings.flat().filter((each) => each.waived_until === undefined)).toEqual([]);
      expect([unmatched, ambiguous]).toEqual([[], []]);
      expect(
        baselineOf(
          all.map(({ account }, at) => ({
            account,
            review: { policies: findings[at]?.map(({ waiver: _matching, ...each }) => each) ?? [] },
          })),
          made[0] ?? waiver({}),
        ),
      ).toEqual([]);
    }),
  );
});

test("what ends within thirty days is distinguished from what has expired", () => {
  const ends = (expires: string) => waiver({ path: expires }, { expires });
  const waivers = [ends("2026-05-31"), ends("2026-06-01"), ends("2026-06-30"), ends("2026-07-01"), ends("2026-07-02")];
  const { expired, ending } = waive([], waivers, now);
  expect(expired.map((each) => each.expires)).toEqual(["2026-05-31"]);
  expect(ending.map((each) => each.expires)).toEqual(["2026-06-01", "2026-06-30"]);
});

test("a waived_until in a document is not trusted", () => {
  expect(waive([found({ ...finding(effect), waived_until: "2099-01-01" })], [], now).findings[0]?.[0]).toEqual(
    finding(effect),
  );
});

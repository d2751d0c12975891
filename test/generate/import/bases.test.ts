import fc from "fast-check";
import { importAccount } from "../../../src/generate/import/import-account";
import { isEntry } from "../../../src/generate/import/settings/units";
import type { Observed } from "../../../src/model/observed";
import type { Settings } from "../../../src/model/settings";
import { configuration, randomAccount, textOf } from "../accounts";
import { structured } from "../structured";
import { threeAccounts } from "../three-accounts";

/** For each base, what it has and less than most of its members have. */
const surprises = (account: Observed): readonly string[] => {
  const { bases, configurations } = importAccount(account);
  return bases.flatMap(({ units, members }) => {
    const settings = members.map((at) => configurations[at]?.units);
    const isRare = (has: (own: (typeof settings)[number]) => boolean): boolean =>
      2 * settings.filter(has).length <= members.length;
    return [...units].flatMap(([key, value]) => {
      if (!isEntry(value)) return isRare((own) => JSON.stringify(own?.get(key)) === JSON.stringify(value)) ? [key] : [];
      return Object.entries(value).flatMap(([leaf, each]) => {
        const has = (own: unknown): boolean => isEntry(own) && JSON.stringify(own[leaf]) === JSON.stringify(each);
        return isRare((own) => has(own?.get(key))) ? [`${key} ${leaf}`] : [];
      });
    });
  });
};

const notified = ({ bases }: ReturnType<typeof importAccount>): number =>
  bases.filter(({ units }) => units.has('["notifications"]')).length;

test("a base has nothing but what most of its members have, and notifies nobody", () => {
  const check = (account: Observed): void => {
    expect(surprises(account)).toEqual([]);
    expect(notified(importAccount(account))).toBe(0);
  };
  fc.assert(fc.property(randomAccount, check), { numRuns: 15 });
  for (const account of Object.values(threeAccounts)) check(account());
  for (const bases of [1, 3, 6])
    check(structured({ bases, configurations: 60, repositories: 100, seed: bases, presets: true }).account);
});

const analyzers = (blocking: boolean): Settings["analyzers"] =>
  Object.fromEntries(
    ["secrets", "xss", "ssrf", "idor", "iac"].map((slug) => [slug, { enabled: true, silent: false, blocking }]),
  );

/** The names of the bases and of those that extend them, of configurations by their settings. */
function bases(settings: Readonly<Record<string, Settings>>): Readonly<Record<string, readonly string[]>> {
  const configurations = Object.entries(settings).map(([name, each], at) => configuration(at, name, each));
  const code = textOf(importAccount({ configurations, repositories: [] }));
  const found: Record<string, string[]> = {};
  for (const [, name = "", base = ""] of code.matchAll(/extend\(\s*this,\s*"([^"]+)",\s*(\w+),/g))
    (found[base] ??= []).push(name);
  return found;
}

test("a base of one family is not extended by a configuration of another, however alike they are", () => {
  const same = { comment: "enabled", risk_threshold: 3, analyzers: analyzers(true) } as const;
  expect(
    bases({
      "payments-api": same,
      "payments-jobs": same,
      "payments-web": same,
      "maria-test": same,
      "search-api": { comment: "silent" },
    }),
  ).toEqual({ paymentsBaseline: ["payments-api", "payments-jobs", "payments-web"] });
});

test("a base of no family is called after what it says", () => {
  const of = (at: number, blocking: boolean): Settings => ({ risk_threshold: at, analyzers: analyzers(blocking) });
  expect(
    bases({
      ...{ mail: of(1, true), chat: of(2, true), maps: of(3, true) },
      ...{ news: of(4, false), ads: of(5, false), video: of(6, false) },
    }),
  ).toEqual({ blockingBaseline: ["chat", "mail", "maps"], advisoryBaseline: ["ads", "news", "video"] });
});

test("a value that a single configuration has is in no base, even where a base would be shorter with it", () => {
  const of = (at: number): Settings => ({
    analyzers: { ...analyzers(true), xss: { enabled: true, excludes: [`home/person-${String(at)}/a-long-path/**`] } },
  });
  const configurations = [1, 2, 3].map((at) => configuration(at, `team-${String(at)}`, of(at)));
  const code = textOf(importAccount({ configurations, repositories: [] }));
  const [base = ""] = /const teamBaseline[^]*?\n};\n/.exec(code) ?? [];
  expect(base).toContain("xss: { enabled: true }");
  expect(code.match(/person-\d/g)).toEqual(["person-1", "person-2", "person-3"]);
  expect(base).not.toContain("person");
});

test("what removes a setting of the base says so on its line", () => {
  const settings: Settings = {
    risk_threshold: 3,
    analyzers: {
      ...analyzers(true),
      ...Object.fromEntries(
        Array.from("abcdef", (letter) => [`${letter}-analyzer`, { enabled: true, excludes: [letter] }]),
      ),
    },
  };
  const { iac: _, ...withoutIac } = settings.analyzers ?? {};
  const other: Settings = { analyzers: { ...withoutIac, xss: { enabled: true, silent: false } } };
  const configurations = [...Array.from({ length: 8 }, () => settings), other].map((each, at) =>
    configuration(at, `team-${String(at)}`, each),
  );
  const lines = textOf(importAccount({ configurations, repositories: [] })).split("\n");
  const removing = lines.filter((line) => line.includes("undefined")).map((line) => line.trim());
  expect(removing.sort()).toEqual([
    "blocking: undefined, // removes what the base says",
    "iac: undefined, // removes what the base says",
    "riskThreshold: undefined, // removes what the base says",
  ]);
});

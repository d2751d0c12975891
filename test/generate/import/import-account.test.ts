import { importAccount } from "../../../src/generate/import/import-account";
import type { Observed } from "../../../src/model/observed";
import { uuid } from "../../reconcile/arbitrary";
import { configuration, randomAccount, repository, textOf } from "../accounts";
import fc from "fast-check";
import { TerraformStack, Testing } from "cdktf";
import { refusedByCdktf } from "../../../src/generate/import/typescript/typescript-files";
import { ScanformProvider } from "../../../src/constructs";
import { snapshot } from "../../../src/testing";
import { planned } from "../../reconcile/account";
import { constructsOf } from "../run-module";
import { declarationOf } from "../../../src/generate/import/declaration";
import { plan, ServiceClient } from "../../../src/library";
import type { Profile } from "../../../src/emulator";
import { canary } from "../../support/account";
import { startEmulator } from "../../support/emulator";
import { seedOf } from "../seed";
import { structured } from "../structured";
import { isEntry } from "../../../src/generate/import/settings/units";
import type { Settings } from "../../../src/model/settings";
import { threeAccounts } from "../three-accounts";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { importCode } from "../../../src/generate/import/import-code";

/** A configuration of that age. */
const aged = (at: number, name: string, created_at: string) => configuration(at, name, {}, created_at);

const account: Observed = {
  configurations: [
    aged(1, "Platform API", "2025-01-02"),
    aged(2, "platform-api", "2025-01-01"),
    aged(3, "日本", "2025-01-03"),
    aged(4, "routing", "2025-01-04"),
  ],
  repositories: [repository(1, "platform-web", 1), repository(2, "other", 2), repository(3, "free")],
};

const keys = (of: Observed, options = {}) =>
  new Map(importAccount(of, options).configurations.map(({ id, key }) => [id.slice(-1), key]));

test("names constructs after configurations; the oldest of several gets the plain name", () => {
  expect(keys(account)).toEqual(
    new Map([
      ["1", "platform-api-2"],
      ["2", "platform-api"],
      ["3", "other-configuration"],
      ["4", "routing-2"],
    ]),
  );
});

test("takes a configuration of unknown age for the newest of its name", () => {
  const { created_at: _, ...ageless } = configuration(1, "strict");
  const live = { configurations: [ageless, aged(2, "strict", "2025-01-01")], repositories: [] };
  expect(keys(live).get("2")).toBe("strict");
});

test("keeps all names when the account grows by one, wherever its name is sorted", () => {
  const before = keys(account);
  const grown = keys({
    ...account,
    configurations: [aged(9, "PLATFORM api", "2025-02-01"), ...account.configurations],
  });
  for (const [id, key] of before) expect(grown.get(id)).toBe(key);
});

test("leaves out what is declared already, and its repositories", () => {
  const { configurations, rules, repositories } = importAccount(account, {
    declared: new Map([[uuid("a", 1), { pinned: true }]]),
  });
  expect(configurations.map(({ name }) => name)).not.toContain("Platform API");
  expect(rules).toEqual([{ target: uuid("a", 2), ids: [], names: ["other"] }]);
  expect(repositories).toBe(1);
});

test("asks to pin what is declared already before a name that looks like it is imported", () => {
  const live: Observed = {
    configurations: [aged(1, "Strict", "2025-01-01"), aged(2, "strict", "2025-01-02")],
    repositories: [],
  };
  const declared = (pinned: boolean) => importAccount(live, { declared: new Map([[uuid("a", 1), { pinned }]]) });
  expect(declared(true).configurations).toMatchObject([{ name: "strict", pinned: true }]);
  expect(declared(false).configurations).toEqual([]);
  expect(declared(false).unexpressed[0]?.reason).toContain(`pin that with importFrom("${uuid("a", 1)}") first`);
});

test("says what to do about a second configuration of a name where the form of code holds one of a name", () => {
  const live: Observed = {
    configurations: [aged(1, "strict", "2025-01-01"), aged(2, "strict", "2025-01-02")],
    repositories: [],
  };
  expect(importAccount(live).configurations).toMatchObject([{ pinned: true }, { pinned: true }]);
  const { configurations, unexpressed } = importAccount(live, { oneOfAName: true });
  expect(configurations.map(({ id }) => id)).toEqual([uuid("a", 1)]);
  expect(unexpressed).toMatchObject([
    {
      what: expect.stringContaining(uuid("a", 2)) as string,
      reason: expect.stringContaining("Rename one of them in the dashboard") as string,
    },
  ]);
});

test("takes no id of a construct that is taken", () => {
  expect(keys(account, { taken: ["platform-api"] }).get("2")).toBe("platform-api-2");
});

test("says which settings no declaration can have, and imports the others", () => {
  const settings = {
    comment: "loud",
    risk_threshold: 3,
    future: true,
    analyzers: { xss: { enabled: true, mode: "x" } },
  };
  const { configurations, unexpressed } = importAccount({
    configurations: [configuration(1, "strict", settings as object)],
    repositories: [],
  });
  expect(configurations[0]?.units).toEqual(
    new Map<string, unknown>([
      ['["risk_threshold"]', 3],
      ['["analyzers","xss"]', { enabled: true }],
    ]),
  );
  const of = `of configuration "strict" (${uuid("a", 1)})`;
  expect(unexpressed.map(({ what }) => what).sort()).toEqual(
    [`analyzers.xss.mode, future ${of}`, `comment ${of}`].sort(),
  );
});

/** What a plan of the constructs that the code of an account makes would write. */
function writesFor(account: Observed) {
  const imported = importAccount(account, { refused: refusedByCdktf });
  const stack = new TerraformStack(Testing.app(), "account");
  new ScanformProvider(stack, "scanform");
  constructsOf(textOf(imported, { policies: account.policies ?? [] }))(stack);
  return snapshot(stack).accounts.flatMap(
    ({ configurations, assignments }) => planned({ configurations, assignments }, account).writes,
  );
}

test("a plan of the constructs of any account shows no changes", () => {
  fc.assert(
    fc.property(randomAccount, (account) => {
      expect(writesFor(account)).toEqual([]);
    }),
    { numRuns: 12 },
  );
});

describe("texts in another normal form than Terraform's", () => {
  /** An accent typed by itself; U+F900, which is U+8C48 in normal form; and an accent in a text that is evaluated. */
  const [typed, compatible, evaluated] = ["cafe\u0301", "\uf900\u0000", "%{e\u0301"];

  test.each([typed, compatible, evaluated])(
    "texts in another normal form than Terraform's are no changes, as names: %j",
    (name) => {
      const live: Observed = {
        configurations: [configuration(1, name), configuration(2, "other")],
        repositories: [repository(1, `${name}-api`, 1), repository(2, `${name}-web`, 1), repository(3, "docs", 2)],
      };
      expect(writesFor(live)).toEqual([]);
    },
  );

  test("texts in another normal form than Terraform's are no changes, as settings", () => {
    const analyzers = {
      [typed]: { enabled: true, blocking: true, excludes: [evaluated, `${typed}/**`] },
    };
    const notifications = { integration_names: [compatible, typed] };
    const live: Observed = {
      configurations: [configuration(1, "strict", { analyzers, notifications })],
      repositories: [repository(1, "web", 1)],
    };
    expect(writesFor(live)).toEqual([]);
  });

  test.each([typed, typed.normalize("NFC")])("tell two of one normal form apart by their ids, %j the first", (name) => {
    const [other = ""] = ["NFC", "NFD"].map((form) => typed.normalize(form)).filter((each) => each !== name);
    const live: Observed = {
      configurations: [configuration(1, name), configuration(2, other)],
      repositories: [repository(1, name, 1), repository(2, other, 2), repository(3, "docs", 2)],
    };
    expect(writesFor(live)).toEqual([]);
  });
});

describe("the plain declaration", () => {
  async function writesFor(account: Observed, profile: Partial<Profile> = {}): Promise<readonly unknown[]> {
    const emulator = await startEmulator({ seed: seedOf(account), profile });
    const client = new ServiceClient({ baseUrl: emulator.url, apiKey: canary, readOnly: true });
    try {
      const made = await plan({ client, desired: declarationOf(importAccount(account)) });
      return [...made.writes, ...made.diagnostics.filter(({ severity }) => severity === "error")];
    } finally {
      await client.close();
      await emulator.close();
    }
  }

  test("planning the plain declaration of an account shows no changes", async () => {
    await fc.assert(
      fc.asyncProperty(randomAccount, async (account) => {
        expect(await writesFor(account)).toEqual([]);
      }),
      { numRuns: 8 },
    );
  });

  test.each<Partial<Profile>>([
    { order: "shuffled", unset: "null" },
    { page_size: 7 },
    { unset: "absent", defaults: "always" },
  ])("planning the plain declaration shows no changes where the service behaves as %j", async (profile) => {
    const { account } = structured({ bases: 2, configurations: 12, repositories: 100, seed: 12, presets: true });
    expect(await writesFor(account, profile)).toEqual([]);
  });

  test("names configurations that share a name by their ids, also in rules", () => {
    const configurations = [configuration(1, "strict"), configuration(2, "strict")];
    const imported = importAccount({ configurations, repositories: [repository(1, "web", 2)] });
    expect(declarationOf(imported)).toMatchObject({
      configurations: [{ id: uuid("a", 1) }, { id: uuid("a", 2) }],
      rules: [{ configuration: { id: uuid("a", 2) } }],
    });
  });
});

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

/** Compares a text with the file of that name, which UPDATE_GOLDEN=1 writes. */
function expectGolden(name: string, text: string): void {
  const path = join(__dirname, "golden", name);
  if (process.env["UPDATE_GOLDEN"] === "1") {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  expect(text).toBe(readFileSync(path, "utf8"));
}

test.each(Object.entries(threeAccounts))("the code of the account %s is as reviewed", (name, account) => {
  expectGolden(`${name}/imported.txt`, importCode(account(), "typescript").text);
});

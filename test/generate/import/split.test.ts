import { importAccount } from "../../../src/generate/import/import-account";
import { importCode, type ImportCodeOptions } from "../../../src/generate/import/import-code";
import { teamsOf } from "../../../src/generate/import/typescript/split-files";
import { snapshotOf } from "../../../src/generate/types/snapshot";
import type { Observed } from "../../../src/model/observed";
import { accountId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import { uuid } from "../../reconcile/arbitrary";
import { configuration, repository, textOf } from "../accounts";
import { array, code, object, string } from "../../../src/generate/typescript/syntax";
import { constantNames, type Unnamed } from "../../../src/generate/import/typescript/constant-names";
import { baseNames } from "../../../src/generate/import/typescript/base-names";

/** An id with letters, which the account writes in lower case and a setting in upper case. */
const policy = "abcdefab-0000-4000-8000-000000000001";
const policies = [{ id: policy, title: "No secrets", question: "?", dashboard_url: "https://d.example.com" }];
const analyzers = Object.fromEntries(
  ["sql-injection", "secrets", "xss", "ssrf"].map((slug) => [
    slug,
    { enabled: true, excludes: ["test/**", "docs/**"] },
  ]),
);
const settings: Settings = { analyzers, code_policies: [{ id: policy.toUpperCase(), enabled: true }] };

const names = ["payments", "search"].flatMap((team) => ["api", "jobs", "web"].map((kind) => `${team}-${kind}`));
const account: Observed = {
  configurations: names.map((name, at) => configuration(at, name, { ...settings, risk_threshold: at })),
  repositories: [0, 3].map((at) => repository(at, names[at], at)),
  policies,
};
const types = snapshotOf(accountId(uuid("f", 1)), {
  analyzers: Object.keys(analyzers).map((slug, at) => ({ id: uuid("e", at), slug })),
  policies,
  repositories: [],
});

/** The texts by their paths, that of the class by `class`. */
function files(options: ImportCodeOptions = {}): Readonly<Record<string, string>> {
  const { text, more } = importCode(account, "typescript", { split: true, ...options });
  return { class: text, ...more };
}

test("the class calls a function for each team, and takes from it what its rules route", () => {
  const { class: text = "", ...others } = files();
  expect(Object.keys(others).sort()).toEqual(["imported/payments.ts", "imported/search.ts", "imported/shared.ts"]);
  const calls = ["const { paymentsApi } = declarePayments(this);", "const { searchApi } = declareSearch(this);"];
  for (const call of calls) expect(text).toContain(call);
  expect(text.indexOf("declareSearch(this)")).toBeLessThan(text.indexOf("new RepositoryAssignments("));
  expect(others["imported/payments.ts"]).toContain("export function declarePayments(scope: Construct) {");
  expect(others["imported/payments.ts"]).toContain("(scope, ");
  expect(others["imported/payments.ts"]).not.toMatch(/\bthis\b/);
  expect(others["imported/payments.ts"]).toContain("  return { paymentsApi };\n");
});

test.each([".js", ""] as const)("the modules import each other by names that end in %j", (extension) => {
  const { class: text = "", ...others } = files({ extension, types });
  expect(text).toContain(`from "./imported/payments${extension}";`);
  expect(others["imported/payments.ts"]).toContain(`from "./shared${extension}";`);
  expect(others["imported/shared.ts"]).toContain(`from "../scanform-types${extension}";`);
});

test("a second import has names of its own", () => {
  const { fileName, text, more } = importCode(account, "typescript", { split: true, number: 2 });
  expect([fileName, ...Object.keys(more)]).toEqual([
    "imported-2.ts",
    "imported-2/shared.ts",
    "imported-2/payments.ts",
    "imported-2/search.ts",
  ]);
  expect(text).toContain("export class ImportedAccount2 extends Construct {");
  expect(text).toContain('from "./imported-2/payments.js";');
  expect(importCode(account, "hcl", { number: 2 }).fileName).toBe("imported-2.tf");
});

test("one team is one file, and so is an account without any", () => {
  const only = { ...account, configurations: account.configurations.slice(0, 3) };
  expect(importCode(only, "typescript", { split: true }).more).toEqual({});
  expect(importCode({ configurations: [], repositories: [] }, "typescript", { split: true }).more).toEqual({});
});

test("nothing is shared between the files where it is asked for code that is written out", () => {
  const { "imported/shared.ts": shared = "", "imported/payments.ts": payments = "" } = files({ flat: true });
  expect(shared).toContain("export const policies = {");
  expect(shared).not.toContain("excludes");
  expect(payments.match(/new Configuration\(/g)).toHaveLength(3);
});

test("the id of a policy is written by its title whatever the case of its letters", () => {
  expect(files()["imported/shared.ts"]).toContain(`noSecrets: "${policy}"`);
  const text = importCode(account, "typescript", { flat: true }).text;
  expect(text).toContain("id: policies.noSecrets");
  expect(text.toLowerCase().split(policy)).toHaveLength(2);
});

test("policies and analyzers are written by the constants of scanform types, and no constant is made besides", () => {
  const text = importCode(account, "typescript", { flat: true, types }).text;
  expect(text).toContain("[Analyzers.SQL_INJECTION]: {");
  expect(text).toContain("id: Policies.NO_SECRETS");
  expect(text).not.toContain("const policies");
  expect(text).toContain('import { Analyzers, Policies } from "./scanform-types.js";');
});

test("of two policies with one title the older has the plain name", () => {
  const two = [
    { ...policies[0], id: policy, title: "No secrets", created_at: "2025-01-02", question: "?", dashboard_url: "" },
    { id: uuid("f", 2), title: "no secrets", created_at: "2025-01-01", question: "?", dashboard_url: "" },
  ];
  const text = textOf(importAccount(account), { policies: two });
  expect(text).toContain(`noSecrets2: "${policy}"`);
});

test("rules that go before those of an app are a function, which is there where there is no rule too", () => {
  const of = (repositories: Observed["repositories"]) =>
    importCode({ ...account, repositories }, "typescript", { rulesApart: true, before: true }).text;
  expect(of(account.repositories)).toContain("    this.addRulesTo = (routing) => {\n      routing.addRule({\n");
  expect(of([])).toContain("    this.addRulesTo = () => undefined;\n");
  for (const text of [of([]), of(account.repositories)]) {
    expect(text).toContain("readonly addRulesTo: (routing: RepositoryAssignments) => void;");
    expect(text).toMatch(/import \{[^}]*type RepositoryAssignments[ ,][^}]*\} from "scanform\/cdktn";/);
    expect(text).not.toContain("new RepositoryAssignments");
  }
});

/** The names of the configurations in each file. */
function filesOf(names: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const { configurations } = importAccount({
    configurations: names.map((name, at) => configuration(at, name)),
    repositories: [],
  });
  return Object.fromEntries(
    teamsOf(configurations).map(({ file, members }) => [file, members.map((at) => configurations[at]?.name ?? "")]),
  );
}

const three = (word: string): readonly string[] => ["api", "db", "web"].map((end) => `${word}-${end}`);
const many = (word: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${word}-${String(at).padStart(3, "0")}`);

test("configurations are in files by the first word of their names, and those of small teams in one", () => {
  expect(filesOf([...three("search"), ...three("payments"), "mail-api", "日本"])).toEqual({
    payments: three("payments"),
    search: three("search"),
    others: ["mail-api", "日本"],
  });
});

test("two configurations are a team", () => {
  expect(filesOf(["payments-api", "payments-web", "search-api", "search-web", "mail-api"])).toEqual({
    payments: ["payments-api", "payments-web"],
    search: ["search-api", "search-web"],
    others: ["mail-api"],
  });
});

test.each<[string, readonly string[]]>([
  ["there are not two configurations", ["payments"]],
  ["no two of the names begin with the same word", ["payments", "search", "日本"]],
  ['all of the names begin with "payments", and no two of them go on with the same word', ["payments-a", "payments-b"]],
  ['all of the names begin with "no scan", and no two of them go on with the same word', ["no scan", "no scan"]],
])("says why there is one file: %s", (reason, names) => {
  const configurations = names.map((name, at) => configuration(at, name));
  const code = importCode({ configurations, repositories: [] }, "typescript", { split: true });
  expect([code.more, code.unsplit]).toEqual([{}, reason]);
});

test("says nothing of files where several are written, or none were asked for", () => {
  expect(importCode(account, "typescript", { split: true })).not.toHaveProperty("unsplit");
  expect(importCode(account, "typescript")).not.toHaveProperty("unsplit");
});

test("a word that all names begin with distinguishes no teams", () => {
  expect(filesOf([...three("acme-eu-search"), ...three("acme-eu-payments"), "acme-eu-mail"])).toEqual({
    "acme-eu-payments": three("acme-eu-payments"),
    "acme-eu-search": three("acme-eu-search"),
    "acme-eu": ["acme-eu-mail"],
  });
});

test("a big team is taken apart by its next word, a small one is not", () => {
  const [api, web] = [many("payments-api", 50), many("payments-web", 50)];
  const small = [...three("search-api"), ...three("search-web")];
  expect(filesOf([...api, ...web, "payments-old", ...small])).toEqual({
    "payments-api": api,
    "payments-web": web,
    payments: ["payments-old"],
    search: small,
  });
});

test("a big team without teams of its own stays in one file", () => {
  expect(filesOf([...many("payments", 100), ...three("search")])).toEqual({
    payments: many("payments", 100),
    search: three("search"),
  });
});

test("a file is never called like that of all teams, nor like a device of Windows", () => {
  expect(Object.keys(filesOf(["shared", "others", "aux", "com1"].flatMap(three)))).toEqual([
    "aux-team",
    "com1-team",
    "others-team",
    "shared-team",
  ]);
});

describe("names", () => {
  /** The names of the constants in the code for configurations of these names and settings. */
  function constants(settings: Readonly<Record<string, Settings>>, titles: readonly string[] = []): readonly string[] {
    const account: Observed = {
      configurations: Object.entries(settings).map(([name, each], at) => configuration(at, name, each)),
      repositories: [],
      policies: titles.map((title, at) => ({
        id: uuid("c", at),
        title,
        question: title,
        dashboard_url: "https://dashboard.example.com/",
      })),
    };
    const code = textOf(importAccount(account), { policies: account.policies ?? [] });
    return [...code.matchAll(/^const (\w+)/gm)].map(([, name = ""]) => name);
  }

  const teams = ["payments", "search", "identity", "catalog", "data", "mobile"];
  const kinds = ["api", "web", "jobs", "mobile"];

  const ofEach = (settings: (team: string, kind: string) => Settings): Readonly<Record<string, Settings>> =>
    Object.fromEntries(teams.flatMap((team) => kinds.map((kind) => [`${team}-${kind}`, settings(team, kind)])));

  const whole = { enabled: true, silent: false, blocking: true };
  const analyzers = Object.fromEntries(
    ["secrets", "xss", "ssrf", "idor", "iac"].map((slug) => [slug, { ...whole, excludes: ["test/**", "docs/**"] }]),
  );

  test("constants of notifications are called after the integration that the others have not", () => {
    const names = constants(
      ofEach((team, kind) => ({
        risk_threshold: kinds.indexOf(kind),
        analyzers,
        notifications: { enabled: true, deduplicate: true, integration_names: ["appsec-chat", `${team}-chat`] },
      })),
    );
    expect(names).toEqual(expect.arrayContaining(["notifyDataChat", "notifyMobileChat", "notifySearchChat"]));
  });

  test("constants of policies are called after their titles, and none has a number", () => {
    const policies = (team: string, kind: string) => [
      { id: uuid("c", 0), ...whole },
      ...(team < "m" ? [{ id: uuid("c", 1), ...whole }] : []),
      ...(kind === "api" ? [{ id: uuid("c", 2), ...whole, silent: true, blocking: false }] : []),
    ];
    const names = constants(
      ofEach((team, kind) => ({
        risk_threshold: kinds.indexOf(kind),
        comment: team === "search" || team === "data" ? "silent" : "enabled",
        analyzers,
        code_policies: policies(team, kind),
      })),
      ["No plaintext secrets", "PII is encrypted", "A queue has a dead letter queue"],
    );
    expect(names).toEqual(
      expect.arrayContaining([
        "blockingNoPlaintextSecrets",
        "blockingPiiIsEncrypted",
        "silentAQueueHasADeadLetterQueue",
      ]),
    );
    expect(names.filter((name) => /\d$/.test(name))).toEqual([]);
  });

  const policy = (name: string) => object([{ key: "id", value: code(`policies.${name}`) }]);
  const texts = (...all: readonly string[]) => array(all.map(string));

  test.each<[string, readonly Unnamed[], readonly string[]]>([
    [
      "a list of policies",
      [
        { key: "codePolicies", value: array([policy("noSecrets"), policy("noRawSQL")]) },
        { key: "codePolicies", value: array([policy("noSecrets")]) },
      ],
      ["policiesWithNoRawSQL", "policiesWithNoSecrets"],
    ],
    [
      "files that are left out",
      [
        { key: "iac", value: object([{ key: "excludes", value: texts("test/**", "ledger/generated/**") }]) },
        { key: "excludes", value: texts("test/**") },
      ],
      ["exceptLedgerGenerated", "testFiles"],
    ],
    [
      "overrides of analyzers",
      [
        {
          key: "analyzers",
          value: object([{ key: "iac", value: object([{ key: "enabled", value: code("false") }]) }]),
        },
        { key: "analyzers", value: object(["iac", "xss"].map((key) => ({ key, value: code("undefined") }))) },
      ],
      ["offIac", "withoutIac"],
    ],
    [
      "no notifications",
      [
        {
          key: "notifications",
          value: object([
            { key: "enabled", value: code("false") },
            { key: "integrationNames", value: texts() },
          ]),
        },
      ],
      ["notificationsOff"],
    ],
  ])("a constant for %s is called after what others have not", (_, values, names) => {
    expect(values.map((each) => constantNames(values)(each)[0])).toEqual(names);
  });

  test("a second constant of what is nearly the same is called after what sets it apart, and not by a number", () => {
    const entry = (leaves: Readonly<Record<string, string>>, excludes: readonly string[] = []) => ({
      key: "xss",
      value: object([
        ...Object.entries(leaves).map(([key, value]) => ({ key, value: code(value) })),
        ...(excludes.length === 0 ? [] : [{ key: "excludes", value: texts(...excludes) }]),
      ]),
    });
    const values = [
      entry({ enabled: "true", blocking: "true", silent: "false" }),
      entry({ enabled: "false", blocking: "true" }),
      entry({ enabled: "true", blocking: "true" }, ["legacy/mobile/**", "test/**"]),
    ];
    expect(values.map((each) => constantNames(values)(each).slice(0, 3))).toEqual([
      ["blocking", "blockingNotSilent"],
      ["off", "offBlocking"],
      ["blockingExceptLegacy", "blockingExceptLegacy", "blockingExceptLegacyMobile"],
    ]);
  });

  test.each<[string, readonly string[], boolean, string]>([
    ["what all names have in common", ["payments-web", "search-web", "web-web"], false, "webBaseline"],
    [
      "the two words that they begin with",
      ["payments-api", "billing-web", "billing-api"],
      false,
      "billingAndPaymentsBaseline",
    ],
    ["the two words that they end in", ["a-api", "b-api", "c-web", "d-web"], false, "apiAndWebBaseline"],
    ["what it says, and not after one of them", ["a-1", "b-2", "maria-test"], false, "blockingBaseline"],
    ["nothing where it is the base of all", ["payments", "search", "identity"], true, "commonBaseline"],
    ["the word baseline once", ["payments-baseline", "search-baseline"], false, "baseline"],
  ])("a base is called after %s", (_, members, isOfAll, name) => {
    expect(baseNames(members, { isOfAll, says: [["blocking"]] })[0]).toBe(name);
  });

  test("a second base of what has the same name is called after its members", () => {
    const [, second] = baseNames(["payments-docs", "payments-sandbox"], { isOfAll: false, says: [] });
    expect(second).toBe("paymentsDocsSandboxBaseline");
  });
});

import { importAccount } from "../../../src/generate/import/import-account";
import { importCode, type ImportCodeOptions } from "../../../src/generate/import/import-code";
import { teamsOf } from "../../../src/generate/import/typescript/split-files";
import { snapshotOf } from "../../../src/generate/types/snapshot";
import type { Observed } from "../../../src/model/observed";
import { accountId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import { uuid } from "../../reconcile/arbitrary";
import { configuration, repository, textOf } from "../accounts";

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

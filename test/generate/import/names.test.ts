import { array, code, object, string } from "../../../src/generate/typescript/syntax";
import { constantNames, type Unnamed } from "../../../src/generate/import/typescript/constant-names";
import { importAccount } from "../../../src/generate/import/import-account";
import { baseNames } from "../../../src/generate/import/typescript/base-names";
import type { Observed } from "../../../src/model/observed";
import type { Settings } from "../../../src/model/settings";
import { uuid } from "../../reconcile/arbitrary";
import { configuration, textOf } from "../accounts";

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
    expect.arrayContaining(["blockingNoPlaintextSecrets", "blockingPiiIsEncrypted", "silentAQueueHasADeadLetterQueue"]),
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
      { key: "analyzers", value: object([{ key: "iac", value: object([{ key: "enabled", value: code("false") }]) }]) },
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

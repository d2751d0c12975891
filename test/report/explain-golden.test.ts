import pc from "picocolors";
import { namedIn } from "../../src/cli/commands/explain-account";
import type { Settings } from "../../src/model/settings";
import { explainRepository } from "../../src/reconcile/explain/explain";
import { driftJunit, driftMarkdown, driftText } from "../../src/report/drift/drift-renderers";
import { repositoryText } from "../../src/report/explain/explain-text";
import { declare, desired, give, live, names, planned } from "../reconcile/account";
import { noted, nothingUnread } from "../reconcile/drift/drifting";
import { driftedDocument } from "./rendered";
import { expectGolden } from "./golden";

const view = { colors: pc.createColors(false) };
const hostile = '\u001b[31m"]]>`@team</details>';

const strict: Settings = {
  comment: "enabled",
  risk_threshold: 3,
  analyzers: {
    a: { enabled: true, blocking: true, risk_level: "high", excludes: ["test/**", hostile], includes: [] },
    b: { enabled: false, blocking: true },
  },
  code_policies: [{ id: "p", enabled: true, silent: true }],
  notifications: { enabled: true, integration_names: ["appsec-chat"] },
};
const observed = live({ base: { settings: { comment: "silent" }, has: ["payments-api", hostile] } });
const declaration = desired(
  [declare("base"), declare("strict", strict)],
  give("strict", { repositoryPattern: "payments-%" }),
  give("base", names("payments-api", hostile)),
);

test("an explanation says the rule with its line, what it means now, and what it will mean", () => {
  const plan = planned(declaration, observed);
  const [repository] = observed.repositories;
  if (repository === undefined) throw new Error("no repository");
  const text = repositoryText(
    {
      ...explainRepository(plan, observed, repository),
      account: { ...plan.account, name: "acme", baseUrl: "https://findings.example.com" },
      exists: true,
      hint: "",
      titles: new Map([["p", hostile]]),
      locationOf: (address) => (address.includes("assignments") ? "main.ts:31:5" : "settings/strict.ts:12:3"),
      ...namedIn(plan, observed),
    },
    view,
  );
  expectGolden("explain.txt", text);
});

describe("drift", () => {
  const applied = live({
    base: { settings: { comment: "silent" }, has: [hostile] },
    strict: { settings: strict, has: ["payments-api"] },
  });
  const now = live({
    base: { settings: { comment: "silent" }, has: [hostile] },
    strict: {
      settings: { ...strict, comment: "disabled", notifications: { enabled: false } },
      has: ["payments-api"],
      name: hostile,
    },
  });
  const { drift, pending } = driftedDocument(now, declaration, noted(declaration, applied));
  const account = planned(declaration, now).account;
  const report = {
    account,
    drift,
    due: [],
    unread: nothingUnread,
    dismissed: null,
    pending,
    titles: new Map<string, string>(),
  };

  test("drift as text begins with what weakens", () => {
    expectGolden("drift.txt", driftText(report, view));
  });

  test("drift as Markdown folds the details", () => {
    expectGolden("drift.md", driftMarkdown([report], []));
  });

  test("drift as JUnit is valid, whatever names there are", () => {
    expectGolden("drift.xml", driftJunit([report]));
  });
});

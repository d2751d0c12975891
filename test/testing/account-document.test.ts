import { Configuration, RepositoryAssignments, ScanformProvider } from "../../src/constructs";
import { globexAccountId } from "../../src/emulator";
import { alwaysBlock, deny, evaluate, everyRepositoryCovered, policy } from "../../src/policy";
import { accountShape } from "../../src/report/document-shape";
import { accountDocument, accountSeed } from "../../src/testing";
import { stackOf } from "./stacks";

const seed = accountSeed({
  repositories: ["web", "payments-api"],
  policies: ["No tokens in code"],
  configurations: {
    strict: { settings: { analyzers: { secrets: { enabled: true, blocking: true } } }, repositories: ["payments-api"] },
  },
});

const said = (findings: ReturnType<typeof evaluate>) =>
  findings.map(({ level, message, at }) => [level, message, at.name]);

test("policies are evaluated on an account as it is in a seed, without an emulator", () => {
  const account = accountDocument(seed);
  expect(accountShape.safeParse(account).error).toBeUndefined();
  expect(account).toMatchObject({ account: { name: "acme" }, effects: [], changes: [] });
  expect(said(evaluate([everyRepositoryCovered(), alwaysBlock({ analyzers: ["secrets"] })], account))).toEqual([
    ["deny", "has no configuration", "web"],
    ["deny", "secrets may not block its pull requests", "web"],
  ]);
});

test("policies are evaluated on what a stack changes in an account, with what holds before it", () => {
  const stack = stackOf((scope) => {
    const strict = new Configuration(scope, "strict", { name: "strict", analyzers: { secrets: { blocking: false } } });
    new RepositoryAssignments(scope, "routing", { rules: [{ repositoryPattern: "%", configuration: strict }] });
  });
  const account = accountDocument(seed, stack);
  const weakens = policy("weakens", ({ effects }) =>
    effects.filter((each) => each.class === "weakens").map((each) => deny("weakens", each)),
  );
  const blocked = { ...alwaysBlock({ analyzers: ["secrets"] }), onlyNew: true };
  expect(said(evaluate([weakens, blocked], account))).toEqual([
    ["deny", "weakens", "strict"],
    ["deny", "secrets may not block its pull requests", "payments-api"],
    ["warn", "secrets may not block its pull requests (before this plan too)", "web"],
  ]);
  expect(Object.isFrozen(account)).toBe(false);
});

test("a policy that fails is an error of its test", () => {
  const odd = policy("odd", (account) => (account as never as { repositories: [] }).repositories);
  expect(() => evaluate([odd], accountDocument(seed))).toThrow('odd: account has no "repositories".');
});

test("a declaration of another account, or of several, is an error", () => {
  expect(() => accountDocument(seed, undefined, { account: "globex" })).toThrow('The emulator has no account "globex"');
  const several = stackOf((scope) => {
    const provider = new ScanformProvider(scope, "other", { alias: "globex", accountId: globexAccountId });
    new Configuration(scope, "theirs", { name: "theirs", provider });
    new Configuration(scope, "ours", { name: "ours" });
  });
  expect(() => accountDocument(seed, several)).toThrow("2 accounts are declared, and policies are given one.");
});

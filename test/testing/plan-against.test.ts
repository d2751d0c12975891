import { CodePolicy, Configuration, RepositoryAssignments, ScanformProvider } from "../../src/constructs";
import { messageOf } from "../../src/diagnostics/error";
import { accountDocument, accountSeed, applyTo, planAgainst, snapshot } from "../../src/testing";
import { acmeAccountId, globexAccountId } from "../../src/emulator";
import { ServiceClient } from "../../src/library";
import { documentShape } from "../../src/report/printed-shapes";
import { startEmulator } from "../support/emulator";
import { acme, failureOf, stackOf } from "./stacks";
import { Annotations } from "cdktf";
import { emulatedAccount } from "../../src/testing/plan-against";
import { alwaysBlock, deny, evaluate, everyRepositoryCovered, policy } from "../../src/policy";
import { accountShape } from "../../src/report/document-shape";

const seed = accountSeed({
  repositories: ["web", "payments-api", "legacy-monolith"],
  analyzers: ["secrets", "xss"],
  policies: ["No plaintext secrets"],
  configurations: {
    baseline: { settings: { riskThreshold: 2, notifications: { integrationNames: ["chat"] } }, repositories: ["docs"] },
  },
});

test("plans a stack against an emulator, applies it, and then has nothing to do", async () => {
  await using emulator = await startEmulator({ seed });
  const stack = acme();
  const plan = await planAgainst(emulator, stack);
  expect(documentShape.safeParse(plan).error).toBeUndefined();
  expect(plan.accounts).toMatchObject([
    { account: { name: "acme", base_url: emulator.url }, summary: { create: 1, update: 1, move: 2 } },
  ]);
  expect(emulator.requests.filter(({ method }) => method !== "GET")).toEqual([]);

  const applied = await applyTo(emulator, stack);
  expect(documentShape.safeParse(applied).error).toBeUndefined();
  expect(applied.accounts.map(({ verified }) => verified)).toEqual([true]);
  const again = await planAgainst(emulator, stack);
  expect(again.accounts.map(({ summary }) => summary)).toMatchObject([{ create: 0, update: 0, move: 0, unchanged: 5 }]);
});

test("goes to the emulator whatever service the provider block names, and to the account that it names", async () => {
  await using emulator = await startEmulator();
  const stack = stackOf((scope) => {
    const provider = new ScanformProvider(scope, "other", {
      alias: "globex",
      baseUrl: "https://findings.example.com",
      accountId: globexAccountId,
    });
    new Configuration(scope, "strict", { name: "new", provider });
  });
  const { accounts } = await planAgainst(emulator, stack);
  expect(accounts.map(({ account }) => account)).toEqual([
    { id: globexAccountId, name: "globex", alias: "globex", base_url: emulator.url },
  ]);
});

test("takes the account of the emulator that is chosen, by its name", async () => {
  await using emulator = await startEmulator();
  const stack = stackOf((scope) => {
    new Configuration(scope, "strict", { name: "new" });
  });
  const named = async (account?: string) =>
    (await planAgainst(emulator, stack, account === undefined ? {} : { account })).accounts[0]?.account.name;
  expect(await named()).toBe("acme");
  expect(await named("globex")).toBe("globex");
  await expect(named("umbrella")).rejects.toThrow('The emulator has no account "umbrella"; there are');
});

test("an error in the plan has its place in the code", async () => {
  await using emulator = await startEmulator({ seed });
  const stack = stackOf((scope) => {
    new Configuration(scope, "strict", { name: "strict", analyzers: { sekrets: { enabled: true } } });
  });
  await expect(planAgainst(emulator, stack)).rejects.toMatchObject({
    diagnostics: [
      {
        code: "analyzer-unknown",
        location: expect.stringMatching(/^test\/testing\/plan-against\.test\.ts:/) as string,
      },
    ],
  });
});

test("the message of a failed test says which line looks up what the account lacks, and what it has", async () => {
  await using emulator = await startEmulator({ seed });
  const stack = stackOf((scope) => {
    const policy = CodePolicy.fromTitle(scope, "secrets", "No plaintext secret");
    new Configuration(scope, "strict", { name: "strict", codePolicies: [{ policy, enabled: true }] });
  });
  const thrown: unknown = await planAgainst(emulator, stack).catch((reason: unknown) => reason);
  expect(messageOf(thrown)).toMatch(
    /^Unknown custom code policy: .* Did you mean "No plaintext secrets"\? \(at test\/testing\/plan-against\.test\.ts:\d+:\d+\)$/,
  );
});

test("a plan that is refused is not applied", async () => {
  await using emulator = await startEmulator({ seed });
  const stack = stackOf((scope) => {
    scope.node.tryRemoveChild("scanform");
    new ScanformProvider(scope, "scanform", { managedScope: { all: true } });
    const strict = new Configuration(scope, "strict", { name: "strict" });
    new RepositoryAssignments(scope, "rules", { rules: [{ repositoryNames: ["web"], configuration: strict }] });
  });
  await expect(applyTo(emulator, stack, { prune: true })).rejects.toThrow("A configuration to be deleted still has");
  expect(emulator.requests.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("connections are closed, also where a plan fails", async () => {
  await using emulator = await startEmulator({ seed });
  const closing = jest.spyOn(ServiceClient.prototype, "close");
  try {
    await planAgainst(emulator, acme());
    expect(closing).toHaveBeenCalledTimes(1);
    const wrong = stackOf((scope) => {
      new Configuration(scope, "strict", { name: "strict", analyzers: { sekrets: { enabled: true } } });
    });
    await expect(planAgainst(emulator, wrong)).rejects.toThrow("sekrets");
    expect(closing).toHaveBeenCalledTimes(2);
  } finally {
    closing.mockRestore();
  }
});

test("a seed names what is in an account, with the same ids on every run", () => {
  expect(accountSeed({ repositories: ["web"] })).toEqual(accountSeed({ repositories: ["web"] }));
  expect(() => accountSeed({ configurations: { a: { settings: { riskTreshold: 3 } as object } } })).toThrow(
    "riskTreshold",
  );
});

const [west, east] = ["22222222-2222-4222-8222-00000000000a", "22222222-2222-4222-8222-00000000000b"];

/** An account, whether secrets may block in its configuration, and whether a rule assigns that. */
interface Account {
  readonly accountId: string;
  readonly blocking: boolean;
  readonly isAssigned?: boolean;
}

/** A provider block for each account, with a configuration of its own. */
const stackWith = (...accounts: readonly Account[]) =>
  stackOf((stack) => {
    stack.node.tryRemoveChild("scanform");
    for (const { accountId, blocking, isAssigned = false } of accounts) {
      const provider = new ScanformProvider(stack, `of-${accountId}`, { alias: `of-${accountId}`, accountId });
      const configuration = new Configuration(stack, `strict-${accountId}`, {
        name: "new",
        provider,
        analyzers: { secrets: { enabled: true, blocking } },
      });
      if (isAssigned)
        new RepositoryAssignments(stack, `rules-${accountId}`, {
          provider,
          rules: [{ repositoryPattern: "%", configuration }],
        });
    }
  });

describe("toWeakenNothingComparedTo with several accounts", () => {
  const both = (first: boolean, second: boolean) =>
    snapshot(stackWith({ accountId: west, blocking: first }, { accountId: east, blocking: second }));

  test("toWeakenNothingComparedTo with several accounts compares each account with itself, in whatever order they are declared", () => {
    const turned = stackWith({ accountId: east, blocking: false }, { accountId: west, blocking: true });
    expect(turned).toWeakenNothingComparedTo(both(true, false));
    expect(failureOf(turned).toWeakenNothingComparedTo(both(true, true))).toContain(
      '"new": secrets no longer blocks pull requests',
    );
  });

  test("an account that is gone has lost what was declared for it", () => {
    const one = stackWith({ accountId: west, blocking: true });
    const says = '"new", which is not declared any more: secrets: no longer set (was on)';
    expect(failureOf(one).toWeakenNothingComparedTo(both(true, true))).toContain(says);
  });

  test("an account that is new weakens nothing", () => {
    const before = snapshot(stackWith({ accountId: east, blocking: true }));
    const after = stackWith({ accountId: west, blocking: false }, { accountId: east, blocking: true });
    expect(after).toWeakenNothingComparedTo(before);
  });
});

test("an account is chosen by its id in any case", () => {
  const stack = stackWith({ accountId: west, blocking: true }, { accountId: east, blocking: false });
  const wanted = { analyzers: { secrets: { blocking: false } } };
  expect(stack).toHaveConfiguration("new", wanted, { account: east.toUpperCase() });
  expect(stack).not.toHaveConfiguration("new", wanted, { account: west.toUpperCase() });
});

test("a finding is judged in the account that is chosen", () => {
  const stack = stackWith(
    { accountId: west, blocking: true, isAssigned: true },
    { accountId: east, blocking: false, isAssigned: true },
  );
  const finding = { analyzer: "secrets", repository: "web" };
  expect(stack).toBlock({ ...finding, account: west });
  expect(stack).not.toBlock({ ...finding, account: east });
  expect(failureOf(stack).toBlock(finding)).toContain("Several accounts are declared");
});

describe("planAgainst and applyTo", () => {
  const names = ({ accounts }: { accounts: readonly { account: { name: string | null } }[] }) =>
    accounts.map(({ account }) => account.name);
  const of = (...ids: readonly string[]) => stackWith(...ids.map((accountId) => ({ accountId, blocking: true })));

  test("planAgainst and applyTo take every account that is declared, each with a key that reaches it", async () => {
    await using emulator = await startEmulator();
    const stack = of(globexAccountId, acmeAccountId);
    expect(names(await planAgainst(emulator, stack))).toEqual(["globex", "acme"]);
    const applied = await applyTo(emulator, stack);
    expect(applied.accounts.map(({ verified }) => verified)).toEqual([true, true]);
    for (const id of [globexAccountId, acmeAccountId])
      expect(emulator.store.configurations(id).filter(({ name }) => name === "new")).toHaveLength(1);
  });

  test("planAgainst and applyTo keep to the account that the provider block names, in any case, whatever the options say", async () => {
    await using emulator = await startEmulator();
    expect(names(await planAgainst(emulator, of(globexAccountId.toUpperCase()), { account: "acme" }))).toEqual([
      "globex",
    ]);
  });

  test("find an account of a seed whose ids are in upper case", () => {
    const id = west.toUpperCase();
    const seed = { accounts: [{ account_id: id, active: true }], keys: { "some-key": [east], "its-key": [id] } };
    expect(emulatedAccount(seed, { provider: { accountId: west, aliases: [] } }, {})).toEqual({
      account: { id },
      apiKey: "its-key",
    });
  });

  test("tell the warnings of a declaration", async () => {
    await using emulator = await startEmulator();
    const stack = of(acmeAccountId);
    Annotations.of(stack).addWarning("ask the security team");
    const { diagnostics } = await planAgainst(emulator, stack);
    expect(diagnostics).toMatchObject([
      { severity: "warning", detail: expect.stringContaining("ask the security") as string },
    ]);
  });
});

test("accounts that have the same names have no id in common, so that their seeds can be put together", () => {
  const idsOf = (name: string) => {
    const seed = accountSeed({
      name,
      repositories: ["web"],
      analyzers: ["xss"],
      policies: ["No tokens"],
      configurations: { strict: { repositories: ["web"] } },
    });
    return new Set(JSON.stringify(seed).match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g));
  };
  const globex = idsOf("globex");
  expect(globex.size).toBe(5);
  expect([...idsOf("acme")].filter((id) => globex.has(id))).toEqual([]);
});

describe("the document of an account", () => {
  const seed = accountSeed({
    repositories: ["web", "payments-api"],
    policies: ["No tokens in code"],
    configurations: {
      strict: {
        settings: { analyzers: { secrets: { enabled: true, blocking: true } } },
        repositories: ["payments-api"],
      },
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
      const strict = new Configuration(scope, "strict", {
        name: "strict",
        analyzers: { secrets: { blocking: false } },
      });
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
    expect(() => accountDocument(seed, undefined, { account: "globex" })).toThrow(
      'The emulator has no account "globex"',
    );
    const several = stackOf((scope) => {
      const provider = new ScanformProvider(scope, "other", { alias: "globex", accountId: globexAccountId });
      new Configuration(scope, "theirs", { name: "theirs", provider });
      new Configuration(scope, "ours", { name: "ours" });
    });
    expect(() => accountDocument(seed, several)).toThrow("2 accounts are declared, and policies are given one.");
  });
});

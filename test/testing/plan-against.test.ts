import { CodePolicy, Configuration, RepositoryAssignments, ScanformProvider } from "../../src/constructs";
import { messageOf } from "../../src/diagnostics/error";
import { accountSeed, applyTo, planAgainst } from "../../src/testing";
import { globexAccountId } from "../../src/emulator";
import { ServiceClient } from "../../src/library";
import { documentShape } from "../../src/report/printed-shapes";
import { startEmulator } from "../support/emulator";
import { acme, stackOf } from "./stacks";

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

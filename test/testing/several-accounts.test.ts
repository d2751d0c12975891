import { Annotations } from "cdktf";
import { Configuration, RepositoryAssignments, ScanformProvider } from "../../src/constructs";
import { acmeAccountId, globexAccountId } from "../../src/emulator";
import { accountSeed, applyTo, planAgainst, snapshot } from "../../src/testing";
import { emulatedAccount } from "../../src/testing/plan-against";
import { startEmulator } from "../support/emulator";
import { failureOf, stackOf } from "./stacks";

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

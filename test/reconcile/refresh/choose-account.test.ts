import type { Account } from "../../../src/model/observed";
import { accountId } from "../../../src/model/ids";
import { checkAccountReachable, chooseAccount, reachedAccounts } from "../../../src/reconcile/refresh/choose-account";
import { answering, lost, refusal } from "../service";

/** A key that reaches these accounts. */
function reaching(accounts: readonly Account[] | Error) {
  const asked: unknown[] = [];
  const reader = answering({
    accounts: (options) => {
      asked.push(options);
      return accounts instanceof Error ? Promise.reject(accounts) : Promise.resolve(accounts);
    },
  });
  return { reader, asked };
}

const acme: Account = { account_id: accountId("a1"), org_name: "acme", active: true };
const nameless: Account = { account_id: accountId("a2"), active: true };

const failing = (code: string, words: string): Error =>
  expect.objectContaining({
    diagnostics: [expect.objectContaining({ code, detail: expect.stringContaining(words) as string })],
  }) as Error;

test("uses a named account without a request", async () => {
  const { reader, asked } = reaching(refusal(500));
  expect(await chooseAccount(reader, "a9")).toEqual({ id: "a9" });
  expect(asked).toEqual([]);
});

test("uses the only account that the key reaches when none is named", async () => {
  const { signal } = new AbortController();
  const { reader, asked } = reaching([acme]);
  expect(await chooseAccount(reader, "", signal)).toEqual({ id: "a1", name: "acme" });
  expect(asked).toEqual([{ signal }]);
  expect(await chooseAccount(reaching([nameless]).reader)).toEqual({ id: "a2" });
});

test.each<[string, string, readonly Account[], string, string]>([
  ["no account is reached", "", [], "account-unknown", "The key reaches no account."],
  ["several are reached", "", [acme, nameless], "account-ambiguous", "The key reaches a1 (acme), a2 (no name). Set "],
  ["the name is a step in a path", ".", [acme], "account-unknown", '"." is not an account id. Set SCANFORM_ACCOUNT_ID'],
  ["the name is a step up in a path", "..", [acme], "account-unknown", '".." is not an account id.'],
])("chooses no account when %s", async (_when, named, accounts, code, words) => {
  await expect(chooseAccount(reaching(accounts).reader, named)).rejects.toEqual(failing(code, words));
});

test("the name of a named account is that of the same id in any case, where it has one", async () => {
  const { signal } = new AbortController();
  const { reader, asked } = reaching([nameless, acme]);
  expect(await chooseAccount(reader, "A1", signal, true)).toEqual({ id: "A1", name: "acme" });
  expect(await chooseAccount(reader, "A2", signal, true)).toEqual({ id: "A2" });
  expect(await chooseAccount(reader, "a3", signal, true)).toEqual({ id: "a3" });
  expect(asked).toEqual([{ signal }, { signal }, { signal }]);
});

test("the name of a named account is left out when the accounts are refused", async () => {
  expect(await chooseAccount(reaching(refusal(403)).reader, "a1", undefined, true)).toEqual({ id: "a1" });
});

test("the name of a named account is not worth waiting again for a service that does not answer", async () => {
  const silence = lost();
  await expect(chooseAccount(reaching(silence).reader, "a1", undefined, true)).rejects.toBe(silence);
});

describe("after a refused request", () => {
  const wrong = accountId("a7");

  test.each([401, 422, 500])(
    "after a refused request with status %i, the accounts are not requested",
    async (status) => {
      const { reader, asked } = reaching([acme]);
      await checkAccountReachable(reader, wrong, refusal(status));
      await checkAccountReachable(reader, wrong, new TypeError("x"));
      await checkAccountReachable(reader, wrong, Object.assign(new Error("not ours"), { status: 404 }));
      expect(asked).toEqual([]);
    },
  );

  test.each([403, 404])(
    "after a refused request with status %i, the error says whether the key reaches the account",
    async (status) => {
      const thrown = refusal(status);
      await expect(checkAccountReachable(reaching([acme, nameless]).reader, wrong, thrown)).rejects.toEqual(
        failing(
          "account-unknown",
          'The service has no account "a7" for this key. It reaches a1 (acme), a2 (no name). Set SCANFORM_ACCOUNT_ID',
        ),
      );
      await expect(checkAccountReachable(reaching([acme]).reader, wrong, thrown)).rejects.toMatchObject({
        cause: thrown,
      });
      await expect(checkAccountReachable(reaching([]).reader, wrong, thrown)).rejects.toThrow("It reaches none.");
      await expect(checkAccountReachable(reaching([acme]).reader, acme.account_id, thrown)).resolves.toBeUndefined();
    },
  );

  test("the request for the accounts carries the signal", async () => {
    const { signal } = new AbortController();
    const { reader, asked } = reaching([acme]);
    await checkAccountReachable(reader, acme.account_id, refusal(404), signal);
    expect(asked).toEqual([{ signal }]);
  });
});

const { signal } = new AbortController();

test("all accounts that a key reaches are read as a whole list", async () => {
  const { reader, asked } = reaching([nameless, acme]);
  expect(await reachedAccounts(reader, "", signal)).toHaveLength(2);
  expect(asked).toEqual([{ signal, certainty: "whole" }]);
});

test("all accounts that a key reaches are listed together with their names when none is named, and a named one alone without a request", async () => {
  const { reader, asked } = reaching([nameless, acme]);
  expect(await reachedAccounts(reader, "a7", signal)).toEqual([{ id: "a7" }]);
  expect(asked).toEqual([]);
  expect(await reachedAccounts(reader)).toEqual([{ id: "a2" }, { id: "a1", name: "acme" }]);
  expect(asked).toHaveLength(1);
});

import type { Account } from "../../../src/model/entities";
import { accountId } from "../../../src/model/ids";
import { allAccounts, reachedAccounts } from "../../../src/reconcile/refresh/choose-account";
import { answering } from "./answering";

const { signal } = new AbortController();

const accounts = (count: number): readonly Account[] =>
  Array.from({ length: count }, (_, at) => ({ account_id: accountId(`a${String(at)}`), active: true }));

/** A key that reaches accounts, the last of which stands on the second page. */
function reaching(first: readonly Account[], second: readonly Account[] = []) {
  const asked: unknown[] = [];
  const reader = answering({
    accounts: (options) => {
      asked.push(options);
      return Promise.resolve(options?.always === true ? [...first, ...second] : first);
    },
  });
  return { reader, asked };
}

describe("the accounts that a key reaches", () => {
  test("are listed with one request when they are fewer than a page holds", async () => {
    const { reader, asked } = reaching(accounts(9));
    expect(await allAccounts(reader, signal)).toEqual(accounts(9));
    expect(asked).toEqual([{ signal }]);
  });

  test("are read on when they may fill a page", async () => {
    const { reader, asked } = reaching(accounts(10), accounts(11).slice(10));
    expect(await allAccounts(reader, signal)).toEqual(accounts(11));
    expect(asked).toEqual([{ signal }, { signal, always: true }]);
  });
});

describe("the accounts that are listed together", () => {
  test("are the named one alone, without a request", async () => {
    const { reader, asked } = reaching(accounts(3));
    expect(await reachedAccounts(reader, "a7", signal)).toStrictEqual([{ id: "a7" }]);
    expect(asked).toEqual([]);
  });

  test("are all that the key reaches when none is named, each with its name where it has one", async () => {
    const acme: Account = { account_id: accountId("a1"), org_name: "acme", active: true };
    const { reader, asked } = reaching([...accounts(1), acme]);
    expect(await reachedAccounts(reader, "", signal)).toStrictEqual([{ id: "a0" }, { id: "a1", name: "acme" }]);
    expect(await reachedAccounts(reader)).toHaveLength(2);
    expect(asked).toEqual([{ signal }, { signal: undefined }]);
  });

  test("are read on when they may fill a page", async () => {
    const { reader } = reaching(accounts(10), accounts(12).slice(10));
    expect(await reachedAccounts(reader, "", signal)).toHaveLength(12);
  });
});

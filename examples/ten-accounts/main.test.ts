import { App } from "cdktn";
import { type Emulator, startEmulator } from "scanform/emulator";
import { accountSeed, applyTo, matchers, planAgainst } from "scanform/testing";
import { accounts } from "./accounts.js";
import { Company } from "./company.js";

expect.extend(matchers);

const company = new Company(new App());

test.each(accounts)("$alias has the baseline", ({ alias }) => {
  expect(company).toAssign(`${alias}-api`, "baseline", { account: alias });
  expect(company).toBlock({ analyzer: "secrets", repository: `${alias}-api`, account: alias });
});

test("the archive of data is left as it is", () => {
  expect(company).toAssign("data-archive", null, { account: "data" });
});

describe("ten accounts of a service", () => {
  let emulator: Emulator;

  beforeAll(async () => {
    emulator = await startEmulator({
      seed: {
        keys: { "emulator-company-key": accounts.map(({ accountId }) => accountId) },
        accounts: accounts.flatMap(({ alias, accountId, exempt = [] }) =>
          accountSeed({
            name: alias,
            repositories: [`${alias}-api`, ...exempt],
            analyzers: ["secrets", "sql-injection"],
          }).accounts.map((account) => ({ ...account, account_id: accountId })),
        ),
      },
    });
  });

  afterAll(async () => {
    await emulator.close();
  });

  test("get the baseline each, and then nothing is left to do", async () => {
    const before = await planAgainst(emulator, company);
    expect(before.accounts.map(({ summary: { create, move } }) => ({ create, move }))).toEqual(
      accounts.map(() => ({ create: 1, move: 1 })),
    );
    await applyTo(emulator, company);
    const after = await planAgainst(emulator, company);
    expect(after.accounts.map(({ summary: { create, update, move } }) => create + update + move)).toEqual(
      accounts.map(() => 0),
    );
  });
});

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { accountId, canaryOfAll, canary, seedOf } from "../support/account";
import { asItIs, everyday } from "../support/declare";
import { desk, type Desk } from "../support/desk";
import { startEmulator } from "../support/emulator";

const latest = (at: Desk): string => join(".scanform", readdirSync(join(at.folder, ".scanform")).sort().at(-1) ?? "");

const commands: readonly (readonly [string, ...string[]])[] = [
  ["plan", "--synthesized", "app"],
  ["apply", "--synthesized", "app"],
  ["drift", "--synthesized", "app"],
  ["explain", "--synthesized", "app", "web"],
  ["list", "repositories"],
  ["types"],
  ["import"],
];

test.each(commands)(
  "%s takes the account that the environment names, with blanks around it",
  async (...argv: readonly string[]) => {
    const at = await desk(asItIs);
    const env = { ...at.env, SCANFORM_API_KEY: canaryOfAll, SCANFORM_ACCOUNT_ID: ` ${accountId}\n` };
    const { err } = await at.run(argv, { env });
    expect(err).not.toContain("error");
    expect(at.emulator.requests.filter(({ path }) => !path.includes(`/accounts/${accountId}/`))).toEqual([]);
  },
);

test.each(commands)(
  "%s takes a variable of nothing but blanks as one that is not set",
  async (...argv: readonly string[]) => {
    const at = await desk(asItIs);
    expect((await at.run(argv, { env: { ...at.env, SCANFORM_ACCOUNT_ID: " \n" } })).err).not.toContain("error");
  },
);

test("the name by which `--account` found an account is shown, though its id is declared, and is asked for once", async () => {
  const at = await desk({ ...asItIs, provider: { account_id: accountId } });
  const { out } = await at.run(["plan", "--synthesized", "app", "--account", "acme"]);
  expect(out).toContain(`account acme (${accountId.slice(0, 8)})`);
  expect(at.emulator.requests.filter(({ path }) => path === "/v1/accounts")).toHaveLength(1);
});

describe("a saved plan and a journal", () => {
  test.each([accountId.toUpperCase(), ` ${accountId} `, " "])(
    "fit to the account %j of the environment",
    async (named) => {
      const at = await desk(everyday);
      const env = { ...at.env, SCANFORM_ACCOUNT_ID: named };
      await at.plan("--out", "saved.plan");
      expect((await at.run(["apply", "saved.plan"], { env })).code).toBe(0);
      expect((await at.run(["rollback", latest(at), "--auto-approve"], { env })).code).toBe(0);
    },
  );
});

test("an apply with the key of an alias is rolled back with that key", async () => {
  const at = await desk({
    provider: { alias: "globex" },
    configurations: { baseline: { name: "baseline", comment: "enabled", provider: "scanform.globex" } },
  });
  const env = { SCANFORM_BASE_URL: at.emulator.url, SCANFORM_API_KEY_GLOBEX: at.env["SCANFORM_API_KEY"] };
  expect((await at.run(["apply", "--synthesized", "app", "--auto-approve"], { env })).code).toBe(0);
  expect((await at.run(["rollback", latest(at), "--auto-approve"], { env })).code).toBe(0);
  expect(at.writes()).toHaveLength(2);
});

test("accounts of the same id in two services are two accounts, and each gets its own", async () => {
  const at = await desk({
    provider: [{}, { alias: "eu" }],
    configurations: {
      baseline: { name: "baseline", comment: "enabled" },
      relaxed: { name: "relaxed", comment: "silent", provider: "scanform.eu" },
    },
  });
  const eu = await startEmulator({ seed: seedOf() });
  const env = {
    ...at.env,
    SCANFORM_ACCOUNT_ID: accountId,
    SCANFORM_BASE_URL_EU: eu.url,
    SCANFORM_API_KEY_EU: canary,
  };
  try {
    const apply = ["apply", "--synthesized", "app", "--auto-approve"];
    expect(await at.run(apply, { env })).toMatchObject({ code: 0 });
    const comments = [at.emulator, eu].map(({ store }) =>
      store.configurations(accountId).map(({ configuration }) => configuration?.["comment"]),
    );
    expect(comments).toEqual([
      ["enabled", "enabled"],
      ["silent", "silent"],
    ]);
    const drift = ["drift", "--synthesized", "app", "--since", ".scanform"];
    expect(await at.run(drift, { env })).toMatchObject({ code: 0 });
  } finally {
    await eu.close();
  }
});

test("a plan that was reviewed for one service is not applied to another one", async () => {
  const at = await desk({ configurations: { baseline: { name: "baseline", comment: "disabled" } } });
  const eu = await desk();
  await at.plan("--out", "saved.plan");
  const env = { ...at.env, SCANFORM_BASE_URL: eu.emulator.url };
  const ran = await at.run(["apply", "--synthesized", "app", "--reviewed", "saved.plan"], { env });
  expect([ran.code, at.writes(), eu.writes()]).toEqual([4, [], []]);
  expect(ran.err).toContain("What is declared now is not what was reviewed");
});

test("an account in which nothing is to be done does not count as one that was reviewed", async () => {
  const [at, eu, third] = [await desk(), await desk(), await desk()];
  const env = { ...at.env, SCANFORM_ACCOUNT_ID: accountId, SCANFORM_API_KEY_EU: canary };
  const declare = (settings: object): void => {
    at.declare({
      provider: [{}, { alias: "eu" }],
      configurations: {
        baseline: { name: "baseline", comment: "enabled" },
        relaxed: { name: "baseline", ...settings, provider: "scanform.eu" },
      },
    });
  };
  const through = ({ emulator }: typeof eu) => ({ env: { ...env, SCANFORM_BASE_URL_EU: emulator.url } });
  declare({ comment: "disabled" });
  await at.run(["plan", "--synthesized", "app", "--out", "saved.plan"], through(eu));
  declare({});
  const ran = await at.run(["apply", "--synthesized", "app", "--reviewed", "saved.plan"], through(third));
  expect(ran).toMatchObject({ code: 4, err: expect.stringContaining("is not what was reviewed") as unknown });
  expect([at, eu, third].flatMap((each) => each.writes())).toEqual([]);
});

test("a key that does not reach the account of the provider block is one error, however many names are declared", async () => {
  const names = Array.from({ length: 100 }, (_, at) => `n${String(at)}`);
  const at = await desk({
    provider: { account_id: "99999999-9999-4999-8999-999999999999" },
    configurations: Object.fromEntries(
      names.map((name) => [name, { name, analyzers: { [`slug-${name}`]: { enabled: true } } }]),
    ),
  });
  for (const env of [at.env, { ...at.env, SCANFORM_API_KEY: canaryOfAll }]) {
    const { code, err } = await at.run(["plan", "--synthesized", "app"], { env });
    expect(code).toBe(1);
    expect(err.match(/^error: .*/gm)).toEqual(["error: The key does not reach this account [account-unknown]"]);
  }
});

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { accountId, canaryOfAll } from "../support/account";
import { asItIs, everyday } from "../support/declare";
import { desk, type Desk } from "../support/desk";

const latest = (at: Desk): string => join(".scanform", readdirSync(join(at.folder, ".scanform")).sort().at(-1) ?? "");

const commands: readonly (readonly [string, ...string[]])[] = [
  ["plan", "--synthesized", "app"],
  ["apply", "--synthesized", "app"],
  ["drift", "--synthesized", "app"],
  ["explain", "--synthesized", "app", "web"],
  ["list", "repositories"],
  ["types"],
  ["import"],
  ["probe", "--auto-approve"],
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

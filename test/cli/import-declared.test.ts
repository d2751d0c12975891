import { accountId, otherAccountId } from "../support/account";
import { type App, asItIs } from "../support/declare";
import { desk, type Desk, type Ran } from "../support/desk";

const importing = (at: Desk, env: NodeJS.ProcessEnv = {}): Promise<Ran> =>
  at.run(["import", "--synthesized", "app"], { env: { ...at.env, ...env } });

const declared = expect.not.stringContaining('name: "baseline"') as string;
const imported = expect.stringContaining('name: "baseline"') as string;

/** The configuration of the account, in a provider block of its own. */
const inBlock = (block: Readonly<Record<string, string>>): App => ({
  provider: [{ account_id: otherAccountId }, { alias: "eu", ...block }],
  configurations: { baseline: { ...asItIs.configurations?.["baseline"], provider: "scanform.eu" } },
});

describe("an import beside an app takes what a provider block declares", () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ["names nothing", {}],
    ["names the account", { account_id: accountId.toUpperCase() }],
  ])("as declared already where the block %s", async (_what, block) => {
    expect(await importing(await desk(inBlock(block)))).toMatchObject({ code: 0, out: declared });
  });

  test("as declared already where the block names the service, or --base-url decides", async () => {
    const at = await desk();
    at.declare(inBlock({ base_url: `${at.emulator.url}/` }));
    expect(await importing(at)).toMatchObject({ code: 0, out: declared });
    at.declare(inBlock({}));
    const env = { ...at.env, SCANFORM_BASE_URL_EU: "https://eu.example.com" };
    const argv = ["import", "--synthesized", "app", "--base-url", at.emulator.url];
    expect(await at.run(argv, { env })).toMatchObject({ code: 0, out: declared });
  });

  test.each<[string, Readonly<Record<string, string>>, NodeJS.ProcessEnv]>([
    ["names another account", { account_id: otherAccountId }, {}],
    ["names another service", { base_url: "https://eu.example.com" }, {}],
    ["names another service with the same account", { base_url: "https://eu.example.com", account_id: accountId }, {}],
    ["has its service in the environment", {}, { SCANFORM_BASE_URL_EU: "https://eu.example.com" }],
  ])("as not declared where the block %s", async (_what, block, env) => {
    expect(await importing(await desk(inBlock(block)), env)).toMatchObject({ code: 0, out: imported });
  });
});

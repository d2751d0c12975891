import { accountId, canaryOfAll, otherAccountId } from "../support/account";
import { accountId as toAccount } from "../../src/model/ids";
import { ServiceClient } from "../../src/service/service-client";
import type { App } from "../support/declare";
import { desk, type Desk, documentOf } from "../support/desk";
import { forward, proxy } from "../support/proxy";

const both: App = {
  provider: [{ account_id: accountId }, { alias: "globex", account_id: otherAccountId }],
  configurations: {
    baseline: { name: "baseline", comment: "enabled" },
    other: { name: "other", comment: "silent", provider: "scanform.globex" },
  },
};

const withAll = async (app: App = both): Promise<Desk & { readonly all: NodeJS.ProcessEnv }> => {
  const at = await desk(app);
  return { ...at, all: { ...at.env, SCANFORM_API_KEY: canaryOfAll } };
};
const plan = ["plan", "--synthesized", "app"];
const apply = ["apply", "--synthesized", "app", "--auto-approve"];

test("each account has its plan, in one report", async () => {
  const at = await withAll();
  const ran = await at.run([...plan, "--json"], { env: at.all });
  expect(documentOf(ran)).toMatchObject({
    format_version: "2.0",
    accounts: [
      { account_id: accountId, summary: { update: 1 } },
      { account_id: otherAccountId, summary: { create: 1 } },
    ],
  });
  const { out } = await at.run(plan, { env: at.all });
  const { host } = new URL(at.emulator.url);
  const accounts = [
    `account acme (${accountId.slice(0, 8)}) at ${host}`,
    `account globex (${otherAccountId.slice(0, 8)}), alias globex at ${host}`,
  ] as const;
  expect(out.split("\n").filter((line) => line.startsWith("account "))).toEqual(
    accounts.map((each) => expect.stringContaining(each) as string),
  );
  const markdown = await at.run([...plan, "--format", "markdown"], { env: at.all });
  for (const [each, what] of [
    [accounts[0], "1 to change"],
    [accounts[1], "1 to create"],
  ] as const)
    expect(markdown.out).toContain(`### scanform: \` ${each} \`: ${what}`);
});

test("each account is applied, and nothing is left to do", async () => {
  const at = await withAll();
  const ran = await at.run([...apply, "--json"], { env: at.all });
  expect(ran.code).toBe(0);
  expect(documentOf(ran)).toMatchObject({ accounts: [{ verified: true }, { verified: true }] });
  expect((await at.run([...plan, "--detailed-exitcode"], { env: at.all })).code).toBe(0);
});

test("one that fails does not keep the other from being applied, and the code says so", async () => {
  const at = await withAll();
  at.emulator.setFaults([{ fault: "status", status: 422, method: "PATCH" }]);
  const ran = await at.run([...apply, "--json"], { env: at.all });
  expect(ran.code).toBe(5);
  expect(documentOf(ran)).toMatchObject({ accounts: [{ verified: false }, { verified: true }] });
});

test("a saved plan holds them all, and is stale as a whole when one has moved", async () => {
  const at = await withAll();
  await at.run([...plan, "--out", "saved.plan"], { env: at.all });
  const env = { ...at.all };
  expect((await at.run(["apply", "saved.plan"], { env })).code).toBe(0);
  expect((await at.run(["apply", "saved.plan"], { env })).code).toBe(4);
});

test("an account that changes while the one before it is applied is refused as stale, and nothing is written to it", async () => {
  const at = await withAll();
  const somebody = new ServiceClient({ baseUrl: at.emulator.url, apiKey: canaryOfAll });
  const { url, seen } = await proxy(at.emulator.url, ({ method, pass }, answer) => {
    if (method !== "PATCH") return undefined;
    return somebody
      .createConfiguration(toAccount(otherAccountId), { name: "other", settings: {} })
      .then(async () => forward(await pass(), answer));
  });
  const ran = await at.run([...apply, "--json"], { env: { ...at.all, SCANFORM_BASE_URL: url } });
  await somebody.close();
  expect(ran.code).toBe(5);
  expect(documentOf(ran)).toMatchObject({
    accounts: [
      { verified: true, outcomes: [{ status: "succeeded" }] },
      {
        verified: false,
        outcomes: [{ address: "scanform_configuration.other", status: "skipped" }],
        diagnostics: [
          {
            code: "plan-stale",
            detail: expect.stringMatching(
              /The plan of bbbbbbbb-.*configuration other .* would be written to as well/s,
            ) as string,
          },
        ],
      },
    ],
  });
  expect(seen.filter((each) => !each.startsWith("GET"))).toEqual([expect.stringContaining("PATCH /v1/")]);
});

test("a provider block with an alias may have a key of its own", async () => {
  const at = await withAll();
  const env = { ...at.env, SCANFORM_API_KEY_GLOBEX: canaryOfAll };
  expect((await at.run(plan, { env: at.env })).code).toBe(1);
  expect((await at.run(plan, { env })).code).toBe(0);
  // and none but that, where the default block has nothing to say
  const alone = { ...both, configurations: { other: { name: "other", provider: "scanform.globex" } } };
  at.declare(alone);
  expect((await at.run(plan, { env: { ...env, SCANFORM_API_KEY: "" } })).code).toBe(0);
});

test("two provider blocks that turn out to be one account are refused", async () => {
  const at = await withAll({ ...both, provider: [{}, { alias: "globex", account_id: accountId }] });
  const { code, err } = await at.run(plan, { env: at.env });
  expect([code, err]).toEqual([1, expect.stringContaining("[several-providers]")]);
});

test("an interruption between two accounts says of each what became of it, and the saved plan goes on with the rest", async () => {
  const at = await withAll();
  await at.run([...plan, "--out", "saved.plan"], { env: at.all });
  const interrupt = new AbortController();
  const env = { ...at.all };
  const ran = await at.run(["apply", "saved.plan", "--json"], {
    env,
    onErr: (text) => {
      if (text.includes("1 of 1")) interrupt.abort();
    },
    signal: interrupt.signal,
  });
  expect(ran.code).toBe(130);
  const { accounts } = documentOf(ran) as { accounts: readonly { outcomes: readonly { status: string }[] }[] };
  expect(accounts.map(({ outcomes }) => outcomes.map(({ status }) => status))).toEqual([["succeeded"], ["skipped"]]);
  expect((await at.run(["apply", "saved.plan"], { env })).code).toBe(0);
  expect((await at.run(["apply", "saved.plan"], { env })).code).toBe(4);
});

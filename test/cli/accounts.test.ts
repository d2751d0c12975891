import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accountId as toAccount } from "../../src/model/ids";
import { ServiceClient } from "../../src/service/service-client";
import { accountId, canaryOfAll, otherAccountId, relaxedId } from "../support/account";
import { type App, idOf } from "../support/declare";
import { type Circumstances, desk, type Desk, documentOf } from "../support/desk";
import { forward, proxy } from "../support/proxy";

const provider = [{ account_id: accountId }, { alias: "globex", account_id: otherAccountId }];
const other = { name: "other", comment: "silent", provider: "scanform.globex" };

/** An app for two accounts: this of a configuration of the first, and a new one in the second. */
const both = (settings: object = { comment: "enabled" }): App => ({
  provider,
  configurations: { baseline: { name: "baseline", ...settings }, other },
});

/** A desk whose key reaches both accounts. */
async function withAll(app: App = both()): Promise<Desk> {
  const at = await desk(app);
  const env = { ...at.env, SCANFORM_API_KEY: canaryOfAll };
  return { ...at, env, run: (argv, more: Circumstances = {}) => at.run(argv, { env, ...more }) };
}

const plan = ["plan", "--synthesized", "app"];
const apply = ["apply", "--synthesized", "app", "--auto-approve"];

/** Somebody else creates the configuration that the second account is to get. */
async function createOther({ emulator }: Desk): Promise<void> {
  const somebody = new ServiceClient({ baseUrl: emulator.url, apiKey: canaryOfAll });
  await somebody.createConfiguration(toAccount(otherAccountId), { name: "other", settings: {} });
  await somebody.close();
}

/** Ctrl-C once the first account is done. */
function interruptedAfterOne(): Circumstances {
  const interrupt = new AbortController();
  const onErr = (text: string): void => {
    if (text.startsWith("To undo: ")) interrupt.abort(); // the first account is done
  };
  return { onErr, signal: interrupt.signal };
}

interface Outcomes {
  readonly accounts: readonly { readonly outcomes: readonly { readonly address: string; readonly status: string }[] }[];
}

test("each account has its plan, in one report", async () => {
  const at = await withAll();
  expect(documentOf(await at.run([...plan, "--json"]))).toMatchObject({
    format_version: "1.0",
    accounts: [
      { account_id: accountId, summary: { update: 1 } },
      { account_id: otherAccountId, summary: { create: 1 } },
    ],
  });
  const { out } = await at.run(plan);
  const { host } = new URL(at.emulator.url);
  const accounts = [
    `account acme (${accountId.slice(0, 8)}) at ${host}`,
    `account globex (${otherAccountId.slice(0, 8)}), alias globex at ${host}`,
  ] as const;
  expect(out.split("\n").filter((line) => line.startsWith("account "))).toEqual(
    accounts.map((each) => expect.stringContaining(each) as string),
  );
  const markdown = await at.run([...plan, "--format", "markdown"]);
  for (const [each, what] of [
    [accounts[0], "1 configuration to change"],
    [accounts[1], "1 configuration to create"],
  ] as const)
    expect(markdown.out).toContain(`#### \` ${each} \`: ${what}`);
});

test("an account that fails does not keep the other from being applied, the apply exits with 5, and the next one does the rest", async () => {
  const at = await withAll();
  at.emulator.setFaults([{ fault: "status", status: 422, method: "PATCH" }]);
  const ran = await at.run([...apply, "--json"]);
  expect(ran.code).toBe(5);
  expect(documentOf(ran)).toMatchObject({ accounts: [{ verified: false }, { verified: true }] });
  at.emulator.setFaults([]);
  expect((await at.run(apply)).code).toBe(0);
  expect((await at.run([...plan, "--detailed-exitcode"])).code).toBe(0);
});

const globex = `account globex (${otherAccountId.slice(0, 8)}), alias globex`;
const named = `account ${otherAccountId}, alias globex`;
const refusing = { fault: "status", status: 403, path: `/v1/accounts/${otherAccountId}/**` } as const;
const unplannable = { ...other, analyzers: { nowhere: { enabled: true } } };

test.each<[string, (at: Desk) => NodeJS.ProcessEnv]>([
  [
    "of the service",
    (at) => {
      at.emulator.setFaults([refusing]);
      return {};
    },
  ],
  [
    "of the declaration",
    (at) => {
      at.declare({ ...both(), configurations: { ...both().configurations, other: unplannable } });
      return {};
    },
  ],
  ["without a key", () => ({ SCANFORM_BASE_URL_GLOBEX: "https://globex.example.com" })],
])(
  "an account with an error %s does not stop the others: planned, compared and applied, and the exit code says so",
  async (what, fail) => {
    const line = ", alias globex";
    const problem = { severity: "error", detail: expect.stringContaining(line) as string };
    const failed = { account_id: otherAccountId, diagnostics: [problem] };
    const at = await withAll();
    const env = { ...at.env, ...fail(at) };
    const run = (argv: readonly string[]) => at.run(argv, { env });
    const planned = await run([...plan, "--detailed-exitcode", "--out", "saved.plan"]);
    expect(planned.code).toBe(1);
    expect(planned.out).toContain("1 configuration to change");
    expect([planned.out, planned.err]).toEqual([expect.stringContaining(line), expect.not.stringContaining(line)]);
    expect(planned.err).toContain("Saved to saved.plan, without the account globex, of which there is no plan. Apply");
    const drifted = await run(["drift", "--synthesized", "app"]);
    expect([drifted.code, drifted.err]).toEqual([1, expect.stringContaining(line)]);
    // of a declaration with an error, everything else is compared
    const isChecked = what === "of the declaration";
    expect(/, alias globex.*\nNOT CHECKED, because of errors\n\naccount acme /.test(drifted.out)).toBe(!isChecked);
    expect(drifted.out).toContain("baseline");
    const applied = await run([...apply, "--json"]);
    expect(applied.code).toBe(1);
    expect(documentOf(applied)).toMatchObject({
      accounts: [failed, { account_id: accountId, verified: true }],
    });
    expect(at.writes().map(({ method }) => method)).toEqual(["PATCH"]);
  },
);

test("an account with an error is in the plan in each format, and no reason not to explain the others", async () => {
  const at = await withAll();
  at.emulator.setFaults([refusing]);
  const document = await at.run([...plan, "--json"]);
  expect(document.code).toBe(1);
  expect(documentOf(document)).toMatchObject({
    accounts: [
      { account_id: otherAccountId, diagnostics: [{ severity: "error" }] },
      { account_id: accountId, summary: { update: 1 } },
    ],
  });
  for (const format of ["markdown", "html"]) {
    const { out } = await at.run([...plan, "--format", format]);
    expect(out).toContain(", alias globex");
    expect(out).toContain("baseline");
  }
  const explained = await at.run(["explain", "--synthesized", "app", "web"]);
  expect([explained.code, explained.err]).toEqual([1, expect.stringContaining(", alias globex")]);
  expect(explained.out).toContain("no rule matches");
});

test("an account with an error when it was planned is saved, first, and an apply of the file passes over it and says so", async () => {
  const at = await withAll();
  at.emulator.setFaults([refusing]);
  expect((await at.run([...plan, "--out", "saved.plan"])).code).toBe(1);
  at.emulator.setFaults([]);
  expect(documentOf(await at.run(["show", "saved.plan", "--json"]))).toMatchObject({
    accounts: [{ account_id: otherAccountId, diagnostics: [{ severity: "error" }] }, { account_id: accountId }],
  });
  // what has no plan passes no check
  writeFileSync(join(at.folder, "own.mjs"), 'export default [{ name: "none", check: () => [] }];\n');
  const policed = ["--plan", "saved.plan", "--policy", "own.mjs"];
  for (const argv of [
    ["show", "saved.plan"],
    ["policy", "check", ...policed],
    ["approve", "check", ...policed],
  ]) {
    const checked = await at.run([...argv, ...(argv[0] === "approve" ? ["--repository", "o/r", "--pull", "7"] : [])]);
    expect([checked.code, checked.out + checked.err]).toEqual([1, expect.stringContaining(otherAccountId)]);
  }
  const ran = await at.run(["apply", "saved.plan"]);
  expect([ran.code, ran.out]).toEqual([1, expect.stringContaining(named)]);
  expect((ran.out + ran.err).match(/\[service-error\]/g)).toHaveLength(1);
  expect(at.writes().map(({ method }) => method)).toEqual(["PATCH"]);
  // that account has nothing to wait for: all that was planned is applied
  expect((await at.run(["apply", "saved.plan"])).code).toBe(4);
});

test.each([
  ["apply FILE", ["apply", "saved.plan"], globex],
  ["apply --reviewed FILE", [...apply.slice(0, -1), "--reviewed", "saved.plan"], named],
])(
  "an account with an error of a saved plan does not keep %s from the others, and waits",
  async (_what, argv, said) => {
    const at = await withAll();
    await at.run([...plan, "--out", "saved.plan"]);
    at.emulator.setFaults([refusing]);
    const ran = await at.run(argv);
    expect([ran.code, ran.out]).toEqual([1, expect.stringContaining(said)]);
    expect(at.writes().map(({ method }) => method)).toEqual(["PATCH"]);
    at.emulator.setFaults([]);
    expect((await at.run(argv)).code).toBe(0);
    expect((await at.run([...plan, "--detailed-exitcode"])).code).toBe(0);
  },
);

test.each([
  ["apply FILE", ["apply", "saved.plan"], "[plan-stale]"],
  ["apply --reviewed FILE", [...apply.slice(0, -1), "--reviewed", "saved.plan"], "[plan-unlike]"],
])(
  "an account with an error is one whose plan no longer matches it, and %s goes on with the others",
  async (_what, argv, code) => {
    const at = await withAll();
    await at.run([...plan, "--out", "saved.plan"]);
    await createOther(at);
    const ran = await at.run(argv);
    expect([ran.code, ran.out]).toEqual([1, expect.stringContaining(`${globex} at`)]);
    expect(ran.out).toContain(code);
    expect(ran.out).toContain('configuration "other": reviewed create, now update');
    expect(at.writes().map(({ method }) => method)).toEqual(["POST", "PATCH"]);
    // once more: the first account holds its plan already, the second waits for a new one
    expect((await at.run(argv)).code).toBe(4);
    expect(at.writes()).toHaveLength(2);
  },
);

test("an account with an error is one that changes while somebody is asked, and the others are applied", async () => {
  const at = await withAll();
  const ask = async (): Promise<string> => {
    await createOther(at);
    return "yes";
  };
  const ran = await at.run(apply.slice(0, -1), { interactive: true, ask });
  expect([ran.code, ran.err]).toEqual([1, expect.stringContaining(`${globex} at`)]);
  expect(ran.err).toContain("The plan that was shown no longer matches the account");
  expect(at.writes().map(({ method }) => method)).toEqual(["POST", "PATCH"]);
});

test("an account with an error is the error of the command where all have one", async () => {
  const at = await withAll();
  at.emulator.setFaults([{ fault: "status", status: 403, path: "/v1/accounts/*/**" }]);
  const { code, out, err } = await at.run(plan);
  expect([code, out]).toEqual([1, ""]);
  expect(err.match(/^error: /gm)).toHaveLength(2);
});

test("where one of two accounts has changes, a plan and a drift exit with 2", async () => {
  const at = await withAll(both({ comment: "silent" }));
  const ran = await at.run([...plan, "--detailed-exitcode", "--json"]);
  expect(ran.code).toBe(2);
  expect(documentOf(ran)).toMatchObject({ accounts: [{ summary: { create: 1 } }, { summary: { update: 0 } }] });
  expect((await at.run(["drift", "--synthesized", "app"])).code).toBe(2);
});

test("the account that is declared is planned, whatever account the environment names", async () => {
  const at = await withAll({ provider: { account_id: accountId }, configurations: { baseline: { name: "baseline" } } });
  const ran = await at.run([...plan, "--json"], { env: { ...at.env, SCANFORM_ACCOUNT_ID: otherAccountId } });
  expect(documentOf(ran)).toMatchObject({ accounts: [{ account_id: accountId }] });
});

test("a warning about the whole app is shown once", async () => {
  const at = await withAll();
  const path = join(at.folder, "app/stacks/s/cdk.tf.json");
  const removed = '"removed":[{"from":"scanform_configuration.gone"}],"provider":';
  writeFileSync(path, readFileSync(path, "utf8").replace('"provider":', removed));
  expect((await at.run(plan)).err.match(/\[resource-unsupported\]/g)).toHaveLength(1);
});

test("a saved plan of two accounts, one of which had nothing to do, is not applied a second time", async () => {
  const at = await withAll(both({}));
  await at.run([...plan, "--out", "saved.plan"]);
  expect((await at.run(["apply", "saved.plan"])).code).toBe(0);
  const { code, err } = await at.run(["apply", "saved.plan"]);
  expect([code, err]).toEqual([4, expect.stringContaining("is already applied")]);
});

test("an account that changes while the one before it is applied is refused as stale, and nothing is written to it", async () => {
  const at = await withAll();
  const { url, seen } = await proxy(at.emulator.url, ({ method, pass }, answer) =>
    method === "PATCH" ? createOther(at).then(async () => forward(await pass(), answer)) : undefined,
  );
  const ran = await at.run([...apply, "--json"], { env: { ...at.env, SCANFORM_BASE_URL: url } });
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
              /The plan of bbbbbbbb-.*configuration "other": reviewed create, now update/s,
            ) as string,
          },
        ],
      },
    ],
  });
  expect(seen.filter((each) => !each.startsWith("GET"))).toEqual([expect.stringContaining("PATCH /v1/")]);
});

test("a provider block with an alias may have a key of its own", async () => {
  const at = await desk(both());
  const env = { ...at.env, SCANFORM_API_KEY_GLOBEX: canaryOfAll };
  expect((await at.run(plan)).code).toBe(1);
  expect((await at.run(plan, { env })).code).toBe(0);
  // and none but that, where the default block has nothing to say
  at.declare({ provider, configurations: { other } });
  expect((await at.run(plan, { env: { ...env, SCANFORM_API_KEY: "" } })).code).toBe(0);
});

test("two provider blocks that turn out to be one account are refused", async () => {
  const at = await desk({ ...both(), provider: [{}, { alias: "globex", account_id: accountId }] });
  const { code, err } = await at.run(plan);
  expect([code, err]).toEqual([1, expect.stringContaining("[account-declared-twice]")]);
  expect(err).toContain('The provider block without an alias and the one with the alias "globex" are of one account');
});

test("an account that fails before its id is known has none in the document, and is called by its alias", async () => {
  const at = await desk({ ...both(), provider: [{}, { alias: "globex", base_url: "https://elsewhere.example.com/" }] });
  const made = await at.run([...plan, "--out", "saved.plan", "--json"]);
  expect(made.code).toBe(1);
  expect(documentOf(made)).toMatchObject({
    accounts: [{ account_id: null, account: { id: null, name: null, alias: "globex" } }, { account_id: accountId }],
  });
  const shown = await at.run(["show", "saved.plan"], { env: {} });
  expect([shown.code, shown.out]).toEqual([
    1,
    expect.stringMatching(/^account globex at elsewhere.example.com {3}no plan, because of errors$/m),
  ]);
});

test("an interruption between two accounts says of each what became of it, and the saved plan goes on with the rest", async () => {
  const at = await withAll();
  await at.run([...plan, "--out", "saved.plan"]);
  const ran = await at.run(["apply", "saved.plan", "--json"], interruptedAfterOne());
  expect(ran.code).toBe(130);
  const { accounts } = documentOf(ran) as unknown as Outcomes;
  expect(accounts.map(({ outcomes }) => outcomes.map(({ status }) => status))).toEqual([["succeeded"], ["skipped"]]);
  expect((await at.run(["apply", "saved.plan"])).code).toBe(0);
  expect((await at.run(["apply", "saved.plan"])).code).toBe(4);
});

test("an interruption between two accounts names each address of the account that is not reached once", async () => {
  const at = await withAll({
    provider: [...provider].reverse(),
    configurations: {
      other,
      baseline: { name: "baseline", code_policies: {} },
      strict: { name: "strict", comment: "enabled" },
    },
    assignments: {
      routing: [
        { repository_names: ["payments-api"], configuration_id: idOf("strict") },
        { repository_names: ["web"], configuration_id: relaxedId },
      ],
    },
  });
  const ran = await at.run([...apply, "--json"], interruptedAfterOne());
  expect(ran.code).toBe(130);
  const { accounts } = documentOf(ran) as unknown as Outcomes;
  const all = accounts.map(({ outcomes }) => outcomes.map(({ address }) => address));
  const addresses = all.find((each) => each.includes("scanform_repository_assignments.routing")) ?? [];
  expect(addresses).toContain("scanform_repository_assignments.routing");
  expect(addresses).toEqual([...new Set(addresses)]);
});

/** Answers the question of an apply. */
async function answering(answer: string) {
  const at = await withAll(both({}));
  const asked: string[] = [];
  const ask = (question: string): Promise<string> => {
    asked.push(question);
    return Promise.resolve(answer);
  };
  return { at, asked, ...(await at.run(["apply", "--synthesized", "app"], { interactive: true, ask })) };
}

test("an apply to two accounts, of which one has nothing to do asks about the other alone, and leaves it as it is without a yes", async () => {
  const { at, asked, code } = await answering("no");
  expect(code).toBe(1);
  expect(asked).toEqual([expect.stringContaining("account globex")]);
  expect(asked.join("")).not.toContain("account acme");
  expect(at.writes()).toEqual([]);
});

test("an apply to two accounts, of which one has nothing to do writes to the other, reports on it alone, and leaves a journal of both", async () => {
  const { at, code, out } = await answering("yes");
  expect(code).toBe(0);
  expect(at.writes()).toHaveLength(1);
  const outcome = out.slice(out.lastIndexOf("digest"));
  expect(outcome).toContain("account globex");
  expect(outcome).not.toContain("account acme");
  const names = readdirSync(join(at.folder, ".scanform"));
  expect(names.map((name) => name.split("-").at(-1)).sort()).toEqual(["aaaaaaaa.journal", "bbbbbbbb.journal"]);
  expect(await at.run(["drift", "--synthesized", "app", "--since", ".scanform"])).toMatchObject({ code: 0 });
});

/** A configuration that has repositories would be deleted in the first account. */
const isUnsafe: App = {
  provider: [
    { account_id: accountId, managed_scope: { names: "baseline" } },
    { alias: "globex", account_id: otherAccountId, managed_scope: { names: "unused" } },
  ],
  configurations: { other },
};

test.each([
  ["the gate", both({ comment: "disabled" }), ["--fail-on", "weakens"], true],
  ["a safety limit, which saves no plan", isUnsafe, ["--prune"], false],
])(
  "where one of two accounts is refused by %s, a plan and an apply exit with 3, and nothing is written to either",
  async (_what, app, flags, isSaved) => {
    const at = await withAll(app);
    expect((await at.run([...plan, ...flags, "--out", "saved.plan"])).code).toBe(3);
    expect(existsSync(join(at.folder, "saved.plan"))).toBe(isSaved);
    expect((await at.run([...apply, ...flags])).code).toBe(3);
    expect(at.writes()).toEqual([]);
  },
);

test("apply --reviewed says only of the account that was reviewed where it differs", async () => {
  const at = await withAll({
    provider: provider[0] ?? {},
    configurations: { baseline: { name: "baseline", comment: "enabled" } },
  });
  await at.run([...plan, "--out", "saved.plan"]);
  at.declare(both({ comment: "disabled" }));
  const { code, err } = await at.run(["apply", "--synthesized", "app", "--reviewed", "saved.plan"]);
  expect([code, err]).toEqual([4, expect.stringContaining("planned now: account globex")]);
  expect(err.match(/^ *configuration .*: reviewed /gm)).toHaveLength(1);
  expect(at.writes()).toEqual([]);
});

const created = { account_id: otherAccountId, summary: { create: 1 } };

test("--account plans, applies and compares one account of several, by its id, alias or name, and sends nothing to the others", async () => {
  const at = await withAll({
    provider: [{ account_id: accountId }, { alias: "eu", account_id: otherAccountId }],
    configurations: { baseline: { name: "baseline" }, other: { ...other, provider: "scanform.eu" } },
  });
  at.emulator.setFaults([{ fault: "status", status: 500, path: `/v1/accounts/${accountId}/**` }]);
  for (const called of [otherAccountId.toUpperCase(), "eu", "globex"]) {
    const planned = await at.run([...plan, "--account", called, "--json"]);
    expect([called, planned.code, documentOf(planned)]).toMatchObject([called, 0, { accounts: [created] }]);
  }
  const applied = await at.run([...apply, "--account", "eu", "--json"]);
  expect([applied.code, documentOf(applied)]).toMatchObject([0, { accounts: [{ ...created, verified: true }] }]);
  expect((await at.run(["drift", "--synthesized", "app", "--account", "globex"])).code).toBe(0);
});

test("--account asks only with the key of an account that its alias or id names", async () => {
  const at = await withAll({
    provider: [{ account_id: accountId, base_url: "https://elsewhere.example.com" }, provider[1] ?? {}],
    configurations: both().configurations,
  });
  expect((await at.run([...plan, "--account", "globex"])).code).toBe(0);
});

test("--account chooses the account of a saved plan of several, and what was reviewed of it", async () => {
  const at = await withAll();
  await at.run([...plan, "--out", "both.json"]);
  const one = await at.run(["apply", "both.json", "--account", "globex", "--json"]);
  expect([one.code, documentOf(one)]).toMatchObject([0, { accounts: [{ ...created, verified: true }] }]);
  const reviewed = ["--reviewed", "both.json", "--account", accountId, "--json"];
  const other = await at.run(["apply", "--synthesized", "app", ...reviewed]);
  expect([other.code, documentOf(other)]).toMatchObject([0, { accounts: [{ account_id: accountId, verified: true }] }]);
  const none = await at.run(["apply", "both.json", "--account", "initech"]);
  expect([none.code, none.err]).toEqual([1, expect.stringContaining("both.json: No declared account is called")]);
});

test("--account saves that an account could not be planned, so that it is shown beside the others", async () => {
  const at = await withAll();
  await at.run([...plan, "--account", accountId, "--out", "acme.json"]);
  at.emulator.setFaults([{ fault: "status", status: 403, path: `/v1/accounts/${otherAccountId}/**` }]);
  expect((await at.run([...plan, "--account", "globex", "--out", "globex.json"])).code).toBe(1);
  const shown = await at.run(["show", "acme.json", "globex.json", "--format", "markdown"]);
  expect(shown.out).toContain("globex");
  expect(shown.out).toContain("1 configuration to change");
});

test("--account compares an account with its base, and misses none of the others in it", async () => {
  const at = await withAll();
  const { code, err } = await at.run([...plan, "--base", "app", "--account", "globex"]);
  expect([code, err]).toEqual([0, ""]);
});

test("--account lists the declared accounts where none is called so, and says what could not be asked", async () => {
  const at = await withAll();
  const { code, err } = await at.run([...plan, "--account", "initech"]);
  expect([code, err]).toEqual([1, expect.stringContaining('No declared account is called "initech". There are "')]);
  for (const name of ["acme", "globex"]) expect(err).toContain(name);
  const env = { ...at.env, SCANFORM_BASE_URL_GLOBEX: "https://globex.example.com" };
  expect((await at.run([...plan, "--account", "initech"], { env })).err).toContain("[no-api-key]");
});

test("--account takes an alias before the name of another account", async () => {
  const at = await withAll({
    provider: [{ account_id: accountId }, { alias: "acme", account_id: otherAccountId }],
    configurations: { baseline: { name: "baseline" }, other: { provider: "scanform.acme", name: "other" } },
  });
  const { out } = await at.run(["explain", "--synthesized", "app", "new", "--account", "acme"]);
  expect(out).toContain("account globex");
});

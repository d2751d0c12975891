import { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  account,
  accountId,
  baseline,
  baselineId,
  canary,
  otherAccountId,
  relaxed,
  relaxedId,
  repositoriesNamed,
  seedOf,
} from "../support/account";
import type { App } from "../support/declare";
import { findingId, triageDesk } from "../support/triages";
import { policies } from "../support/policies";
import { accountOf, desk, documentOf, jsonOf } from "../support/desk";

const weakening: App = { configurations: { baseline: { name: "baseline", comment: "disabled" } } };
const unchanged: App = { configurations: { baseline: { name: "baseline" } } };
const nextYear = "2027-01-31";
const now = () => Date.parse("2026-06-01T00:00:00Z");

const waiver = (more: object = {}) => ({
  policy: "nothing-weakens",
  at: { configuration: "baseline" },
  reason: "the comments move to the chat",
  owner: "appsec",
  expires: nextYear,
  ...more,
});

test("plan --policy exits with 3 where a policy denies, names it in the head, says where, and saves no plan", async () => {
  const at = await desk(weakening);
  const { code, out, err } = await at.plan("--policy", policies(at, "nothingWeakens()"), "--out", "saved.plan");
  expect([code, existsSync(join(at.folder, "saved.plan"))]).toEqual([3, false]);
  expect(err).toContain("Not saved to saved.plan: the plan is refused.");
  expect(out).toContain("DENIED by 1 policy: nothing-weakens\n");
  expect(out).toContain("POLICIES 1 denial\n  deny: weakens its repositories (nothing-weakens)\n");
  expect(err).toContain(
    'nothing-weakens denies configuration "baseline": weakens its repositories. Keep what is weakened, or add a waiver that gives the reason.',
  );
  expect(err).toContain("[policy-denied]");
});

test("a policy speaks also where nothing changes, and its error names one of what it denies, and one of its messages in one line", async () => {
  const at = await desk(unchanged);
  const each = 'policy("named", (_, { repositories }) => repositories.map((each) => deny(`not\\n${each.name}`, each)))';
  const { code, out, err } = await at.plan("--policy", policies(at, each));
  expect(code).toBe(3);
  expect(out).toContain("POLICIES 4 denials");
  expect(err).toBe(
    '\nerror: Denied by a policy [policy-denied]\n  scanform.policy.mjs\n  named denies "legacy" and 3 more: not\\u{a}legacy and 3 more.\n',
  );
});

test("the document has what policies say only with --policy", async () => {
  const at = await desk(weakening);
  const file = policies(at, 'nothingWeakens(), policy("all", (_, after) => [warn("is there", after.repositories[0])])');
  const account = accountOf(await at.plan("--json", "--policy", file));
  expect(account["policies"]).toEqual([
    {
      policy: "nothing-weakens",
      level: "deny",
      message: "weakens its repositories",
      at: { kind: "effect", id: baselineId, name: "baseline" },
    },
    {
      policy: "all",
      level: "warn",
      message: "is there",
      at: { kind: "repository", id: expect.any(String) as unknown, name: "legacy" },
    },
  ]);
  expect(account["after"]).toEqual({
    configurations: [
      {
        id: baselineId,
        address: "scanform_configuration.baseline",
        name: "baseline",
        settings: { ...baseline.configuration, comment: "disabled" },
      },
      { id: relaxedId, address: null, name: "relaxed", settings: relaxed.configuration },
    ],
    repositories: ["legacy", "payments-api", "payments-ledger", "web"].map((name) => ({
      id: expect.any(String) as unknown,
      name,
      configuration: 0,
    })),
  });
  const plain = accountOf(await at.plan("--json"));
  expect(plain).not.toHaveProperty("policies");
});

test.each([
  ["with the policies", "POLICIES 1 warning\n"],
  ["without them", "WEAKENS"],
])(
  "a plan that needs somebody says so and how to check for the agreement, and its apply, %s, says on stderr alone whom policies ask",
  async (how, head) => {
    const at = await desk(weakening);
    const check = '({ effects }) => [needs("kim", "changes comments", effects[0]), warn("weakens", effects[0])]';
    const file = policies(at, `policy("asks", ${check})`);
    const planned = await at.plan("--policy", file, "--out", "saved.plan");
    expect([planned.code, planned.out]).toEqual([0, expect.stringContaining("NEEDS the approval of: kim\n")]);
    const given = `saved.plan --policy ${file}`;
    expect(planned.err).toBe(
      `Saved to saved.plan. It needs the approval of kim. Check for it with: scanform approve check --plan ${given} --repository OWNER/NAME --pull NUMBER\n` +
        `Once it is approved, apply exactly this with: scanform apply ${given}\n`,
    );
    const { code, out, err } = await at.run([
      ...["apply", "saved.plan"],
      ...(how === "without them" ? [] : ["--policy", file]),
    ]);
    expect([code, out]).toEqual([0, expect.stringContaining(head)]);
    expect(out).not.toContain("kim");
    expect(err).toContain(
      "Policies ask for the approval of kim (asks). An apply does not check that it was given: scanform approve check does.\n",
    );
  },
);

test.each([
  ["plan", "--synthesized", "app"],
  ["plan", "--synthesized", "app", "--format", "markdown"],
  ["apply", "--synthesized", "app", "--auto-approve"],
])(
  "%s says that policies of the folder are not used, unless they are, or a program reads the output",
  async (...line) => {
    const at = await desk(unchanged);
    const note = "scanform.policy.ts is not used: pass --policy scanform.policy.ts to run its policies.\n";
    const saysSo = async (...more: readonly string[]) => (await at.run([...line, ...more])).err.includes(note);
    expect(await saysSo()).toBe(false);
    policies(at, "nothingWeakens()", undefined, "scanform.policy.ts");
    expect(await saysSo()).toBe(true);
    if (line.includes("--format")) expect(await saysSo("--policy", policies(at, "nothingWeakens()"))).toBe(false);
    else expect(await saysSo("--json")).toBe(false);
  },
);

test("a waiver lets pass what it names, and the plan shows its reason, owner and end", async () => {
  const at = await desk(weakening);
  const file = policies(at, "nothingWeakens()", [waiver()]);
  const shown = await at.run(["plan", "--synthesized", "app", "--policy", file, "--out", "saved.plan"], { now });
  expect(shown.code).toBe(0);
  expect(shown.out).not.toContain("DENIED");
  expect(shown.out).toContain("POLICIES 1 waived\n  deny, waived: weakens its repositories (nothing-weakens)\n");
  expect(shown.out).toContain('because "the comments move to the chat" (owner appsec, until 2027-01-31)');
  expect(accountOf(await at.run(["show", "saved.plan", "--json"]))).toMatchObject({
    policies: [{ waived_until: nextYear }],
    waivers: [waiver()],
  });
});

test("an expired waiver refuses a plan in which no policy says anything, for that reason alone", async () => {
  const at = await desk(unchanged);
  const file = policies(at, "nothingWeakens()", [waiver({ expires: "2026-05-31" })]);
  const { code, err } = await at.run(["plan", "--synthesized", "app", "--policy", file], { now });
  expect([code, err]).toEqual([3, expect.stringContaining("[waiver-expired]")]);
  expect(err).not.toContain("[waiver-unmatched]");
});

test("waivers that match nothing are warnings that say which name is meant, and waive nothing", async () => {
  const at = await desk(weakening);
  const correct = "Correct it, or remove the waiver.";
  const elsewhere = "Correct it, unless another run plans that account.";
  const advice: readonly (readonly [waiver: object, words: string])[] = [
    [{ at: { repository: "web" } }, "Remove it."],
    [{ at: { repository: baselineId } }, "Remove it."],
    [
      { at: { repository: "payments-apii" } },
      `The plan has no repository "payments-apii". Did you mean "payments-api"? ${correct}`,
    ],
    [
      { at: { configuration: "basline" } },
      `The plan has no configuration "basline". Did you mean "baseline"? ${correct}`,
    ],
    [
      { policy: "nothing-weaken" },
      `The file has no policy "nothing-weaken". Did you mean "nothing-weakens"? ${correct}`,
    ],
    [
      { at: { account: "acmee", configuration: "baseline" } },
      `The plan has no account "acmee". Did you mean "acme"? ${elsewhere}`,
    ],
    [{ at: { account: "payments", configuration: "baseline" } }, `The plan has no account "payments". ${elsewhere}`],
  ];
  const waivers = advice.map(([more]) => waiver(more));
  const file = policies(at, "nothingWeakens()", waivers);
  const { code, err } = await at.run(["plan", "--synthesized", "app", "--policy", file], { now });
  const said = [...err.matchAll(/matches nothing\. (.*)/g)].map(([, words]) => words);
  expect([code, said]).toEqual([3, advice.map(([, words]) => words)]);
});

test("a policy that ends its process is an error that names it, and nothing passes", async () => {
  const at = await desk(weakening);
  const file = policies(at, 'policy("fine", () => []), policy("odd", () => process.exit(0))');
  const ran = await at.apply("--policy", file);
  expect([ran.code, ran.err]).toEqual([1, expect.stringContaining("odd: it never ends: its process exited with 0")]);
  expect(at.writes()).toEqual([]);
});

test.each([
  ["is not there", undefined, "is not there."],
  ["does not compile", "export default [", "it cannot be loaded: "],
  [
    "has a waiver without a reason",
    `export default [{ name: "own", check: () => [] }]; export const waivers = [${JSON.stringify(waiver({ reason: "" }))}];`,
    "waivers[0]: `reason` is missing or empty.",
  ],
])("a file that %s is an error", async (_what, text, said) => {
  const at = await desk(weakening);
  if (text !== undefined) writeFileSync(join(at.folder, "own.mjs"), text);
  const ran = await at.plan("--policy", "own.mjs");
  expect([ran.code, ran.err]).toEqual([1, expect.stringContaining(said)]);
});

test("a file in TypeScript without tsx beside it says how to run it", async () => {
  const at = await desk(weakening);
  policies(at, "nothingWeakens()", undefined, "scanform.policy.ts");
  const ran = await at.plan("--policy", "scanform.policy.ts");
  const runsItself = Boolean(Reflect.get(process.features, "typescript"));
  if (runsItself) expect(ran.code).toBe(3);
  else expect([ran.code, ran.err]).toEqual([1, expect.stringContaining("Install tsx beside it")]);
});

test("what a file in another folder imports and reads is not that of the current folder", async () => {
  const at = await desk(weakening);
  const text = (list: string) => `export const list = [${list}];\n`;
  const put = (path: string, content: string) => {
    writeFileSync(join(at.folder, path), content);
  };
  mkdirSync(join(at.folder, "base/node_modules/rules"), { recursive: true });
  symlinkSync(join(__dirname, "../../node_modules/tsx"), join(at.folder, "base/node_modules/tsx"));
  put("base/node_modules/rules/index.mjs", text('{ name: "cwd", check: () => { throw new Error(process.cwd()); } }'));
  put("base/node_modules/rules/package.json", '{ "name": "rules", "exports": "./index.mjs" }');
  put("base/scanform.policy.mts", 'import { list } from "rules"; export default list;');
  put("evil.mts", text('{ name: "evil", check: () => [] }'));
  put("tsconfig.json", '{ "compilerOptions": { "paths": { "rules": ["./evil.mts"] } } }');
  const ran = await at.plan("--policy", "base/scanform.policy.mts");
  expect([ran.code, ran.err]).toEqual([1, expect.stringContaining(`it throws: ${join(at.folder, "base")}`)]);
});

test("a policy sees no key and no token, and what it prints is marked", async () => {
  const at = await desk(weakening);
  const file = policies(at, 'policy("env", () => { console.log("has " + JSON.stringify(process.env)); return []; })');
  const env = { ...at.env, GITHUB_TOKEN: "ghs_secret", NODE_OPTIONS: "--no-warnings" };
  const ran = await at.run(["plan", "--synthesized", "app", "--policy", file], { env });
  const [line = ""] = ran.err.split("\n").filter((each) => each.startsWith("policy: "));
  expect(Object.keys(JSON.parse(line.slice("policy: has ".length)) as object)).toEqual(["PATH"]);
});

test("policy check --plan runs policies on a document without a key, and trusts none that are there", async () => {
  const at = await desk(weakening);
  const lenient = policies(at, 'policy("fine", () => [])', undefined, "lenient.mjs");
  writeFileSync(join(at.folder, "plan.json"), (await at.plan("--json", "--policy", lenient)).out);
  const file = policies(at, "nothingWeakens()");
  const argv = ["policy", "check", "--plan", "plan.json", "--policy", file];
  const { accounts } = documentOf(await at.run([...argv, "--json"], { env: {} }));
  expect(accounts).toMatchObject([
    { policies: [{ policy: "nothing-weakens" }], diagnostics: [{ code: "policy-denied" }] },
  ]);
  const junit = await at.run([...argv, "--format", "junit"], { env: {} });
  expect([junit.code, junit.out]).toEqual([
    3,
    expect.stringContaining('<failure message="weakens its repositories" type="deny"/>'),
  ]);
});

test("a plan of no account passes neither check nor test, and one that failed is no plan", async () => {
  const at = await desk(weakening);
  const file = policies(at, 'policy("fine", () => [])');
  mkdirSync(join(at.folder, "plans"));
  const document = jsonOf(await at.plan("--json"));
  const { out: failed } = await at.run(["plan", "--synthesized", "nowhere", "--json"]);
  for (const [text, said] of [
    [JSON.stringify({ ...document, accounts: [] }), "has no account"],
    [failed, "is not a saved plan"],
  ] as const) {
    writeFileSync(join(at.folder, "plans/plan.json"), text);
    for (const argv of [
      ["check", "--plan", "plans/plan.json"],
      ["test", "plans"],
    ]) {
      const ran = await at.run(["policy", ...argv, "--policy", file]);
      expect([ran.code, ran.err]).toEqual([1, expect.stringContaining(said)]);
    }
  }
});

test("--policy is given once: the policies of another file would not be run", async () => {
  const at = await desk(weakening);
  const fine = policies(at, 'policy("fine", () => [])', undefined, "fine.mjs");
  const ran = await at.plan("--policy", policies(at, "nothingWeakens()"), "--policy", fine);
  expect([ran.code, ran.err]).toEqual([1, expect.stringContaining("It can be given once")]);
});

test("policy check --live judges every repository as it is, also where lists come in pages, and sends only GET requests", async () => {
  const names = Array.from({ length: 30 }, (_, at) => `r${String(at)}`);
  const repositories = [
    ...repositoriesNamed(names, baselineId),
    ...repositoriesNamed([...names, "bare"], null).slice(names.length),
  ];
  const at = await desk({}, seedOf({ configurations: [baseline], repositories }));
  at.emulator.setProfile({ page_size: 16 });
  const file = policies(at, 'everyRepositoryCovered(), alwaysBlock({ analyzers: ["sql-injection"] })');
  const { code, out } = await at.run(["policy", "check", "--live", "--policy", file]);
  expect(code).toBe(3);
  expect(out).toContain('deny: has no configuration (every-repository-covered)\n      namely "bare"');
  expect(out).toContain('sql-injection may not block its pull requests (always-block)\n      namely "bare"');
  expect(at.writes()).toEqual([]);
});

test.each([
  [["policy", "check", "--live"], "Name the file of the policies with --policy"],
  [["policy", "check", "--plan", "plan.json"], "Name the file of the policies with --policy"],
  [["policy", "test", "plans"], "Name the file of the policies with --policy"],
  [["policy", "check", "--policy", "x.mjs"], "Give either --plan"],
  [["policy", "check", "--plan", "x.json", "--live", "--policy", "x.mjs"], "Give either --plan"],
])("policy %j is refused as a command, and never passes", async (argv, said) => {
  const at = await desk(weakening);
  const ran = await at.run(argv);
  expect([ran.code, ran.err]).toEqual([1, expect.stringContaining(said)]);
});

test("policy test holds waivers against the day that is named, so that it says the same on any day", async () => {
  const at = await desk(weakening);
  const file = policies(at, "nothingWeakens()", [waiver({ expires: "2020-01-31" })]);
  mkdirSync(join(at.folder, "plans"));
  const before = { now: () => Date.parse("2020-01-01") };
  const made = await at.run(["plan", "--synthesized", "app", "--json", "--policy", file], before);
  writeFileSync(join(at.folder, "plans/plan.json"), made.out);
  const argv = ["policy", "test", "plans", "--policy", file];
  expect(await at.run([...argv, "--now", "2020-01-31"], { env: {} })).toMatchObject({
    code: 0,
    out: "The document agrees with the policies\n",
  });
  expect((await at.run([...argv, "--now", "2020-02-01"])).code).toBe(1);
  const odd = await at.run([...argv, "--now", "soon"]);
  expect([odd.code, odd.err]).toEqual([1, expect.stringContaining("It must be a date such as 2027-01-31")]);
});

test("policy test computes the policies of each document again: a difference, or no document, is an error", async () => {
  const at = await desk(weakening);
  mkdirSync(join(at.folder, "plans"));
  const file = policies(at, "nothingWeakens()");
  const argv = ["policy", "test", "plans", "--policy", file];
  const none = await at.run(argv, { env: {} });
  expect([none.code, none.err]).toEqual([1, expect.stringContaining("has no document, so nothing is tested")]);

  const { out } = await at.plan("--json", "--policy", file);
  writeFileSync(join(at.folder, "plans", "weakening.json"), out);
  policies(at, 'policy("other", ({ effects }) => [warn("changes", effects[0])])');
  const changed = await at.run(argv, { env: {} });
  expect(changed.code).toBe(1);
  expect(changed.err).toContain(
    'no longer said: deny by nothing-weakens: configuration "baseline": weakens its repositories',
  );
  expect(changed.err).toContain('said now: warn by other: configuration "baseline": changes');
  const json = jsonOf(await at.run([...argv, "--json"], { env: {} }));
  expect(json["diagnostics"]).toMatchObject([{ code: "policy-differs", path: join("plans", "weakening.json") }]);

  writeFileSync(join(at.folder, "plans", "weakening.json"), (await at.plan("--json")).out);
  const without = await at.run(argv, { env: {} });
  expect([without.code, without.err]).toEqual([1, expect.stringContaining("has no `policies`")]);
});

test("a policy sees what is decided about a finding, and a plan is saved as --json prints it, with what policies say", async () => {
  const at = await triageDesk();
  const file = policies(
    at,
    'policy("asks", ({ triages }) => triages.map((each) => needs("octo/appsec", `dismisses ${each.finding.severity}`, each)))',
  );
  const planned = await at.plan("--json", "--policy", file, "--out", "saved.plan");
  expect(readFileSync(join(at.folder, "saved.plan"), "utf8")).toBe(planned.out);
  expect(accountOf(planned)["policies"]).toEqual([
    {
      policy: "asks",
      level: "needs",
      reviewer: "octo/appsec",
      message: "dismisses high",
      at: { kind: "triage", id: expect.any(String) as unknown, name: expect.any(String) as unknown, path: findingId },
    },
  ]);
});

test("a policy about the name of the account denies it in every command, which writes nothing, also where its id is given", async () => {
  const at = await desk(weakening);
  const check = '({ account, effects: [first] }) => (account.name === "acme" ? [deny("is frozen", first)] : [])';
  const named = policies(at, `policy("frozen", ${check})`);
  const env = { ...at.env, SCANFORM_ACCOUNT_ID: accountId };
  expect((await at.run(["plan", "--synthesized", "app", "--out", "saved.plan"], { env })).code).toBe(0);
  for (const argv of [
    ["plan", "--synthesized", "app"],
    ["policy", "check", "--plan", "saved.plan"],
    ["apply", "saved.plan"],
    ["apply", "--synthesized", "app", "--reviewed", "saved.plan"],
    ["apply", "--synthesized", "app", "--auto-approve"],
  ])
    expect([argv, (await at.run([...argv, "--policy", named], { env })).code]).toEqual([argv, 3]);
  expect(at.writes()).toEqual([]);
});

test("policies of a plan and of its apply are given every repository, also where lists come in pages", async () => {
  const names = Array.from({ length: 30 }, (_, at) => `r${String(at)}`);
  const at = await desk(
    weakening,
    seedOf({ configurations: [baseline], repositories: repositoriesNamed(names, null) }),
  );
  at.emulator.setProfile({ page_size: 16 });
  const file = policies(at, "everyRepositoryCovered()");
  expect(accountOf(await at.plan("--json", "--policy", file))["policies"]).toHaveLength(30);
  await at.plan("--out", "saved.plan");
  const saved = documentOf(await at.run(["apply", "saved.plan", "--json", "--policy", file]));
  expect(saved).toMatchObject({ accounts: [{ policies: Array.from({ length: 30 }, () => ({ level: "deny" })) }] });
});

test("what policies said of a plan that was asked for is in the document of its apply", async () => {
  const at = await desk(weakening);
  const file = policies(at, 'policy("asks", ({ effects }) => [needs("kim", "changes comments", effects[0])])');
  const argv = ["apply", "--synthesized", "app", "--policy", file, "--json"];
  const ran = await at.run(argv, { interactive: true, ask: () => Promise.resolve("yes") });
  expect([ran.code, ran.err]).toEqual([0, expect.stringContaining("NEEDS the approval of: kim\n")]);
  expect(documentOf(ran)).toMatchObject({ accounts: [{ verified: true, policies: [{ reviewer: "kim" }] }] });
});

test("a new policy does not stop a change elsewhere, with onlyNew or with waivers of what is there", async () => {
  const at = await desk({ configurations: { relaxed: { name: "relaxed", comment: "silent" } } });
  const check = "(_, { repositories }) => repositories.map((each) => deny('is not strict', each))";
  const onlyNew = policies(at, `policy("strict", ${check}, { onlyNew: true })`);
  const warned = await at.plan("--policy", onlyNew);
  expect(warned.code).toBe(0);
  expect(warned.out).toContain("warn: is not strict (before this plan too) (strict)");

  const own = policies(at, `policy("strict", ${check})`, undefined, "own.mjs");
  const begin = ["policy", "baseline", "--policy", own, "--owner", "appsec", "--expires", nextYear];
  expect((await at.run(begin, { now })).out).toContain('at: { repository: "payments-api" },');
  const { code, out, err } = await at.run([...begin, "--out", "waived.mjs"], { now });
  expect({ code, out, err }).toEqual({
    code: 0,
    out: "",
    err: 'Saved 4 waivers to waived.mjs. They hold once own.mjs exports them: export { waivers } from "./waived.mjs";\n',
  });
  expect(at.writes()).toEqual([]);
  appendFileSync(join(at.folder, own), 'export { waivers } from "./waived.mjs";\n');
  const judged = await at.run(["plan", "--synthesized", "app", "--policy", own], { now });
  expect(judged.code).toBe(0);
  expect(judged.out).toContain("POLICIES 4 waived");
  const again = await at.run([...begin, "--out", "more.mjs"], { now });
  expect(again).toMatchObject({ code: 0, err: "The policies deny nothing that is not waived. Nothing was written.\n" });
});

test.each([
  [["--expires", nextYear], "Name the owner of the waivers with --owner, such as a team"],
  [["--owner", "appsec"], "Give the end of the waivers with --expires"],
  [["--owner", "appsec", "--expires", "soon"], "--expires must be a date such as 2027-01-31"],
  [["--owner", "appsec", "--expires", "2026-05-31"], "--expires 2026-05-31 is in the past"],
])("waivers of what is there need an owner and an end: %j", async (flags, said) => {
  const at = await desk();
  const { code, err } = await at.run(["policy", "baseline", "--policy", policies(at, ""), ...flags], { now });
  expect([code, err]).toEqual([1, expect.stringContaining(said)]);
});

test("of two accounts with one name a waiver names one by its id, and a denial says whose it is", async () => {
  const at = await desk(unchanged, {
    ...seedOf(),
    keys: { [canary]: [accountId, otherAccountId] },
    accounts: [
      { ...account, org_name: "twin" },
      { account_id: otherAccountId, org_name: "twin", active: true },
    ],
  });
  const file = policies(at, "everyRepositoryCovered()", [
    waiver({ policy: "every-repository-covered", at: { repository: "web", account: "twin" } }),
  ]);
  const { code, err } = await at.run(["policy", "check", "--live", "--policy", file], { now });
  expect(code).toBe(1);
  expect(err).toContain(
    `"twin" is the name of ${accountId} and of ${otherAccountId}. Name one by its id, in \`at.account\`.`,
  );
  const check = "(_, { repositories }) => repositories.map((each) => deny('is not strict', each))";
  const strict = policies(at, `policy("strict", ${check})`);
  const denied = await at.run(["policy", "check", "--live", "--policy", strict]);
  expect(denied.err).toContain('account twin: strict denies "legacy" and 3 more: is not strict.');
});

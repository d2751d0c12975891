import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accountId, canaryOfAll, otherAccountId, policyId, unknownId } from "../support/account";
import { accountOf, desk, type Desk, documentOf, type Ran } from "../support/desk";
import { type App, idOf, writeSynthesized } from "../support/declare";
import { decide, findingId, triageDesk, wontFix } from "../support/triages";

const strict = { name: "strict", analyzers: { "sql-injection": { enabled: true, blocking: true } } };
const lax = { name: "lax", analyzers: { "sql-injection": { enabled: true, blocking: false } } };

/** What new repositories get by their names; live ones stay as they are. */
const routed = (...rules: readonly object[]): App => ({
  configurations: { strict, lax },
  assignments: {
    routing: [
      { repository_names: ["payments-api", "payments-ledger", "web", "legacy"], leave: true },
      ...rules,
    ] as never,
  },
});

const payments = { repository_pattern: "payments-%", configuration_id: idOf("strict") };
const rest = { repository_pattern: "%", configuration_id: idOf("lax") };

const before = routed(payments, rest);
/** New payments repositories get lax. */
const weaker = routed(rest);

async function withBase(now: App, base: App): Promise<Desk> {
  const at = await desk(now);
  writeSynthesized(join(at.folder, "base"), base);
  return at;
}

const savedIn = (at: Desk): unknown =>
  (JSON.parse(readFileSync(join(at.folder, "saved.plan"), "utf8")) as { readonly accounts: readonly unknown[] })
    .accounts[0];

test("a rule that no longer catches new repositories closes the gate, and nothing is written", async () => {
  const at = await withBase(weaker, before);
  const ran = await at.plan("--base", "base", "--fail-on", "future", "--out", "saved.plan");
  expect(ran.code).toBe(3);
  expect(ran.err).toContain(
    'new repositories like "payments-…" would get weaker settings than with the base, and --fail-on future rejects this plan.',
  );
  expect(savedIn(at)).toMatchObject({
    future: [
      {
        like: "payments-…",
        from: { name: "strict" },
        to: { name: "lax" },
        class: "weakens",
        weaker: [{ path: 'analyzers["sql-injection"].blocking' }],
        rules: { before: "rule 2: payments-%", after: "rule 2: %" },
      },
    ],
    no_longer_declared: [{ kind: "rule", name: "payments-%", path: "rules[1]" }],
    base_problems: [],
  });
  expect((await at.run(["apply", "saved.plan", "--fail-on", "future"])).code).toBe(3);
  expect(at.writes()).toEqual([]);
});

test.each<[title: string, now: App, base: App]>([
  ["the same rules", before, before],
  ["rules for what no rule caught before", before, routed(payments)],
  ["a rule that new repositories get stronger settings by", before, weaker],
  ["no rules where there were none", { configurations: { strict } }, { configurations: { strict } }],
])("the gate stays open for %s", async (_title, now, base) => {
  const at = await withBase(now, base);
  expect((await at.plan("--base", "base", "--fail-on", "future")).code).toBe(0);
  expect((await at.plan("--base", "base", "--fail-on", "future", "--detailed-exitcode")).code).toBe(2);
});

test.each<[title: string, now: App]>([
  ["a rule that leaves them", routed({ repository_pattern: "payments-new-%", leave: true }, payments, rest)],
  ["no rule at all any more", { configurations: { strict, lax } }],
  [
    "unchanged rules whose configuration gets weaker",
    { ...before, configurations: { strict: { ...lax, name: "strict" }, lax } },
  ],
  [
    "a rule before the strict one",
    routed({ repository_pattern: "payments-x%", configuration_id: idOf("lax") }, payments, rest),
  ],
])("the gate closes for %s", async (_title, now) => {
  const at = await withBase(now, before);
  expect((await at.plan("--base", "base", "--fail-on", "future")).code).toBe(3);
  expect((await at.plan("--base", "base")).code).toBe(0);
});

const untouched = (...rules: readonly object[]): App => ({
  ...routed(...rules),
  configurations: { baseline: { name: "baseline" }, relaxed: { name: "relaxed" } },
});
const caught = untouched({ repository_pattern: "%", configuration_id: idOf("baseline") });
const swapped = untouched({ repository_pattern: "%", configuration_id: idOf("relaxed") });

test("the first lines report what becomes of new repositories, with the titles of policies", async () => {
  const at = await withBase(swapped, caught);
  const text = (await at.plan("--base", "base")).out;
  expect(text).toContain("weakens no existing repository; new repositories get weaker settings");
  expect(text).toContain('"No plaintext secrets" is no longer evaluated');
  expect(text).not.toContain("digest");
});

test("an account whose plan changes only what new repositories get is not counted among those without changes", async () => {
  const second = { alias: "globex", account_id: otherAccountId };
  const both = (app: App): App => ({ ...app, provider: [second, { account_id: accountId }] });
  const at = await withBase(both(swapped), both(caught));
  const env = { ...at.env, SCANFORM_API_KEY: canaryOfAll };
  for (const format of ["text", "markdown"]) {
    const argv = ["plan", "--synthesized", "app", "--base", "base", "--format", format];
    const { out } = await at.run(argv, { env });
    expect(out).toContain("FUTURE 1 kind");
    expect(out).not.toContain("no changes in 1 account: acme");
  }
});

test("a triage whose end goes with its declaration is dismissed for longer, until that end", async () => {
  const at = await triageDesk({ key: { ...wontFix, expires: "2030-01-31" } });
  await decide(at, "wont_fix");
  rmSync(join(at.folder, "base"), { recursive: true, force: true });
  cpSync(join(at.folder, "app"), join(at.folder, "base"), { recursive: true });
  at.declare({});
  const plan = (now: string) =>
    at.run(["plan", "--synthesized", "app", "--base", "base", "--fail-on", "triages"], { now: () => Date.parse(now) });
  const during = await plan("2030-01-31T12:00:00Z");
  expect(during.code).toBe(3);
  expect(during.err).toContain("1 finding is dismissed for longer than in the base");
  expect(during.out).toContain("weakens nothing; 1 triage ends later");
  expect(during.out).toContain(`  ~ until 2030-01-31 -> no end   finding ${findingId}`);
  expect((await plan("2030-02-01T00:00:00Z")).code).toBe(0);
});

test("a plan that changes no live repository says what new ones would get, as text and as Markdown", async () => {
  const live = { baseline: { name: "baseline" } };
  const rule = { repository_pattern: "new-%", configuration_id: idOf("baseline") };
  const at = await withBase({ configurations: live }, { configurations: live, assignments: { routing: [rule] } });
  const text = await at.plan("--base", "base");
  expect(text.out).toContain("no changes (1 configuration, 4 repositories)");
  expect(text.out).toContain("weakens no existing repository; new repositories get weaker settings");
  expect(text.out).toMatch(/^ {2}new repositories like "new-…": baseline -> none /m);
  expect(text.out).toMatch(/^NO LONGER DECLARED 1/m);
  const { out } = await at.plan("--base", "base", "--format", "markdown");
  expect(out).toContain("new repositories get weaker settings");
  expect((await at.plan()).out).not.toContain("new repositories");
});

test("the digest is the same with and without a base", async () => {
  const at = await withBase(weaker, before);
  const digest = (ran: Ran) => accountOf(ran)["digest"];
  expect(digest(await at.plan("--json", "--base", "base"))).toEqual(digest(await at.plan("--json")));
});

test("--fail-on future without --base is a usage error", async () => {
  const at = await withBase(weaker, before);
  const digest = ["--reviewed", "0".repeat(64), "--fail-on", "future"];
  for (const ran of [
    await at.plan("--fail-on", "future"),
    await at.apply("--fail-on", "future"),
    await at.apply(...digest),
  ]) {
    expect(ran.code).toBe(1);
    expect(ran.err).toContain("[usage]");
  }
  expect(at.emulator.requests).toEqual([]);
});

test("--fail-on future before an apply of a saved plan uses what the file keeps, and rejects a file without it", async () => {
  const at = await withBase(weaker, before);
  await at.plan("--base", "base", "--out", "saved.plan");
  rmSync(join(at.folder, "base"), { recursive: true });
  const refused = await at.run(["apply", "saved.plan", "--fail-on", "future"]);
  expect(refused.code).toBe(3);
  expect(refused.err).toContain('like "payments-…"');
  expect((await at.run(["show", "saved.plan", "--fail-on", "future"])).code).toBe(3);
  expect((await at.run(["show", "saved.plan", "--fail-on", "deletes"])).code).toBe(0);
  expect(at.writes()).toEqual([]);
  await at.plan("--out", "plain.plan");
  const plain = await at.run(["apply", "plain.plan", "--fail-on", "future"]);
  expect(plain.code).toBe(1);
  expect(plain.err).toContain("was saved without --base");
  expect((await at.run(["show", "plain.plan", "--fail-on", "future"])).code).toBe(1);
  expect((await at.run(["apply", "saved.plan"])).code).toBe(0);
});

test("--fail-on future is not for a rollback", async () => {
  const at = await desk();
  const ran = await at.run(["rollback", "some.journal", "--fail-on", "future"]);
  expect(ran.code).toBe(1);
  expect(ran.err).toContain("--fail-on future is for plan and apply");
});

/** What becomes of its folder: what is removed, then what is written there or declared in it. */
interface Spoilt {
  readonly remove?: string;
  readonly write?: readonly [name: string, text: string];
  readonly declare?: App;
}

const cases: readonly (readonly [title: string, spoilt: Spoilt, said: string])[] = [
  ["that is missing", { remove: "." }, "cannot be read"],
  ["without a manifest", { remove: "manifest.json" }, "manifest.json cannot be read"],
  ["that is no JSON", { write: ["stacks/s/cdk.tf.json", "{"] }, "is not JSON"],
  ["that is a file", { remove: ".", write: [".", ""] }, "cannot be read"],
  [
    "that cannot be evaluated",
    { declare: { configurations: { strict: { name: "${each.key}" } } } },
    "scanform_configuration.strict",
  ],
  [
    "that is not valid",
    { declare: { configurations: { strict: { comment: "loud" } } } },
    "scanform_configuration.strict",
  ],
  ["with two of one name", { declare: { configurations: { strict, other: strict } } }, "is also the name of"],
];
test.each(cases)(
  "a base that cannot be used closes the gate, and the plan is shown all the same one %s",
  async (_title, { remove, write, declare }, said) => {
    const at = await withBase(before, before);
    const base = join(at.folder, "base");
    if (remove !== undefined) rmSync(join(base, remove), { recursive: true });
    if (write !== undefined) writeFileSync(join(base, write[0]), write[1]);
    if (declare !== undefined) writeSynthesized(base, declare);
    const ran = await at.plan("--base", "base", "--out", "saved.plan");
    expect(ran.code).toBe(3);
    expect(ran.err).toContain("[base-unusable]");
    expect(ran.err).toContain(said);
    expect(ran.out).toContain("digest ");
    const json = await at.plan("--base", "base", "--json");
    expect(json.code).toBe(3);
    expect(JSON.stringify(documentOf(json))).toContain("base-unusable");
    expect((await at.run(["apply", "saved.plan", "--fail-on", "future"])).code).toBe(3);
    expect(at.writes()).toEqual([]);
    expect((await at.run(["apply", "saved.plan"])).code).toBe(0); // approved
  },
);

test("passes over what the base names and the account no longer has", async () => {
  const base: App = {
    configurations: {
      strict: {
        ...strict,
        analyzers: { ...strict.analyzers, gone: { enabled: true, blocking: true } },
        code_policies: { [policyId]: { enabled: true }, [unknownId]: { enabled: true, blocking: true } },
      },
      lax: { ...lax, comment: "enabled" },
    },
    data: {
      scanform_configuration: { gone: { name: "gone" } },
      scanform_repository: { gone: { name: "gone" } },
      scanform_analyzer: { gone: { slug: "gone-too" } },
    },
    assignments: {
      routing: [
        { repository_names: ["gone"], leave: true },
        { repository_ids: ["${data.scanform_repository.gone.id}", unknownId], configuration_id: idOf("strict") },
        { repository_pattern: "old-%", configuration_id: "${data.scanform_configuration.gone.id}" },
        { repository_pattern: "older-%", configuration_id: unknownId },
        payments,
      ],
    },
  };
  const now = {
    ...routed(payments, rest),
    configurations: { strict: { ...strict, code_policies: { [policyId]: { enabled: true } } }, lax },
  };
  const at = await withBase(now, base);
  const ran = await at.plan("--base", "base", "--fail-on", "future");
  expect(ran.err).not.toContain("base-unusable");
  expect(ran.code).toBe(0);
});

test("says what is no longer declared, and stays in the service", async () => {
  const configured = {
    baseline: {
      name: "baseline",
      comment: "silent",
      analyzers: { "sql-injection": { enabled: true, blocking: true } },
    },
  } as const;
  const at = await withBase(
    { configurations: { baseline: { name: "baseline", comment: "silent" } } },
    { configurations: { ...configured, relaxed: { name: "relaxed" }, planned: { name: "planned" } } },
  );
  expect((await at.plan("--base", "base", "--fail-on", "future", "--out", "saved.plan")).code).toBe(0);
  expect(savedIn(at)).toMatchObject({
    no_longer_declared: [
      {
        kind: "setting",
        address: "scanform_configuration.baseline",
        name: "baseline",
        path: 'analyzers["sql-injection"]',
      },
      { kind: "configuration", address: "scanform_configuration.relaxed", name: "relaxed" },
    ],
  });
  const shown = await at.run(["show", "saved.plan"]);
  expect(shown.code).toBe(0);
  expect(shown.out).toContain('  - setting "sql-injection" of baseline');
});

const naming = (name: string): App => ({
  configurations: { strict },
  assignments: { routing: [{ repository_names: [name, "legacy"], leave: true }] as never },
});

test("a repository that the account does not have is a warning where the base names it too, and else an error of spelling", async () => {
  const at = await withBase(naming("payments-apu"), naming("payments-apu"));
  const gone = await at.plan("--base", "base");
  expect([gone.code, gone.err]).toEqual([0, expect.stringMatching(/^\nwarning: Unknown repository \[repo/)]);
  writeSynthesized(join(at.folder, "base"), naming("payments-api"));
  const misspelt = await at.plan("--base", "base");
  expect([misspelt.code, misspelt.err]).toEqual([1, expect.stringMatching(/^error: Unknown repository \[repo/)]);
  expect(misspelt.err).toContain('the base does not name it either. Did you mean "payments-api"');
});

test("a repository that the account does not have is removed from its rule, as the warning asks, and that closes no gate; in a weaker rule it does", async () => {
  const rules = (...names: readonly (readonly [repository: string, to: "strict" | "lax"])[]): App => ({
    configurations: { strict, lax },
    assignments: {
      routing: [
        ...names.map(([name, to]) => ({ repository_names: [name], configuration_id: idOf(to) })),
        { repository_pattern: "%", configuration_id: idOf("lax") },
      ],
    },
  });
  const named = rules(["gone", "strict"], ["legacy", "strict"]);
  const gates = ["--base", "base", "--fail-on", "future,missing"];
  expect((await (await withBase(named, named)).plan(...gates)).code).toBe(3);
  const removed = await (await withBase(rules(["legacy", "strict"]), named)).plan(...gates);
  expect([removed.code, removed.out]).toEqual([0, expect.not.stringContaining("FUTURE")]);
  const weaker = await (await withBase(rules(["gone", "lax"], ["legacy", "strict"]), named)).plan(...gates.slice(0, 2));
  expect(weaker.out).toContain("FUTURE 1 kind of new repositories gets weaker settings");
});

test("a repository that the account does not have is the same where it is looked up", async () => {
  const lookedUp = (name: string): App => ({
    configurations: { strict },
    data: { scanform_repository: { it: { name } } },
    assignments: { routing: [{ repository_ids: ["${data.scanform_repository.it.id}"], leave: true }] as never },
  });
  const at = await withBase(lookedUp("old"), lookedUp("old"));
  const gone = await at.plan("--base", "base");
  expect([gone.code, gone.err]).toEqual([0, expect.stringContaining("Was it deleted or renamed?")]);
  writeSynthesized(join(at.folder, "base"), naming("old"));
  expect((await at.plan("--base", "base")).code).toBe(0);
  writeSynthesized(join(at.folder, "base"), lookedUp("web"));
  expect((await at.plan("--base", "base")).code).toBe(1);
});

const [first, second] = [{ account_id: accountId }, { alias: "globex", account_id: otherAccountId }];
const here = { name: "here", comment: "enabled" };
const two = (...rules: readonly object[]): App => ({
  provider: [first, second],
  configurations: { strict, lax, here: { ...here, provider: "scanform.globex" } },
  assignments: { routing: rules as never },
});
const run = async (now: App, base: App) => {
  const at = await withBase(now, base);
  const env = { ...at.env, SCANFORM_API_KEY: canaryOfAll };
  return at.run(["plan", "--synthesized", "app", "--base", "base", "--fail-on", "future"], { env });
};

test("several accounts are each compared with their own part of the base, found by the account's id, and the refusal names one", async () => {
  const ran = await run(two({ ...payments, configuration_id: idOf("lax") }), two(payments));
  expect(ran.code).toBe(3);
  expect(ran.err).toContain(`acme (${accountId.slice(0, 8)})`);
  expect(ran.err.match(/gate-closed/g)).toHaveLength(1);
  const renamed = { ...two(payments), provider: [first, { ...second, alias: "other" }] };
  const other = { ...renamed, configurations: { strict, lax, here: { ...here, provider: "scanform.other" } } };
  expect((await run(other, two(payments))).code).toBe(0);
});

test("an account that the base alone declares closes the gate where it declares anything in it", async () => {
  const ran = await run({ provider: first, configurations: { strict, lax } }, two());
  expect(ran.code).toBe(3);
  expect(ran.err).toContain(`The base declares the account ${otherAccountId}`);
  const triaging = { provider: [first, second], triages: { key: { ...wontFix, provider: "scanform.globex" } } };
  expect((await run({ provider: first, configurations: { strict, lax } }, triaging)).code).toBe(3);
  const empty = { provider: [first, second], configurations: { strict, lax } };
  expect((await run({ provider: first, configurations: { strict, lax } }, empty)).code).toBe(0);
});

test("an account is compared with the base that writes its id in upper case", async () => {
  const base = { ...before, provider: { account_id: accountId.toUpperCase() } };
  const { code, err } = await run({ ...weaker, provider: first }, base);
  expect([code, err]).toEqual([3, expect.stringContaining('like "payments-…"')]);
});

test("an account that is new is compared with nothing", async () => {
  expect((await run(two(), { provider: first, configurations: { strict, lax } })).code).toBe(0);
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { App as Cdktf, TerraformStack } from "cdktf";
import fc from "fast-check";
import {
  Analyzer,
  CodePolicy,
  Configuration,
  Repository,
  RepositoryAssignments,
  ScanformProvider,
} from "../../src/constructs/index";
import { plan, ServiceClient } from "../../src/library";
import { address } from "../../src/model/ids";
import type { JsonObject } from "../../src/model/json";
import type { LeafVerdict } from "../../src/model/leaf-verdict";
import { codePathOf } from "../../src/model/leaves";
import { type Settings, settingsFields } from "../../src/model/settings";
import { toWire } from "../../src/model/to-wire";
import { target } from "../../src/reconcile/plan/target";
import { weakenings } from "../../src/testing/to-weaken-nothing";
import { judge } from "../model/verdict-judge";
import { policies, settings } from "../reconcile/arbitrary";
import {
  account,
  accountId,
  baselineId,
  canary,
  policyId,
  relaxedId,
  repositoriesNamed,
  repositoryId,
  seedOf,
} from "../support/account";
import { type App, idOf } from "../support/declare";
import { accountOf, desk, type Desk, documentOf } from "../support/desk";

const looksUp: App = {
  data: {
    scanform_custom_policy: { plaintext: { title: "No plaintext secrets" } },
    scanform_configuration: { relaxed: { name: "relaxed" } },
    scanform_repository: { web: { name: "web" } },
  },
  configurations: {
    strict: {
      name: "strict",
      code_policies: { "${data.scanform_custom_policy.plaintext.id}": { enabled: true } },
    },
  },
  assignments: {
    routing: [
      {
        repository_ids: ["${data.scanform_repository.web.id}"],
        configuration_id: "${data.scanform_configuration.relaxed.id}",
      },
    ],
  },
};

test("a lookup is planned and applied by the id that it finds, also from a saved plan, and then there is nothing to do", async () => {
  const at = await desk(looksUp);
  const planned = await at.plan("--json", "--out", "plan.json");
  expect(planned.code).toBe(0);
  expect(documentOf(planned)).toMatchObject({
    accounts: [
      { moves: [{ repository_name: "web", from: baselineId, to: relaxedId }], changes: [{ action: "create" }] },
    ],
  });
  // the lists of a plan are all that is read
  const read = at.emulator.requests.map(({ path }) => path.split("/").at(-1));
  expect([...new Set(read)].sort()).toEqual(["accounts", "configurations", "custom_policies", "repositories"]);
  expect((await at.run(["apply", "plan.json", "--auto-approve"])).code).toBe(0);
  const strict = at.emulator.store.configurations(account.account_id).find(({ name }) => name === "strict");
  expect(strict?.configuration).toEqual({ code_policies: [{ id: policyId, enabled: true }] });
  const web = at.emulator.store.repositories(account.account_id).find(({ id }) => id === repositoryId(2));
  expect(web?.configuration_id).toBe(relaxedId);
  expect((await at.plan("--detailed-exitcode")).code).toBe(0);
});

test("a repository that a lookup misses closes the gate of --fail-on missing in each way to apply", async () => {
  const data = { scanform_repository: { web: { name: "web" }, gone: { name: "gone" } } };
  const [rule] = looksUp.assignments?.["routing"] ?? [];
  const ids = ["${data.scanform_repository.web.id}", "${data.scanform_repository.gone.id}"];
  const app = {
    ...looksUp,
    data: { ...looksUp.data, ...data },
    assignments: { routing: [{ ...rule, repository_ids: ids }] },
  };
  const at = await desk(app);
  expect((await at.plan("--out", "saved.plan")).code).toBe(0);
  const synthesized = ["--synthesized", "app"];
  for (const argv of [
    ["saved.plan"],
    ["--reviewed", "saved.plan", ...synthesized],
    ["--auto-approve", ...synthesized],
  ]) {
    const { code, err } = await at.run(["apply", ...argv, "--fail-on", "missing"]);
    expect([code, err.match(/\[repository-unknown\]/g)]).toEqual([3, ["[repository-unknown]"]]);
  }
  expect(at.writes()).toEqual([]);
});

test("of two that share a title both ids are named, and one can be given", async () => {
  const [policy] = account.custom_policies ?? [];
  if (policy === undefined) throw new Error("no policy");
  const twin = { ...policy, id: policyId.replace("3", "4") };
  const at = await desk(looksUp, seedOf({ custom_policies: [policy, twin] }));
  const { code, err } = await at.plan();
  expect([code, err.includes(policyId), err.includes(twin.id)]).toEqual([1, true, true]);
  at.declare({ ...looksUp, data: { ...looksUp.data, scanform_custom_policy: { plaintext: { id: twin.id } } } });
  expect((await at.plan()).code).toBe(0);
});

/** Declares, in the folder that the CLI reads, a configuration and a rule of what is looked up by misspelt names. */
function declareMisspelt(folder: string): void {
  const app = new Cdktf({ outdir: join(folder, "app") });
  const stack = new TerraformStack(app, "s");
  new ScanformProvider(stack, "scanform");
  const policy = CodePolicy.fromTitle(stack, "plaintext", "No plaintext secret");
  const analyzer = Analyzer.fromSlug(stack, "xss", "xs");
  const strict = new Configuration(stack, "strict", { name: "strict" });
  strict.addCodePolicy({ policy, enabled: true });
  strict.addAnalyzer(analyzer.slug, { enabled: true });
  Configuration.extend(stack, "team", strict, {
    name: "team",
    codePolicies: { [policy.codePolicyId]: { blocking: true } },
  });
  new RepositoryAssignments(stack, "routing", {
    rules: [
      {
        repositoryIds: [Repository.fromName(stack, "web", "wep").repositoryId],
        configuration: Configuration.fromLookup(stack, "relaxed", { name: "relax" }),
      },
    ],
  });
  app.synth();
}

test("what is looked up and not there is reported with the nearest, and the line of code", async () => {
  const at = await desk();
  declareMisspelt(at.folder);
  const { code, err } = await at.plan();
  expect(code).toBe(1);
  for (const said of [
    'no custom policy with the title "No plaintext secret". Did you mean "No plaintext secrets"',
    'no analyzer with the slug "xs". Did you mean "xss"',
    'no repository with the name "wep". Did you mean "web"? Was it deleted or renamed?',
    'no configuration with the name "relax". Did you mean "relaxed"',
  ])
    expect(err).toContain(said);
  expect(err.match(/test\/cli\/declared-values\.test\.ts:\d+:\d+/g)).toHaveLength(4);
});

/** As cdktf writes it: a variable without a value, a list of others, locals made of them, and functions in attributes. */
const computed: App = {
  variable: {
    team: { type: "string" },
    excludes: { type: "list(string)", default: ["docs/**"] },
  },
  locals: {
    name: "${lower(var.team)}-strict",
    excludes: '${distinct(concat(var.excludes, ["test/**", "docs/**"]))}',
    analyzers: { "sql-injection": { enabled: true, excludes: "${local.excludes}" } },
  },
  data: { scanform_repository: { web: { name: '${join("", ["w", "eb"])}' } } },
  configurations: {
    strict: {
      name: "${local.name}",
      analyzers: '${merge(local.analyzers, {"secrets" = {"enabled" = true}})}',
    },
  },
  assignments: {
    routing: [
      {
        repository_ids: "${concat([data.scanform_repository.web.id], [])}",
        configuration_id: idOf("strict"),
      },
    ],
  },
};

test("variables, locals and functions are planned and applied, and then there is nothing to do", async () => {
  const at = await desk(computed);
  const env = { ...at.env, TF_VAR_team: "Payments", TF_VAR_excludes: '["a", 1]' };
  const plan = ["plan", "--synthesized", "app"];
  const planned = await at.run([...plan, "--json", "--out", "plan.json"], { env });
  expect(planned.code).toBe(0);
  expect(documentOf(planned)).toMatchObject({
    accounts: [{ changes: [{ action: "create", name: "payments-strict" }], moves: [{ repository_name: "web" }] }],
  });
  expect((await at.run(["apply", "plan.json", "--auto-approve"])).code).toBe(0);
  const made = at.emulator.store.configurations(account.account_id).find(({ name }) => name === "payments-strict");
  expect(made?.configuration).toMatchObject({
    analyzers: {
      "sql-injection": { enabled: true, excludes: ["a", "1", "test/**", "docs/**"] },
      secrets: { enabled: true },
    },
  });
  const web = at.emulator.store.repositories(account.account_id).find(({ id }) => id === repositoryId(2));
  expect(web?.configuration_id).toBe(made?.id);
  expect((await at.run([...plan, "--detailed-exitcode"], { env })).code).toBe(0);
});

test("a variable without a value is an error that says what to set, and nothing is written", async () => {
  const at = await desk(computed);
  const { code, err } = await at.apply();
  expect([code, at.writes()]).toEqual([1, []]);
  expect(err).toContain("refers to the variable team, which has no value. Set TF_VAR_team, or give it a default.");
});

test("an API key in a TF_VAR that the declaration uses is refused, and not shown", async () => {
  const at = await desk(computed);
  const { code, err } = await at.run(["plan", "--synthesized", "app"], {
    env: { ...at.env, TF_VAR_team: `x${canary}` },
  });
  expect(code).toBe(1);
  expect(err).toContain("TF_VAR_team contains an API key");
});

test("the provider's API key may be a sensitive variable, which is not looked at", async () => {
  const at = await desk({
    variable: { key: { type: "string", sensitive: true } },
    provider: { api_key: "${var.key}" },
    configurations: { a: { name: "a", comment: "silent" } },
  });
  expect((await at.run(["plan", "--synthesized", "app"], { env: { ...at.env, TF_VAR_key: canary } })).code).toBe(0);
});

/** Patterns of which one may turn the others around are written, shown and kept in the order in which they are declared. */

const [allBut, nothing] = [
  ["**", "!src/**"],
  ["!src/**", "**"],
];
const excluding = (excludes: readonly string[]) => ({ analyzers: { xss: { enabled: true, excludes } } });
const declaring = (one: readonly string[], other: readonly string[]): App => ({
  configurations: {
    baseline: { name: "baseline", comment: "enabled", ...excluding(one) },
    relaxed: { name: "relaxed", comment: "enabled", ...excluding(other) },
  },
});

const excludesOf = ({ emulator }: Desk): readonly unknown[] =>
  emulator.store
    .configurations(accountId)
    .map(({ configuration }) => (configuration as ReturnType<typeof excluding>).analyzers.xss.excludes);

/** The path of the journal of the last apply. */
const journalOf = ({ folder }: Desk): string =>
  join(".scanform", readdirSync(join(folder, ".scanform")).sort().at(-1) ?? "");

test("patterns are applied, changed and rolled back in the order in which each configuration declares them", async () => {
  const at = await desk(declaring(allBut, nothing));
  const made = await at.plan("--out", "saved.plan");
  expect(made.out).toContain('["**","!src/**"]');
  expect(made.out).toContain('["!src/**","**"]');
  expect((await at.run(["apply", "saved.plan"])).code).toBe(0);
  expect(excludesOf(at)).toEqual([allBut, nothing]);
  for (const file of ["saved.plan", journalOf(at)]) {
    const text = readFileSync(join(at.folder, file), "utf8").replaceAll(/\s/g, "");
    expect(text).toContain('"excludes":["**","!src/**"]');
    expect(text).toContain('"excludes":["!src/**","**"]');
  }
  expect((await at.plan("--detailed-exitcode")).code).toBe(0);
  at.declare(declaring(nothing, nothing));
  expect(accountOf(await at.plan("--json"))).toMatchObject({
    lines: [{ before: ["**", "!src/**"], after: ["!src/**", "**"], verdict: "unclassified" }],
  });
  expect((await at.apply()).code).toBe(0);
  expect(excludesOf(at)).toEqual([nothing, nothing]);
  expect((await at.run(["rollback", journalOf(at), "--auto-approve"])).code).toBe(0);
  expect(excludesOf(at)).toEqual([allBut, nothing]);
});

test("imported code has the patterns in their live order", async () => {
  const at = await desk(declaring(allBut, ["z/**", "!b/**", "a/**"]));
  await at.apply();
  const { out } = await at.run(["import"]);
  expect(out).toContain('excludes: ["**", "!src/**"]');
  expect(out).toContain('excludes: ["z/**", "!b/**", "a/**"]');
  expect((await at.run(["import", "--format", "hcl"])).out).toContain('["z/**", "!b/**", "a/**"]');
});

const strict = { name: "Strict", comment: "silent" } as const;

test("a service that keeps names in lower case gets one configuration: the CLI says how to write its name, refuses to make another one, and is done once the name is written as it is live", async () => {
  const at = await desk({ configurations: { strict } }, seedOf({ configurations: [], repositories: [] }));
  at.emulator.setProfile({ name_spelling: "lower_case" });
  const first = await at.apply("--json");
  expect(first.code).toBe(5);
  expect(accountOf(first)).toMatchObject({
    outcomes: [{ status: "failed", error: expect.stringContaining('Declare "strict" as its name') as string }],
    diagnostics: [{ code: "write-failed" }],
    requests: { sent: 1 },
  });
  const second = await at.apply("--json");
  expect(second.code).toBe(1);
  expect(JSON.parse(second.out)).toMatchObject({ diagnostics: [{ code: "name-live-alike", path: "name" }] });
  at.declare({ configurations: { strict: { ...strict, name: "strict" } } });
  expect((await at.apply()).code).toBe(0);
  expect(at.emulator.store.configurations(accountId).map(({ name }) => name)).toEqual(["strict"]);
});

/** The provider's classes are compared with a plan's in test/terraform/verdict/repository-effect.test.ts. */

const seed = (held: Settings) =>
  seedOf({
    custom_policies: policies.map((id) => ({ id, title: id, question: "?", dashboard_url: "https://d.example.com" })),
    configurations: [{ id: baselineId, name: "baseline", configuration: toWire(settingsFields, held) as JsonObject }],
    repositories: repositoriesNamed(["one"], baselineId),
  });

const verdicts = ["weaker", "stronger", "unclassified", "neutral"] as const satisfies readonly LeafVerdict[];
type Leaves = Readonly<Record<LeafVerdict, readonly string[]>>;

const sorted = (leavesOf: (verdict: LeafVerdict) => readonly string[]): Leaves =>
  Object.fromEntries(verdicts.map((verdict) => [verdict, leavesOf(verdict).toSorted()])) as unknown as Leaves;

interface Document {
  readonly accounts: readonly {
    readonly effects: readonly Readonly<Record<LeafVerdict, readonly { readonly path: string }[]>>[];
  }[];
}

/** Settings as an app declares them: code policies by their ids. */
const asDeclared = ({ code_policies, ...others }: Settings): object => ({
  ...others,
  ...(code_policies === undefined
    ? {}
    : { code_policies: Object.fromEntries(code_policies.map(({ id, ...policy }) => [id, policy])) }),
});

async function ofCli(before: Settings, after: Settings): Promise<Leaves> {
  const at = await desk({ configurations: { c: { name: "baseline", ...asDeclared(after) } } }, seed(before));
  const { accounts } = documentOf(await at.plan("--json")) as unknown as Document;
  const [effect] = accounts[0]?.effects ?? [];
  return sorted((verdict) => effect?.[verdict].map(({ path }) => path) ?? []);
}

async function ofLibrary(before: Settings, after: Settings): Promise<Leaves> {
  const { emulator } = await desk({}, seed(before));
  const client = new ServiceClient({ baseUrl: emulator.url, apiKey: canary });
  const made = await plan({ client, accountId, desired: { configurations: [{ name: "baseline", settings: after }] } });
  await client.close();
  const changes = made.effects[0]?.changes ?? [];
  return sorted((verdict) => changes.filter((each) => each.verdict === verdict).map(({ path }) => path));
}

/** The paths of what the kit says gets weaker, as TypeScript has them. */
function ofKit(before: Settings, after: Settings): readonly string[] {
  const declaring = (held: Settings) => ({
    labels: [],
    configurations: [{ address: address("c"), name: "baseline", settings: held }],
    assignments: [],
    locations: new Map(),
    lookups: new Map(),
  });
  return weakenings(declaring(before), declaring(after))
    .map((each) => each.slice(each.lastIndexOf("(") + 1, each.lastIndexOf(")")))
    .toSorted();
}

test("CLI, library and testing kit give the leaves of random settings the verdicts of the design", async () => {
  await fc.assert(
    fc.asyncProperty(settings, settings, async (before, declared) => {
      const after = target(before, { settings: declared });
      const judged = Object.entries(judge(before, after));
      const expected = sorted((verdict) => judged.filter(([, each]) => each === verdict).map(([path]) => path));
      expect(await ofCli(before, declared)).toEqual(expected);
      expect(await ofLibrary(before, declared)).toEqual(expected);
      expect(ofKit(before, after)).toEqual(expected.weaker.map(codePathOf).toSorted());
    }),
    { numRuns: 8 },
  );
}, 120_000);

import { App as Cdktf, TerraformStack } from "cdktf";
import { join } from "node:path";
import {
  Analyzer,
  CodePolicy,
  Configuration,
  Repository,
  RepositoryAssignments,
  ScanformProvider,
} from "../../src/constructs/index";
import { account, baselineId, policyId, relaxedId, repositoryId, seedOf, canary } from "../support/account";
import { type App, idOf } from "../support/declare";
import { desk, documentOf } from "../support/desk";

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

test("what is looked up is planned and applied with its ids, also from a saved plan, and then there is nothing to do", async () => {
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

interface Names {
  readonly policy?: string;
  readonly analyzer?: string;
  readonly repository?: string;
  readonly configuration?: string;
}

/** Declares, in the folder that the CLI reads, a configuration and a rule of what is looked up. */
function declare(folder: string, names: Names = {}): void {
  const app = new Cdktf({ outdir: join(folder, "app") });
  const stack = new TerraformStack(app, "s");
  new ScanformProvider(stack, "scanform");
  const policy = CodePolicy.fromTitle(stack, "plaintext", names.policy ?? "No plaintext secrets");
  const analyzer = Analyzer.fromSlug(stack, "xss", names.analyzer ?? "xss");
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
        repositoryIds: [Repository.fromName(stack, "web", names.repository ?? "web").repositoryId],
        configuration: Configuration.fromLookup(stack, "relaxed", { name: names.configuration ?? "relaxed" }),
      },
    ],
  });
  app.synth();
}

test.each<[Names, string, number?]>([
  [
    { policy: "No plaintext secret" },
    'no custom policy with the title "No plaintext secret". Did you mean "No plaintext secrets"',
  ],
  [{ analyzer: "xs" }, 'no analyzer with the slug "xs". Did you mean "xss"'],
  [{ repository: "wep" }, 'no repository with the name "wep". Did you mean "web"? Was it deleted or renamed?', 0],
  [{ configuration: "relax" }, 'no configuration with the name "relax". Did you mean "relaxed"'],
])("what is not there is reported with the nearest, and the line of code: %j", async (names, message, expected = 1) => {
  const at = await desk();
  declare(at.folder, names);
  const { code, err } = await at.plan();
  expect(code).toBe(expected);
  expect(err).toContain(message);
  expect(err).toMatch(/test\/cli\/lookups\.test\.ts:\d+:\d+/);
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

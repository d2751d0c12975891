import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  accountId,
  baseline,
  baselineId,
  canaryOfAll,
  otherAccountId,
  relaxed,
  repositoriesNamed,
  repositoryId,
  seedOf,
} from "../support/account";
import { everyday, idOf } from "../support/declare";
import { type Desk, desk, documentOf } from "../support/desk";

const explain = (at: Desk, ...words: readonly string[]) => at.run(["explain", "--synthesized", "app", ...words]);

test("explain says why a repository gets its configuration, and what that blocks", async () => {
  const at = await desk(everyday);
  at.emulator.clearRequests();
  const { code, out, err } = await explain(at, "payments-api");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toContain('repository "payments-api"   account acme');
  expect(out).toContain("rule 2: payments-%   assigns strict");
  expect(out).toContain("overridden: rule 3: %   would assign baseline");
  expect(out).toContain("an apply WEAKENS it");
  const after = out.slice(out.indexOf("after an apply: strict"));
  expect(after).toMatch(/^ {2}blocks +secrets$/m);
  expect(after).toMatch(/^ {2}notifies +the service's own default$/m);
  expect(new Set(at.emulator.requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
});

test("explain --json prints a document with the public fields", async () => {
  const at = await desk(everyday);
  expect(documentOf(await explain(at, "payments-api", "--json"))).toMatchObject({
    account_id: accountId,
    repository: { id: repositoryId(0), name: "payments-api" },
    rule: "rule 2: payments-%",
    location: null,
    lost: [{ rule: "rule 3: %", configuration: "baseline", why: "later" }],
    before: { id: baselineId, name: "baseline", settings: { comment: "silent" } },
    after: { id: null, address: "scanform_configuration.strict", settings: { comment: "enabled" } },
    class: "weakens",
    diagnostics: [],
  });
});

test("explain says the line of the code, and so does its error", async () => {
  const at = await desk(everyday);
  const path = join(at.folder, "app/stacks/s/cdk.tf.json");
  const made = (location: string) => `"//":{"metadata":{"scanform":{"location":"${location}"}}}`;
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replace('"routing":{', `"routing":{${made("main.ts:31:5")},`));
  const { out } = await explain(at, "payments-api");
  expect(out).toContain("rule 2: payments-%   assigns strict   at main.ts:31:5");
  expect(documentOf(await explain(at, "payments-api", "--json"))).toMatchObject({
    location: "main.ts:31:5",
    lost: [{ rule: "rule 3: %", location: "main.ts:31:5" }],
  });
  expect(documentOf(await explain(at, "--all", "--json"))).toMatchObject({
    accounts: [
      { repositories: [{ location: "main.ts:31:5" }, {}, {}, {}], rules: [{ location: "main.ts:31:5" }, {}, {}] },
    ],
  });
  writeFileSync(
    path,
    text.replace('"strict":{', `"strict":{${made("strict.ts:2:1")},`).replace('"secrets"', '"secretz"'),
  );
  expect((await explain(at, "web")).err).toContain("at strict.ts:2:1");
});

test("a repository is found by its id in any case", async () => {
  const at = await desk(everyday);
  const { out } = await explain(at, repositoryId(3).toUpperCase());
  expect(out).toContain("rule 1: legacy   leaves it where it is");
});

test("a name that is not in the account gets what the patterns say, with the nearest names", async () => {
  const at = await desk(everyday);
  const { code, out } = await explain(at, "payments-apj");
  expect(code).toBe(0);
  expect(out).toContain('It does not exist yet: this is what it would get. Did you mean "payments-api"');
  expect(out).toContain("rule 2: payments-%   assigns strict");
  expect(out).toContain("\nit would get: strict   scanform_configuration.strict\n");
  expect(out).not.toContain("an apply");
  const document = documentOf(await explain(at, "payments-apj", "--json"));
  expect(document).toMatchObject({
    repository: { id: null, name: "payments-apj" },
    before: null,
    diagnostics: [{ code: "repository-unknown", severity: "warning" }],
  });
});

test("a name that is not in the account gets what a rule says that names it exactly, of which a plan warns", async () => {
  const at = await desk({
    configurations: { baseline: { name: "baseline" } },
    assignments: { routing: [{ repository_names: ["to-come"], configuration_id: idOf("baseline") }] },
  });
  expect((await at.plan()).err).toContain("[repository-unknown]");
  const { code, out } = await explain(at, "to-come");
  expect(code).toBe(0);
  expect(out).toContain("rule 1: to-come   assigns baseline");
});

test("a name that is not in the account is distinguished from a configuration of this name", async () => {
  const at = await desk(everyday);
  const said = (name: string) => `A configuration has this name: scanform explain configuration "${name}".`;
  expect((await explain(at, "strict")).out).toContain(said("strict")); // declared alone
  expect((await explain(at, "relaxed")).out).toContain(said("relaxed")); // live alone
});

test("a name that is not in the account, without a rule for it is assigned nothing", async () => {
  const { out } = await explain(await desk(), "to-come");
  expect(out).toContain("no rule matches: it gets no configuration\n\nit would get: no configuration\n");
});

test("a name that is not in the account is an error where it has the form of an id", async () => {
  const at = await desk(everyday);
  const { code, err } = await explain(at, "99999999-0000-4000-8000-00000000ffff");
  expect(code).toBe(1);
  expect(err).toContain("[repository-unknown]");
});

test("names are found in whatever normal form they are typed", async () => {
  const seed = seedOf({
    repositories: repositoriesNamed(["cafe\u0301-api"], baselineId),
    configurations: [{ ...baseline, name: "cafe\u0301" }],
  });
  const at = await desk({}, seed);
  expect((await explain(at, "caf\u00e9-api")).out).toContain('repository "cafe\u0301-api"   account acme');
  expect((await explain(at, "configuration", "caf\u00e9")).code).toBe(0);
});

test("a name that two repositories have is an error with the command that explains each", async () => {
  const at = await desk(everyday, seedOf({ repositories: repositoriesNamed(["legacy", "legacy"], baselineId) }));
  const { code, err } = await explain(at, "legacy");
  expect(code).toBe(1);
  expect(err).toContain(
    `Explain one of them: \`scanform explain ${repositoryId(0)}\` or \`scanform explain ${repositoryId(1)}\`.`,
  );
  expect((await explain(at, repositoryId(1))).code).toBe(0);
});

test("a name that two live configurations have is an error with the command that explains each", async () => {
  const at = await desk({}, seedOf({ configurations: [baseline, { ...relaxed, name: "baseline" }] }));
  const { code, err } = await explain(at, "configuration", "baseline");
  expect(code).toBe(1);
  expect(err).toContain(`\`scanform explain configuration ${baselineId}\` or \`scanform explain configuration `);
});

test("a configuration is explained by its name, its id or its address", async () => {
  const at = await desk(everyday);
  for (const name of ["baseline", baselineId, "scanform_configuration.baseline"]) {
    const { code, out } = await explain(at, "configuration", name);
    expect(code).toBe(0);
    expect(out).toContain("4 repositories have it, and 2 repositories after an apply");
    expect(out).toContain("rule 3: %   baseline   decides about 1 repository");
  }
  expect(documentOf(await explain(at, "configuration", "strict", "--json"))).toMatchObject({
    configuration: { id: null, address: "scanform_configuration.strict", name: "strict" },
    rules: [{ rule: 2, repository_pattern: "payments-%", decides: 2 }],
    repositories: { before: 0, after: 2 },
    before: null,
  });
});

test("an unknown configuration is an error with the nearest name", async () => {
  const at = await desk(everyday);
  const { code, err } = await explain(at, "configuration", "baselime");
  expect(code).toBe(1);
  expect(err).toContain('Did you mean "baseline"?');
});

test("a repository may be called like the word for a configuration", async () => {
  const at = await desk(everyday, seedOf({ repositories: repositoriesNamed(["configuration", "legacy"], null) }));
  expect((await explain(at, "configuration")).out).toContain('repository "configuration"');
});

test("a repository that gets its first configuration, which sets nothing, is not said to stay as it is", async () => {
  const app = {
    configurations: { bare: { name: "bare" } },
    assignments: { routing: [{ repository_pattern: "%", configuration_id: idOf("bare") }] },
  };
  const at = await desk(app, seedOf({ repositories: repositoriesNamed(["web"], null) }));
  expect((await explain(at, "web")).out).toContain("an apply gives it a configuration, and changes no setting");
  await at.apply();
  expect((await explain(at, "web")).out).toContain("an apply changes nothing for it");
});

test("a repository may be called like an option, also where that is refused", async () => {
  const { err } = await explain(await desk(everyday), "--", "--json", "x");
  expect(err).toContain("One repository is explained at a time");
});

test("--all has a line for each repository, and counts what each rule decides", async () => {
  const at = await desk({
    configurations: { baseline: { name: "baseline" }, loose: { name: "loose", comment: "disabled" } },
    assignments: {
      routing: [
        { repository_pattern: "pay%", configuration_id: idOf("loose") },
        { repository_pattern: "payments-a%", leave: true },
        { repository_names: ["web"], leave: true },
      ],
    },
  });
  const { code, out } = await explain(at, "--all");
  expect(code).toBe(0);
  expect(out).toMatch(/^REPOSITORY +RULE +AFTER AN APPLY$/m);
  expect(out).toMatch(/^legacy +no rule +baseline$/m);
  expect(out).toMatch(/^payments-api +rule 1: pay% +loose$/m);
  expect(out).toContain("rule 1: pay%   loose   decides about 2 repositories");
  expect(out).toContain("never decides: rule 2\n");
  expect(out).toContain("covered by no rule: 1 repository\n");
  expect(documentOf(await explain(at, "--all", "--json"))).toMatchObject({
    accounts: [
      {
        account_id: accountId,
        repositories: [
          { name: "legacy", rule: null, address: null, after: { id: baselineId }, class: "unaffected" },
          { name: "payments-api", rule: "rule 1: pay%", after: { name: "loose" }, class: "weakens" },
          { name: "payments-ledger", class: "weakens" },
          { name: "web", class: "unaffected" },
        ],
        rules: [
          { rule: 1, repository_pattern: "pay%", configuration: "loose", decides: 2 },
          { rule: 2, configuration: null, decides: 0 },
          { rule: 3, repository_names: ["web"], decides: 1 },
        ],
      },
    ],
  });
});

test("without a terminal --all shortens nothing, and says the location of a rule once", async () => {
  const long = "payments-service-of-the-department-for-international-settlements";
  const at = await desk(
    {
      configurations: { baseline: { name: "baseline" } },
      assignments: { routing: [{ repository_names: [long], configuration_id: idOf("baseline") }] },
    },
    seedOf({ repositories: repositoriesNamed([long], null) }),
  );
  const path = join(at.folder, "app/stacks/s/cdk.tf.json");
  const location = "teams/international-settlements/routing-of-payments.ts:131:15";
  const made = `"//":{"metadata":{"scanform":{"location":"${location}"}}}`;
  writeFileSync(path, readFileSync(path, "utf8").replace('"routing":{', `"routing":{${made},`));
  const { out } = await explain(at, "--all");
  expect(out).toMatch(new RegExp(`^${long} +rule 1: ${long} +baseline$`, "m"));
  expect(out).toContain(`rule 1: ${long}   baseline   decides about 1 repository   at ${location}\n`);
  expect(out.split(location)).toHaveLength(2);
  expect((await explain(at, long)).out).toContain(`rule 1: ${long}   assigns baseline   at ${location}\n`);
});

test("of a repository whose rule leaves it, an apply that changes its configuration is described as such", async () => {
  const at = await desk(everyday);
  const { out } = await explain(at, "legacy");
  expect(out).toContain("rule 1: legacy   leaves it where it is");
  expect(out).toMatch(/^an apply .*: its configuration changes$/m);
});

test("the account of a repository is found among several, and --account says where a new one is to be", async () => {
  const at = await desk({
    provider: [{ account_id: accountId }, { alias: "eu", account_id: otherAccountId }],
    configurations: {
      baseline: { name: "baseline" },
      other: { provider: "scanform.eu", name: "other" },
    },
    assignments: { routing: [{ repository_pattern: "%", configuration_id: idOf("baseline") }] },
  });
  const env = { ...at.env, SCANFORM_API_KEY: canaryOfAll };
  const ask = (...words: readonly string[]) => at.run(["explain", "--synthesized", "app", ...words], { env });
  expect((await ask("web")).out).toContain("account acme");
  const unclear = await ask("wep");
  expect(unclear.code).toBe(1);
  expect(unclear.err).toContain('Did you mean "web"? Name its account with --account.');
  expect((await ask("wep", "--account", "eu")).out).toContain("account globex");
  expect((await ask("wep", "--account", "acme")).out).toContain("rule 1: %   assigns baseline");
  expect((await ask("wep", "--account", "elsewhere")).err).toContain('called "elsewhere"');
  expect((await ask("--all")).out.match(/covered by no rule/g)).toHaveLength(2);
});

test.each<[string, readonly string[], string]>([
  ["nothing", [], "Give the name of a repository"],
  ["two repositories", ["a", "b"], "One repository is explained at a time"],
  ["two configurations", ["configuration", "a", "b"], "One repository is explained at a time"],
  ["a repository and --all", ["a", "--all"], "Give either the name of a repository or --all"],
])("explain of %s is refused, with what to give", async (_title, words, said) => {
  const at = await desk(everyday);
  const { code, err } = await explain(at, ...words);
  expect(code).toBe(1);
  expect(err).toContain(said);
});

test("a declaration that a plan refuses is refused with the same words", async () => {
  const at = await desk({
    configurations: { baseline: { name: "baseline", analyzers: { secretz: { enabled: true } } } },
  });
  const planned = await at.plan();
  const { code, err } = await explain(at, "web");
  expect(code).toBe(1);
  expect(err).toBe(planned.err);
});

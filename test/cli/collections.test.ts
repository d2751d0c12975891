import { App, TerraformStack } from "cdktf";
import { join } from "node:path";
import {
  Comment,
  Configurations,
  type ConfigurationsProps,
  RepositoryAssignments,
  ScanformProvider,
} from "../../src/constructs";
import { accountId, baselineId, relaxedId, repositoryId } from "../support/account";
import { accountOf, type Desk, desk, documentOf } from "../support/desk";

const payments = 'scanform_configurations.teams["payments"]';
const web = 'scanform_configurations.teams["web"]';

/** Declares a collection of a live configuration and a new one, a single one, and rules for all of them. */
function declare(
  { folder }: Desk,
  collection: ConfigurationsProps["configurations"] = {
    payments: { comment: Comment.ENABLED, analyzers: { secrets: { enabled: true, blocking: true } } },
  },
  more: (teams: Configurations) => void = () => undefined,
): void {
  const app = new App({ outdir: join(folder, "app") });
  const stack = new TerraformStack(app, "s");
  new ScanformProvider(stack, "scanform", { managedScope: { all: true, maxDeletes: 1 } });
  const teams = new Configurations(stack, "teams", { configurations: collection });
  teams.addConfiguration("web", { name: "baseline", comment: Comment.ENABLED });
  new RepositoryAssignments(stack, "routing", {
    rules: [
      { repositoryPattern: "payments-%", configuration: teams.configuration("payments") },
      { repositoryPattern: "%", configuration: teams.configuration("web") },
    ],
  });
  more(teams);
  app.synth();
}

test("a plan shows each configuration of a collection by itself, and an apply leaves nothing to do", async () => {
  const at = await desk();
  declare(at);
  expect(accountOf(await at.plan("--json"))).toMatchObject({
    changes: [
      { action: "create", name: "payments", address: payments },
      { action: "update", name: "baseline", address: web },
    ],
    moves: [
      { repository_name: "payments-api", to: payments },
      { repository_name: "payments-ledger", to: payments },
    ],
  });
  const { out } = await at.plan();
  expect(out).toMatch(/^ {2}\+ payments {3}2 repositories {3}test\/cli\/collections\.test\.ts:\d+$/m);
  expect(out).toMatch(/^ {2}~ baseline {3}2 repositories {3}test\/cli\/collections\.test\.ts:\d+$/m);
  const applied = await at.apply("--json");
  expect(accountOf(applied)).toMatchObject({
    outcomes: expect.arrayContaining([
      expect.objectContaining({ address: payments, status: "succeeded" }),
      expect.objectContaining({ address: web, status: "succeeded" }),
    ]) as unknown,
    verified: true,
  });
  expect(at.writes()).toHaveLength(2);
  expect((await at.plan("--detailed-exitcode")).code).toBe(0);
});

test("a saved plan of a collection is applied as it was reviewed", async () => {
  const at = await desk();
  declare(at);
  expect((await at.plan("--out", "saved.plan")).code).toBe(0);
  expect((await at.run(["show", "saved.plan"])).out).toMatch(/^ {2}\+ payments {3}2 repositories {3}test/m);
  expect((await at.run(["apply", "saved.plan"])).code).toBe(0);
  const live = at.emulator.store.configurations(accountId).map(({ name }) => name);
  expect(live).toEqual(["baseline", "relaxed", "payments"]);
});

test("what becomes of a repository is explained with the place of its configuration in code", async () => {
  const at = await desk();
  declare(at);
  const explained = await at.run(["explain", "--synthesized", "app", "web", "--json"]);
  expect(documentOf(explained)).toMatchObject({
    repository: { id: repositoryId(2) },
    rule: "rule 2: %",
    after: { address: web },
  });
  const configuration = await at.run(["explain", "--synthesized", "app", "configuration", "baseline", "--json"]);
  expect(documentOf(configuration)).toMatchObject({
    configuration: { address: web },
    location: expect.stringMatching(/^test\/cli\/collections\.test\.ts:\d+:\d+$/) as unknown,
    rules: [{ rule: 2, configuration: "baseline" }],
  });
  const text = await at.run(["explain", "--synthesized", "app", "configuration", "payments"]);
  expect(text.out).toMatch(/at test\/cli\/collections\.test\.ts:\d+:\d+/);
});

test("pruning keeps what a collection declares, and deletes an entry that is gone", async () => {
  const at = await desk();
  const live = () => at.emulator.store.configurations(accountId).map(({ name }) => name);
  declare(at);
  expect((await at.apply("--prune")).code).toBe(0);
  expect(live()).toEqual(["baseline", "payments"]);
  at.declare({
    provider: { managed_scope: { all: true, max_deletes: 1 } },
    collections: { teams: { web: { name: "baseline" } } },
    assignments: {
      routing: [
        {
          repository_pattern: "%",
          configuration_id: '${scanform_configurations.teams.configurations["web"].id}',
        },
      ],
    },
  });
  expect((await at.apply("--prune")).code).toBe(0);
  expect(live()).toEqual(["baseline"]);
});

test("an entry that is pinned to an id takes over that configuration, and renames it", async () => {
  const at = await desk();
  declare(at, { payments: {} }, (teams) => {
    teams.importFrom({ payments: relaxedId });
  });
  expect(accountOf(await at.plan("--json"))).toMatchObject({
    changes: [
      { action: "adopt", name: "payments", address: payments, id: relaxedId },
      { action: "update", id: baselineId },
    ],
  });
});

test("a name that several resources declare is an error that names each of them", async () => {
  const at = await desk({
    configurations: { strict: { name: "strict" } },
    collections: { teams: { a: { name: "strict" } }, others: { strict: {} } },
  });
  const { code, err } = await at.plan();
  expect(code).toBe(1);
  expect(err.match(/\[name-declared-twice\]/g)).toHaveLength(2);
  expect(err).toContain('scanform_configurations.teams["a"]');
  expect(err).toContain('scanform_configurations.others["strict"]');
  expect(err.match(/"strict" is also the name of scanform_configuration\.strict/g)).toHaveLength(2);
});

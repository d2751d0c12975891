import { accountId, baseline, baselineId, relaxedId, repositoriesNamed, seedOf, canaryOfAll } from "../support/account";
import { type App, everyday, idOf } from "../support/declare";
import { desk, documentOf, accountOf, type Desk } from "../support/desk";
import { triageDesk } from "../support/triages";
import { ServiceClient } from "../../src/service/service-client";

const weakening: App = { configurations: { baseline: { name: "baseline", comment: "disabled" } } };
const strengthening: App = { configurations: { baseline: { name: "baseline", comment: "enabled" } } };
const pruning: App = { provider: { managed_scope: { names: "relaxed" } }, ...strengthening };

const cases: readonly (readonly [app: App, flags: readonly string[], code: number])[] = [
  [weakening, ["--fail-on", "unclassified, weakens", "--detailed-exitcode"], 3],
  [strengthening, ["--fail-on", "weakens", "--detailed-exitcode"], 2],
  [weakening, ["--fail-on", "weakens", "--fail-on", "deletes"], 3],
  [pruning, ["--prune", "--force", "--fail-on", "deletes"], 3],
  [pruning, ["--prune", "--force", "--fail-on", "weakens"], 0],
];

const unused: App = { configurations: { relaxed: { name: "relaxed", comment: "disabled" } } };
const nobodyHasRelaxed = seedOf({
  configurations: [baseline, { id: relaxedId, name: "relaxed", configuration: { comment: "enabled" } }],
  repositories: repositoriesNamed(["one"], baselineId),
});

test("--fail-on unused rejects a plan that weakens a configuration without repositories", async () => {
  const at = await desk(unused, nobodyHasRelaxed);
  const ran = await at.plan("--fail-on", "unused");
  expect([ran.code, ran.err]).toEqual([
    3,
    expect.stringContaining(
      "1 configuration becomes weaker that no repository has once this is applied, and --fail-on unused rejects this plan.",
    ),
  ]);
});

describe("what the account no longer has", () => {
  const app: App = {
    configurations: { baseline: { name: "baseline", comment: "enabled", analyzers: { old: { blocking: true } } } },
    assignments: {
      routing: [
        { repository_names: ["web-old"], leave: true },
        { configuration_id: idOf("baseline"), repository_names: ["wbe", "web"] },
      ],
    },
  };
  const held = { ...baseline, configuration: { ...baseline.configuration, analyzers: { old: { enabled: true } } } };

  test("what the account no longer has stops no command, and each says what to remove", async () => {
    const at = await desk(app, seedOf({ configurations: [held] }));
    const planned = await at.plan("--out", "saved.plan");
    expect(planned.code).toBe(0);
    expect(planned.err).toContain('The account has no repository named "web-old": was it deleted or renamed?');
    expect(planned.err).toContain('Did you mean "web"? Rename it, or remove it, in rule 2.');
    expect(planned.err).toContain("scanform_repository_assignments.routing  rule 2\n");
    expect(planned.err).toContain('no longer lists the analyzer "old"');
    expect((await at.run(["drift", "--synthesized", "app"])).code).toBe(2);
    expect((await at.run(["explain", "--synthesized", "app", "web"])).code).toBe(0);
    expect((await at.run(["apply", "saved.plan"])).code).toBe(0);
    expect((await at.plan("--detailed-exitcode")).code).toBe(0);
  });

  test("what the account no longer has closes the gate of --fail-on missing, also that of an apply", async () => {
    const at = await desk(app, seedOf({ configurations: [held] }));
    const planned = await at.plan("--fail-on", "missing", "--out", "saved.plan");
    expect([planned.code, planned.err]).toEqual([
      3,
      expect.stringContaining(
        "2 repositories that rules name are not in the account and 1 declared object is no longer listed, and --fail-on missing rejects this plan.",
      ),
    ]);
    expect((await at.apply("--fail-on", "missing")).code).toBe(3);
    expect((await at.run(["apply", "saved.plan", "--fail-on", "missing"])).code).toBe(3);
    expect(at.writes()).toEqual([]);
  });
});

test.each(cases)("a plan of %j with %j exits with %d", async (app, flags, code) => {
  const at = await desk(app);
  const ran = await at.plan(...flags);
  expect(ran.code).toBe(code);
  if (code === 3) expect(ran.err).toContain("[gate-closed]");
  else expect(ran.err).not.toContain("[gate-closed]");
});

test("an apply that the gate stops writes nothing, in text and in JSON", async () => {
  const at = await desk(weakening);
  const ran = await at.apply("--fail-on", "weakens");
  expect(ran.code).toBe(3);
  expect(ran.err).toContain("4 repositories are weakened, and --fail-on weakens rejects this plan.");
  const json = await at.apply("--fail-on", "weakens", "--json");
  expect(json.code).toBe(3);
  expect(JSON.stringify(documentOf(json))).toContain("gate-closed");
  expect(at.writes()).toEqual([]);
  expect((await at.apply("--fail-on", "deletes")).code).toBe(0);
});

test("a plan that the gate stops is saved all the same, to be approved, and the gate is before its apply too", async () => {
  const at = await desk(weakening);
  expect((await at.plan("--fail-on", "weakens", "--out", "saved.plan")).code).toBe(3);
  expect((await at.run(["apply", "saved.plan", "--fail-on", "weakens"])).code).toBe(3);
  expect(at.writes()).toEqual([]);
  expect((await at.run(["apply", "saved.plan"])).code).toBe(0);
});

test("an unknown condition is an error that names those there are", async () => {
  const at = await desk(weakening);
  const { code, err } = await at.plan("--fail-on", "weaker");
  expect(code).toBe(1);
  expect(err).toContain('"weaker" is none of weakens, unclassified, deletes, triages, unused, future, missing.');
});

test("an error goes before the gate", async () => {
  const at = await desk({ configurations: { a: {} } });
  expect((await at.plan("--fail-on", "weakens")).code).toBe(1);
});

test("--fail-on triages rejects a plan that dismisses a finding, and no other condition does", async () => {
  const at = await triageDesk();
  expect((await at.plan("--fail-on", "triages")).code).toBe(3);
  expect((await at.plan("--fail-on", "weakens,unclassified,deletes,unused")).code).toBe(0);
});

const apply = ["apply", "--synthesized", "app"];
const answering = (answer: string) => ({ interactive: true, ask: () => Promise.resolve(answer) });

/** Somebody else, who works with the service directly. */
async function meanwhile(at: Desk, work: (somebody: ServiceClient) => Promise<unknown>): Promise<void> {
  const somebody = new ServiceClient({ baseUrl: at.emulator.url, apiKey: canaryOfAll });
  await work(somebody);
  await somebody.close();
  at.emulator.clearRequests();
}

describe("an apply that asks", () => {
  test("an apply that asks does nothing when the answer is not a whole yes", async () => {
    const at = await desk(everyday);
    for (const answer of ["y", "YES", "yes please", ""]) expect((await at.run(apply, answering(answer))).code).toBe(1);
    expect(at.writes()).toEqual([]);
  });

  test("an apply that asks is stale when the account changes while it asks, and writes nothing", async () => {
    const at = await desk(everyday);
    const ask = async (): Promise<string> => {
      await meanwhile(at, (somebody) => somebody.createConfiguration(accountId, { name: "strict", settings: {} }));
      return "yes";
    };
    const { code, err } = await at.run(apply, { interactive: true, ask });
    expect([code, err]).toEqual([4, expect.stringContaining("The plan that was shown")]);
    expect(at.writes()).toEqual([]);
  });

  test("an apply that asks is interrupted when Ctrl-C comes with the answer", async () => {
    const at = await desk(everyday);
    const interrupt = new AbortController();
    const ask = (): Promise<string> => {
      interrupt.abort();
      return Promise.resolve("yes");
    };
    const { code, err } = await at.run(apply, { interactive: true, ask, signal: interrupt.signal });
    expect([code, err]).toEqual([130, expect.stringContaining("Nothing was changed.")]);
    expect(at.writes()).toEqual([]);
  });

  test("an apply that asks shows with --json on stderr what is asked for", async () => {
    const at = await desk(everyday);
    const ran = await at.run([...apply, "--json"], answering(" yes "));
    expect([ran.code, ran.err]).toEqual([0, expect.stringContaining("scanform_configuration.strict")]);
    expect(accountOf(ran)).toMatchObject({ verified: true });
  });
});

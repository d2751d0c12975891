import { accountId, canaryOfAll, policyId } from "../support/account";
import { asItIs, everyday, type App } from "../support/declare";
import { accountOf, desk, type Desk } from "../support/desk";
import { proxy, refuseWith } from "../support/proxy";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const configurationOf = (repository: string, { emulator }: Desk): string | null | undefined => {
  const found = emulator.store.repositories(accountId).find((each) => each.name === repository);
  const configuration = emulator.store.configurations(accountId).find((each) => each.id === found?.configuration_id);
  return configuration?.name;
};

const settingsOf = (name: string, { emulator }: Desk): unknown =>
  emulator.store.configurations(accountId).find((each) => each.name === name)?.configuration;

describe("the main job, end to end", () => {
  test("a plan says how much and what gets stronger, and sends nothing but GET", async () => {
    const at = await desk(everyday);
    const { code, out, err } = await at.plan();
    expect(code).toBe(0);
    expect(err).toBe("");
    expect(out).toContain("1 configuration to create, 1 to change\n  2 of 4 repositories move");
    expect(out).toContain("2 requests (one by one: 4)");
    expect(out).toMatch(/~ baseline .*\n\s+stronger +comments: silent -> enabled/);
    expect(out).toMatch(/> baseline -> strict .*rule 2: payments-%/);
    expect(out).toContain('left where it is (rule 1): "legacy"');
    expect(new Set(at.emulator.requests.map((each) => each.method))).toEqual(new Set(["GET"]));
  });

  test("an apply makes the service hold what is declared, and the next plan is empty", async () => {
    const at = await desk(everyday);
    const applied = await at.apply();
    expect(applied.code).toBe(0);
    expect(applied.out).toContain("Applied with 2 requests: 2 configurations, 2 repositories.");
    expect(applied.out).toContain("Read back: the service holds all that was planned.");
    expect(settingsOf("baseline", at)).toMatchObject({ comment: "enabled", analyzers: { "sql-injection": {} } });
    expect(settingsOf("strict", at)).toEqual({
      comment: "enabled",
      analyzers: { secrets: { enabled: true, blocking: true } },
    });
    expect(["payments-api", "payments-ledger", "web", "legacy"].map((each) => configurationOf(each, at))).toEqual([
      "strict",
      "strict",
      "baseline",
      "baseline",
    ]);
    at.emulator.clearRequests();
    const second = await at.plan("--detailed-exitcode");
    expect(second).toMatchObject({ code: 0, err: "" });
    expect(second.out).toContain("no changes");
    expect(at.writes()).toEqual([]);
  });

  test("a plan finds what was changed in the dashboard, and an apply restores it leaf by leaf", async () => {
    const at = await desk(everyday);
    await at.apply();
    const strict = at.emulator.store.configurations(accountId).find((each) => each.name === "strict");
    await fetch(`${at.emulator.url}/v1/accounts/${accountId}/configurations/${String(strict?.id)}`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${canaryOfAll}`, "content-type": "application/json" },
      body: JSON.stringify({
        configuration: {
          name: "strict",
          configuration: { analyzers: { secrets: { enabled: true, blocking: false }, xss: { enabled: true } } },
        },
      }),
    });
    const drift = await at.plan("--detailed-exitcode");
    expect(drift.code).toBe(2);
    expect(drift.out).toMatch(/STRENGTHENS 2 repositories\n {2}~ strict/);
    expect(drift.out).toMatch(/secrets blocks pull requests {3}/);
    expect((await at.apply()).code).toBe(0);
    expect(settingsOf("strict", at)).toMatchObject({
      analyzers: { secrets: { enabled: true, blocking: true }, xss: { enabled: true } },
    });
  });

  test("--json lists every change, move and outcome", async () => {
    const at = await desk(everyday);
    const planned = accountOf(await at.plan("--json"));
    expect(planned).toMatchObject({
      account_id: accountId,
      summary: { create: 1, update: 1, delete: 0, adopt: 0, move: 2, unchanged: 1 },
      requests: { planned: 2, one_by_one: 4, lower_bound: 2 },
      diagnostics: [],
    });
    const applied = accountOf(await at.apply("--json"));
    const { requests, changes, moves, ...rest } = planned;
    expect(applied).toMatchObject({ ...rest, changes, moves, verified: true });
    expect(applied["requests"]).toEqual({ ...(requests as object), sent: 2 });
    expect(applied["outcomes"]).toEqual(
      [
        "scanform_configuration.baseline",
        "scanform_configuration.strict",
        "scanform_repository_assignments.routing",
      ].map((address) => ({ address, status: "succeeded", request_id: expect.any(String) as string })),
    );
  });
});

describe("a plan that finds nothing to do", () => {
  test("takes four requests, all GET, when the account is named", async () => {
    const at = await desk(asItIs);
    const { code } = await at.run(["plan", "--synthesized", "app"], {
      env: { ...at.env, SCANFORM_ACCOUNT_ID: accountId },
    });
    expect(code).toBe(0);
    expect(at.emulator.requests.length).toBe(4);
    expect(new Set(at.emulator.requests.map((each) => each.method))).toEqual(new Set(["GET"]));
  });

  test("takes one more to look the account up", async () => {
    const at = await desk(asItIs);
    expect((await at.plan()).out).toMatch(
      /^account acme \(aaaaaaaa\) at [\d.:]+\s+no changes \(1 configuration, 4 repositories\)\n/,
    );
    expect(at.emulator.requests.length).toBe(5);
  });
});

test("a policy that a plan takes away is shown by its title, which is asked for once", async () => {
  const at = await desk(everyday);
  const { out } = await at.plan();
  expect(out).toContain('"No plaintext secrets" is no longer evaluated');
  expect(at.emulator.requests.filter(({ path }) => path.endsWith("/custom_policies"))).toHaveLength(1);
});

test("no title is asked for where a plan mentions no policy", async () => {
  const at = await desk({ configurations: { baseline: { name: "baseline", comment: "enabled" } } });
  expect((await at.plan()).code).toBe(0);
  expect(at.emulator.requests.filter(({ path }) => path.endsWith("/custom_policies"))).toEqual([]);
});

test("a policy is shown by its id where the service does not list policies", async () => {
  const at = await desk(everyday);
  const { url } = await proxy(at.emulator.url, ({ path }, answer) =>
    path.endsWith("/custom_policies") ? refuseWith(answer, 403, "not for this key") : undefined,
  );
  const { code, out } = await at.run(["plan", "--synthesized", "app"], { env: { ...at.env, SCANFORM_BASE_URL: url } });
  expect(code).toBe(0);
  expect(out).toContain(`${policyId} is no longer evaluated`);
});

const location = "main.ts:31:5";
const app: App = {
  configurations: {
    baseline: { name: "baseline", comment: "enabled", "//": { metadata: { scanform: { location } } } },
  },
};
const saved = ["plan", "--synthesized", "app", "--out", "saved.plan"];

const warned = [expect.objectContaining({ code: "rule-matches-nothing", location }) as unknown];

/** A rule that matches nothing is warned of. */
async function withIdleRule(): Promise<Desk> {
  const at = await desk({ ...app, assignments: { routing: [{ repository_pattern: "nothing-%", leave: true }] } });
  const path = join(at.folder, "app/stacks/s/cdk.tf.json");
  const made = `"routing":{"//":{"metadata":{"scanform":{"location":"${location}"}}},`;
  writeFileSync(path, readFileSync(path, "utf8").replace('"routing":{', made));
  return at;
}

describe("an apply", () => {
  test.each([
    ["what is declared", ["apply", "--synthesized", "app", "--auto-approve"]],
    ["a saved plan", ["apply", "saved.plan"]],
  ])("gives the place in the code of what the service refuses of %s", async (_what, argv) => {
    const at = await desk(app);
    await at.run(saved);
    at.emulator.setFaults([{ fault: "status", status: 422, method: "PATCH" }]);
    const ran = await at.run([...argv, "--json"]);
    expect(accountOf(ran)["diagnostics"]).toEqual([
      expect.objectContaining({ address: "scanform_configuration.baseline", location }),
    ]);
  });

  test("gives the place in the code of what a saved plan warns of", async () => {
    const at = await withIdleRule();
    await at.run(saved);
    expect(accountOf(await at.run(["apply", "saved.plan", "--json"]))["diagnostics"]).toEqual(warned);
  });

  test("gives the place in the code of what the plan that follows the question warns of", async () => {
    const at = await withIdleRule();
    const argv = ["apply", "--synthesized", "app", "--json"];
    const ran = await at.run(argv, { interactive: true, ask: () => Promise.resolve("yes") });
    expect(accountOf(ran)["diagnostics"]).toEqual(warned);
  });
});

test("a drift shows what the plan warns of, and where in the code that is", async () => {
  const at = await withIdleRule();
  const { err } = await at.run(["drift", "--synthesized", "app"]);
  expect(err).toContain("[rule-matches-nothing]");
  expect(err).toContain(location);
});

import { accountId, canaryOfAll } from "../support/account";
import { asItIs, everyday } from "../support/declare";
import { accountOf, desk, type Desk } from "../support/desk";

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
    expect(out).toMatch(/~ baseline .*\n\s+stronger +comments say more \("silent" -> "enabled"\)/);
    expect(out).toMatch(/> baseline -> strict .*rule 2: payments-%/);
    expect(out).toContain('left where it is (rule 1): "legacy"');
    expect(new Set(at.emulator.requests.map((each) => each.method))).toEqual(new Set(["GET"]));
  });

  test("an apply makes the service hold what is declared, and the next plan is empty", async () => {
    const at = await desk(everyday);
    const applied = await at.apply();
    expect(applied.code).toBe(0);
    expect(applied.out).toContain("Applied with 2 requests: 3 changes succeeded.");
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

  test("a saved plan is applied without asking and without the app", async () => {
    const at = await desk(everyday);
    expect((await at.plan("--out", "reviewed.plan")).err).toContain("scanform apply reviewed.plan");
    at.declare({});
    const applied = await at.run(["apply", "reviewed.plan"]);
    expect(applied.code).toBe(0);
    expect(configurationOf("payments-ledger", at)).toBe("strict");
    at.declare(everyday);
    expect((await at.plan("--detailed-exitcode")).code).toBe(0);
  });

  test("what is changed behind our back is found and mended, leaf by leaf", async () => {
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

  test("--json tells of every change, move and outcome", async () => {
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

  test("is nothing to apply either, and nobody is asked", async () => {
    const at = await desk(asItIs);
    const { code, out } = await at.run(["apply", "--synthesized", "app"]);
    expect(code).toBe(0);
    expect(out).toContain("no changes");
    expect(at.writes()).toEqual([]);
  });
});

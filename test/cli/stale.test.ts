import { startEmulator } from "../support/emulator";
import {
  account,
  accountId,
  baselineId,
  canary,
  relaxedId,
  repositoriesNamed,
  repositoryId,
  seedOf,
} from "../support/account";
import { everyday } from "../support/declare";
import { desk, type Desk, documentOf, type Ran } from "../support/desk";
import { meddle } from "../support/scenes";

async function saved(): Promise<Desk> {
  const at = await desk(everyday);
  expect((await at.plan("--out", "saved.plan")).code).toBe(0);
  return at;
}

async function move({ emulator }: Desk, to: string, repositories: readonly number[]): Promise<void> {
  await fetch(`${emulator.url}/v1/accounts/${accountId}/configurations/assign_repositories`, {
    method: "POST",
    headers: { authorization: `Bearer ${canary}`, "content-type": "application/json" },
    body: JSON.stringify({ configuration_id: to, repository_ids: repositories.map(repositoryId) }),
  });
}

/** Applies, which must be refused with its own exit code before anything is written. */
async function refused(at: Desk): Promise<string> {
  at.emulator.clearRequests();
  const ran = await at.run(["apply", "saved.plan"]);
  expect(at.writes()).toEqual([]);
  expect(ran).toMatchObject({ code: 4, out: "" });
  expect(ran.err).toContain("[plan-stale]\n  saved.plan no longer matches");
  expect(ran.err).toContain("no longer matches the account, and nothing was written:");
  expect(ran.err).toContain("Plan again, and have it reviewed.");
  return ran.err;
}

/** Applies it where the account has become another one, as it cannot over the API. */
async function applyIn(at: Desk, given: Parameters<typeof seedOf>[0]): Promise<Ran> {
  await at.emulator.close();
  const changed = await startEmulator({ seed: seedOf(given), port: at.emulator.port });
  const ran = await at.run(["apply", "saved.plan"]);
  await changed.close();
  if (ran.code === 4) expect(new Set(changed.requests.map((each) => each.method))).toEqual(new Set(["GET"]));
  return ran;
}

describe("a saved plan is stale", () => {
  test("when a configuration that it writes to has another value in a field that it changes", async () => {
    const at = await saved();
    await meddle(at, { comment: "disabled" });
    expect(await refused(at)).toContain(
      'configuration "baseline": reviewed comment "silent" -> "enabled", now comment "disabled" -> "enabled"',
    );
  });

  test("when a configuration that it writes to has another name", async () => {
    const at = await saved();
    await meddle(at, {}, baselineId, "renamed");
    expect(await refused(at)).toContain("baseline");
  });

  test("when a configuration that it writes to is gone", async () => {
    const at = await saved();
    const headers = { authorization: `Bearer ${canary}` };
    await fetch(`${at.emulator.url}/v1/accounts/${accountId}/configurations/${baselineId}`, {
      method: "DELETE",
      headers,
    });
    expect(await refused(at)).toContain("baseline");
  });

  test("when somebody has made the configuration that it would create", async () => {
    const at = await saved();
    await fetch(`${at.emulator.url}/v1/accounts/${accountId}/configurations`, {
      method: "POST",
      headers: { authorization: `Bearer ${canary}`, "content-type": "application/json" },
      body: JSON.stringify({ configuration: { name: "strict" } }),
    });
    expect(await refused(at)).toContain("strict");
  });

  test("when a repository that it moves has moved", async () => {
    const at = await saved();
    await move(at, relaxedId, [0]);
    await refused(at);
  });

  test("when a repository that it did not have to move has left the configuration", async () => {
    const at = await saved();
    await move(at, relaxedId, [2]);
    await refused(at);
  });

  test("when a repository has a name by which another rule matches it", async () => {
    const names = ["payments-api", "ledger", "web", "legacy"];
    const { code, err } = await applyIn(await saved(), { repositories: repositoriesNamed(names, baselineId) });
    expect(code).toBe(4);
    expect(err).toContain('repository "payments-ledger": reviewed baseline -> strict, now nothing of it');
  });

  test("when what was declared is not valid any more, which is said", async () => {
    const analyzers = (account.analyzers ?? []).filter((each) => each.slug !== "secrets");
    const { code, err } = await applyIn(await saved(), { analyzers });
    expect(code).toBe(4);
    expect(err).toContain('Unknown analyzer: The account has no analyzer "secrets".');
  });

  test("and --json says so in one document, with the same code", async () => {
    const at = await saved();
    await meddle(at, { comment: "disabled" });
    const ran = await at.run(["apply", "saved.plan", "--json"]);
    expect(ran.code).toBe(4);
    expect(documentOf(ran)).toMatchObject({ diagnostics: [{ code: "plan-stale", path: "saved.plan" }] });
  });
});

describe("a saved plan is not stale", () => {
  const applied = { code: 0, err: expect.stringContaining("2 of 2 requests") as string };

  test("when a configuration that it does not touch has changed", async () => {
    const at = await saved();
    await meddle(at, { comment: "disabled", risk_threshold: 1 }, relaxedId, "quite relaxed");
    expect(await at.run(["apply", "saved.plan"])).toMatchObject(applied);
  });

  test("when a repository that is left as it is has moved", async () => {
    const at = await saved();
    await move(at, relaxedId, [3]);
    expect(await at.run(["apply", "saved.plan"])).toMatchObject(applied);
  });

  test("when the service lists the same in another order", async () => {
    const configurations = [...(account.configurations ?? [])].reverse();
    const repositories = [...(account.repositories ?? [])].reverse();
    const analyzers = [...(account.analyzers ?? [])].reverse();
    expect(await applyIn(await saved(), { configurations, repositories, analyzers })).toMatchObject(applied);
  });

  test("when a rule would move a repository that has come since: it stays, and is named", async () => {
    const names = ["payments-api", "payments-ledger", "web", "legacy", "payments-new"];
    const { code, out, err } = await applyIn(await saved(), { repositories: repositoriesNamed(names, baselineId) });
    expect(code).toBe(0);
    expect(out + err).toContain('A rule would move "payments-new". That is new since saved.plan was made');
  });
});

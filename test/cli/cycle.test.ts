import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { accountId, canaryOfAll, policyId } from "../support/account";
import { type App, asItIs, everyday } from "../support/declare";
import { accountOf, desk, type Desk } from "../support/desk";
import { proxy, refuseWith } from "../support/proxy";

const configurationOf = (repository: string, { emulator }: Desk): string | null | undefined => {
  const found = emulator.store.repositories(accountId).find((each) => each.name === repository);
  const configuration = emulator.store.configurations(accountId).find((each) => each.id === found?.configuration_id);
  return configuration?.name;
};

const settingsOf = (name: string, { emulator }: Desk): unknown =>
  emulator.store.configurations(accountId).find((each) => each.name === name)?.configuration;

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
    ["scanform_configuration.baseline", "scanform_configuration.strict", "scanform_repository_assignments.routing"].map(
      (address) => ({ address, status: "succeeded", request_id: expect.any(String) as string }),
    ),
  );
});

test("a plan that finds nothing to do takes four requests, all GET, when the account is named", async () => {
  const at = await desk(asItIs);
  const { code } = await at.run(["plan", "--synthesized", "app"], {
    env: { ...at.env, SCANFORM_ACCOUNT_ID: accountId },
  });
  expect(code).toBe(0);
  expect(at.emulator.requests.length).toBe(4);
  expect(new Set(at.emulator.requests.map((each) => each.method))).toEqual(new Set(["GET"]));
});

test("a plan that finds nothing to do takes one more to look the account up", async () => {
  const at = await desk(asItIs);
  expect((await at.plan()).out).toMatch(
    /^account acme \(aaaaaaaa\) at [\d.:]+\s+no changes \(1 configuration, 4 repositories\)\n/,
  );
  expect(at.emulator.requests.length).toBe(5);
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

test.each([
  ["what is declared", ["apply", "--synthesized", "app", "--auto-approve"]],
  ["a saved plan", ["apply", "saved.plan"]],
])("an apply gives the place in the code of what the service refuses of %s", async (_what, argv) => {
  const at = await desk(app);
  await at.run(saved);
  at.emulator.setFaults([{ fault: "status", status: 422, method: "PATCH" }]);
  const ran = await at.run([...argv, "--json"]);
  expect(accountOf(ran)["diagnostics"]).toEqual([
    expect.objectContaining({ address: "scanform_configuration.baseline", location }),
  ]);
});

test("an apply gives the place in the code of what a saved plan warns of", async () => {
  const at = await withIdleRule();
  await at.run(saved);
  expect(accountOf(await at.run(["apply", "saved.plan", "--json"]))["diagnostics"]).toEqual(warned);
});

test("an apply gives the place in the code of what the plan that follows the question warns of", async () => {
  const at = await withIdleRule();
  const argv = ["apply", "--synthesized", "app", "--json"];
  const ran = await at.run(argv, { interactive: true, ask: () => Promise.resolve("yes") });
  expect(accountOf(ran)["diagnostics"]).toEqual(warned);
});

test("a drift shows what the plan warns of, and where in the code that is", async () => {
  const at = await withIdleRule();
  const { err } = await at.run(["drift", "--synthesized", "app"]);
  expect(err).toContain("[rule-matches-nothing]");
  expect(err).toContain(location);
});

const flipped = (provider: App["provider"] = {}): App => ({
  provider,
  configurations: Object.fromEntries(
    ["baseline", "relaxed"].map((name) => [name, { name, analyzers: { xss: { enabled: true } } }]),
  ),
});

const sentence = "The provider block has dryRun, so nothing was written. Remove it to apply this.";

test("dry_run changes no plan, and every apply shows its plan and is refused", async () => {
  const at = await desk(flipped({ dry_run: true }));
  expect((await at.plan("--out", "saved.plan", "--detailed-exitcode")).code).toBe(2);
  const declared = ["--synthesized", "app"];
  for (const what of [[...declared, "--auto-approve"], [...declared, "--reviewed", "saved.plan"], ["saved.plan"]]) {
    const { code, out, err } = await at.run(["apply", ...what]);
    expect([code, out, err]).toEqual([
      3,
      expect.stringContaining("2 configurations to change"),
      expect.stringContaining(sentence),
    ]);
  }
  expect(at.writes()).toEqual([]);
});

async function mostAtOnce(at: Desk): Promise<number> {
  let [now, most] = [0, 0];
  const server = createServer((request, response) => {
    void (async () => {
      most = Math.max(most, (now += 1));
      await sleep(20);
      const { authorization = "" } = request.headers;
      const answer = await fetch(`${at.emulator.url}${request.url ?? ""}`, { headers: { authorization } });
      now -= 1;
      response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
    })();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  try {
    const env = { ...at.env, SCANFORM_BASE_URL: `http://127.0.0.1:${String(port)}` };
    expect(await at.run(["plan", "--synthesized", "app"], { env })).toMatchObject({ code: 0, err: "" });
    return most;
  } finally {
    server.close();
  }
}

test("sends at most max_concurrency requests at once", async () => {
  expect(await mostAtOnce(await desk(flipped()))).toBeGreaterThan(1);
  expect(await mostAtOnce(await desk(flipped({ max_concurrency: 1 })))).toBe(1);
});

const owning = (managed_scope: object): App => ({
  provider: { managed_scope },
  configurations: { baseline: { name: "baseline" } },
});
const names = async (app: App, ...flags: readonly string[]) => {
  const at = await desk(app);
  const ran = await at.apply(...flags);
  return { ...ran, at, left: at.emulator.store.configurations(accountId).map(({ name }) => name) };
};

test("apply deletes nothing without --prune", async () => {
  const { code, left } = await names(owning({ all: true }));
  expect([code, left]).toEqual([0, ["baseline", "relaxed"]]);
});

test("apply --prune deletes what is owned and not declared, and says so", async () => {
  const { code, left, out, at } = await names(owning({ all: true, max_deletes: 1 }), "--prune");
  expect([code, left]).toEqual([0, ["baseline"]]);
  expect(out).toContain("1 configuration to delete");
  expect(out).toMatch(/\nDELETES 1 configuration\n {2}- relaxed {3}no repository has it\n/);
  expect(at.writes().map(({ method }) => method)).toEqual(["DELETE"]);
});

test("an app that declares no configuration at all deletes nothing unless it is forced to", async () => {
  const empty: App = { provider: { managed_scope: { names: "relaxed", max_deletes: 1 } } };
  const { code, left, err, at } = await names(empty, "--prune");
  expect([code, left]).toEqual([3, ["baseline", "relaxed"]]);
  expect(err).toContain("[declaration-empty]");
  expect((await at.apply("--prune", "--force")).code).toBe(0);
  expect(at.writes().map(({ method }) => method)).toEqual(["DELETE"]);
});

test("a safety limit exits with 3, names itself, and writes nothing, not even a plan", async () => {
  const { code, left, err, at } = await names(owning({ all: true }), "--prune");
  expect([code, left]).toEqual([3, ["baseline", "relaxed"]]);
  expect(err).toContain("[delete-too-many]");
  const planned = await at.plan("--prune", "--json", "--out", "saved.plan");
  expect(planned.code).toBe(3);
  expect(accountOf(planned)).toMatchObject({
    summary: { delete: 1 },
    changes: [{ action: "delete", name: "relaxed" }],
    diagnostics: [{ code: "delete-too-many", severity: "error" }],
  });
  expect(existsSync(join(at.folder, "saved.plan"))).toBe(false);
  expect(at.writes()).toEqual([]);
});

test("a limit is overruled by --force, also in a saved plan", async () => {
  const at = await desk(owning({ all: true }));
  expect((await at.plan("--prune", "--force", "--out", "saved.plan")).code).toBe(0);
  expect((await at.run(["apply", "saved.plan"])).code).toBe(0);
  expect(at.emulator.store.configurations(accountId)).toHaveLength(1);
});

test("a saved plan that deletes is stale once the configuration has repositories", async () => {
  const at = await desk(owning({ all: true, max_deletes: 1 }));
  await at.plan("--prune", "--out", "saved.plan");
  const [, relaxed] = at.emulator.store.configurations(accountId);
  const [web] = at.emulator.store.repositories(accountId);
  await fetch(`${at.emulator.url}/v1/accounts/${accountId}/configurations/assign_repositories`, {
    method: "POST",
    headers: { authorization: `Bearer ${at.env["SCANFORM_API_KEY"] ?? ""}`, "content-type": "application/json" },
    body: JSON.stringify({ configuration_id: relaxed?.id, repository_ids: [web?.id] }),
  });
  at.emulator.clearRequests();
  const { code, err } = await at.run(["apply", "saved.plan"]);
  expect([code, at.writes()]).toEqual([4, []]);
  expect(err).toContain("payments-api");
});

test("--prune without a managed_scope is an error that says what to write", async () => {
  const { code, err } = await names({ configurations: { baseline: { name: "baseline" } } }, "--prune");
  expect([code, err]).toEqual([1, expect.stringContaining("[scope-missing]")]);
});

test("whatever says how to plan is refused beside a saved plan", async () => {
  const at = await desk(owning({ all: true }));
  for (const option of ["--prune", "--force", "--synthesized=app"]) {
    const [name] = option.split("=");
    expect((await at.run(["apply", "saved.plan", option])).err).toContain(`A saved plan needs no ${String(name)}`);
  }
});

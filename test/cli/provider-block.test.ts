import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { accountId } from "../support/account";
import type { App } from "../support/declare";
import { accountOf, type Desk, desk } from "../support/desk";
import { existsSync } from "node:fs";
import { join } from "node:path";

const flipped = (provider: App["provider"] = {}): App => ({
  provider,
  configurations: Object.fromEntries(
    ["baseline", "relaxed"].map((name) => [name, { name, analyzers: { xss: { enabled: true } } }]),
  ),
});

const sentence = "The provider block has dryRun, so nothing was written. Remove it to apply this.";

test("with dry_run a plan is as always, and every apply shows its plan and is refused", async () => {
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

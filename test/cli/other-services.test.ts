import type { Profile, SeedAccount } from "../../src/emulator";
import { isObject } from "../../src/model/json";
import { accountId, baselineId, policyId, relaxedId, repositoriesNamed, seedOf, baseline } from "../support/account";
import { idOf } from "../support/declare";
import { desk, accountOf, jsonOf, type Ran } from "../support/desk";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { newerService, translating } from "../support/newer-service";

/** 30 of each, all repositories with the first configuration. */
const thirty: Partial<SeedAccount> = {
  configurations: Array.from({ length: 30 }, (_, at) => ({
    ...(at === 0 ? { id: baselineId } : {}),
    name: `c${String(at)}`,
    configuration: { comment: "silent", analyzers: { secrets: { enabled: true, excludes: ["a"] } } },
  })),
  repositories: repositoriesNamed(
    Array.from({ length: 30 }, (_, at) => `r${String(at)}`),
    baselineId,
  ),
};

test.each<Partial<Profile>>([
  { page_size: 16 },
  { page_size: 16, page_envelope: "pagination" },
  { page_size: 12, page_query: "page_only" },
])(
  "where lists come in pages of no round length, every configuration and repository is found and written: %j",
  async (profile) => {
    const at = await desk(
      {
        configurations: {
          c: { name: "c29", comment: "enabled", analyzers: { secrets: { excludes: [] } } },
          n: { name: "new" },
        },
        assignments: { all: [{ repository_pattern: "%", configuration_id: idOf("c") }] },
      },
      seedOf(thirty),
    );
    at.emulator.setProfile({ ...profile, update_repositories: "whole_set" });
    expect((await at.apply()).code).toBe(0);
    const { store } = at.emulator;
    expect(store.configurations(accountId)).toHaveLength(31);
    const live = store.configurations(accountId).find(({ name }) => name === "c29");
    const holders = () => store.repositories(accountId).filter((each) => each.configuration_id === live?.id);
    expect(holders()).toHaveLength(30);
    at.declare({ configurations: { c: { name: "c29", analyzers: { secrets: { excludes: ["b"] } } } } });
    expect((await at.apply()).code).toBe(0);
    expect(holders()).toHaveLength(30);
    const before = at.writes().length;
    expect((await at.apply()).code).toBe(0);
    expect(at.writes()).toHaveLength(before);
  },
);

/** Analyzers of which the service holds settings that are not known here. */

const declared = { name: "baseline", exclusive_analyzers: true, analyzers: { secrets: { enabled: true } } };
const path = 'analyzers["xss"].future-setting';
const leaf = { path, before: "low", after: null };

/** The service holds `xss` with nothing but such a setting, beside all that is declared. */
async function newerDesk() {
  const analyzers = { secrets: { enabled: true }, xss: { risk_level: "low" } };
  const held = { ...baseline, configuration: { comment: "silent", analyzers } };
  const at = await desk({ configurations: { baseline: declared } }, seedOf({ configurations: [held] }));
  const env = { ...at.env, SCANFORM_BASE_URL: await newerService(at.emulator.url) };
  const run = (...argv: readonly string[]): Promise<Ran> => at.run(argv, { env });
  return {
    at,
    run,
    plan: () => run("plan", "--synthesized", "app", "--json", "--detailed-exitcode"),
    apply: () => run("apply", "--synthesized", "app", "--auto-approve", "--json"),
    drift: () => run("drift", "--synthesized", "app", "--json", "--since", journal(at.folder)),
    held: () => at.emulator.store.configurations(accountId)[0]?.configuration?.["analyzers"],
    before: analyzers,
  };
}

const journal = (folder: string): string =>
  join(".scanform", readdirSync(join(folder, ".scanform")).sort().at(-1) ?? "");

test("exclusive_analyzers removes an analyzer that has no other settings; one that is added again is drift, and a rollback restores it", async () => {
  const { at, run, plan, apply, drift, held, before } = await newerDesk();
  const planned = await plan();
  expect(planned.code).toBe(2);
  expect(accountOf(planned)).toMatchObject({
    effects: [{ class: "unclassified", unclassified: [leaf] }],
    changes: [{ action: "update", changes: [{ ...leaf, verdict: "unclassified" }] }],
    requests: { planned: 1 },
  });
  const applied = await apply();
  expect(applied.code).toBe(0);
  expect(accountOf(applied)).toMatchObject({ verified: true, outcomes: [{ status: "succeeded" }] });
  expect(at.writes().map(({ method }) => method)).toEqual(["PUT"]);
  expect(held()).toEqual({ secrets: { enabled: true } });
  expect((await plan()).code).toBe(0);
  expect((await drift()).code).toBe(0);
  at.emulator.reset();
  expect(held()).toEqual(before);
  const moved = await drift();
  expect(moved.code).toBe(2);
  expect(accountOf(moved)).toMatchObject({
    drift: [{ unclassified: [{ path, before: null, after: "low" }] }],
    pending: [],
  });
  expect((await apply()).code).toBe(0);
  expect(held()).toEqual({ secrets: { enabled: true } });
  const undone = await run("rollback", journal(at.folder), "--auto-approve", "--json");
  expect(accountOf(undone)).toMatchObject({
    verified: true,
    changes: [{ changes: [{ path, before: null, after: "low" }] }],
  });
  expect(held()).toEqual(before);
});

test("a service that keeps an analyzer that exclusive_analyzers removes has not done what was planned", async () => {
  const { at, plan, apply } = await newerDesk();
  at.emulator.setProfile({ put_omitted: "merged", patch_merge: "deep" });
  const applied = await apply();
  expect(applied.code).toBe(5);
  expect(accountOf(applied)).toMatchObject({
    verified: false,
    diagnostics: [{ code: "not-converged", path }],
  });
  expect((await plan()).code).toBe(2);
});

test("where the service fills in again what exclusive_analyzers removes, every plan says so, and no apply claims to have removed it", async () => {
  const { at, plan, apply } = await newerDesk();
  at.emulator.setProfile({ defaults: "always" });
  at.declare({ configurations: { baseline: { ...declared, analyzers: { secrets: {}, xss: {} } } } });
  const filled = { path: 'analyzers["sql-injection"].future-setting', before: "medium", after: null };
  for (const ran of [await plan(), await plan()])
    expect(accountOf(ran)).toMatchObject({ changes: [{ changes: [{ ...filled, verdict: "unclassified" }] }] });
  const applied = await apply();
  expect(applied.code).toBe(5);
  expect(accountOf(applied)).toMatchObject({
    verified: false,
    diagnostics: [{ code: "not-converged", path: filled.path }],
  });
});

test("where the service keeps no empty list, the apply says to leave it out, and then no plan shows it", async () => {
  const held = { ...baseline, configuration: { comment: "silent", notifications: { integrationNames: ["chat"] } } };
  const notifying = (integration_names?: readonly string[]) => ({
    configurations: { baseline: { name: "baseline", notifications: { integration_names } } },
  });
  const at = await desk(notifying([]), seedOf({ configurations: [held] }));
  at.emulator.setProfile({ empty: "dropped_with_entry" });
  const applied = await at.apply("--json");
  expect(applied.code).toBe(5);
  expect(accountOf(applied)).toMatchObject({
    diagnostics: [
      {
        code: "not-converged",
        path: "notifications.integration_names",
        detail:
          "expected [], found nothing. The service does not keep an empty list here: leave it out, or every plan shows it again",
      },
    ],
  });
  at.declare(notifying());
  const planned = await at.plan("--detailed-exitcode");
  expect(planned.code).toBe(0);
});

/** It has one number as a text, and an analyzer without settings as a list. */
async function oddDesk(app: Parameters<typeof desk>[0]) {
  const odd = {
    ...baseline,
    configuration: {
      comment: "silent",
      risk_threshold: 3,
      analyzers: { xss: {}, secrets: { enabled: true } },
      code_policies: [],
      notifications: {},
    },
  } as const;
  const made = await desk(app, seedOf({ configurations: [odd] }));
  const taken: unknown[] = [];
  const url = await translating(
    made.emulator.url,
    (key, value) => {
      if (key === "risk_threshold" && value === 3) return "3";
      if (key === "code_policies") return {};
      return (key === "xss" || key === "notifications") && JSON.stringify(value) === "{}" ? [] : value;
    },
    (key, value) => {
      if (key === "risk_threshold" || key === "xss") taken.push(value);
      if (key === "risk_threshold") return Number(value);
      if (key === "code_policies") return [];
      return (key === "xss" || key === "notifications") && Array.isArray(value) ? {} : value;
    },
  );
  const env = { ...made.env, SCANFORM_BASE_URL: url };
  const run = (...argv: readonly string[]) => made.run(argv, { env });
  return { made, taken, run };
}
const app = {
  configurations: {
    a: {
      name: "baseline",
      comment: "enabled",
      risk_threshold: 5,
      exclusive_analyzers: true,
      analyzers: { xss: { blocking: true }, secrets: { enabled: true, blocking: true } },
      code_policies: { [policyId]: { enabled: true } },
      notifications: { enabled: true, integration_names: ["chat"] },
    },
    n: { name: "new", risk_threshold: 4 },
  },
};

test("values of another kind than their setting are named with their configuration, and left as they are, while the rest is planned, applied and undone", async () => {
  const { made, taken, run } = await oddDesk(app);
  const planned = await run("plan", "--synthesized", "app", "--out", "saved.plan");
  expect(planned.code).toBe(0);
  expect(planned.out).not.toMatch(/risk_threshold.*5/);
  for (const each of [
    'risk_threshold of the live configuration "baseline" is "3", and must be a whole number. It is left as it is',
    'analyzers["xss"] of the live configuration "baseline" is an empty list, and must be an object.',
  ])
    expect(planned.err).toContain(each);
  expect((await run("plan", "--synthesized", "app", "--format", "markdown", "--base", "app")).code).toBe(0);
  expect((await run("apply", "saved.plan")).code).toBe(0);
  expect(new Set(taken.map((each) => JSON.stringify(each)))).toEqual(new Set(['"3"', "[]", "4"]));
  const [held] = made.emulator.store.configurations(accountId);
  expect(held?.configuration).toEqual({
    comment: "enabled",
    risk_threshold: 3,
    analyzers: { xss: {}, secrets: { enabled: true, blocking: true } },
    code_policies: [],
    notifications: {},
  });
  expect((await run("plan", "--synthesized", "app", "--detailed-exitcode")).code).toBe(0);
  expect((await run("drift", "--synthesized", "app")).code).toBe(0);
  const [journal = ""] = readdirSync(join(made.folder, ".scanform")).filter((name) => name.endsWith(".journal"));
  expect((await run("rollback", join(".scanform", journal), "--auto-approve")).code).toBe(0);
  expect(made.emulator.store.configurations(accountId)[0]?.configuration).toMatchObject({ comment: "silent" });
});

test("values of another kind than their setting are named where settings are a text as a whole, or a repository is enabled with one, and the rest goes on", async () => {
  const odd = { id: relaxedId, name: "relaxed", configuration: { comment: "disabled" } } as const;
  const made = await desk(
    { configurations: { a: { name: "baseline", comment: "enabled" }, b: { name: "relaxed", comment: "silent" } } },
    seedOf({ configurations: [baseline, odd], repositories: repositoriesNamed(["web", "api"], baselineId) }),
  );
  const url = await translating(
    made.emulator.url,
    (key, value) => {
      if (isObject(value) && "provider_repo_id" in value) return { ...value, enabled: "yes" };
      return key === "configuration" && isObject(value) && value["comment"] === "disabled" ? "none" : value;
    },
    (_key, value) => value,
  );
  const run = (...argv: readonly string[]) => made.run(argv, { env: { ...made.env, SCANFORM_BASE_URL: url } });
  const planned = await run("plan", "--synthesized", "app", "--out", "saved.plan");
  expect(planned.code).toBe(0);
  expect(planned.err).toContain(
    'configuration as a whole of the live configuration "relaxed" is "none", and must be an object. It is left as it is',
  );
  expect(planned.err).toContain(
    'enabled of the repositories "web" and "api" must be true or false, and is "yes" for the first',
  );
  expect((await run("show", "saved.plan", "--format", "html")).code).toBe(0);
  expect((await run("apply", "saved.plan")).code).toBe(0);
  expect(made.emulator.store.configurations(accountId).map(({ configuration }) => configuration?.comment)).toEqual([
    "enabled",
    "disabled",
  ]);
  expect((await run("plan", "--synthesized", "app", "--detailed-exitcode")).code).toBe(0);
  expect((await run("drift", "--synthesized", "app")).code).toBe(0);
  const listed = await run("list", "configurations", "--json");
  expect(jsonOf(listed)["items"]).toMatchObject([{}, { configuration: "none", disabled_repositories: 0 }]);
  expect((await run("explain", "--synthesized", "app", "--all")).out).not.toContain("not scanned");
  const imported = await run("import");
  expect([imported.code, imported.err]).toEqual([0, expect.stringContaining("configuration as a whole")]);
});

test("values of another kind than their setting are listed as they are, and not imported", async () => {
  const { run } = await oddDesk({});
  const listed = await run("list", "configurations", "--json");
  expect(jsonOf(listed)["items"]).toMatchObject([{ configuration: { risk_threshold: "3", analyzers: { xss: [] } } }]);
  expect((await run("list", "repositories", "--where", "secrets.enabled = true")).code).toBe(0);
  const { code, out, err } = await run("import");
  expect(code).toBe(0);
  expect(out).not.toContain("riskThreshold");
  expect(err).toMatch(
    /Not imported: risk_threshold of configuration "baseline" .*: it is "3", and must be a whole number/,
  );
  expect(err).toMatch(/Not imported: analyzers.xss, notifications of configuration "baseline" .*: it is an empty list/);
});

import { readFileSync, writeFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { canaryOfAll, accountId, otherAccountId, baselineId } from "../support/account";
import { everyday, asItIs } from "../support/declare";
import { desk, documentOf } from "../support/desk";

const noKey = { env: {} };

test.each([[[]], [["--full"]], [["--json"]], [["--format", "markdown"]], [["--format", "html"]]])(
  "a saved plan is shown with %j as it was when it was made, without a key and without a request",
  async (flags) => {
    const at = await desk({
      ...everyday,
      provider: { managed_scope: { names: "relaxed" } },
    });
    const made = await at.plan("--prune", "--force", "--out", "saved.plan", ...flags);
    at.emulator.clearRequests();
    const shown = await at.run(["show", "saved.plan", ...flags], noKey);
    expect(shown.code).toBe(0);
    expect(shown.out).toBe(made.out);
    expect(at.emulator.requests).toEqual([]);
  },
);

test("the plans of several accounts are shown together", async () => {
  const at = await desk({
    provider: [{ account_id: accountId }, { alias: "globex", account_id: otherAccountId }],
    configurations: {
      baseline: { name: "baseline", comment: "enabled" },
      other: { name: "other", comment: "silent", provider: "scanform.globex" },
    },
  });
  const made = await at.run(["plan", "--synthesized", "app", "--json", "--out", "saved.plan"], {
    env: { ...at.env, SCANFORM_API_KEY: canaryOfAll },
  });
  const shown = await at.run(["show", "saved.plan", "--json"], noKey);
  expect(documentOf(shown)).toEqual(documentOf(made));
});

test("what the plan warned of is shown too", async () => {
  const rule = { repository_pattern: "no-such-%", leave: true };
  const at = await desk({ ...everyday, assignments: { routing: [rule] } });
  await at.plan("--out", "saved.plan");
  const { err } = await at.run(["show", "saved.plan"], noKey);
  expect(err).toContain("[rule-matches-nothing]");
});

test("a file that is missing or was changed is an error that names it", async () => {
  const at = await desk(everyday);
  const path = join(at.folder, "saved.plan");
  const missing = await at.run(["show", "saved.plan"], noKey);
  await at.plan("--out", "saved.plan");
  writeFileSync(path, readFileSync(path, "utf8").replace('"mixed":', '"fixed":'));
  const changed = await at.run(["show", "saved.plan"], noKey);
  for (const { code, err } of [missing, changed]) {
    expect(code).toBe(1);
    expect(err).toContain("saved.plan");
    expect(err).toContain("[plan-file-unreadable]");
  }
});

const head = (out: string): string => out.slice(0, out.indexOf("\n\n", out.indexOf("WEAKENS")));

test("plan --only shows what the plan does with repositories of such names, under the counts and the verdict of the whole", async () => {
  const at = await desk(everyday);
  const whole = await at.plan();
  const part = await at.plan("--only", "payments-a%");
  expect(part.code).toBe(0);
  const [, said] = part.out.split("\n\n");
  expect(head(part.out.replace(`${said ?? ""}\n\n`, ""))).toBe(head(whole.out));
  expect(part.out).toContain("payments-api");
  expect(part.out).not.toMatch(/payments-ledger|"web"|digest/);
  expect(whole.out).toMatch(/payments-ledger[^]*digest/);
  expect(said).toBe("--only payments-a% shows a part: the counts and the verdict are of the whole plan");
});

test.each(["strict", "scanform_configuration.strict"])(
  "plan --only shows the repositories that come from or go to a configuration: %s",
  async (pattern) => {
    const { out } = await (await desk(everyday)).plan("--only", pattern);
    expect(out).toMatch(/> baseline -> strict {3}2 repositories/);
    expect(out).not.toMatch(/^ {2}~ baseline/m);
  },
);

test("plan --only takes the id of a configuration", async () => {
  const { out } = await (await desk(everyday)).plan("--only", baselineId);
  expect(out).toMatch(/^ {2}~ baseline/m);
});

test("plan --only says where nothing matches", async () => {
  const { code, out } = await (await desk(everyday)).plan("--only", "no-such-%");
  expect(code).toBe(0);
  expect(out).toContain("\nNothing of the plan matches no-such-%.\n");
});

test("plan --only changes neither exit codes nor what a gate refuses", async () => {
  const at = await desk(everyday);
  expect((await at.plan("--only", "no-such-%", "--detailed-exitcode")).code).toBe(2);
  const { code, err } = await at.plan("--only", "no-such-%", "--fail-on", "weakens");
  expect(code).toBe(3);
  expect(err).toContain("[gate-closed]");
  at.declare(asItIs);
  expect((await at.plan("--only", "no-such-%", "--detailed-exitcode")).code).toBe(0);
});

test.each([
  ["--out", ["--out", "saved.plan"], "--out saves the whole"],
  ["--json", ["--json"], "json always has the whole"],
  ["--format markdown", ["--format", "markdown"], "markdown always has the whole"],
])("plan --only is refused with %s, before anything is read", async (_title, flags, said) => {
  const at = await desk(everyday);
  const { code, out, err } = await at.plan("--only", "payments-%", ...flags);
  expect(code).toBe(1);
  expect(out + err).toContain(said);
  expect(at.emulator.requests).toEqual([]);
  expect(existsSync(join(at.folder, "saved.plan"))).toBe(false);
});

test("plan --only is refused with a pattern that is none", async () => {
  const { code, err } = await (await desk(everyday)).plan("--only", "payments\\");
  expect([code, err]).toEqual([1, expect.stringContaining("[name-pattern-invalid]")]);
});

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { canaryOfAll, accountId, otherAccountId } from "../support/account";
import { everyday } from "../support/declare";
import { desk, documentOf } from "../support/desk";

const noKey = { env: {} };

test.each([[[]], [["--full"]], [["--json"]], [["--format", "markdown"]]])(
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

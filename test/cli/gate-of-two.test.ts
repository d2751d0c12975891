import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accountId, canaryOfAll, otherAccountId } from "../support/account";
import type { App } from "../support/declare";
import { desk, documentOf } from "../support/desk";

/** The first account would lose settings; nothing is wrong with the second. */
const oneWeakens: App = {
  provider: [{ account_id: accountId }, { alias: "globex", account_id: otherAccountId }],
  configurations: {
    baseline: { name: "baseline", comment: "disabled" },
    other: { name: "other", comment: "silent", provider: "scanform.globex" },
  },
};

/** A configuration that has repositories would be deleted in the first account. */
const oneIsUnsafe: App = {
  ...oneWeakens,
  provider: [
    { account_id: accountId, managed_scope: { names: "baseline" } },
    { alias: "globex", account_id: otherAccountId, managed_scope: { names: "unused" } },
  ],
  configurations: { other: { name: "other", comment: "silent", provider: "scanform.globex" } },
};

describe("where one of two accounts is refused", () => {
  test.each([
    ["the gate", oneWeakens, ["--fail-on", "weakens"]],
    ["a safety limit", oneIsUnsafe, ["--prune"]],
  ] as const)("by %s, a plan and an apply exit with 3, and nothing is written to either", async (_what, app, flags) => {
    const at = await desk(app);
    const env = { ...at.env, SCANFORM_API_KEY: canaryOfAll };
    for (const command of [["plan"], ["apply", "--auto-approve"]])
      expect(await at.run([...command, "--synthesized", "app", ...flags], { env })).toMatchObject({ code: 3 });
    expect(at.writes()).toEqual([]);
  });

  test("by a safety limit, no plan is saved", async () => {
    const at = await desk(oneIsUnsafe);
    const env = { ...at.env, SCANFORM_API_KEY: canaryOfAll };
    const { err } = await at.run(["plan", "--synthesized", "app", "--prune", "--out", "saved.plan"], { env });
    expect(err).not.toContain("Saved to");
    expect((await at.run(["apply", "saved.plan"], { env })).err).toContain("[plan-file-unreadable]");
  });
});

test("where one of two accounts has changes, a plan and a drift exit with 2", async () => {
  const at = await desk({
    ...oneWeakens,
    configurations: {
      baseline: { name: "baseline", comment: "silent" },
      other: { name: "other", comment: "silent", provider: "scanform.globex" },
    },
  });
  const env = { ...at.env, SCANFORM_API_KEY: canaryOfAll };
  const ran = await at.run(["plan", "--synthesized", "app", "--detailed-exitcode", "--json"], { env });
  expect(ran.code).toBe(2);
  expect(documentOf(ran)).toMatchObject({ accounts: [{ summary: { update: 0 } }, { summary: { create: 1 } }] });
  expect((await at.run(["drift", "--synthesized", "app"], { env })).code).toBe(2);
});

test("a warning about the whole app is shown once", async () => {
  const at = await desk(oneWeakens);
  const path = join(at.folder, "app/stacks/s/cdk.tf.json");
  const removed = '"removed":[{"from":"scanform_configuration.gone"}],"provider":';
  writeFileSync(path, readFileSync(path, "utf8").replace('"provider":', removed));
  const env = { ...at.env, SCANFORM_API_KEY: canaryOfAll };
  const { err } = await at.run(["plan", "--synthesized", "app"], { env });
  expect(err.match(/\[resource-unsupported\]/g)).toHaveLength(1);
});

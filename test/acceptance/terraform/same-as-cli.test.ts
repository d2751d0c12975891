import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Seed } from "../../../src/emulator";
import { accountId, canary, policyId, seedOf } from "../../support/account";
import { type App, idOf, writeSynthesized } from "../../support/declare";
import { desk } from "../../support/desk";
import { describeWithTerraform } from "../../support/terraform";
import { workspace } from "./workspace";

const secrets = { enabled: true, risk_level: "high", excludes: ["test/**"] };

/** Renames one, takes analyzers away, changes one leaf of several, and gives all repositories something new. */
const elaborate: App = {
  configurations: {
    hardened: {
      name: "hardened",
      renamed_from: ["baseline"],
      exclusive_analyzers: true,
      analyzers: { secrets },
      code_policies: {},
      notifications: { enabled: true, integration_names: ["appsec-chat"] },
    },
    relaxed: { name: "relaxed", show_scan_confirmation: false, analyzers: { xss: { silent: true } } },
    web: { name: "web", show_scan_confirmation: false, code_policies: { [policyId]: { enabled: true } } },
  },
  assignments: {
    routing: [
      { repository_names: ["web"], configuration_id: idOf("web") },
      { repository_names: ["legacy"], configuration_id: idOf("relaxed") },
    ],
  },
};

/** The same later: leaves are changed, moved and not declared any more. */
const less: App = {
  configurations: {
    hardened: { name: "hardened", analyzers: { secrets: { ...secrets, excludes: [], blocking: true } } },
    relaxed: { name: "relaxed", show_scan_confirmation: true },
    web: { name: "web", show_scan_confirmation: true, code_policies: {} },
  },
  assignments: { routing: [{ repository_pattern: "%", configuration_id: idOf("hardened") }] },
};

/** What the account holds, without what is by chance. */
function accountIn({ accounts }: Seed): unknown {
  const { configurations = [], repositories = [] } = accounts.find((each) => each.account_id === accountId) ?? {};
  const names = new Map(configurations.map(({ id, name }) => [id, name]));
  return {
    configurations: configurations
      .map(({ name, configuration }) => ({ name, configuration }))
      .sort((left, right) => String(left.name).localeCompare(String(right.name))),
    repositories: repositories.map(({ name, configuration_id: id }) => [name, names.get(id ?? "")]),
  };
}

describeWithTerraform("the same declaration", () => {
  test("scanform and terraform leave the same account after many changes at once and fewer later", async () => {
    const cli = await desk({}, seedOf());
    const at = await workspace({ seed: seedOf(), env: { SCANFORM_API_KEY: canary } });
    for (const app of [elaborate, less]) {
      cli.declare(app);
      expect(await cli.apply()).toMatchObject({ code: 0 });

      writeSynthesized(at.folder, app);
      const { resource } = JSON.parse(readFileSync(join(at.folder, "stacks/s/cdk.tf.json"), "utf8")) as App & {
        readonly resource: unknown;
      };
      writeFileSync(join(at.folder, "main.tf.json"), JSON.stringify({ resource }));
      await at.apply();
    }
    expect(accountIn(at.emulator.snapshot())).toEqual(accountIn(cli.emulator.snapshot()));
    await at.nothingToDo();
    expect(await cli.plan("--detailed-exitcode")).toMatchObject({ code: 0 });
  });
});

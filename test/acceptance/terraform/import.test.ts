import { readFileSync } from "node:fs";
import { join } from "node:path";
import { acmeAccountId, builtinSeed } from "../../../src/emulator";
import { stableId } from "../../../src/emulator/support/deterministic";
import { describeWithTerraform } from "../../support/terraform";
import { configurationNamed, workspace } from "./workspace";

const baseline = configurationNamed("baseline");
const address = "scanform_configuration.baseline";
const declared = `resource "scanform_configuration" "baseline" {
  name    = "baseline"
  comment = "silent"
}
`;

const importing = (id: string, to = address): string => `import {
  to = ${to}
  id = "${id}"
}
`;

describeWithTerraform("a configuration that is imported", () => {
  test("by command, by the account's id and its own: what is declared is managed from then on", async () => {
    const at = await workspace();
    at.write(declared);
    expect(await at.terraform("import", address, `${acmeAccountId}/${baseline}`)).toContain("Import successful!");
    expect(at.state(address)).toMatchObject({ id: baseline, comment: "silent" });
    expect(await at.apply()).toContain("Warning: No longer managed");
    expect(at.writes()).toEqual([]);
    await at.nothingToDo();
  });

  test("by block, in the same apply as a change", async () => {
    const at = await workspace();
    at.write(declared.replace("silent", "enabled") + importing(baseline));
    expect(await at.apply()).toContain("1 imported, 0 added, 1 changed, 0 destroyed");
    expect(at.writes()).toEqual([`PATCH /configurations/${baseline}`]);
    expect(at.live("baseline").settings).toMatchObject({ comment: "enabled", analyzers: { "sql-injection": {} } });
    await at.nothingToDo();
  });

  test("with its declaration generated: there is nothing to do then", async () => {
    const at = await workspace({ profile: { order: "shuffled", unset: "null" } });
    const policy = stableId("acme policy No plaintext secrets");
    await at.meddle(baseline, {
      risk_threshold: 3,
      analyzers: { secrets: { enabled: true, risk_level: "high", excludes: ["b/**", "a/**"], includes: [] }, xss: {} },
      code_policies: [{ id: policy, enabled: true }],
      notifications: { enabled: true, integrationNames: ["appsec-chat"] },
    });
    at.write(importing(baseline) + importing(configurationNamed("default"), "scanform_configuration.default"));
    expect(await at.terraform("plan", "-generate-config-out=made.tf")).toContain(
      "Plan: 2 to import, 0 to add, 0 to change, 0 to destroy",
    );
    expect(readFileSync(join(at.folder, "made.tf"), "utf8")).toContain("sql-injection = {");
    expect(await at.apply()).toContain("2 imported, 0 added, 0 changed, 0 destroyed");
    expect(at.writes()).toEqual([]);
    await at.nothingToDo();
  });
});

describeWithTerraform("a configuration with texts in another normal form than Terraform's", () => {
  const [decomposed, composed] = ["cafe\u0301", "caf\u00e9"];

  test("is imported by block and by the HCL of its account: there is nothing to do then, and a change keeps its texts", async () => {
    const at = await workspace();
    const settings = {
      analyzers: { secrets: { enabled: true, excludes: [`${decomposed}/**`] }, [decomposed]: { enabled: true } },
    };
    await at.elsewhere("PUT", `/configurations/${baseline}`, {
      configuration: { name: decomposed, configuration: settings },
    });
    at.forget();
    at.write(importing(baseline));
    expect(await at.terraform("plan", "-generate-config-out=made.tf")).toContain(
      "Plan: 1 to import, 0 to add, 0 to change, 0 to destroy",
    );
    const made = readFileSync(join(at.folder, "made.tf"), "utf8");
    expect(made).toContain(composed);
    await at.apply();
    await at.nothingToDo();
    expect(at.writes()).toEqual([]);
    at.write(made.replace(/risk_threshold +=.*/, "risk_threshold = 3"), "made.tf");
    await at.apply();
    expect(at.live(decomposed).settings).toMatchObject({ ...settings, risk_threshold: 3 });
    await at.nothingToDo();
  });
});

describeWithTerraform("a triage that is imported", () => {
  test("an imported triage whose declaration is generated has a justification, and there is nothing to do then", async () => {
    const at = await workspace();
    at.write(importing(builtinSeed.accounts[0]?.triage?.[0]?.finding_id ?? "", "scanform_finding_triage.one"));
    expect(await at.terraform("plan", "-generate-config-out=made.tf")).toContain(
      "Plan: 1 to import, 0 to add, 0 to change, 0 to destroy",
    );
    await at.apply();
    expect(at.writes()).toEqual([]);
    await at.nothingToDo();
    // the user's own reason is kept in the state alone
    const made = readFileSync(join(at.folder, "made.tf"), "utf8");
    at.write(made.replace(/justification = ".*"/, 'justification = "Only in tests."'), "made.tf");
    expect(await at.apply()).toContain("0 added, 1 changed, 0 destroyed");
    expect(at.writes()).toEqual([]);
    await at.nothingToDo();
  });
});

import { Fn, TerraformVariable } from "cdktf";
import { Configuration, RepositoryAssignments, ScanformProvider } from "../../../src/constructs";
import { synthesized } from "../../constructs/synth";
import { describeWithTerraform } from "../../support/terraform";
import { reattachedWorkspace as workspace } from "./workspace";

/** Lists, maps and rules of which only Terraform knows the members. */
const declared = () =>
  synthesized((stack) => {
    new ScanformProvider(stack, "scanform");
    const files = new TerraformVariable(stack, "files", { type: "list(string)", default: ["vendor/**"] });
    const both = Fn.concat([files.listValue, ["test/**"]]) as never;
    const strict = new Configuration(stack, "strict", {
      name: "strict",
      comment: "silent",
      analyzers: { "sql-injection": { enabled: true, riskLevel: "high", excludes: both } },
      notifications: { integrationNames: files.listValue },
    });
    strict.notify("appsec-chat");
    new Configuration(stack, "merged", {
      name: "merged",
      analyzers: Fn.merge([{ secrets: { enabled: true } }, { xss: { enabled: false } }]) as never,
    });
    new RepositoryAssignments(stack, "routing", {
      rules: [{ configuration: strict.configurationId, repositoryNames: Fn.distinct(["checkout", "checkout"]) }],
    });
  });

describeWithTerraform("tokens of the constructs", () => {
  test("become what Terraform makes of them", async () => {
    const at = await workspace();
    const { resource, variable } = declared();
    at.write(JSON.stringify({ resource, variable }), "main.tf.json");
    await at.apply();
    await at.nothingToDo();
    expect(at.live("strict").settings).toEqual({
      comment: "silent",
      analyzers: { "sql-injection": { enabled: true, risk_level: "high", excludes: ["test/**", "vendor/**"] } },
      notifications: { enabled: true, integrationNames: ["appsec-chat", "vendor/**"] },
    });
    expect(at.live("merged").settings).toEqual({
      analyzers: { secrets: { enabled: true }, xss: { enabled: false } },
    });
  });
});

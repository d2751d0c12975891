import { dirname, join } from "node:path";
import { describeWithRegistry, fromRegistry, nodeFromRegistry } from "../../support/registry";
import { repositoryRoot } from "../../support/spawned";
import { cdkProject } from "./cdk-project";

/** The package's constructs, beside a binding that `cdktf get` generates from the provider. */
const main = `
import { App, Fn, TerraformOutput, TerraformStack } from "cdktf";
import { Comment, Configuration, RepositoryAssignments, ScanformProvider } from "scanform/cdktf";
import { DataScanformRepositories } from "./.gen/providers/scanform/data-scanform-repositories";

const app = new App();
const stack = new TerraformStack(app, "acme");
new ScanformProvider(stack, "scanform");
const strict = new Configuration(stack, "strict", { name: "strict", comment: Comment.ENABLED });
strict.addAnalyzer("secrets", { enabled: true, blocking: true });
new RepositoryAssignments(stack, "routing", { rules: [{ repositoryPattern: "payments-%", configuration: strict }] });
const { repositories } = new DataScanformRepositories(stack, "payments", { namePattern: "payments-%" });
new TerraformOutput(stack, "count", { value: Fn.lengthOf(repositories) });
app.synth();
`;

const gathered = ["--skip-provider-lock", "--terraform-parallelism=256"];

describeWithRegistry("cdktf-cli on Node 20", () => {
  const modules = fromRegistry("cdktf-cli@0.21.0");
  const node = nodeFromRegistry("20.20.2");

  test("generates, plans, deploys, has nothing to do then, and destroys", async () => {
    const at = await cdkProject({
      node: node(),
      cli: join(modules(), "cdktf-cli/bundle/bin/cdktf"),
      packages: {
        cdktf: dirname(require.resolve("cdktf/package.json")),
        constructs: dirname(require.resolve("constructs/package.json")),
        scanform: repositoryRoot,
      },
      main,
    });
    await at.run("get");
    expect(await at.run("diff", "--skip-provider-lock")).toContain("Plan: 2 to add, 0 to change, 0 to destroy.");
    expect(at.writes()).toEqual([]);
    expect(await at.run("deploy", ...gathered, "--auto-approve")).toContain("count = 5");
    expect(at.names()).toEqual(["baseline", "default", "strict"]);
    expect(at.writes()).toEqual(["POST", "POST"]);
    expect(await at.run("diff", "--skip-provider-lock")).toContain("No changes.");
    await at.run("destroy", "--skip-provider-lock", "--auto-approve");
    expect(at.names()).toEqual(["baseline", "default"]);
    expect(at.writes()).toEqual(["DELETE"]);
  }, 300_000);
});

import { dirname, join } from "node:path";
import { describeWithRegistry, fromRegistry, nodeFromRegistry } from "../../support/registry";
import { repositoryRoot } from "../../support/spawned";
import { cdkProject, lived } from "./cdk-project";

/** The package's constructs, beside a binding that `cdktf get` generates from the provider. */
const main = `
import { App, Fn, TerraformOutput, TerraformStack } from "cdktf";
import { Comment, Configuration, RepositoryAssignments, ScanformProvider } from "scanform/cdktf";
import { DataScanformRepositories } from "./.gen/providers/scanform/data-scanform-repositories";

const app = new App();
const stack = new TerraformStack(app, "acme");
new ScanformProvider(stack, "scanform");
const strict = new Configuration(stack, "strict", { name: "strict", comment: Comment.ENABLED, forceDestroy: true });
strict.addAnalyzer("secrets", { enabled: true, blocking: true });
new RepositoryAssignments(stack, "routing", { rules: [{ repositoryPattern: "payments-%", configuration: strict }] });
const { repositories } = new DataScanformRepositories(stack, "payments", { namePattern: "payments-%" });
new TerraformOutput(stack, "count", { value: Fn.lengthOf(repositories) });
app.synth();
`;

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
    await lived(at, "count = 5");
  }, 300_000);
});

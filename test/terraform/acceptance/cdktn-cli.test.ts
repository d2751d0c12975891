import { join } from "node:path";
import { describeWithRegistry, fromRegistry, nodeFromRegistry } from "../../support/registry";
import { cdkProject, lived } from "./cdk-project";

/** Nothing but what `cdktn get` generates from the provider, its functions too. */
const main = `
import { App, TerraformOutput, TerraformStack } from "cdktn";
import { Configuration } from "./.gen/providers/scanform/configuration";
import { ScanformProvider } from "./.gen/providers/scanform/provider";
import { RepositoryAssignments } from "./.gen/providers/scanform/repository-assignments";

const app = new App();
const stack = new TerraformStack(app, "acme");
const { functions } = new ScanformProvider(stack, "scanform");
const analyzers = { secrets: { enabled: true, blocking: true } };
const strict = new Configuration(stack, "strict", { name: "strict", comment: "enabled", analyzers, forceDestroy: true });
new RepositoryAssignments(stack, "routing", {
  rules: [{ repositoryPattern: "payments-%", configurationId: strict.id }],
});
new TerraformOutput(stack, "pattern", { value: functions.likeLiteral("100%") });
app.synth();
`;

describeWithRegistry("cdktn-cli on Node 24", () => {
  const modules = fromRegistry("cdktn-cli@0.24.0", "cdktn@0.24.0", "constructs@10.7.2");
  const node = nodeFromRegistry("24.21.0");

  test("generates, plans, deploys, has nothing to do then, and destroys", async () => {
    const at = await cdkProject({
      node: node(),
      cli: join(modules(), "cdktn-cli/bin/cdktn"),
      packages: { cdktn: join(modules(), "cdktn"), constructs: join(modules(), "constructs") },
      main,
    });
    await lived(at, String.raw`pattern = 100\%`);
  }, 300_000);
});

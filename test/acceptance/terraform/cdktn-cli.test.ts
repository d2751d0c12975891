import { dirname, join } from "node:path";
import { describeWithRegistry, fromRegistry, nodeFromRegistry } from "../../support/registry";
import { repositoryRoot } from "../../support/spawned";
import { cdkProject, lived } from "./cdk-project";

/** The package's constructs, beside what `cdktn get` generates from the provider: its functions. */
const main = `
import { App, TerraformOutput, TerraformStack } from "cdktn";
import { Comment, Configuration, RepositoryAssignments } from "scanform/cdktn";
import { ScanformProvider } from "./.gen/providers/scanform/provider";

const app = new App();
const stack = new TerraformStack(app, "acme");
const { functions } = new ScanformProvider(stack, "scanform");
const strict = new Configuration(stack, "strict", { name: "strict", comment: Comment.ENABLED, forceDestroy: true });
strict.addAnalyzer("secrets", { enabled: true, blocking: true });
new RepositoryAssignments(stack, "routing", { rules: [{ repositoryPattern: "payments-%", configuration: strict }] });
new TerraformOutput(stack, "pattern", { value: functions.likeLiteral("100%") });
app.synth();
`;

describeWithRegistry("cdktn-cli on Node 24", () => {
  const modules = fromRegistry("cdktn-cli@0.24.0");
  const node = nodeFromRegistry("24.21.0");

  test("generates, plans, deploys, has nothing to do then, and destroys", async () => {
    const at = await cdkProject({
      node: node(),
      cli: join(modules(), "cdktn-cli/bin/cdktn"),
      packages: {
        cdktn: dirname(require.resolve("cdktn/package.json")),
        constructs: dirname(require.resolve("constructs/package.json")),
        scanform: repositoryRoot,
      },
      main,
    });
    await lived(at, String.raw`pattern = 100\%`);
  }, 300_000);
});

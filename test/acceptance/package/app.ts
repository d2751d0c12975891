import { App, Aspects, type IAspect, TerraformOutput, TerraformStack } from "cdktn";
import { Construct, type IConstruct } from "constructs";
import {
  Comment,
  Configuration,
  DataScanformRepository,
  type IConfiguration,
  l1,
  RepositoryAssignments,
  RiskLevel,
  ScanformProvider,
} from "scanform/cdktn";

/** A user's own construct around one of ours. */
class Team extends Construct {
  readonly configuration: IConfiguration;

  constructor(scope: Construct, id: string, name: string) {
    super(scope, id);
    const configuration = new Configuration(this, "configuration", { name, comment: Comment.SILENT, riskThreshold: 3 });
    configuration.addAnalyzer("xss", { enabled: true, riskLevel: RiskLevel.HIGH, excludes: ["test/**"] });
    configuration.notify("appsec-chat");
    this.configuration = configuration;
  }
}

/** Lets secrets block everywhere. */
class SecretsBlock implements IAspect {
  visit(node: IConstruct): void {
    if (node instanceof Configuration) node.addAnalyzer("secrets", { enabled: true, blocking: true });
  }
}

const app = new App();

const teams = new TerraformStack(app, "teams");
new ScanformProvider(teams, "scanform");
const payments = new Team(teams, "payments", "payments");
const generated = new l1.configuration.Configuration(teams, "generated", { name: "generated", comment: "enabled" });
new TerraformOutput(teams, "id", { value: generated.id });
Aspects.of(teams).add(new SecretsBlock());

const routing = new TerraformStack(app, "routing");
new ScanformProvider(routing, "scanform");
const checkout = new DataScanformRepository(routing, "checkout", { name: "checkout" });
const existing = Configuration.fromLookup(routing, "existing", { name: "default" });
new RepositoryAssignments(routing, "rules", {
  rules: [
    { repositoryNames: ["legacy-monolith"], leave: true },
    { repositoryIds: [checkout.id], configuration: existing },
    { repositoryPattern: "payments-%", configuration: payments.configuration },
  ],
});

app.synth();

import { TerraformStack } from "cdktn";
import type { Construct } from "constructs";
import {
  addAspect,
  Comment,
  Configuration,
  NoAnalyzerOff,
  Presets,
  RepositoryAssignments,
  ScanformProvider,
} from "scanform/cdktn";

export class Acme extends TerraformStack {
  readonly standard: Configuration;

  constructor(scope: Construct) {
    super(scope, "acme");
    new ScanformProvider(this, "scanform");
    addAspect(this, new NoAnalyzerOff(["secrets"]));

    this.standard = new Configuration(this, "standard", {
      name: "standard",
      comment: Comment.ENABLED,
      ...Presets.strict(["secrets", "sql-injection"]),
    });
    this.standard.addSettings(Presets.monitor(["container-image"]));

    const payments = Configuration.extend(this, "payments", this.standard, {
      name: "payments",
      riskThreshold: 3,
      analyzers: { "container-image": { silent: false, blocking: true } },
    });

    const prototypes = Configuration.extend(this, "prototypes", this.standard, {
      name: "prototypes",
      analyzers: { "container-image": undefined },
    });
    prototypes.override('analyzers["sql-injection"].blocking', false);

    new RepositoryAssignments(this, "routing", {
      rules: [
        { repositoryPattern: "payments-%", configuration: payments },
        { repositoryPattern: "%-prototype", configuration: prototypes },
        { repositoryPattern: "%", configuration: this.standard },
      ],
    });
  }
}

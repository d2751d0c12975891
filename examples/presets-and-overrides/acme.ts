import { Aspects, TerraformStack } from "cdktn";
import type { Construct } from "constructs";
import {
  Comment,
  Configuration,
  NoAnalyzerOff,
  Presets,
  RepositoryAssignments,
  ScanformProvider,
} from "scanform/cdktn";

/** In an extension: what the base says of it is left out. */
const notDeclared = undefined;

export class Acme extends TerraformStack {
  readonly standard: Configuration;

  constructor(scope: Construct) {
    super(scope, "acme");
    new ScanformProvider(this, "scanform");
    Aspects.of(this).add(new NoAnalyzerOff(["secrets"]));

    this.standard = new Configuration(this, "standard", {
      name: "standard",
      comment: Comment.ENABLED,
      ...Presets.strict(["secrets", "sql-injection"]),
    });
    this.standard.addSettings(Presets.monitor(["container-image"]));

    const payments = Configuration.extend(this, "payments", this.standard, {
      name: "payments",
      analyzers: { "container-image": { silent: false, blocking: true } },
    });

    const prototypes = Configuration.extend(this, "prototypes", this.standard, {
      name: "prototypes",
      analyzers: { "container-image": notDeclared },
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

import { TerraformStack } from "cdktn";
import type { Construct } from "constructs";
import { Comment, Configuration, RepositoryAssignments, ScanformProvider } from "scanform/cdktn";
import { payments } from "./teams/payments.js";
import type { Shared } from "./teams/shared.js";
import { web } from "./teams/web.js";

export type Team = (shared: Shared) => void;

export class Acme extends TerraformStack {
  constructor(scope: Construct, teams: readonly Team[] = [payments, web]) {
    super(scope, "acme");
    new ScanformProvider(this, "scanform");

    const baseline = new Configuration(this, "baseline", { name: "baseline", comment: Comment.ENABLED });
    const routing = new RepositoryAssignments(this, "routing");

    routing.addRule({ repositoryNames: ["legacy-monolith"], leave: true });
    for (const team of teams) team({ scope: this, baseline, routing });
    routing.addRule({ repositoryPattern: "%", configuration: baseline });
  }
}

import { TerraformStack } from "cdktn";
import { Construct } from "constructs";
import {
  type AssignmentRule,
  Comment,
  Configuration,
  type ConfigurationSettings,
  Presets,
  RepositoryAssignments,
  ScanformProvider,
} from "scanform/cdktn";
import { type Account, accounts } from "./accounts.js";

const baseline: ConfigurationSettings = {
  comment: Comment.ENABLED,
  ...Presets.strict(["secrets", "sql-injection"]),
};

class BaselineForAll extends Construct {
  constructor(scope: Construct, { alias, accountId, exempt }: Account) {
    super(scope, alias);
    const provider = new ScanformProvider(this, "scanform", { alias, accountId });
    const configuration = new Configuration(this, "baseline", { name: "baseline", ...baseline, provider });
    const leave: AssignmentRule[] = exempt === undefined ? [] : [{ repositoryNames: exempt, leave: true }];
    new RepositoryAssignments(this, "routing", {
      rules: [...leave, { repositoryPattern: "%", configuration }],
      provider,
    });
  }
}

export class Company extends TerraformStack {
  constructor(scope: Construct) {
    super(scope, "company");
    for (const account of accounts) new BaselineForAll(this, account);
  }
}

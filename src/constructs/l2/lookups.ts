import type { Construct } from "constructs";
import { DataScanformAnalyzer as AnalyzerBinding, type DataScanformAnalyzerConfig } from "../l1/data-scanform-analyzer";
import {
  DataScanformConfiguration as ConfigurationBinding,
  type DataScanformConfigurationConfig,
} from "../l1/data-scanform-configuration";
import {
  DataScanformCustomPolicy as CustomPolicyBinding,
  type DataScanformCustomPolicyConfig,
} from "../l1/data-scanform-custom-policy";
import {
  DataScanformRepository as RepositoryBinding,
  type DataScanformRepositoryConfig,
} from "../l1/data-scanform-repository";
import { guardStack } from "./guard";
import { writeLocation } from "./location";

// The bindings, which a plan of the CLI resolves, with the place in code.

/** An analyzer of the account, by its slug. */
export class DataScanformAnalyzer extends AnalyzerBinding {
  constructor(scope: Construct, id: string, config: DataScanformAnalyzerConfig) {
    super(scope, id, config);
    guardStack(this);
    writeLocation(this);
  }
}

/** A live configuration, by its id or name. */
export class DataScanformConfiguration extends ConfigurationBinding {
  constructor(scope: Construct, id: string, config: DataScanformConfigurationConfig = {}) {
    super(scope, id, config);
    guardStack(this);
    writeLocation(this);
  }
}

/** A custom policy of the account, by its id or title. */
export class DataScanformCustomPolicy extends CustomPolicyBinding {
  constructor(scope: Construct, id: string, config: DataScanformCustomPolicyConfig = {}) {
    super(scope, id, config);
    guardStack(this);
    writeLocation(this);
  }
}

/** A repository of the account, by its id or name. */
export class DataScanformRepository extends RepositoryBinding {
  constructor(scope: Construct, id: string, config: DataScanformRepositoryConfig = {}) {
    super(scope, id, config);
    guardStack(this);
    writeLocation(this);
  }
}

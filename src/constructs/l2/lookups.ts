import type { TerraformDataSource } from "cdktf";
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
import { Findings, type Problem, reportProblems } from "./problems";
import { lookupDecoder, lookupProblems } from "./lookup";

const [bySlug, byName, byTitle] = [lookupDecoder("slug"), lookupDecoder("id", "name"), lookupDecoder("id", "title")];

// The bindings, which a plan of the CLI resolves, with the place in code.

/** Checks a lookup: how it is written, and only where that is right what it looks for. */
function checkLookup(lookup: TerraformDataSource, findings: Findings, judge: () => readonly Problem[]): void {
  guardStack(lookup);
  writeLocation(lookup);
  reportProblems(lookup, () => (findings.count > 0 ? findings.problems : judge()));
}

/**
 * An analyzer of the account, by its slug. Service specification: *Resources and their fields > Analyzer*.
 *
 * @example
 * ```ts
 * const secrets = new DataScanformAnalyzer(this, "secrets", { slug: "secrets" });
 * strict.addAnalyzer(secrets.slug, { enabled: true });
 * ```
 */
export class DataScanformAnalyzer extends AnalyzerBinding {
  constructor(scope: Construct, id: string, config: DataScanformAnalyzerConfig) {
    const findings = new Findings();
    super(scope, id, findings.readProps(bySlug, config) as unknown as DataScanformAnalyzerConfig);
    checkLookup(this, findings, () => lookupProblems("slug", { slug: this.slugInput }));
  }
}

/**
 * A live configuration, by its id or name. Service specification: *Resources and their fields > Configuration*.
 *
 * @example
 * ```ts
 * const live = new DataScanformConfiguration(this, "live", { name: "default" });
 * new TerraformOutput(this, "id", { value: live.id });
 * ```
 */
export class DataScanformConfiguration extends ConfigurationBinding {
  constructor(scope: Construct, id: string, config: DataScanformConfigurationConfig = {}) {
    const findings = new Findings();
    super(scope, id, findings.readProps(byName, config));
    checkLookup(this, findings, () => lookupProblems("name", { id: this.idInput, name: this.nameInput }));
  }
}

/**
 * A custom policy of the account, by its id or title. Service specification: *Resources and their fields > Custom code policy*.
 *
 * @example
 * ```ts
 * const policy = new DataScanformCustomPolicy(this, "policy", { title: "No plaintext secrets" });
 * strict.addCodePolicy({ id: policy.id, enabled: true, blocking: true });
 * ```
 */
export class DataScanformCustomPolicy extends CustomPolicyBinding {
  constructor(scope: Construct, id: string, config: DataScanformCustomPolicyConfig = {}) {
    const findings = new Findings();
    super(scope, id, findings.readProps(byTitle, config));
    checkLookup(this, findings, () => lookupProblems("title", { id: this.idInput, title: this.titleInput }));
  }
}

/**
 * A repository of the account, by its id or name. Service specification: *Resources and their fields > Repository*.
 *
 * @example
 * ```ts
 * const checkout = new DataScanformRepository(this, "checkout", { name: "checkout" });
 * routing.addRule({ repositoryIds: [checkout.id], configuration: strict });
 * ```
 */
export class DataScanformRepository extends RepositoryBinding {
  constructor(scope: Construct, id: string, config: DataScanformRepositoryConfig = {}) {
    const findings = new Findings();
    super(scope, id, findings.readProps(byName, config));
    checkLookup(this, findings, () => lookupProblems("name", { id: this.idInput, name: this.nameInput }));
  }
}

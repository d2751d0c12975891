import type { TerraformDataSource } from "cdktf";
import { Construct } from "constructs";
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
import type { ICodePolicy, IConfiguration } from "./configuration-props";
import { guardStack } from "./guard";
import { recordLocation, writeLocation } from "./location";
import {
  lookupDecoder,
  type LookupOptions,
  lookupProblems,
  type ReadLookup,
  readLookup,
  readLookupBy,
  soughtIn,
} from "./lookup";
import { ProblemList, type Problem } from "./problems";
import { reportProblems, writeOthers } from "./reports";
import { uuid } from "./properties";

const [bySlug, byName, byTitle] = [lookupDecoder("slug"), lookupDecoder("id", "name"), lookupDecoder("id", "title")];

// The bindings, which a plan of the CLI resolves, with the place in code.

/** Checks a lookup: how it is written, and only where that is right what it looks for. */
function checkLookup(lookup: TerraformDataSource, findings: ProblemList, judge: () => readonly Problem[]): void {
  guardStack(lookup);
  writeLocation(lookup);
  writeOthers(lookup, () => findings.others);
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
    const findings = new ProblemList();
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
    const findings = new ProblemList();
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
    const findings = new ProblemList();
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
    const findings = new ProblemList();
    super(scope, id, findings.readProps(byName, config));
    checkLookup(this, findings, () => lookupProblems("name", { id: this.idInput, name: this.nameInput }));
  }
}

/** Makes the data source of a construct that looks one text up. What is wrong is reported once, by the construct. */
function lookUp<Source extends TerraformDataSource>(
  construct: Construct,
  made: new (scope: Construct, id: string, config: never) => Source,
  key: string,
  { sought, options, findings }: ReadLookup,
): Source {
  guardStack(construct);
  const source = new made(construct, "Default", { [key]: sought, ...options } as never);
  writeLocation(source, construct);
  writeOthers(source, () => findings.others);
  reportProblems(construct, () => findings.problems);
  return source;
}

/**
 * An analyzer that the account has: service specification, *Resources and their fields > Analyzer*. Its data source is
 * `node.defaultChild`.
 *
 * @example
 * const secrets = Analyzer.fromSlug(this, "secrets", "secrets");
 */
export class Analyzer extends Construct {
  /**
   * The analyzer with this slug. A slug that the account lacks is an error when planning. `new ScanformProvider` with
   * `types` checks all slugs, and already at synth.
   *
   * @example strict.addAnalyzer(Analyzer.fromSlug(this, "secrets", "secrets").slug, { enabled: true, blocking: true });
   */
  static fromSlug(scope: Construct, id: string, slug: string, options: LookupOptions = {}): Analyzer {
    return new Analyzer(scope, id, slug, options);
  }

  /** A token for the slug, which is checked when it is read: a key of `analyzers`. */
  readonly slug: string;
  /** A token for the UUID. */
  readonly analyzerId: string;

  private constructor(scope: Construct, id: string, given: unknown, options: unknown) {
    super(scope, id);
    const source = lookUp(this, DataScanformAnalyzer, "slug", readLookup("slug", given, options));
    this.slug = source.slug;
    this.analyzerId = source.id;
  }
}

/**
 * A custom code policy that the account has: service specification, *Resources and their fields > Custom policy*.
 * scanform does not write policies. Its data source is `node.defaultChild`.
 *
 * @example
 * const tokens = CodePolicy.fromTitle(this, "tokens", "No tokens in code");
 * strict.addCodePolicy({ policy: tokens, enabled: true, blocking: true });
 */
export class CodePolicy extends Construct implements ICodePolicy {
  /**
   * The policy with this title. A title that the account lacks, or has twice, is an error when planning.
   *
   * @example
   * const tokens = CodePolicy.fromTitle(this, "tokens", "No tokens in code");
   * strict.addCodePolicy({ policy: tokens, enabled: true, blocking: true });
   */
  static fromTitle(scope: Construct, id: string, title: string, options: LookupOptions = {}): CodePolicy {
    return new CodePolicy(scope, id, title, options);
  }

  /** A token for the UUID, which the CLI or terraform reads. Also a key of `codePolicies`. */
  readonly codePolicyId: string;

  private constructor(scope: Construct, id: string, given: unknown, options: unknown) {
    super(scope, id);
    this.codePolicyId = lookUp(this, DataScanformCustomPolicy, "title", readLookup("title", given, options)).id;
  }
}

/**
 * A repository that the account has: service specification, *Resources and their fields > Repository*. Its data source
 * is `node.defaultChild`.
 *
 * @example
 * const api = Repository.fromName(this, "api", "payments-api");
 * routing.addRule({ configuration: strict, repositoryIds: [api.repositoryId] });
 */
export class Repository extends Construct {
  /**
   * The repository with this exact name. A name that the account lacks, or has twice, is an error when planning; a
   * name in `repositoryNames` of a rule may be absent.
   *
   * @example
   * const web = Repository.fromName(this, "web", "web");
   * routing.addRule({ repositoryIds: [web.repositoryId], configuration: strict });
   */
  static fromName(scope: Construct, id: string, name: string, options: LookupOptions = {}): Repository {
    return new Repository(scope, id, name, options);
  }

  /** A token for the UUID, which the CLI or terraform reads: one of `repositoryIds`. */
  readonly repositoryId: string;

  private constructor(scope: Construct, id: string, given: unknown, options: unknown) {
    super(scope, id);
    this.repositoryId = lookUp(this, DataScanformRepository, "name", readLookup("name", given, options)).id;
  }
}

/** A live configuration, by its id. */
export class ExistingConfiguration extends Construct implements IConfiguration {
  readonly configurationId: string;

  constructor(scope: Construct, id: string, configurationId: unknown) {
    super(scope, id);
    recordLocation(this);
    const findings = new ProblemList();
    const read = findings.read(uuid(), configurationId, "configurationId");
    this.configurationId = soughtIn(read);
    reportProblems(this, () => findings.problems);
  }
}

/** What a configuration is looked up by. */
export interface SoughtConfiguration extends LookupOptions {
  /** The exact name. */
  readonly name: string;
}

/** A live configuration, by its name. Its data source is `node.defaultChild`, at the top of a stack `data.scanform_configuration.<id>`. */
export class NamedConfiguration extends Construct implements IConfiguration {
  readonly configurationId: string;

  constructor(scope: Construct, id: string, given: unknown) {
    super(scope, id);
    this.configurationId = lookUp(this, DataScanformConfiguration, "name", readLookupBy("name", given)).id;
  }
}

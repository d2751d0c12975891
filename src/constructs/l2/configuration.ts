import { Lazy } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { Configuration as Binding } from "../l1/configuration";
import { DataScanformConfiguration } from "../l1/data-scanform-configuration";
import { configurationProblems, numberProblems } from "./checks";
import type { AnalyzerSettings, CodePolicy, ConfigurationProps, Notifications } from "./configuration-props";
import { guardStack } from "./guard";
import { ImportBlock } from "./import-block";
import { writeLocation } from "./location";
import { type Problem, reported } from "./problem";

/** A configuration that rules can assign: a declared one, or a live one that is managed elsewhere. */
export interface IConfiguration extends IConstruct {
  /** The UUID in the service, or a token for it. */
  readonly configurationId: string;
}

/**
 * Scan settings under a name. Settings that are absent are left as they are in the service.
 * Its Terraform resource is `node.defaultChild`, at the top of a stack `scanform_configuration.<id>`.
 * Service specification: *Resources and their fields > Configuration*.
 *
 * @example
 * ```ts
 * const strict = new Configuration(this, "strict", {
 *   name: "strict",
 *   comment: Comment.ENABLED,
 *   analyzers: { secrets: { enabled: true, blocking: true } },
 * });
 * strict.addAnalyzer("xss", { enabled: true, riskLevel: RiskLevel.HIGH, excludes: ["test/**"] });
 * strict.notify("appsec-chat");
 * ```
 */
export class Configuration extends Construct implements IConfiguration {
  /** A live configuration that something else manages. Declares nothing. */
  static fromConfigurationId(scope: Construct, id: string, configurationId: string): IConfiguration {
    return new ExistingConfiguration(scope, id, configurationId);
  }

  /** A live configuration that something else manages, looked up by its exact name. Declares a data source. */
  static fromConfigurationName(scope: Construct, id: string, name: string): IConfiguration {
    return new NamedConfiguration(scope, id, name);
  }

  readonly configurationId: string;
  private readonly resource: Binding;
  private readonly analyzers: Map<string, AnalyzerSettings>;
  private readonly codePolicies: CodePolicy[];
  private readonly repeated: string[] = [];
  private notifications: Notifications;

  constructor(scope: Construct, id: string, props: ConfigurationProps) {
    super(scope, id);
    guardStack(this);
    const { analyzers, codePolicies, notifications, ...rest } = props;
    this.resource = new Binding(this, "Default", rest);
    writeLocation(this.resource, this);
    // Resolved lazily: once read, an address can no longer be overridden. Resolved once: a reference
    // remembers from one resolution to the next that it crosses stacks.
    let reference: string | undefined;
    this.configurationId = Lazy.stringValue({ produce: () => (reference ??= this.resource.id) });

    this.analyzers = new Map(Object.entries(analyzers ?? {}));
    if (analyzers !== undefined) this.putAnalyzers();
    this.codePolicies = [];
    if (codePolicies !== undefined) this.putCodePolicies();
    for (const each of codePolicies ?? []) this.addCodePolicy(each);
    this.notifications = notifications ?? {};
    if (notifications !== undefined) this.resource.putNotifications(notifications);

    this.node.addValidation({ validate: () => reported(this, this.problems()) });
  }

  /** Declares settings of one more analyzer. */
  addAnalyzer(slug: string, settings: AnalyzerSettings): void {
    if (this.analyzers.has(slug))
      this.repeated.push(`The analyzer "${slug}" is declared twice: put all of its settings into one place.`);
    else this.analyzers.set(slug, settings);
    this.putAnalyzers();
  }

  /** Declares one more custom code policy. From the first one on, the policies are exactly those declared. */
  addCodePolicy(policy: CodePolicy): void {
    this.codePolicies.push(policy);
    this.putCodePolicies();
  }

  /**
   * Sends findings to these webhook destinations, named by their slugs, besides those declared so far.
   * Declares `notifications.enabled` as well, since nothing would be sent without; an `enabled` in the
   * props is left as it is.
   */
  notify(...integrationNames: readonly string[]): void {
    // No names would mean "none at all": an empty list is a declaration.
    if (integrationNames.length === 0) return;
    const { enabled = true, integrationNames: before = [] } = this.notifications;
    const names = [...new Set([...before, ...integrationNames])];
    this.notifications = { ...this.notifications, enabled, integrationNames: names };
    this.resource.putNotifications(this.notifications);
  }

  /** Takes over the live configuration with this UUID, whatever its name, instead of creating one. */
  importFrom(configurationId: string): void {
    new ImportBlock(this, this.resource, configurationId, this.resource.provider);
  }

  private putAnalyzers(): void {
    this.resource.putAnalyzers(Object.fromEntries(this.analyzers));
  }

  private putCodePolicies(): void {
    this.resource.putCodePolicies(Object.fromEntries(this.codePolicies.map(({ id, ...settings }) => [id, settings])));
  }

  /** Checks the resource itself, including values that were set on it directly. */
  private problems(): readonly Problem[] {
    const { nameInput: name, renamedFromInput: renamedFrom = [] } = this.resource;
    const policyIds = this.codePolicies.map(({ id }) => id);
    return [
      ...configurationProblems(name, renamedFrom, policyIds),
      ...numberProblems("riskThreshold", this.resource.riskThresholdInput),
      ...this.repeated,
    ].map((detail) => ({ detail }));
  }
}

class ExistingConfiguration extends Construct implements IConfiguration {
  constructor(
    scope: Construct,
    id: string,
    readonly configurationId: string,
  ) {
    super(scope, id);
  }
}

/** Its data source is `node.defaultChild`, at the top of a stack `data.scanform_configuration.<id>`. */
class NamedConfiguration extends Construct implements IConfiguration {
  readonly configurationId: string;

  constructor(scope: Construct, id: string, name: string) {
    super(scope, id);
    guardStack(this);
    const source = new DataScanformConfiguration(this, "Default", { name });
    writeLocation(source, this);
    this.configurationId = source.id;
  }
}

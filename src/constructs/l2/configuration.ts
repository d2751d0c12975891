import { Lazy } from "cdktf";
import { Construct } from "constructs";
import { define } from "../../model/define";
import { pathText } from "../../model/path-text";
import { Configuration as Binding, type ConfigurationConfig } from "../l1/configuration";
import { configurationProblems } from "./configuration-problems";
import type { IConfiguration } from "./configuration-reference";
import type { AnalyzerSettings, CodePolicy, ConfigurationProps } from "./configuration-props";
import { ExistingConfiguration, NamedConfiguration } from "./existing-configuration";
import { Findings, readPart } from "./findings";
import { checkedByOwner, guardStack } from "./guard";
import { ImportBlock } from "./import-block";
import { unknownNames } from "./known-names";
import { writeLocation } from "./location";
import { withNames } from "./notify";
import { type Problem, reportProblems } from "./problems";
import { readAnalyzer, readCodePolicy, importedId, readConfiguration } from "./read-configuration";
import { formOf, formProblems } from "./synthesized-form";
import { asText, isToken } from "./tokens";

type Entries = Record<string, unknown>;
// values as the readers have checked them
type Analyzers = Parameters<Binding["putAnalyzers"]>[0];
type CodePolicies = Parameters<Binding["putCodePolicies"]>[0];
type Notifications = Parameters<Binding["putNotifications"]>[0];

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

  private readonly resource: Binding;
  private readonly findings = new Findings();
  private readonly more: Problem[] = [];
  private analyzers: unknown;
  private codePolicies: unknown;
  private readonly codePolicyIds: string[] = [];
  private notifications: unknown;
  private idToken: string | undefined;

  constructor(scope: Construct, id: string, props: ConfigurationProps) {
    super(scope, id);
    guardStack(this);
    const { analyzers, codePolicies, notifications, ...rest } = readConfiguration(props, this.findings);
    this.resource = new Binding(this, "Default", rest as unknown as ConfigurationConfig);
    checkedByOwner(this.resource);
    writeLocation(this.resource, this);
    this.analyzers = analyzers;
    if (analyzers !== undefined) this.resource.putAnalyzers(analyzers as Analyzers);
    if (Array.isArray(codePolicies)) {
      this.declareCodePolicies();
      for (const each of codePolicies) this.putCodePolicy(each as Entries);
    } else if (codePolicies !== undefined) {
      this.codePolicies = codePolicies;
      this.resource.putCodePolicies(codePolicies as CodePolicies);
    }
    this.notifications = notifications;
    if (notifications !== undefined) this.resource.putNotifications(notifications as Notifications);
    reportProblems(this, () => this.problems());
  }

  get configurationId(): string {
    // Resolved lazily: once read, an address can no longer be overridden. Resolved once: a reference
    // remembers from one resolution to the next that it crosses stacks.
    let reference: string | undefined;
    return (this.idToken ??= Lazy.stringValue({ produce: () => (reference ??= this.resource.id) }));
  }

  /** Declares settings of one more analyzer. */
  addAnalyzer(slug: string, settings: AnalyzerSettings): void {
    const read = readAnalyzer(slug, settings, this.findings);
    this.analyzers ??= {};
    if (isToken(this.analyzers))
      this.more.push({
        key: "analyzers",
        detail:
          "is known to Terraform alone, so addAnalyzer cannot add to it: give it all analyzers, such as Fn.merge.",
      });
    else if (Object.hasOwn(this.analyzers as Entries, slug))
      this.more.push({
        key: pathText(["analyzers", slug]),
        detail: "is declared twice: put all of its settings into one place.",
      });
    else if (read !== undefined) define(this.analyzers as Entries, slug, read);
    this.resource.putAnalyzers(this.analyzers as Analyzers);
  }

  /** Declares one more custom code policy. From the first one on, the policies are exactly those declared. */
  addCodePolicy(policy: CodePolicy): void {
    const step = this.codePolicyIds.length;
    const from = this.findings.count;
    const read = readPart(readCodePolicy, policy, step, this.findings);
    this.findings.moveInto("codePolicies", from);
    if (isToken(this.codePolicies))
      this.more.push({
        key: "codePolicies",
        detail: "is known to Terraform alone, so addCodePolicy cannot add to it: give it all code policies.",
      });
    else {
      this.declareCodePolicies();
      if (read !== undefined) this.putCodePolicy(read as Entries);
    }
  }

  /**
   * Sends findings to these webhook destinations, named by their slugs, besides those declared so far.
   * Declares `notifications.enabled` as well, since nothing would be sent without; an `enabled` in the
   * props is left as it is.
   */
  notify(...integrationNames: readonly string[]): void {
    // No names would mean "none at all": an empty list is a declaration.
    if (integrationNames.length === 0) return;
    this.notifications = withNames(this.notifications, integrationNames, this.findings);
    if (this.notifications !== undefined) this.resource.putNotifications(this.notifications as Notifications);
  }

  /** Takes over the live configuration with this UUID, whatever its name, instead of creating one. */
  importFrom(configurationId: string): void {
    const from = this.findings.count;
    const id = importedId(configurationId, this.findings);
    this.findings.moveInto("importFrom", from);
    if (this.node.tryFindChild("Import") !== undefined)
      this.more.push({ key: "importFrom", detail: "is called twice: a configuration is one live configuration." });
    else if (id !== undefined) new ImportBlock(this, this.resource, asText(id), this.resource.provider);
  }

  private declareCodePolicies(): void {
    this.codePolicies ??= {};
    this.resource.putCodePolicies(this.codePolicies as CodePolicies);
  }

  private putCodePolicy({ id: given, ...settings }: Entries): void {
    const id = asText(given);
    this.codePolicyIds.push(id);
    define(this.codePolicies as Entries, id, settings);
  }

  /** Checks what was given, and the resource itself, including values that were set on it directly. */
  private problems(): readonly Problem[] {
    const given = [...this.findings.problems(), ...this.more];
    const form = formOf(this.resource);
    if (form === undefined) return given;
    const said = new Set(given.map(({ key }) => key));
    const judged = configurationProblems(form, this.codePolicyIds).filter(
      ({ key }) => !said.has(key) && !said.has(undefined),
    );
    return [...given, ...formProblems(this.resource, form), ...judged, ...this.unknownNames()];
  }

  /** Names that the provider's snapshot of the account lacks. */
  private unknownNames(): readonly Problem[] {
    const analyzers = isToken(this.analyzers) ? [] : Object.keys(this.analyzers ?? {});
    const used = { analyzers, policies: this.codePolicyIds };
    return unknownNames(this, this.resource.provider, used).map((detail) => ({ detail }));
  }
}

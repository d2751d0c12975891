import { Token } from "cdktf";
import { Construct } from "constructs";
import { expected } from "../../model/decoder";
import { Configuration as Binding, type ConfigurationConfig } from "../l1/configuration";
import type {
  AnalyzerSettings,
  CodePolicySettings,
  ConfigurationProps,
  ConfigurationSettings,
  DeclaredSettings,
  ExtensionProps,
  IConfiguration,
} from "./configuration-props";
import { ExistingConfiguration, NamedConfiguration, type SoughtConfiguration } from "./lookups";
import { isRejected } from "./rejected-values";
import { guardStack, represent } from "./guard";
import { isProperties } from "../../model/value-kind";
import { unknownNames } from "./known-names";
import { locationOf, locationOfCall } from "./location";
import { Additions, withNames } from "./settings/additions";
import { ProblemList, type Problem, problemAt } from "./problems";
import {
  codePolicy,
  idsIn,
  importedId,
  readAnalyzer,
  readConfiguration,
  readExtension,
  readSettings,
  settingProperties,
} from "./read-configuration";
import { Declared, type Entries, isEntries, keysOf, sameValue } from "./settings/declared";
import type { OverrideValue } from "./settings/override-value";
import { StateBlocks } from "./state-blocks";
import { configurationProblems, elementProblems } from "./forms";
import { type ConfigurationReview, lazy, lazyList } from "./review";
import { asText, isToken } from "./tokens";

const mark = Symbol.for("scanform/Configuration");

/**
 * Scan settings under a name: service specification, *Resources and their fields > Configuration*. Settings that
 * are absent are left as they are in the service.
 * Its Terraform resource is `node.defaultChild`, at the top of a stack `scanform_configuration.<id>`. By default it has
 * `createBeforeDestroy`, so that one apply removes a configuration and moves its repositories.
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
  /**
   * A live configuration that something else manages, by its UUID. Declares nothing.
   *
   * @example
   * const shared = Configuration.fromConfigurationId(this, "shared", "0f5c9a5e-3b1f-4b0e-9a52-2f1f3f6f7d10");
   * routing.addRule({ repositoryPattern: "%", configuration: shared });
   */
  static fromConfigurationId(scope: Construct, id: string, configurationId: string): IConfiguration {
    return new ExistingConfiguration(scope, id, configurationId);
  }

  /**
   * A live configuration that something else manages, looked up by its exact name. Declares a data source. A name
   * that the account lacks, or has twice, is an error when planning.
   *
   * @example Configuration.fromLookup(this, "baseline", { name: "baseline" })
   */
  static fromLookup(scope: Construct, id: string, sought: SoughtConfiguration): IConfiguration {
    return new NamedConfiguration(scope, id, sought);
  }

  /**
   * Whether something is a Configuration, of this copy of scanform or another: for an aspect, which visits every construct.
   *
   * @example const names = stack.node.findAll().filter(Configuration.isConfiguration).map(({ name }) => name);
   */
  static readonly isConfiguration = (value: unknown): value is Configuration =>
    typeof value === "object" && value !== null && mark in value;

  /**
   * A configuration with the settings of another, or of plain data, and what is set differently. The synthesized
   * files contain the result; the service does not know of the base.
   *
   * The overrides win leaf by leaf: analyzers and code policies by their keys, lists whole. `undefined` removes a leaf
   * or an entry. A base is read when the stack of the extension is synthesized, so later additions to it count,
   * except those by an aspect of a later stack. Its name, provider, lifecycle and protection are its own.
   *
   * @example
   * Configuration.extend(this, "payments", strict, { name: "payments", analyzers: { xss: { blocking: false } } });
   */
  static extend(
    scope: Construct,
    id: string,
    base: Configuration | ConfigurationSettings,
    overrides: ExtensionProps,
  ): Configuration {
    return new Configuration(scope, id, overrides, { of: base });
  }

  private readonly resource: Binding;
  private readonly findings = new ProblemList();
  private readonly declared: Declared;
  private readonly additions: Additions;
  private readonly blocks: StateBlocks;
  private readonly codePolicyIds: string[];
  private readonly givenName: unknown;
  private idToken: string | undefined;

  constructor(scope: Construct, id: string, props: ConfigurationProps);
  /** @internal */
  constructor(scope: Construct, id: string, props: ExtensionProps, base: { readonly of: unknown });
  constructor(scope: Construct, id: string, props: unknown, base?: { readonly of: unknown }) {
    super(scope, id);
    Object.defineProperty(this, mark, { value: true });
    guardStack(this);
    const under = base === undefined ? undefined : this.declaredBy(base.of);
    const { settings, others } = (base === undefined ? readConfiguration : readExtension)(props, this.findings);
    this.declared = new Declared(settings, locationOf(this), under);
    this.additions = new Additions(this.declared);
    this.codePolicyIds = idsIn(settings["codePolicies"]);
    this.givenName = others["name"];
    this.resource = new SettledBinding(this, "Default", others as unknown as ConfigurationConfig, this.declared);
    this.blocks = new StateBlocks(
      this,
      this.resource,
      importedId,
      "A configuration is one live configuration.",
      this.findings,
    );
    const places = () => {
      const settings = this.declared.places();
      return Object.keys(settings).length === 0 ? {} : { settings };
    };
    represent(this, this.resource, this.findings, () => this.problems(), places);
  }

  get configurationId(): string {
    return (this.idToken ??= Token.asString(lazy(() => this.resource.id)));
  }

  /** When the configuration was created: a token. */
  get createdAt(): string {
    return Token.asString(lazy(() => this.resource.createdAt));
  }

  /** What its planned change does by itself: tokens. */
  get review(): ConfigurationReview {
    const { review } = this.resource;
    return {
      weaker: lazyList(() => review.weaker),
      stronger: lazyList(() => review.stronger),
      unclassified: lazyList(() => review.unclassified),
    };
  }

  /** The name in the account; empty where it is wrong, which is an error when the app is synthesized. */
  get name(): string {
    return this.givenName === undefined || isRejected(this.givenName) ? "" : asText(this.givenName);
  }

  /**
   * What is declared so far, including a base's settings: frozen plain data, to read, spread and extend. It does not
   * change afterwards: read it again after additions.
   */
  get settings(): DeclaredSettings {
    return this.declared.plain;
  }

  /**
   * Another value for one setting, or none where it is `undefined`; it overrides what was set before.
   *
   * @param path as plans print it, or with the names of properties; an analyzer or code policy in it must be declared
   * @param value of the type that the setting at the path has
   * @example strict.override('analyzers["secrets"].blocking', false)
   */
  override<Path extends string>(path: Path, value: OverrideValue<Path>): void {
    this.additions.override(path, value, locationOfCall(this, "override"));
  }

  /**
   * Declares settings of one more analyzer. Repeating it with the same settings changes nothing; with others it is an
   * error.
   *
   * @example strict.addAnalyzer("xss", { enabled: true, blocking: true, excludes: ["test/**"] });
   */
  addAnalyzer(slug: string, settings: AnalyzerSettings): void {
    const read = readAnalyzer(slug, settings, this.findings);
    const instead = "addAnalyzer cannot add to it: give it all analyzers, such as Fn.merge.";
    if (read === undefined) return;
    this.additions.entry("analyzers", slug, read, locationOfCall(this, "addAnalyzer"), instead);
  }

  /**
   * Declares one more custom code policy. From the first one on, the policies are exactly those declared.
   *
   * @example
   * const tokens = CodePolicy.fromTitle(this, "tokens", "No tokens in code");
   * strict.addCodePolicy({ policy: tokens, enabled: true, blocking: true });
   */
  addCodePolicy(policy: CodePolicySettings): void {
    const at = this.codePolicyIds.length;
    const read = this.findings.read(codePolicy, policy, "codePolicies", at);
    const { id, ...settings } = isEntries(read) ? read : { id: policyKey(policy, at) };
    const instead = "addCodePolicy cannot add to it: give it all code policies.";
    const added = isEntries(read) ? settings : read;
    this.additions.entry("codePolicies", asText(id), added, locationOfCall(this, "addCodePolicy"), instead);
  }

  /**
   * Declares settings from another place, such as the file of another team or a preset, besides those declared so far.
   * Two values for one setting are an error that names both places.
   *
   * @example strict.addSettings(Presets.monitor(["container-image"]))
   */
  addSettings(settings: ConfigurationSettings): void {
    const read = readSettings(settings, "addSettings", this.findings);
    const { settings: normal } = new Declared(read, undefined);
    this.codePolicyIds.push(...repeatedIn(idsIn(read["codePolicies"])));
    this.additions.settings(normal, locationOfCall(this, "addSettings"));
  }

  /**
   * Sends findings to these webhook destinations, named by their slugs, besides those declared so far.
   * Declares `notifications.enabled` as well, since nothing would be sent without; an `enabled` in the
   * props is left as it is.
   *
   * @example strict.notify("appsec-chat", "payments-oncall");
   */
  notify(...integrationNames: readonly string[]): void {
    // No names would mean "none at all": an empty list is a declaration.
    if (integrationNames.length === 0) return;
    const place = locationOfCall(this, "notify");
    const all = withNames(this.declared.at(["notifications"]), integrationNames, this.findings);
    for (const name of all === undefined ? [] : ["enabled", "integrationNames"])
      this.declared.set(["notifications", name], all?.[name], place);
  }

  /**
   * Takes over the live configuration with this UUID, whatever its name, instead of creating one.
   *
   * @example strict.importFrom("0f5c9a5e-3b1f-4b0e-9a52-2f1f3f6f7d10");
   */
  importFrom(configurationId: string): void {
    this.blocks.importFrom(configurationId);
  }

  /**
   * Keeps Terraform's state of the resource that had this address. The CLI has no state.
   *
   * @example strict.movedFrom("scanform_configuration.hardened");
   */
  movedFrom(address: string): void {
    this.blocks.movedFrom(address);
  }

  /** What a base declares: a configuration of this or another copy of scanform, or plain data. */
  private declaredBy(base: unknown): Declared {
    if (base instanceof Configuration) return base.declared;
    if (Construct.isConstruct(base) && !Configuration.isConfiguration(base)) {
      const wanted = "a Configuration that is declared here, or its settings";
      this.findings.add(...expected(wanted, base).problems.map((each) => problemAt(each, "base")));
      return new Declared({}, undefined);
    }
    const settings: unknown = Configuration.isConfiguration(base) ? base.settings : base;
    return new Declared(readSettings(settings, "base", this.findings), locationOf(this));
  }

  /** Checks what was given, and the resource itself, including values that were set on it directly. */
  private problems(): readonly Problem[] {
    const given = [...this.findings.problems, ...this.additions.problems, ...this.declared.problems()];
    const said = new Set(given.map(({ key }) => key));
    const { analyzers, codePolicies } = this.declared.settings;
    const used = { analyzers: keysOf(analyzers), policies: keysOf(codePolicies) };
    return elementProblems(this.resource, given, (form) => [
      ...configurationProblems(form, this.codePolicyIds).filter(({ key }) => !said.has(key) && !said.has(undefined)),
      ...unknownNames(this, this.resource.provider, used),
    ]);
  }
}

/** A binding that takes its settings from what is declared whenever it is synthesized. */
class SettledBinding extends Binding {
  #settled: Entries = {};
  #version = -1;

  constructor(
    scope: Construct,
    id: string,
    config: ConfigurationConfig,
    private readonly declared: Declared,
  ) {
    super(scope, id, config);
  }

  protected override synthesizeAttributes(): ReturnType<Binding["synthesizeAttributes"]> {
    this.settle();
    return super.synthesizeAttributes();
  }

  protected override synthesizeHclAttributes(): ReturnType<Binding["synthesizeHclAttributes"]> {
    this.settle();
    return super.synthesizeHclAttributes();
  }

  /** Sets what has changed: whatever else was set on the binding itself stays. */
  private settle(): void {
    const { version, settings } = this.declared;
    if (version === this.#version) return;
    this.#version = version;
    for (const name of settingProperties)
      if (!sameValue(settings[name], this.#settled[name])) this.put(name, settings[name]);
    this.#settled = settings;
  }

  /** By the binding's own method for it: `resetComment`, `putAnalyzers`, or the property `comment`. */
  private put(name: string, value: unknown): void {
    const suffix = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const method: unknown = Reflect.get(this, value === undefined ? `reset${suffix}` : `put${suffix}`);
    if (typeof method === "function") Reflect.apply(method, this, value === undefined ? [] : [value]);
    else Reflect.set(this, name, value);
  }
}

/** The key of a policy that is wrong: its id, if it has one. */
function policyKey(policy: unknown, at: number): string {
  const id = isProperties(policy) ? policy["id"] : undefined;
  return typeof id === "string" && !isToken(id) ? id : `[${String(at)}]`;
}

/** Ids that are given more than once, in any letter case. */
function repeatedIn(ids: readonly string[]): readonly string[] {
  const [seen, again] = [new Set<string>(), new Set<string>()];
  for (const id of ids.map((each) => each.toLowerCase())) (seen.has(id) ? again : seen).add(id);
  return ids.filter((each) => again.has(each.toLowerCase()));
}

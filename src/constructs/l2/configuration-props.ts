import type { IResolvable, TerraformMetaArguments } from "cdktf";
import type { IConstruct } from "constructs";
import type {
  ConfigurationAnalyzers,
  ConfigurationCodePolicies,
  ConfigurationConfig,
  ConfigurationNotifications,
} from "../l1/configuration";
import type { Comment, RiskLevel } from "./enums";

// The bindings are generated from the model, so these types have every field of it.

/** A list of strings, or a token of one, such as what `Fn.concat` returns. */
export type Texts = readonly string[] | IResolvable;

/**
 * Settings of one analyzer. A field that is absent is left as it is in the service. Service specification: *Resources
 * and their fields > Configuration*.
 *
 * @example
 * const secrets: AnalyzerSettings = {
 *   enabled: true,
 *   blocking: true,
 *   riskLevel: RiskLevel.HIGH,
 *   excludes: ["test/**"],
 * };
 */
export interface AnalyzerSettings extends Omit<ConfigurationAnalyzers, "riskLevel" | "excludes" | "includes"> {
  /** The risk level of what the analyzer finds. */
  readonly riskLevel?: RiskLevel | `${RiskLevel}` | IResolvable;
  /** File patterns to exclude. Once declared, exactly these; an empty list is none. */
  readonly excludes?: Texts;
  /** File patterns to scan; an empty list is no restriction. Once declared, exactly these. */
  readonly includes?: Texts;
}

/** What becomes of the violations of one custom code policy. */
export type CodePolicyEntry = ConfigurationCodePolicies;

/**
 * A custom code policy, by the UUID that the service gave it or by a lookup, and what becomes of its violations. A field
 * that is absent is left as it is in the service. Service specification: *Resources and their fields > Configuration*.
 *
 * @example
 * const tokens = CodePolicy.fromTitle(this, "tokens", "No tokens in code");
 * strict.addCodePolicy({ policy: tokens, enabled: true, blocking: true });
 */
export type CodePolicySettings = CodePolicyEntry &
  (
    | {
        /** The UUID of the policy. */
        readonly id: string;
        readonly policy?: never;
      }
    | {
        /** The policy. */
        readonly policy: ICodePolicy;
        readonly id?: never;
      }
  );

/**
 * Who is notified of findings. `integrationNames` are slugs of webhook destinations. A field that is absent is left as it
 * is in the service. Service specification: *Resources and their fields > Configuration*.
 */
export interface Notifications extends Omit<ConfigurationNotifications, "integrationNames"> {
  /** Once declared, exactly these; an empty list is none. */
  readonly integrationNames?: Texts;
}

type Refined = "comment" | "analyzers" | "codePolicies" | "notifications";
type Identity = "name" | "renamedFrom" | "deletionProtection" | "forceDestroy" | "timeouts";

/**
 * What a configuration declares, without its name: service specification, *Resources and their fields >
 * Configuration*. Absent means "no opinion": such a setting is never written, and keeps whatever value it
 * has in the service. Plain data, to be shared, spread and extended.
 *
 * @example
 * const hardened: ConfigurationSettings = {
 *   comment: "enabled",
 *   analyzers: { secrets: { enabled: true, blocking: true } },
 * };
 */
export interface ConfigurationSettings extends Omit<
  ConfigurationConfig,
  keyof TerraformMetaArguments | Identity | Refined
> {
  /** Whether the service comments on pull requests. */
  readonly comment?: Comment | `${Comment}` | IResolvable;
  /**
   * Settings by analyzer slug. Slugs that are not named are left as they are, unless
   * `exclusiveAnalyzers` is true.
   */
  readonly analyzers?: Readonly<Record<string, AnalyzerSettings | IResolvable>> | IResolvable;
  /** Custom code policies, as a list or by their UUIDs. Once declared, exactly these; an empty list is none. */
  readonly codePolicies?:
    readonly CodePolicySettings[] | Readonly<Record<string, CodePolicyEntry | IResolvable>> | IResolvable;
  /** Who is notified of findings. */
  readonly notifications?: Notifications | IResolvable;
}

/** Meta-arguments of cdktf that do not apply to a configuration. */
type Unsupported = "connection" | "count" | "forEach" | "provisioners";

/**
 * What a configuration has besides its settings: service specification, *Resources and their fields > Configuration*.
 * Absent means the default of Terraform, and for `renamedFrom` none.
 */
export interface ConfigurationIdentity extends Omit<
  ConfigurationConfig,
  Unsupported | keyof ConfigurationSettings | "renamedFrom"
> {
  /** Names that the configuration had before, tried in this order. */
  readonly renamedFrom?: Texts;
}

/**
 * A configuration's name and settings: service specification, *Resources and their fields >
 * Configuration*. Absent means "no opinion": such a setting is never written, and keeps whatever
 * value it has in the service.
 *
 * What is passed is copied. A mistake in it is an error when the app is synthesized, with all others of the stack.
 */
export interface ConfigurationProps extends ConfigurationIdentity, ConfigurationSettings {}

type Removable<T> = { readonly [K in keyof T]?: T[K] | undefined };

/**
 * What an extension sets differently from its base. It wins leaf by leaf: analyzers and code policies by their
 * keys, lists whole (a list of code policies too). What is absent is as in the base; a leaf or an entry that is
 * `undefined` is removed. Service specification: *Resources and their fields > Configuration*.
 *
 * @example
 * const lenient: ConfigurationOverrides = { riskThreshold: 3, analyzers: { xss: { blocking: false }, ssrf: undefined } };
 */
export interface ConfigurationOverrides extends Removable<Omit<ConfigurationSettings, Exclude<Refined, "comment">>> {
  /** By slug: an entry of the base that is `undefined` here is removed, others are merged with it. */
  readonly analyzers?:
    Readonly<Record<string, Removable<AnalyzerSettings> | IResolvable | undefined>> | IResolvable | undefined;
  /** By UUID, which is merged with the base's; or a list, which takes their place. */
  readonly codePolicies?:
    | readonly CodePolicySettings[]
    | Readonly<Record<string, Removable<CodePolicyEntry> | IResolvable | undefined>>
    | IResolvable
    | undefined;
  /** Merged with the base's. */
  readonly notifications?: Removable<Notifications> | IResolvable | undefined;
}

/**
 * What `Configuration.extend` is given: a name of its own, and what is set differently from the base. What is absent is
 * as in the base. Service specification: *Resources and their fields > Configuration*.
 */
export interface ExtensionProps extends ConfigurationIdentity, ConfigurationOverrides {}

/**
 * Settings as a configuration shows them. A map or list that Terraform alone knows is an encoded token, as
 * `Token.asAnyMap` makes it.
 */
export interface DeclaredSettings extends Omit<ConfigurationSettings, Exclude<Refined, "comment">> {
  /** By slug; absent where none is declared. */
  readonly analyzers?: Readonly<Record<string, AnalyzerSettings>>;
  /** Each with its UUID; absent where nothing is declared of them. */
  readonly codePolicies?: readonly (CodePolicyEntry & { readonly id: string })[];
  /** Who is notified; absent where none of it is declared. */
  readonly notifications?: Notifications;
}

/** A custom code policy of the account. */
export interface ICodePolicy extends IConstruct {
  /** The UUID in the service, or a token for it. */
  readonly codePolicyId: string;
}

/** A configuration that rules can assign: a declared one, or a live one that is managed elsewhere. */
export interface IConfiguration extends IConstruct {
  /** The UUID in the service, or a token for it. */
  readonly configurationId: string;
}

import type { IResolvable } from "cdktf";
import type {
  ConfigurationAnalyzers,
  ConfigurationCodePolicies,
  ConfigurationConfig,
  ConfigurationNotifications,
} from "../l1/configuration";
import type { Comment, RiskLevel } from "./enums";

// The bindings are generated from the model, so these types have every field of it.

/** A list of texts, or a token of one, such as what `Fn.concat` returns. */
export type Texts = readonly string[] | IResolvable;

/**
 * Settings of one analyzer. A field that is absent is left as it is in the service. Service specification: *Resources
 * and their fields > Configuration*.
 */
export interface AnalyzerSettings extends Omit<ConfigurationAnalyzers, "riskLevel" | "excludes" | "includes"> {
  /** The risk level of what the analyzer finds. */
  readonly riskLevel?: RiskLevel | `${RiskLevel}` | IResolvable;
  /** File patterns that are left out. Once declared, exactly these; an empty list is none. */
  readonly excludes?: Texts;
  /** File patterns that are looked at; an empty list is no restriction. Once declared, exactly these. */
  readonly includes?: Texts;
}

/**
 * A custom code policy, by the UUID that the service gave it, and what becomes of its violations. A field that is absent
 * is left as it is in the service. Service specification: *Resources and their fields > Configuration*.
 */
export interface CodePolicy extends ConfigurationCodePolicies {
  /** The policy's UUID. */
  readonly id: string;
}

/**
 * Who is told about findings. `integrationNames` are slugs of webhook destinations. A field that is absent is left as it
 * is in the service. Service specification: *Resources and their fields > Configuration*.
 */
export interface Notifications extends Omit<ConfigurationNotifications, "integrationNames"> {
  /** Once declared, exactly these; an empty list is none. */
  readonly integrationNames?: Texts;
}

/** Meta-arguments of cdktf that do not apply to a configuration. */
type Unsupported = "connection" | "count" | "forEach" | "provisioners";
type Refined = "renamedFrom" | "comment" | "analyzers" | "codePolicies" | "notifications";

/**
 * A configuration's name and settings: service specification, *Resources and their fields >
 * Configuration*. Absent means "no opinion": such a setting is never written, and keeps whatever
 * value it has in the service.
 *
 * What is passed is copied. A mistake in it is an error when the app is synthesized, with all others of the stack.
 */
export interface ConfigurationProps extends Omit<ConfigurationConfig, Unsupported | Refined> {
  /** Names that the configuration had before, tried in this order. */
  readonly renamedFrom?: Texts;
  /** Whether the service comments on pull requests. */
  readonly comment?: Comment | `${Comment}` | IResolvable;
  /**
   * Settings by analyzer slug. Slugs that are not named are left as they are, unless
   * `exclusiveAnalyzers` is true.
   */
  readonly analyzers?: Readonly<Record<string, AnalyzerSettings | IResolvable>> | IResolvable;
  /** Custom code policies by id. Once declared, exactly these; an empty list is none. */
  readonly codePolicies?: readonly CodePolicy[] | IResolvable;
  /** Who is told about findings. */
  readonly notifications?: Notifications | IResolvable;
}

import type {
  ConfigurationAnalyzers,
  ConfigurationCodePolicies,
  ConfigurationConfig,
  ConfigurationNotifications,
} from "../l1/configuration";
import type { Comment, RiskLevel } from "./enums";

// The bindings are generated from the model, so these types have every field of it.

/**
 * Settings of one analyzer. A field that is absent is left as it is in the service. Service specification: *Resources
 * and their fields > Configuration*.
 */
export interface AnalyzerSettings extends ConfigurationAnalyzers {
  /** The risk level of what the analyzer finds. */
  readonly riskLevel?: RiskLevel;
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
 *
 * @interface
 */
export type Notifications = ConfigurationNotifications;

/** Meta-arguments of cdktf that do not apply to a configuration. */
type Unsupported = "connection" | "count" | "forEach" | "provisioners";
type Refined = "comment" | "analyzers" | "codePolicies" | "notifications";

/**
 * A configuration's name and settings: service specification, *Resources and their fields >
 * Configuration*. Absent means "no opinion": such a setting is never written, and keeps whatever
 * value it has in the service.
 */
export interface ConfigurationProps extends Omit<ConfigurationConfig, Unsupported | Refined> {
  /** Whether the service comments on pull requests. */
  readonly comment?: Comment;
  /**
   * Settings by analyzer slug. Slugs that are not named are left as they are, unless
   * `exclusiveAnalyzers` is true.
   */
  readonly analyzers?: Readonly<Record<string, AnalyzerSettings>>;
  /** Custom code policies by id. Once declared, exactly these; an empty list is none. */
  readonly codePolicies?: readonly CodePolicy[];
  /** Who is told about findings. */
  readonly notifications?: Notifications;
}

/** What `scanform/cdktn` and `scanform/cdktf` export: constructs for people (l2), and the generated bindings (l1). */
import "./framework/require-framework";

// what an app declares
export { Configuration } from "./l2/configuration";
export type {
  AnalyzerSettings,
  CodePolicyEntry,
  CodePolicySettings,
  ConfigurationIdentity,
  ConfigurationOverrides,
  ConfigurationProps,
  ConfigurationSettings,
  DeclaredSettings,
  ExtensionProps,
  ICodePolicy,
  IConfiguration,
  Notifications,
  Texts,
} from "./l2/configuration-props";
export { Deepscan, type DeepscanProps } from "./l2/deepscan";
export { FindingTriage, type FindingTriageProps } from "./l2/finding-triage";
export { type ManagedScope, ScanformProvider, type ScanformProviderProps } from "./l2/provider";
export { Removed, type RemovedProps } from "./l2/removed";
export {
  type AssignmentRule,
  type AssignmentRules,
  type ConfigureRule,
  type LeaveRule,
  RepositoryAssignments,
  type RepositoryAssignmentsProps,
  type RepositorySelectors,
} from "./l2/repository-assignments";

// what it is declared with
export { addAspect, MustBlock, NoAnalyzerOff } from "./l2/aspects";
export { Comment, RiskLevel, TriageCategory } from "./l2/enums";
export type { KnownNames } from "./l2/known-names";
export { Presets } from "./l2/presets";
export type { AssignmentsReview, ConfigurationReview } from "./l2/review";
export type { OverrideValue } from "./l2/settings/override-value";

// what the account has
export type { LookupOptions } from "./l2/lookup";
export {
  Analyzer,
  CodePolicy,
  DataScanformAnalyzer,
  DataScanformConfiguration,
  DataScanformCustomPolicy,
  DataScanformRepository,
  Repository,
  type SoughtConfiguration,
} from "./l2/lookups";
export { DataScanformAccount } from "./l1/data-scanform-account";
export { DataScanformAccounts } from "./l1/data-scanform-accounts";
export { DataScanformAnalyzers } from "./l1/data-scanform-analyzers";
export { DataScanformCustomPolicies } from "./l1/data-scanform-custom-policies";
export { DataScanformRepositories } from "./l1/data-scanform-repositories";
export * as l1 from "./l1";

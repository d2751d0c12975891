/** What `scanform/cdktn` and `scanform/cdktf` export: constructs for people (l2), and the generated bindings (l1). */
import "./framework/require-framework";
export { DataScanformAccount } from "./l1/data-scanform-account";
export { DataScanformAccounts } from "./l1/data-scanform-accounts";
export { DataScanformAnalyzers } from "./l1/data-scanform-analyzers";
export { DataScanformCustomPolicies } from "./l1/data-scanform-custom-policies";
export { DataScanformRepositories } from "./l1/data-scanform-repositories";
export * as l1 from "./l1";
export { addAspect } from "./l2/aspects";
export type {
  AssignmentRule,
  AssignmentRules,
  ConfigureRule,
  LeaveRule,
  RepositorySelectors,
} from "./l2/repository-assignments";
export { Analyzer } from "./l2/lookups";
export { CodePolicy } from "./l2/lookups";
export type { ICodePolicy } from "./l2/configuration-props";
export { Configuration } from "./l2/configuration";
export type { IConfiguration } from "./l2/configuration-props";
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
  Notifications,
  Texts,
} from "./l2/configuration-props";
export type { OverrideValue } from "./l2/settings/override-value";
export { Presets } from "./l2/presets";
export { Deepscan, type DeepscanProps } from "./l2/deepscan";
export { Comment, RiskLevel, TriageCategory } from "./l2/enums";
export type { SoughtConfiguration } from "./l2/lookups";
export { FindingTriage, type FindingTriageProps } from "./l2/finding-triage";
export type { KnownNames } from "./l2/known-names";
export type { LookupOptions } from "./l2/lookup";
export {
  DataScanformAnalyzer,
  DataScanformConfiguration,
  DataScanformCustomPolicy,
  DataScanformRepository,
} from "./l2/lookups";
export { type ManagedScope, ScanformProvider, type ScanformProviderProps } from "./l2/provider";
export { MustBlock, NoAnalyzerOff } from "./l2/aspects";
export { Removed, type RemovedProps } from "./l2/removed";
export { Repository } from "./l2/lookups";
export type { AssignmentsReview, ConfigurationReview } from "./l2/review";
export { RepositoryAssignments, type RepositoryAssignmentsProps } from "./l2/repository-assignments";

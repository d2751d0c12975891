/** What `scanform/cdktn` and `scanform/cdktf` export: constructs for people (l2), and the generated bindings (l1). */
import "./framework/require-framework";
export { DataScanformAccount } from "./l1/data-scanform-account";
export { DataScanformAccounts } from "./l1/data-scanform-accounts";
export { DataScanformAnalyzers } from "./l1/data-scanform-analyzers";
export { DataScanformCustomPolicies } from "./l1/data-scanform-custom-policies";
export { DataScanformRepositories } from "./l1/data-scanform-repositories";
export * as l1 from "./l1";
export type {
  AssignmentRule,
  AssignmentRules,
  ConfigureRule,
  LeaveRule,
  RepositorySelectors,
} from "./l2/assignment-rule";
export { Analyzer } from "./l2/analyzer";
export { CodePolicy } from "./l2/code-policy";
export type { ICodePolicy } from "./l2/code-policy-reference";
export { Configuration } from "./l2/configuration";
export type { IConfiguration } from "./l2/configuration-reference";
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
export { Presets } from "./l2/presets";
export { Comment, RiskLevel } from "./l2/enums";
export type { SoughtConfiguration } from "./l2/existing-configuration";
export type { KnownNames } from "./l2/known-names";
export type { LookupOptions } from "./l2/lookup";
export {
  DataScanformAnalyzer,
  DataScanformConfiguration,
  DataScanformCustomPolicy,
  DataScanformRepository,
} from "./l2/lookups";
export { type ManagedScope, ScanformProvider, type ScanformProviderProps } from "./l2/provider";
export { Repository } from "./l2/repository";
export { RepositoryAssignments, type RepositoryAssignmentsProps } from "./l2/repository-assignments";

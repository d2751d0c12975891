/** What `scanform/cdktf` exports: constructs for people (l2), and the generated bindings (l1). */
export { DataScanformAccount } from "./l1/data-scanform-account";
export { DataScanformAccounts } from "./l1/data-scanform-accounts";
export { DataScanformAnalyzer } from "./l1/data-scanform-analyzer";
export { DataScanformAnalyzers } from "./l1/data-scanform-analyzers";
export { DataScanformConfiguration } from "./l1/data-scanform-configuration";
export { DataScanformCustomPolicies } from "./l1/data-scanform-custom-policies";
export { DataScanformCustomPolicy } from "./l1/data-scanform-custom-policy";
export { DataScanformRepositories } from "./l1/data-scanform-repositories";
export { DataScanformRepository } from "./l1/data-scanform-repository";
export * as l1 from "./l1";
export type {
  AssignmentRule,
  AssignmentRules,
  ConfigureRule,
  LeaveRule,
  RepositorySelectors,
} from "./l2/assignment-rule";
export { Configuration } from "./l2/configuration";
export type { IConfiguration } from "./l2/configuration-reference";
export type { AnalyzerSettings, CodePolicy, ConfigurationProps, Notifications, Texts } from "./l2/configuration-props";
export { Comment, RiskLevel } from "./l2/enums";
export { type ManagedScope, ScanformProvider, type ScanformProviderProps } from "./l2/provider";
export { RepositoryAssignments, type RepositoryAssignmentsProps } from "./l2/repository-assignments";

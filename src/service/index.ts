/** `scanform/service`: the whole interface of the service as a typed client. */
export { ApiKey } from "../diagnostics/api-key";
export type { Diagnostic } from "../diagnostics/diagnostic";
export { ScanformError } from "../diagnostics/error";
export type { Account, Analyzer, Configuration, CustomPolicy, Repository } from "../model/observed";
export type {
  CombinedFinding,
  DeepscanFinding,
  FindingType,
  Pagination,
  PrFinding,
  ScaFinding,
  Severity,
  TriageCategory,
} from "../model/findings";
export type { Json } from "../model/json";
export type { Certainty, Page } from "../model/page";
export type { AccountDeepscan, Deepscan, Insights, PrScan, Sbom } from "../model/scans";
export type { Settings } from "../model/settings";
export type {
  AssignReceipt,
  BulkReceipt,
  ConfigurationReceipt,
  ContinuedOptions,
  Fault,
  FindingsPage,
  Listed,
  ListOptions,
  Receipt,
} from "../reconcile/ports";
export type { QueryOf } from "./caller";
export { ServiceClient } from "./service-client";
export type { Clock } from "./clock";
export type { ProxyOption } from "./proxy";
export { type RequestLine, ServiceError } from "./service-error";
export type { Results } from "./lists";
export type { CallOptions, ServiceClientOptions } from "./client-options";
export type { AssignInput, ConfigurationInput } from "./codec";

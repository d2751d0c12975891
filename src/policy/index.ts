/**
 * Policies: what may pass in a plan, in TypeScript. A file exports a list of them by default, and `scanform plan`,
 * `apply` and `policy` take the file with `--policy`.
 */
export type { AccountDocument } from "../report/document";
export type {
  Account,
  After,
  AfterConfiguration,
  AfterRepository,
  Change,
  Deletion,
  Effect,
  Line,
  OpenFindings,
  Subject,
  Triage,
} from "./account";
export {
  alwaysBlock,
  atMostRepositories,
  criticalDismissalsNeed,
  everyRepositoryCovered,
  nothingDeletedWithRepositories,
  nothingUnused,
  nothingWeakens,
  withinNames,
} from "./built-in";
export { evaluate } from "./evaluate";
export { type Check, deny, type Finding, needs, policy, type Policy, type PolicyOptions, warn } from "./policy";
export type { WaivedAt, Waiver } from "./waivers";

/** What `scanform/testing` exports: a declaration is tried in Jest or Vitest, without a network. */
export type { AccountDocument, AppliedDocument } from "../report/document";
export { accountDocument } from "./account-document";
export { type AccountSeedOptions, accountSeed } from "./account-seed";
export type { RepositoryChoice } from "./arguments";
export type { ConfigurationChoice } from "./assignment";
export type { ExpectedSettings } from "./expected-settings";
export { matchers, type ScanformMatchers } from "./matchers";
export {
  type AgainstOptions,
  type AppliedTo,
  applyTo,
  type PlanAgainst,
  planAgainst,
  type RunningEmulator,
} from "./plan-against";
export { type AccountOption, type Declared, snapshot, type Snapshot } from "./snapshot";
export type { AnyConstruct } from "./synthesize";
export type { Finding } from "./to-block";

import type { Fields, Received } from "./field";
import type { FindingSummary } from "./findings";
import type { AccountId, ConfigurationId, RepositoryId } from "./ids";
import type { Settings } from "./settings";
import type { TriageStatus } from "./triage";

/** What the service lists, field by field: specification, *Resources and their fields*. */

const uuid = { kind: "string", format: "uuid" } as const;
const text = { kind: "string" } as const;
const dateTime = { kind: "string", format: "date-time" } as const;

export const accountFields = {
  account_id: { ...uuid, required: true, description: "The account's id." },
  org_id: { ...text, description: "The organization's id." },
  org_name: { ...text, description: "The organization's name." },
  provider_type: { ...text, description: "The kind of source host of the account." },
  active: { kind: "boolean", required: true, description: "Whether the account is active." },
  created_at: { ...dateTime, description: "When the account was created." },
} as const satisfies Fields;

export const repositoryFields = {
  id: { ...uuid, required: true, description: "The repository's id." },
  name: { ...text, description: "The repository's name." },
  provider_repo_id: {
    kind: "integer",
    required: true,
    description: "The repository's id at the source host; above 2^53 it loses digits.",
  },
  configuration_id: { ...uuid, description: "The id of the configuration that the repository has." },
  enabled: { kind: "boolean", required: true, lenient: true, description: "Whether the repository is scanned." },
  created_at: { ...dateTime, description: "When the repository was added." },
} as const satisfies Fields;

export const analyzerListingFields = {
  id: { ...uuid, required: true, description: "The analyzer's id." },
  name: { ...text, required: true, description: "The analyzer's internal name." },
  slug: { ...text, required: true, description: "The analyzer's slug: its key in the analyzers of a configuration." },
  display_name: { ...text, description: "The analyzer's name for people." },
  description: { ...text, description: "The analyzer's description." },
  enabled: { kind: "boolean", required: true, description: "Whether the analyzer is enabled." },
  configuration: {
    kind: "json",
    description: "The analyzer's default configuration, as JSON of a shape that the service does not document.",
  },
} as const satisfies Fields;

export const customPolicyFields = {
  id: { ...uuid, required: true, description: "The policy's id, as used in the code_policies of a configuration." },
  dashboard_url: {
    kind: "string",
    format: "uri",
    required: true,
    description: "The link to the policy in the dashboard.",
  },
  title: { ...text, required: true, description: "The policy's title." },
  background: { ...text, description: "The policy's background." },
  guidance: { ...text, description: "The policy's guidance." },
  question: { ...text, required: true, description: "The question that the policy evaluates." },
  created_at: { ...dateTime, description: "When the policy was created." },
  updated_at: { ...dateTime, description: "When the policy was last changed." },
} as const satisfies Fields;

/** A Configuration without its settings, which `settingsFields` describe. */
export const configurationFields = {
  id: { ...uuid, required: true, description: "The configuration's id." },
  name: { ...text, description: "The configuration's name." },
  created_at: { ...dateTime, description: "When the configuration was created." },
} as const satisfies Fields;

export type Account = Omit<Received<typeof accountFields>, "account_id"> & { readonly account_id: AccountId };
/** Where `enabled` is neither true nor false, whether it is scanned is not known. */
export type Repository = Omit<Received<typeof repositoryFields>, "id" | "configuration_id"> & {
  readonly id: RepositoryId;
  readonly configuration_id?: ConfigurationId;
};
export type Analyzer = Received<typeof analyzerListingFields>;
export type CustomPolicy = Received<typeof customPolicyFields>;
export interface Configuration {
  readonly id: ConfigurationId;
  readonly name?: string;
  readonly settings: Settings;
  readonly created_at?: string;
}

/** The triages of the declared findings, as they were at one time. */
export interface ObservedTriages {
  /** When they were read, in milliseconds since 1970: a plan judges by it which triages have expired. */
  readonly at: number;
  /** By the id of the finding in lower case. A finding that the service does not know is absent. */
  readonly found: ReadonlyMap<string, TriageStatus>;
  /** What the list of all findings says of them, by the id in lower case; absent where it was not read. */
  readonly listed?: ReadonlyMap<string, FindingSummary>;
  /** The ids of findings as the service spells them, where its list knows a finding and its own answer did not. */
  readonly spelled?: readonly string[];
}

/** Everything about one account that a plan is computed from. A list that was not needed is absent. */
export interface Observed {
  readonly configurations: readonly Configuration[];
  readonly repositories: readonly Repository[];
  readonly analyzers?: readonly Analyzer[];
  readonly policies?: readonly CustomPolicy[];
  readonly triages?: ObservedTriages;
}

import { z } from "zod";
import type { Fields } from "../../model/field";
import {
  deepscanFindingFields,
  prFindingFields,
  scaFindingFields,
  triageCategories,
  type TriageCategory,
} from "../../model/findings";
import { insightsFields, pullRequestStates, riskLevels } from "../../model/scans";
import { objectSchema, uuid } from "../../model/schema";
import type { ReceivedOrNull } from "../json/received-or-null";

/**
 * What an account knows of scans, as it stands in a seed. All that can be told from the rest is left
 * out: links, whether a scan passed, how severe it is, the state of a finding.
 */

/** Specification, *PR scan*: what a finding does to the scan. */
export type RiskLevel = (typeof riskLevels)[number];
export type PullRequestState = (typeof pullRequestStates)[number];

type Linked = "dashboard_url" | "pull_request_dashboard_url";

/** A finding as one scan of a pull request saw it. */
export type SeedPrFinding = Omit<ReceivedOrNull<typeof prFindingFields>, Linked | "created_at"> & {
  readonly finding_type: "pullrequest" | "code_policy";
  /** When a scan of the pull request first saw it. */
  readonly created_at: string;
  /** What it did to that scan. */
  readonly result: RiskLevel;
  /** Recorded, and not told to developers. */
  readonly silent?: boolean;
  readonly label?: string;
};

export interface SeedPullRequest {
  readonly number: number;
  readonly title?: string | null;
  readonly status?: PullRequestState | null;
  readonly branch?: string | null;
  readonly commit_author?: string | null;
}

export interface SeedUser {
  readonly id?: string;
  readonly name?: string;
  readonly email?: string;
}

export interface SeedScan {
  readonly id: string;
  readonly repository_id: string;
  readonly pull_request: SeedPullRequest;
  readonly initiated_by?: SeedUser | null;
  readonly created_at: string;
  /** Absent or null while the scan is in progress, when it has no findings. */
  readonly completed_at?: string | null;
  readonly findings?: readonly SeedPrFinding[];
}

export type SeedDeepscanFinding = Omit<ReceivedOrNull<typeof deepscanFindingFields>, Linked | "created_at"> & {
  readonly created_at: string;
};
export type SeedScaFinding = Omit<ReceivedOrNull<typeof scaFindingFields>, Linked | "created_at"> & {
  readonly created_at: string;
};

/** A package that a repository uses. */
export interface SeedComponent {
  readonly name: string;
  readonly version: string;
  /** npm, PyPI, Maven and so on. */
  readonly ecosystem: string;
  /** An SPDX id or expression. */
  readonly license?: string;
}

export interface SeedDeepscan {
  readonly id: string;
  readonly repository_id: string;
  readonly type: string;
  /** Absent or null for the default branch. */
  readonly branch?: string | null;
  readonly commit_sha?: string | null;
  readonly retry_count: number;
  readonly created_at: string;
  /** Absent or null while it is queued, when it has found nothing. */
  readonly completed_at?: string | null;
  readonly results?: readonly SeedDeepscanFinding[];
  readonly sca_results?: readonly SeedScaFinding[];
  readonly components?: readonly SeedComponent[];
}

export interface SeedTriage {
  readonly finding_id: string;
  readonly category: TriageCategory;
}

export type SeedInsights = Pick<ReceivedOrNull<typeof insightsFields>, "insights"> & {
  /** The day, such as 2026-01-31. */
  readonly date: string;
};

/** A list that is left out is empty. */
export interface ScanSeed {
  readonly scans?: readonly SeedScan[];
  readonly deepscans?: readonly SeedDeepscan[];
  readonly triage?: readonly SeedTriage[];
  readonly insights?: readonly SeedInsights[];
  /**
   * When what stands here is as it stands. If it is given, all dates of scans, findings and insights are
   * moved so that this is the time when the emulator starts, and what is recent stays so.
   */
  readonly scans_as_of?: string;
}

export const dateTime = z.iso.datetime({ offset: true, error: "must be an ISO 8601 date-time" });

/** As the service answers it, with nothing unknown and without the fields that are given by other means. */
function strictSchema<T>(fields: Fields, without: readonly string[], extra: z.ZodRawShape = {}): z.ZodType<T> {
  const kept = Object.entries(fields).filter(([name]) => !without.includes(name));
  return objectSchema(Object.fromEntries(kept), "answered").strict().extend(extra) as unknown as z.ZodType<T>;
}

const linkFields = ["dashboard_url", "pull_request_dashboard_url"];
const assignedFields = [...linkFields, "id", "created_at"];

/** A finding that no scan has recorded yet. */
type Unrecorded<Finding> = Omit<Finding, "id" | "created_at">;

/** What a deepscan is told to find. A list that is left out is as in the last deepscan of the branch, or a sample. */
export interface DeepscanContent {
  readonly results?: readonly Unrecorded<SeedDeepscanFinding>[] | undefined;
  readonly sca_results?: readonly Unrecorded<SeedScaFinding>[] | undefined;
  readonly components?: readonly SeedComponent[] | undefined;
}

/** What a deepscan is told to find: specification, *Deepscan finding*. */
export const deepscanResult = strictSchema<Unrecorded<SeedDeepscanFinding>>(deepscanFindingFields, assignedFields);
/** The same for *SCA finding*. */
export const scaResult = strictSchema<Unrecorded<SeedScaFinding>>(scaFindingFields, assignedFields);

export const component = z.strictObject({
  name: z.string().min(1),
  version: z.string().min(1),
  ecosystem: z.string().min(1),
  license: z.string().min(1).optional(),
});

export const pullRequest = z.strictObject({
  number: z.int().min(1),
  title: z.string().nullish(),
  status: z.enum(pullRequestStates).nullish(),
  branch: z.string().nullish(),
  commit_author: z.string().nullish(),
});

export const user = z.strictObject({
  id: z.string().optional(),
  name: z.string().optional(),
  email: z.string().optional(),
});

const prFinding = strictSchema(prFindingFields, linkFields, {
  finding_type: z.enum(["pullrequest", "code_policy"]),
  created_at: dateTime,
  result: z.enum(riskLevels),
  silent: z.boolean().optional(),
  label: z.string().optional(),
});

const scan = z.strictObject({
  id: uuid,
  repository_id: uuid,
  pull_request: pullRequest,
  initiated_by: user.nullish(),
  created_at: dateTime,
  completed_at: dateTime.nullish(),
  findings: z.array(prFinding).optional(),
});

const deepscan = z.strictObject({
  id: uuid,
  repository_id: uuid,
  type: z.string(),
  branch: z.string().nullish(),
  commit_sha: z.string().nullish(),
  retry_count: z.int().min(0),
  created_at: dateTime,
  completed_at: dateTime.nullish(),
  results: z.array(strictSchema(deepscanFindingFields, linkFields, { created_at: dateTime })).optional(),
  sca_results: z.array(strictSchema(scaFindingFields, linkFields, { created_at: dateTime })).optional(),
  components: z.array(component).optional(),
});

/** The lists of `ScanningSeed`, as further fields of an account in a seed. */
export const scanSeedShape = {
  scans: z.array(scan).optional(),
  deepscans: z.array(deepscan).optional(),
  triage: z.array(z.strictObject({ finding_id: uuid, category: z.enum(triageCategories) })).optional(),
  insights: z
    .array(strictSchema(insightsFields, [], { date: z.iso.date("must be a date such as 2026-01-31") }))
    .optional(),
  scans_as_of: dateTime.optional(),
};

import { z } from "zod";
import type { Fields, Received } from "../../model/field";
import { deepscanFindingFields, prFindingFields, scaFindingFields, triageCategories } from "../../model/findings";
import { deepscanFields, insightsFields, pullRequestStates, riskLevels } from "../../model/scans";
import { objectSchema, uuid } from "../../model/schema";

/**
 * The scans of an account in a seed. Derived values are omitted: links, the outcome and severity of a scan,
 * the state of a finding.
 */

/** The effect of a finding on its scan: specification, *PR scan*. */
export type RiskLevel = (typeof riskLevels)[number];

type Linked = "dashboard_url" | "pull_request_dashboard_url";

/** A finding as recorded by one scan of a pull request. */
export type SeedPrFinding = Omit<ReceivedOrNull<typeof prFindingFields>, Linked | "created_at"> & {
  readonly finding_type: "pullrequest" | "code_policy";
  /** The time of the first scan of the pull request that found it. */
  readonly created_at: string;
  /** Its effect on that scan. */
  readonly result: RiskLevel;
  /** Whether it is recorded without notifying developers. */
  readonly silent?: boolean;
  readonly label?: string;
};

export type SeedPullRequest = z.infer<typeof pullRequest>;
export type SeedUser = z.infer<typeof user>;

export interface SeedScan {
  readonly id: string;
  readonly repository_id: string;
  readonly pull_request: SeedPullRequest;
  readonly initiated_by?: SeedUser | null;
  readonly created_at: string;
  /** Absent or null while the scan is in progress; it has no findings then. */
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
export type SeedComponent = z.infer<typeof component>;

/** Specification, *Deepscan*. Without a branch it is of the default branch. */
export type SeedDeepscan = ReceivedOrNull<typeof deepscanFields> & {
  /** Absent or null while it is queued; it has no findings then. */
  readonly completed_at?: string | null;
  readonly results?: readonly SeedDeepscanFinding[];
  readonly sca_results?: readonly SeedScaFinding[];
  readonly components?: readonly SeedComponent[];
};

export type SeedInsights = Pick<ReceivedOrNull<typeof insightsFields>, "insights"> & {
  /** The day, such as 2026-01-31. */
  readonly date: string;
};

/** The scan fields of an account in a seed. An absent list is empty. */
export interface ScanSeed {
  readonly scans?: readonly SeedScan[];
  readonly deepscans?: readonly SeedDeepscan[];
  readonly triage?: readonly z.infer<typeof triage>[];
  readonly insights?: readonly SeedInsights[];
  /**
   * The reference time of all dates. If given, the dates of scans, findings and insights are shifted so that
   * this is the time when the emulator starts, which keeps recent findings recent.
   */
  readonly scans_as_of?: string;
}

export const dateTime = z.iso.datetime({ offset: true, error: "must be an ISO 8601 date-time" });

/** A strict schema of an object as the service returns it, with some fields replaced, and without some others. */
function strictSchema<T>(fields: Fields, extra: z.ZodRawShape = {}, without: readonly string[] = []): z.ZodType<T> {
  const kept = Object.entries(fields).filter(([name]) => !without.includes(name));
  return objectSchema(Object.fromEntries(kept), "answered").strict().extend(extra) as unknown as z.ZodType<T>;
}

const linkFields = ["dashboard_url", "pull_request_dashboard_url"];
const assignedFields = [...linkFields, "id", "created_at"];

/** A schema of findings that a scan has recorded. */
const findings = (fields: Fields, extra: z.ZodRawShape = {}) =>
  z.array(strictSchema(fields, { created_at: dateTime, ...extra }, linkFields)).optional();

/** A finding before a scan has recorded it. */
type Unrecorded<Finding> = Omit<Finding, "id" | "created_at">;

/** The findings for a deepscan. An absent list is taken from the branch's last deepscan, or is a sample. */
export interface DeepscanContent {
  readonly results?: readonly Unrecorded<SeedDeepscanFinding>[] | undefined;
  readonly sca_results?: readonly Unrecorded<SeedScaFinding>[] | undefined;
  readonly components?: readonly SeedComponent[] | undefined;
}

/** A finding for a deepscan: specification, *Deepscan finding*. */
export const deepscanResult = strictSchema<Unrecorded<SeedDeepscanFinding>>(deepscanFindingFields, {}, assignedFields);
/** An SCA finding for a deepscan: specification, *SCA finding*. */
export const scaResult = strictSchema<Unrecorded<SeedScaFinding>>(scaFindingFields, {}, assignedFields);

export const component = z.strictObject({
  name: z.string().min(1),
  version: z.string().min(1),
  /** Such as npm, PyPI or Maven. */
  ecosystem: z.string().min(1),
  /** An SPDX id or expression. */
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

const scan = z.strictObject({
  id: uuid,
  repository_id: uuid,
  pull_request: pullRequest,
  initiated_by: user.nullish(),
  created_at: dateTime,
  completed_at: dateTime.nullish(),
  findings: findings(prFindingFields, {
    finding_type: z.enum(["pullrequest", "code_policy"]),
    result: z.enum(riskLevels),
    silent: z.boolean().optional(),
    label: z.string().optional(),
  }),
});

const deepscan = strictSchema(deepscanFields, {
  retry_count: z.int().min(0),
  completed_at: dateTime.nullish(),
  results: findings(deepscanFindingFields),
  sca_results: findings(scaFindingFields),
  components: z.array(component).optional(),
});

const triage = z.strictObject({ finding_id: uuid, category: z.enum(triageCategories) });

/** The schema of the `ScanSeed` fields of an account. */
export const scanSeedShape = {
  scans: z.array(scan).optional(),
  deepscans: z.array(deepscan).optional(),
  triage: z.array(triage).optional(),
  insights: z.array(strictSchema(insightsFields, { date: z.iso.date("must be a date such as 2026-01-31") })).optional(),
  scans_as_of: dateTime.optional(),
};

type OrNull<T> = { readonly [K in keyof T]: undefined extends T[K] ? T[K] | null : T[K] };

/** An object as the service returns it, except that fields that are not required may also be null. */
export type ReceivedOrNull<F extends Fields> = OrNull<Received<F>>;

import {
  type Candidate,
  candidateIdentity,
  deepscanType,
  findingOf,
  recordedResults,
  seriesOfDeepscan,
  seriesOfScan,
  withIds,
} from "../scans/assumptions";
import type { DeepscanContent, RiskLevel, SeedDeepscan, SeedPullRequest, SeedScan, SeedUser } from "../scans/scan-seed";
import { stableId } from "../support/deterministic";

/** The reference time of the scans in the built-in seed. */
export const sampleTime = "2025-06-30T12:00:00.000Z";

const hourMilliseconds = 3_600_000;

/** The time a number of hours before `sampleTime`. */
export const hoursAgo = (hours: number): string =>
  new Date(Date.parse(sampleTime) - hours * hourMilliseconds).toISOString();

/** A finding; `since` is when it was first seen, in hours before `sampleTime`. */
export type SampleFinding = Candidate & {
  readonly result: RiskLevel;
  readonly since: number;
};

/** @param at the time of the scan, in hours before `sampleTime` */
export function sampleScan(
  repositoryId: string,
  pullRequest: SeedPullRequest,
  user: SeedUser,
  at: number,
  seen: readonly SampleFinding[],
): SeedScan {
  const series = seriesOfScan({ repository_id: repositoryId, pull_request: pullRequest });
  return {
    id: stableId(`scan ${series} ${String(at)}`),
    repository_id: repositoryId,
    pull_request: pullRequest,
    initiated_by: user,
    created_at: hoursAgo(at),
    completed_at: hoursAgo(at - 0.05),
    findings: withIds(series, seen, candidateIdentity).map(({ since, result, ...candidate }) =>
      findingOf(candidate, { created_at: hoursAgo(since), result }),
    ),
  };
}

/** @param since when its findings were first seen, `at` by default; both in hours before `sampleTime` */
export function sampleDeepscanOf(
  repositoryId: string,
  branch: string | null,
  at: number,
  { components = [], ...found }: DeepscanContent,
  since: number = at,
): SeedDeepscan {
  const series = seriesOfDeepscan({ repository_id: repositoryId, branch });
  const id = stableId(`deepscan ${series} ${String(at)}`);
  return {
    id,
    repository_id: repositoryId,
    type: deepscanType,
    branch,
    commit_sha: id.replaceAll("-", "") + id.slice(0, 8),
    retry_count: 0,
    created_at: hoursAgo(at),
    completed_at: hoursAgo(at - 0.5),
    ...recordedResults(series, found, () => hoursAgo(since)),
    components,
  };
}

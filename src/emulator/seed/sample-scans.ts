import { stableId } from "../support/deterministic";
import {
  seriesOfDeepscan,
  seriesOfScan,
  deepscanType,
  prFindingIdentity,
  deepscanFindingIdentity,
  scaFindingIdentity,
} from "../scans/assumptions";
import { type Candidate, candidateSource, findingIds } from "../scans/finding-ids";
import type {
  DeepscanContent,
  RiskLevel,
  SeedDeepscan,
  SeedPrFinding,
  SeedPullRequest,
  SeedScan,
  SeedUser,
} from "../scans/scan-seed";

/** The reference time of the scans in the built-in seed. */
export const sampleTime = "2025-06-30T12:00:00.000Z";

const hourMilliseconds = 3_600_000;

/** The time a number of hours before `sampleTime`. */
export const hoursAgo = (hours: number): string =>
  new Date(Date.parse(sampleTime) - hours * hourMilliseconds).toISOString();

/** A finding; `since` is when it was first seen, in hours before `sampleTime`. */
export type SampleFinding = Candidate & {
  readonly result: RiskLevel;
  readonly silent?: boolean;
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
  const ids = findingIds(series, seen, (each) => prFindingIdentity(candidateSource(each), each));
  return {
    id: stableId(`scan ${series} ${String(at)}`),
    repository_id: repositoryId,
    pull_request: pullRequest,
    initiated_by: user,
    created_at: hoursAgo(at),
    completed_at: hoursAgo(at - 0.05),
    findings: seen.map((each, nth) => sampleFinding(each, ids[nth] ?? "")),
  };
}

function sampleFinding({ analyzer, policy, since, label, ...finding }: SampleFinding, id: string): SeedPrFinding {
  return {
    id,
    ...finding,
    ...(label === undefined ? {} : { label }),
    finding_type: policy === undefined ? "pullrequest" : "code_policy",
    created_at: hoursAgo(since),
  };
}

/** @param since when its findings were first seen, `at` by default; both in hours before `sampleTime` */
export function sampleDeepscanOf(
  repositoryId: string,
  branch: string | null,
  at: number,
  { results = [], sca_results: scaResults = [], components = [] }: DeepscanContent,
  since: number = at,
): SeedDeepscan {
  const series = seriesOfDeepscan({ repository_id: repositoryId, branch });
  const created_at = hoursAgo(since);
  const resultIds = findingIds(`deepscan ${series}`, results, deepscanFindingIdentity);
  const scaIds = findingIds(`sca ${series}`, scaResults, scaFindingIdentity);
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
    results: results.map((each, nth) => ({ ...each, id: resultIds[nth] ?? "", created_at })),
    sca_results: scaResults.map((each, nth) => ({ ...each, id: scaIds[nth] ?? "", created_at })),
    components,
  };
}

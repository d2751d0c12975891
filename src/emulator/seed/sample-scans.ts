import { idOf } from "../deterministic/stable-id";
import {
  contextOfDeepscan,
  contextOfScan,
  deepscanType,
  identityInPr,
  identityOfResult,
  identityOfSca,
} from "../scan-records/assumptions";
import { type Candidate, sourceOf } from "../scan-records/candidate";
import { findingIds } from "../scan-records/finding-ids";
import type {
  DeepscanContent,
  RiskLevel,
  SeedDeepscan,
  SeedPrFinding,
  SeedPullRequest,
  SeedScan,
  SeedUser,
} from "../scan-records/scan-seed";

/** The time at which the scans of the built-in seed are as they stand there. */
export const sampleTime = "2025-06-30T12:00:00.000Z";

const hourMilliseconds = 3_600_000;

/** The time so many hours before `sampleTime`. */
export const ago = (hours: number): string => new Date(Date.parse(sampleTime) - hours * hourMilliseconds).toISOString();

/** A finding, and when it was first seen, in hours before `sampleTime`. */
export type Seen = Candidate & { readonly result: RiskLevel; readonly silent?: boolean; readonly since: number };

/** @param at in hours before `sampleTime` */
export function sampleScan(
  repositoryId: string,
  pullRequest: SeedPullRequest,
  user: SeedUser,
  at: number,
  seen: readonly Seen[],
): SeedScan {
  const context = contextOfScan({ repository_id: repositoryId, pull_request: pullRequest });
  const ids = findingIds(context, seen, (each) => identityInPr(sourceOf(each), each));
  return {
    id: idOf(`scan ${context} ${String(at)}`),
    repository_id: repositoryId,
    pull_request: pullRequest,
    initiated_by: user,
    created_at: ago(at),
    completed_at: ago(at - 0.05),
    findings: seen.map((each, nth) => findingOf(each, ids[nth] ?? "")),
  };
}

function findingOf({ analyzer, policy, since, label, ...finding }: Seen, id: string): SeedPrFinding {
  return {
    id,
    ...finding,
    ...(label === undefined ? {} : { label }),
    finding_type: policy === undefined ? "pullrequest" : "code_policy",
    created_at: ago(since),
  };
}

/** @param since when what it finds was first seen, `at` when left out; both in hours before `sampleTime` */
export function sampleDeepscanOf(
  repositoryId: string,
  branch: string | null,
  at: number,
  { results = [], sca_results: scaResults = [], components = [] }: DeepscanContent,
  since: number = at,
): SeedDeepscan {
  const context = contextOfDeepscan({ repository_id: repositoryId, branch });
  const created_at = ago(since);
  const resultIds = findingIds(`deepscan ${context}`, results, identityOfResult);
  const scaIds = findingIds(`sca ${context}`, scaResults, identityOfSca);
  const id = idOf(`deepscan ${context} ${String(at)}`);
  return {
    id,
    repository_id: repositoryId,
    type: deepscanType,
    branch,
    commit_sha: id.replaceAll("-", "") + id.slice(0, 8),
    retry_count: 0,
    created_at: ago(at),
    completed_at: ago(at - 0.5),
    results: results.map((each, nth) => ({ ...each, id: resultIds[nth] ?? "", created_at })),
    sca_results: scaResults.map((each, nth) => ({ ...each, id: scaIds[nth] ?? "", created_at })),
    components,
  };
}

import { randomUUID } from "node:crypto";
import type { CompletePullRequest, EmulatorContext } from "../state/context";
import type { AccountStore } from "../state/store";
import type { StoredRepository, WireSettings } from "../state/write-semantics";
import {
  type Candidate,
  candidateIdentity,
  findingOf,
  isListedSeverity,
  isReported,
  seriesOfScan,
  withIds,
} from "./assumptions";
import { createJudge, settingsOf, type Verdict } from "./judge";
import { sampleChange } from "./samples";
import type { SeedPullRequest, SeedScan, SeedUser } from "./scan-seed";
import { newestFirst } from "./scan-store";

/** The input of a scan. Absent fields are taken from the pull request's last scan, or have default values. */
export interface ScanInput {
  readonly pullRequest?: SeedPullRequest | undefined;
  readonly initiatedBy?: SeedUser | undefined;
  /** The potential findings; a sample by default. */
  readonly candidates?: readonly Candidate[] | undefined;
}

/** A candidate with its verdict. The id is the one that its finding has or would have. */
export interface JudgedCandidate {
  readonly candidate: Candidate & { readonly id: string };
  readonly verdict: Verdict;
}

/**
 * Scans a change immediately, records the scan and reports its completion. Findings and outcome depend on
 * the repository's current configuration.
 */
export function runPrScan(
  context: EmulatorContext,
  account: AccountStore,
  repository: StoredRepository,
  change: ScanInput,
): { readonly scan: SeedScan; readonly judged: readonly JudgedCandidate[]; readonly settings: WireSettings } {
  const { scanRecords } = account;
  const completedAt = context.clock.now().toISOString();
  const settings = settingsOfRepository(account, repository);
  const number = change.pullRequest?.number ?? 1;
  const isTriaged = (id: string) => scanRecords.triageOf(id) !== undefined;

  const judge = createJudge(account, settingsOf(settings));
  const series = seriesOfScan({ repository_id: repository.id, pull_request: { number } });
  const candidates = withIds(series, change.candidates ?? sampleChange(account), candidateIdentity);
  const judged = candidates.map((candidate): JudgedCandidate => ({
    candidate,
    verdict: judge(candidate, isTriaged(candidate.id)),
  }));

  const earlier = newestFirst(scanRecords.scansOf(repository.id)).filter((each) => each.pull_request.number === number);
  const firstSeen = new Map(earlier.flatMap(({ findings = [] }) => findings.map((each) => [each.id, each.created_at])));
  const findings = judged.flatMap(({ candidate, verdict }) => {
    if (!verdict.appears) return [];
    const { result, silent } = verdict;
    return [findingOf(candidate, { created_at: firstSeen.get(candidate.id) ?? completedAt, result, silent })];
  });
  const pullRequest = pullRequestOf(number, change.pullRequest, earlier[0]?.pull_request);
  const scan: SeedScan = {
    id: randomUUID(),
    repository_id: repository.id,
    pull_request: pullRequest,
    initiated_by: change.initiatedBy ?? null,
    created_at: completedAt,
    completed_at: completedAt,
    findings,
  };
  scanRecords.addScan(scan);
  const reported = findings
    .filter((finding) => isReported(finding, isTriaged(finding.id)))
    .flatMap((finding) => (isListedSeverity(finding.severity) ? [{ ...finding, severity: finding.severity }] : []));
  context.onScanCompleted({ account, repository, settings, completedAt, pullRequest, findings: reported });
  return { scan, judged, settings };
}

const settingsOfRepository = (account: AccountStore, { configuration_id: id }: StoredRepository): WireSettings =>
  id === null ? null : (account.configuration(id)?.configuration ?? null);

const pullRequestOf = (
  number: number,
  given: SeedPullRequest | undefined,
  before: SeedPullRequest | undefined,
): CompletePullRequest => ({
  number,
  title: given?.title ?? before?.title ?? `Change ${String(number)}`,
  status: given?.status ?? before?.status ?? "open",
  branch: given?.branch ?? before?.branch ?? `change-${String(number)}`,
  commit_author: given?.commit_author ?? before?.commit_author ?? "developer",
});

import { randomUUID } from "node:crypto";
import type { CompletedScan, EmulatorContext } from "../state/context";
import type { AccountStore } from "../state/store";
import type { StoredRepository, WireSettings } from "../state/write-semantics";
import { isListedSeverity, isReported, prFindingIdentity, seriesOfScan } from "./assumptions";
import { type Candidate, candidateSource, findingIds } from "./finding-ids";
import { createJudge, settingsOf, type Verdict } from "./judge";
import { pullRequestLink, sourceLink } from "./responses";
import { sampleChange } from "./samples";
import type { SeedPrFinding, SeedPullRequest, SeedScan, SeedUser } from "./scan-seed";
import { newestFirst } from "./scan-store";

/** The input of a scan. Absent fields are taken from the pull request's last scan, or have default values. */
export interface ScanInput {
  readonly pullRequest?: SeedPullRequest | undefined;
  readonly initiatedBy?: SeedUser | undefined;
  /** The potential findings; a sample by default. */
  readonly candidates?: readonly Candidate[] | undefined;
}

/** A candidate with its verdict and the id that its finding has or would have. */
export interface JudgedCandidate {
  readonly id: string;
  readonly candidate: Candidate;
  readonly verdict: Verdict;
}

/** A pull request with a value for every field. */
type CompletePullRequest = { readonly [K in keyof SeedPullRequest]-?: NonNullable<SeedPullRequest[K]> };

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
  const now = context.clock.now();
  const wire = settingsOfRepository(account, repository);
  const number = change.pullRequest?.number ?? 1;
  const earlier = newestFirst(account.scanRecords.scansOf(repository.id)).filter(
    ({ pull_request }) => pull_request.number === number,
  );
  const judged = judgeCandidates(account, repository, wire, number, change.candidates ?? sampleChange(account));
  const firstSeen = new Map(earlier.flatMap(({ findings = [] }) => findings.map((each) => [each.id, each.created_at])));
  const scan: SeedScan & { readonly pull_request: CompletePullRequest; readonly findings: readonly SeedPrFinding[] } = {
    id: randomUUID(),
    repository_id: repository.id,
    pull_request: pullRequestOf(number, change.pullRequest, earlier[0]?.pull_request),
    initiated_by: change.initiatedBy ?? null,
    created_at: now.toISOString(),
    completed_at: now.toISOString(),
    findings: judged.flatMap((each) => recordedFinding(each, firstSeen.get(each.id) ?? now.toISOString())),
  };
  account.scanRecords.addScan(scan);
  context.onScanCompleted({
    account,
    repository,
    settings: wire,
    dashboardUrl: pullRequestLink(account, repository.id, number),
    completedAt: now,
    pullRequest: notifiedPullRequest(scan.pull_request, sourceLink(account, repository, number)),
    findings: scan.findings
      .filter((finding) => isReported(finding, account.scanRecords.triageOf(finding.id) !== undefined))
      .flatMap(notifiedFinding),
  });
  return { scan, judged, settings: wire };
}

const settingsOfRepository = (account: AccountStore, { configuration_id: id }: StoredRepository): WireSettings =>
  id === null ? null : (account.configuration(id)?.configuration ?? null);

function judgeCandidates(
  account: AccountStore,
  repository: StoredRepository,
  settings: WireSettings,
  number: number,
  candidates: readonly Candidate[],
): readonly JudgedCandidate[] {
  const judge = createJudge(account, settingsOf(settings));
  const series = seriesOfScan({ repository_id: repository.id, pull_request: { number } });
  const ids = findingIds(series, candidates, (candidate) => prFindingIdentity(candidateSource(candidate), candidate));
  return candidates.map((candidate, at) => {
    const id = ids[at] ?? "";
    return { id, candidate, verdict: judge(candidate, account.scanRecords.triageOf(id) !== undefined) };
  });
}

function pullRequestOf(
  number: number,
  given: SeedPullRequest | undefined,
  before: SeedPullRequest | undefined,
): CompletePullRequest {
  return {
    number,
    title: given?.title ?? before?.title ?? `Change ${String(number)}`,
    status: given?.status ?? before?.status ?? "open",
    branch: given?.branch ?? before?.branch ?? `change-${String(number)}`,
    commit_author: given?.commit_author ?? before?.commit_author ?? "developer",
  };
}

function recordedFinding({ id, candidate, verdict }: JudgedCandidate, createdAt: string): readonly SeedPrFinding[] {
  if (!verdict.appears) return [];
  const { analyzer, policy, label, ...found } = candidate;
  return [
    {
      id,
      ...found,
      ...(label === undefined ? {} : { label }),
      finding_type: policy === undefined ? "pullrequest" : "code_policy",
      created_at: createdAt,
      result: verdict.result,
      silent: verdict.silent,
    },
  ];
}

const notifiedPullRequest = (
  { number, title, status, branch, commit_author: commitAuthor }: CompletePullRequest,
  url: string,
): CompletedScan["pullRequest"] => ({ number, title, status, branch, commitAuthor, url });

function notifiedFinding(finding: SeedPrFinding): CompletedScan["findings"] {
  const { id, severity, type, description, filename, line_start, line_end } = finding;
  if (!isListedSeverity(severity)) return [];
  const place = { filename, lineStart: line_start ?? 0, lineEnd: line_end ?? 0 };
  return [{ id, findingType: finding.finding_type, severity, type, description, ...place }];
}

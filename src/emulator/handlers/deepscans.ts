import { randomUUID } from "node:crypto";
import { notFound, orNotFound } from "../http/read-request";
import { deepscanType } from "../scans/assumptions";
import { deepscanLink, deepscanResponse, findingLink } from "../scans/responses";
import { runDueDeepscans } from "../scans/run-deepscan";
import { componentsOf, countVulnerableComponents, createDownloadToken } from "../scans/sbom";
import type { SeedDeepscan, SeedDeepscanFinding, SeedScaFinding } from "../scans/scan-seed";
import { byNewest, isCompleted, newestFirst } from "../scans/scan-store";
import {
  findRepository,
  listResult,
  okResult,
  type OperationHandlers,
  type OperationRequest,
  type OperationResult,
} from "./operation";

/** Specification, *Endpoints > Deepscans and SBOM*. */
export const deepscanHandlers = {
  listDeepscans: (request) => {
    const account = runDueDeepscans(request);
    return listResult(
      newestFirst(account.scanRecords.deepscans()).map((deepscan) => ({
        ...deepscanResponse(deepscan),
        repository_name: account.repository(deepscan.repository_id)?.name ?? "",
      })),
    );
  },

  listRepositoryDeepscans: (request) => {
    const { id } = findRepository(request.account, request.path.repository_id);
    return listResult(newestFirst(runDueDeepscans(request).scanRecords.deepscansOf(id)).map(deepscanResponse));
  },

  triggerDeepscan: ({ context, account, path }) => {
    const deepscan: SeedDeepscan = {
      id: randomUUID(),
      repository_id: findRepository(account, path.repository_id).id,
      type: deepscanType,
      branch: null,
      commit_sha: null,
      retry_count: 0,
      created_at: context.clock.now().toISOString(),
      completed_at: null,
    };
    account.scanRecords.putDeepscan(deepscan);
    return { status: 202, body: { data: deepscanResponse(deepscan) } };
  },

  listDeepscanResults: (request) => {
    const deepscan = findDeepscan(request);
    return findingsResult(request, deepscan, deepscan.results ?? []);
  },

  listScaResults: (request) => {
    const deepscan = findDeepscan(request);
    return findingsResult(request, deepscan, deepscan.sca_results ?? []);
  },

  getSbom: (request) => {
    const deepscan = findDeepscan(request);
    if (!isCompleted(deepscan)) throw notFound();
    return okResult({ data: metadataOf(request, deepscan) });
  },

  getLatestSbom: (request) => {
    const { id } = findRepository(request.account, request.path.repository_id);
    const latest = newestFirst(runDueDeepscans(request).scanRecords.deepscansOf(id)).find(isCompleted);
    return okResult({ data: metadataOf(request, orNotFound(latest)) });
  },
} satisfies Partial<OperationHandlers>;

/** @throws 404 if the repository has no deepscan with this id */
function findDeepscan(request: OperationRequest<"listDeepscanResults" | "listScaResults" | "getSbom">): SeedDeepscan {
  const repository = findRepository(request.account, request.path.repository_id);
  const deepscan = runDueDeepscans(request).scanRecords.deepscan(request.path.deepscan_id);
  if (deepscan?.repository_id !== repository.id) throw notFound();
  return deepscan;
}

function findingsResult(
  { account, query }: OperationRequest<"listDeepscanResults" | "listScaResults">,
  deepscan: SeedDeepscan,
  found: readonly (SeedDeepscanFinding | SeedScaFinding)[],
): OperationResult {
  const wanted: readonly string[] | undefined = query.severity;
  return listResult(
    found
      .filter(({ severity }) => wanted?.includes(severity) ?? true)
      .toSorted(byNewest)
      .map((finding) => ({ ...finding, dashboard_url: findingLink(account, finding.id) })),
    { dashboard_url: deepscanLink(account, deepscan.id) },
  );
}

const linkLifetimeMilliseconds = 15 * 60_000;

/** Specification, *SBOM metadata*. Every response has a new link. */
function metadataOf(
  { context, account, origin }: Pick<OperationRequest<"getSbom">, "context" | "account" | "origin">,
  deepscan: SeedDeepscan,
): object {
  const expires = context.clock.now().getTime() + linkLifetimeMilliseconds;
  const token = createDownloadToken({ accountId: account.account.account_id, deepscanId: deepscan.id, expires });
  return {
    deepscan_id: deepscan.id,
    repository_id: deepscan.repository_id,
    branch: deepscan.branch ?? null,
    commit_sha: deepscan.commit_sha ?? null,
    format: "CycloneDX",
    component_count: componentsOf(deepscan).size,
    generated_at: deepscan.completed_at ?? null,
    vulnerability_summary: countVulnerableComponents(deepscan),
    download_url: `${origin}/downloads/sboms/${token}`,
    download_url_expires_at: new Date(expires).toISOString(),
  };
}

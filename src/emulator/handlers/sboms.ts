import { findRepository } from "../requests/find-or-fail";
import { notFound } from "../requests/http-errors";
import type { OperationRequest } from "../requests/operation-request";
import { okResult } from "../responses/operation-result";
import { createDownloadToken } from "../sbom/download-token";
import { componentsOf, countVulnerableComponents } from "../sbom/sbom";
import { sbomLinkLifetimeMs } from "../scan-records/assumptions";
import { isCompleted, newestFirst } from "../scan-records/chronological";
import type { SeedDeepscan } from "../scan-records/scan-seed";
import { runDueDeepscans } from "../scanning/run-due-deepscans";
import { findDeepscan } from "./deepscans";
import type { OperationHandlers } from "./operation-handlers";

/** Specification, *Endpoints > Deepscans and SBOM*. */
export const sbomHandlers: OperationHandlers<"getSbom" | "getLatestSbom"> = {
  getSbom: (request) => {
    const deepscan = findDeepscan(request);
    if (!isCompleted(deepscan)) throw notFound();
    return okResult({ data: metadataOf(request, deepscan) });
  },

  getLatestSbom: (request) => {
    const { id } = findRepository(request.account, request.path.repository_id);
    const latest = newestFirst(runDueDeepscans(request).scanRecords.deepscansOf(id)).find(isCompleted);
    if (latest === undefined) throw notFound();
    return okResult({ data: metadataOf(request, latest) });
  },
};

/** Specification, *SBOM metadata*. Every response has a new link. */
function metadataOf(
  { context, account, origin }: Pick<OperationRequest<"getSbom">, "context" | "account" | "origin">,
  deepscan: SeedDeepscan,
): object {
  const expires = context.clock.now().getTime() + sbomLinkLifetimeMs;
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

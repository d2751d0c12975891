import { randomUUID } from "node:crypto";
import { deepscanResponse } from "../findings/deepscan-response";
import { deepscanLink, findingLink } from "../findings/links";
import { findRepository } from "../requests/find-or-fail";
import { notFound } from "../requests/http-errors";
import type { OperationRequest } from "../requests/operation-request";
import { type OperationResult, listResult } from "../responses/operation-result";
import { deepscanType } from "../scan-records/assumptions";
import { byNewest, newestFirst } from "../scan-records/chronological";
import type { SeedDeepscan } from "../scan-records/scan-seed";
import { runDueDeepscans } from "../scanning/run-due-deepscans";
import type { AccountStore } from "../state/account-store";
import type { OperationHandlers } from "./operation-handlers";

/** Specification, *Endpoints > Deepscans and SBOM*. */
export const deepscanHandlers: OperationHandlers<
  "listDeepscans" | "listRepositoryDeepscans" | "triggerDeepscan" | "listDeepscanResults" | "listScaResults"
> = {
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
};

/** @throws 404 if the repository has no deepscan with this id */
export function findDeepscan(
  request: OperationRequest<"listDeepscanResults" | "listScaResults" | "getSbom">,
): SeedDeepscan {
  const repository = findRepository(request.account, request.path.repository_id);
  const deepscan = runDueDeepscans(request).scanRecords.deepscan(request.path.deepscan_id);
  if (deepscan?.repository_id !== repository.id) throw notFound();
  return deepscan;
}

interface Finding {
  readonly id: string;
  readonly severity: string;
  readonly created_at: string;
}

function findingsResult(
  {
    account,
    query,
  }: { readonly account: AccountStore; readonly query: { readonly severity?: readonly string[] | undefined } },
  deepscan: SeedDeepscan,
  found: readonly Finding[],
): OperationResult {
  const wanted = found.filter(({ severity }) => query.severity?.includes(severity) ?? true).toSorted(byNewest);
  return listResult(
    wanted.map((finding) => ({ ...finding, dashboard_url: findingLink(account, finding.id) })),
    { dashboard_url: deepscanLink(account, deepscan.id) },
  );
}

import { randomUUID } from "node:crypto";
import { deepscanAnswer } from "../findings/deepscan-answer";
import { deepscanLink, findingLink } from "../findings/links";
import { repositoryOf } from "../requests/find-or-fail";
import { notFound } from "../requests/http-errors";
import type { Call } from "../requests/operation-request";
import { type Answer, listed } from "../responses/operation-result";
import { deepscanType } from "../scan-records/assumptions";
import { byNewest, newestFirst } from "../scan-records/order";
import type { SeedDeepscan } from "../scan-records/scan-seed";
import { settled } from "../scanning/run-due-deepscans";
import type { AccountStore } from "../state/account-store";
import type { Handlers } from "./operation-handlers";

/** Specification, *Endpoints > Deepscans and SBOM*. */
export const deepscanHandlers: Handlers<
  "listDeepscans" | "listRepositoryDeepscans" | "triggerDeepscan" | "listDeepscanResults" | "listScaResults"
> = {
  listDeepscans: (call) => {
    const account = settled(call);
    return listed(
      newestFirst(account.scanning.deepscans()).map((deepscan) => ({
        ...deepscanAnswer(deepscan),
        repository_name: account.repository(deepscan.repository_id)?.name ?? "",
      })),
    );
  },

  listRepositoryDeepscans: (call) => {
    const { id } = repositoryOf(call.account, call.path.repository_id);
    return listed(newestFirst(settled(call).scanning.deepscansOf(id)).map(deepscanAnswer));
  },

  triggerDeepscan: ({ world, account, path }) => {
    const deepscan: SeedDeepscan = {
      id: randomUUID(),
      repository_id: repositoryOf(account, path.repository_id).id,
      type: deepscanType,
      branch: null,
      commit_sha: null,
      retry_count: 0,
      created_at: world.clock.now().toISOString(),
      completed_at: null,
    };
    account.scanning.putDeepscan(deepscan);
    return { status: 202, body: { data: deepscanAnswer(deepscan) } };
  },

  listDeepscanResults: (call) => {
    const deepscan = deepscanOf(call);
    return findings(call, deepscan, deepscan.results ?? []);
  },

  listScaResults: (call) => {
    const deepscan = deepscanOf(call);
    return findings(call, deepscan, deepscan.sca_results ?? []);
  },
};

/** @throws 404 when the repository has no deepscan of this id */
export function deepscanOf(call: Call<"listDeepscanResults" | "listScaResults" | "getSbom">): SeedDeepscan {
  const repository = repositoryOf(call.account, call.path.repository_id);
  const deepscan = settled(call).scanning.deepscan(call.path.deepscan_id);
  if (deepscan?.repository_id !== repository.id) throw notFound();
  return deepscan;
}

interface Finding {
  readonly id: string;
  readonly severity: string;
  readonly created_at: string;
}

function findings(
  {
    account,
    query,
  }: { readonly account: AccountStore; readonly query: { readonly severity?: readonly string[] | undefined } },
  deepscan: SeedDeepscan,
  found: readonly Finding[],
): Answer {
  const wanted = found.filter(({ severity }) => query.severity?.includes(severity) ?? true).toSorted(byNewest);
  return listed(
    wanted.map((finding) => ({ ...finding, dashboard_url: findingLink(account, finding.id) })),
    { dashboard_url: deepscanLink(account, deepscan.id) },
  );
}

import { repositoryOf } from "../requests/find-or-fail";
import { notFound } from "../requests/http-errors";
import type { Call } from "../requests/operation-request";
import { found } from "../responses/operation-result";
import { tokenOf } from "../sbom/download-token";
import { componentsOf, vulnerableComponents } from "../sbom/sbom";
import { sbomLinkMilliseconds } from "../scan-records/assumptions";
import { isCompleted, newestFirst } from "../scan-records/order";
import type { SeedDeepscan } from "../scan-records/scan-seed";
import { settled } from "../scanning/run-due-deepscans";
import { deepscanOf } from "./deepscans";
import type { Handlers } from "./operation-handlers";

/** Specification, *Endpoints > Deepscans and SBOM*. */
export const sbomHandlers: Handlers<"getSbom" | "getLatestSbom"> = {
  getSbom: (call) => {
    const deepscan = deepscanOf(call);
    if (!isCompleted(deepscan)) throw notFound();
    return found({ data: metadataOf(call, deepscan) });
  },

  getLatestSbom: (call) => {
    const { id } = repositoryOf(call.account, call.path.repository_id);
    const latest = newestFirst(settled(call).scanning.deepscansOf(id)).find(isCompleted);
    if (latest === undefined) throw notFound();
    return found({ data: metadataOf(call, latest) });
  },
};

/** Specification, *SBOM metadata*. Every answer has a link of its own. */
function metadataOf(
  { world, account, origin }: Pick<Call<"getSbom">, "world" | "account" | "origin">,
  deepscan: SeedDeepscan,
): object {
  const expires = world.clock.now().getTime() + sbomLinkMilliseconds;
  const token = tokenOf({ accountId: account.account.account_id, deepscanId: deepscan.id, expires });
  return {
    deepscan_id: deepscan.id,
    repository_id: deepscan.repository_id,
    branch: deepscan.branch ?? null,
    commit_sha: deepscan.commit_sha ?? null,
    format: "CycloneDX",
    component_count: componentsOf(deepscan).size,
    generated_at: deepscan.completed_at ?? null,
    vulnerability_summary: vulnerableComponents(deepscan),
    download_url: `${origin}/downloads/sboms/${token}`,
    download_url_expires_at: new Date(expires).toISOString(),
  };
}

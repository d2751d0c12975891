import type { deepscanFields } from "../../model/scans";
import type { ReceivedOrNull } from "../json/received-or-null";
import type { SeedDeepscan } from "../scan-records/scan-seed";

/** Specification, *Deepscan*. */
export const deepscanResponse = (deepscan: SeedDeepscan): ReceivedOrNull<typeof deepscanFields> => ({
  id: deepscan.id,
  repository_id: deepscan.repository_id,
  type: deepscan.type,
  branch: deepscan.branch ?? null,
  commit_sha: deepscan.commit_sha ?? null,
  retry_count: deepscan.retry_count,
  created_at: deepscan.created_at,
});

import type { CombinedFinding } from "../../../src/model/findings";
import { pageOf } from "../../../src/model/page";
import type { PrScan } from "../../../src/model/scans";
import type { FindingsReader } from "../../../src/reconcile/ports";

/** A finding with its repository's name; its number is its id, and the larger the newer. */
export const finding = (id: number, repository: string, more: Partial<CombinedFinding> = {}): CombinedFinding => ({
  id: String(id),
  finding_type: "pullrequest",
  dashboard_url: `https://x/${String(id)}`,
  severity: "high",
  type: `finding ${String(id)}`,
  filename: "src/a.ts",
  repository_name: repository,
  pr_number: 1,
  created_at: new Date(1000 * id).toISOString(),
  state: "open",
  ...more,
});

export interface Asked {
  readonly repository?: string;
  readonly page?: number;
  readonly scans?: true;
}

/** A service with these findings, and scans by the id of the repository; `asked` has what was asked of it. */
export function serving(
  findings: readonly CombinedFinding[],
  scans: Readonly<Record<string, readonly PrScan[]>> = {},
  mostPerPage = 100,
): { readonly reader: FindingsReader; readonly asked: Asked[] } {
  const asked: Asked[] = [];
  const newest = findings.toSorted((left, right) => Number(right.id) - Number(left.id));
  const reader: FindingsReader = {
    allFindingsPage: (_account, { page, per_page, repository_id: repository }) => {
      const size = Math.min(per_page, mostPerPage);
      asked.push({ page, ...(repository === undefined ? {} : { repository }) });
      const all = newest.filter(
        (each) => repository === undefined || `id of ${each.repository_name ?? ""}` === repository,
      );
      const data = all.slice((page - 1) * size, page * size);
      const pagination = { total: all.length, page, per_page: size, total_pages: Math.ceil(all.length / size) };
      return Promise.resolve({ data, pagination });
    },
    scansPage: (_account, repository) => {
      asked.push({ repository, scans: true });
      return Promise.resolve(pageOf(scans[repository] ?? []));
    },
  };
  return { reader, asked };
}

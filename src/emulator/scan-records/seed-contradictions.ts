import { duplicateIds } from "../json/duplicate-ids";
import type { Problem } from "../json/problems";
import { seriesOfDeepscan, seriesOfScan } from "./assumptions";
import type { ScanSeed } from "./scan-seed";

type Path = readonly PropertyKey[];

/** The ids of one list of findings. */
interface FindingList {
  readonly series: string;
  readonly path: Path;
  readonly ids: readonly string[];
}

/**
 * Yields the contradictions within the scan seed of an account.
 *
 * @param repositories the ids of the account's repositories
 * @param path the path of the account
 */
export function* scanContradictions(seed: ScanSeed, repositories: ReadonlySet<string>, path: Path): Generator<Problem> {
  for (const list of ["scans", "deepscans"] as const) {
    const items = seed[list] ?? [];
    yield* duplicateIds(
      items.map(({ id }) => id),
      (at) => [...path, list, at, "id"],
    );
    for (const [at, { repository_id: id }] of items.entries())
      if (!repositories.has(id))
        yield { path: [...path, list, at, "repository_id"], message: `the account has no repository ${id}` };
  }
  const found = [...findingLists(seed, path)];
  yield* misplacedFindings(found);
  yield* prematureFindings(seed, path);
  yield* triageContradictions(seed, new Set(found.flatMap(({ ids }) => ids)), path);
  yield* duplicateIds(
    (seed.insights ?? []).map(({ date }) => date),
    (at) => [...path, "insights", at, "date"],
  );
}

function* findingLists({ scans = [], deepscans = [] }: ScanSeed, path: Path): Generator<FindingList> {
  for (const [at, scan] of scans.entries())
    yield {
      series: `pull request ${seriesOfScan(scan)}`,
      path: [...path, "scans", at, "findings"],
      ids: (scan.findings ?? []).map(({ id }) => id),
    };
  for (const [at, deepscan] of deepscans.entries())
    for (const list of ["results", "sca_results"] as const)
      yield {
        series: `${list} ${seriesOfDeepscan(deepscan)}`,
        path: [...path, "deepscans", at, list],
        ids: (deepscan[list] ?? []).map(({ id }) => id),
      };
}

/** Every finding belongs to one pull request, or to one branch and kind, and occurs once in a scan. */
function* misplacedFindings(found: readonly FindingList[]): Generator<Problem> {
  const seriesById = new Map<string, string>();
  for (const { series, path, ids } of found) {
    yield* duplicateIds(ids, (at) => [...path, at, "id"]);
    for (const [at, id] of ids.entries()) {
      const other = seriesById.get(id);
      if (other !== undefined && other !== series)
        yield { path: [...path, at, "id"], message: `the id ${id} is that of a finding elsewhere` };
      seriesById.set(id, series);
    }
  }
}

function* prematureFindings({ scans = [], deepscans = [] }: ScanSeed, path: Path): Generator<Problem> {
  const early = "it has none before it is completed";
  for (const [at, { completed_at: completed, findings = [] }] of scans.entries())
    if (typeof completed !== "string" && findings.length > 0)
      yield { path: [...path, "scans", at, "findings"], message: early };
  for (const [at, deepscan] of deepscans.entries())
    for (const list of ["results", "sca_results", "components"] as const)
      if (typeof deepscan.completed_at !== "string" && (deepscan[list] ?? []).length > 0)
        yield { path: [...path, "deepscans", at, list], message: early };
}

function* triageContradictions(
  { triage = [] }: ScanSeed,
  findings: ReadonlySet<string>,
  path: Path,
): Generator<Problem> {
  const pathAt = (at: number) => [...path, "triage", at, "finding_id"];
  const ids = triage.map(({ finding_id: id }) => id);
  yield* duplicateIds(ids, pathAt);
  for (const [at, id] of ids.entries())
    if (!findings.has(id)) yield { path: pathAt(at), message: `the account has no finding ${id}` };
}

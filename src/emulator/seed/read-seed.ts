import { seriesOfDeepscan, seriesOfScan } from "../scans/assumptions";
import type { ScanSeed } from "../scans/scan-seed";
import { isCompleted } from "../scans/scan-store";
import { duplicateIds, Input, type Problem, schemaProblems, unknownIds } from "../support/problems";
import { webhookContradictions } from "../webhooks/destination";
import { type Seed, type SeedAccount, seedSchema } from "./seed-schema";

/** A seed. Its problems name no API key. */
export const seedInput = new Input<Seed>("the seed", (value) => {
  const { error } = seedSchema.safeParse(value);
  // the value itself: the schema's output lacks a key named __proto__
  const problems = error === undefined ? [...contradictionsOf(value as Seed)] : schemaProblems(error, value);
  return problems.map(({ path, message }) => ({ path: withoutKey(path, value), message }));
});

/**
 * Parses and validates the text of a seed file.
 *
 * @param source the name of the file, for error messages
 * @throws ScanformError `usage` with the file, the path and the problem
 */
export const readSeed = (text: string, source: string): Seed => seedInput.read(text, source);

/** Replaces an API key by its position, `keys[0]`, since messages must not show keys. */
function withoutKey([first, second, ...rest]: readonly PropertyKey[], value: unknown): readonly PropertyKey[] {
  if (first === undefined) return [];
  if (second === undefined) return [first];
  const position = first === "keys" ? Object.keys((value as Seed).keys).indexOf(String(second)) : second;
  return [first, position, ...rest];
}

function* contradictionsOf(seed: Seed): Generator<Problem> {
  const accountIds = seed.accounts.map((account) => account.account_id);
  for (const [key, reached] of Object.entries(seed.keys))
    for (const [at, id] of reached.entries())
      if (!accountIds.includes(id)) yield { path: ["keys", key, at], message: `there is no account ${id}` };
  yield* duplicateIds(accountIds, ["accounts"], "account_id");
  for (const [at, account] of seed.accounts.entries()) yield* contradictionsIn(account, ["accounts", at]);
}

type Path = readonly PropertyKey[];

const identified = ["repositories", "analyzers", "custom_policies", "configurations", "scans", "deepscans"] as const;

function* contradictionsIn(account: SeedAccount, path: Path): Generator<Problem> {
  const { repositories = [], configurations = [] } = account;
  for (const list of identified)
    yield* duplicateIds(
      (account[list] ?? []).map(({ id }) => id),
      [...path, list],
      "id",
    );
  const live = new Set(configurations.map(({ id }) => id));
  const assigned = repositories.map(({ configuration_id: id }) => id);
  yield* unknownIds("configuration", assigned, (id) => live.has(id), [...path, "repositories"], "configuration_id");
  yield* webhookContradictions(account, path);
  yield* scanContradictions(account, new Set(repositories.map(({ id }) => id)), path);
}

/** Yields the contradictions within the scan seed of an account, with the ids of its repositories. */
function* scanContradictions(seed: ScanSeed, repositories: ReadonlySet<string>, path: Path): Generator<Problem> {
  for (const list of ["scans", "deepscans"] as const) {
    const scanned = (seed[list] ?? []).map(({ repository_id: id }) => id);
    yield* unknownIds("repository", scanned, (id) => repositories.has(id), [...path, list], "repository_id");
  }
  const found = [...findingLists(seed, path)];
  yield* misplacedFindings(found);
  yield* prematureFindings(seed, path);
  const findings = new Set(found.flatMap(({ ids }) => ids));
  const triaged = (seed.triage ?? []).map(({ finding_id: id }) => id);
  yield* duplicateIds(triaged, [...path, "triage"], "finding_id");
  yield* unknownIds("finding", triaged, (id) => findings.has(id), [...path, "triage"], "finding_id");
  yield* duplicateIds(
    (seed.insights ?? []).map(({ date }) => date),
    [...path, "insights"],
    "date",
  );
}

/** The ids of one list of findings. */
interface FindingList {
  readonly series: string;
  readonly path: Path;
  readonly ids: readonly string[];
}

function* findingLists({ scans = [], deepscans = [] }: ScanSeed, path: Path): Generator<FindingList> {
  const idsOf = (findings: readonly { readonly id: string }[] = []) => findings.map(({ id }) => id);
  for (const [at, scan] of scans.entries())
    yield {
      series: `pull request ${seriesOfScan(scan)}`,
      path: [...path, "scans", at, "findings"],
      ids: idsOf(scan.findings),
    };
  for (const [at, deepscan] of deepscans.entries())
    for (const list of ["results", "sca_results"] as const)
      yield {
        series: `${list} ${seriesOfDeepscan(deepscan)}`,
        path: [...path, "deepscans", at, list],
        ids: idsOf(deepscan[list]),
      };
}

/** Every finding belongs to one pull request, or to one branch and kind, and occurs once in a scan. */
function* misplacedFindings(found: readonly FindingList[]): Generator<Problem> {
  const seriesById = new Map<string, string>();
  for (const { series, path, ids } of found) {
    yield* duplicateIds(ids, path, "id");
    for (const [at, id] of ids.entries()) {
      if ((seriesById.get(id) ?? series) !== series)
        yield { path: [...path, at, "id"], message: `the id ${id} is that of a finding elsewhere` };
      seriesById.set(id, series);
    }
  }
}

function* prematureFindings({ scans = [], deepscans = [] }: ScanSeed, path: Path): Generator<Problem> {
  const message = "it has none before it is completed";
  for (const [at, scan] of scans.entries())
    if (!isCompleted(scan) && (scan.findings ?? []).length > 0)
      yield { path: [...path, "scans", at, "findings"], message };
  for (const [at, deepscan] of deepscans.entries())
    for (const list of ["results", "sca_results", "components"] as const)
      if (!isCompleted(deepscan) && (deepscan[list] ?? []).length > 0)
        yield { path: [...path, "deepscans", at, list], message };
}

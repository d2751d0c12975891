import { seriesOfDeepscan, seriesOfScan } from "../scans/assumptions";
import type { ScanSeed } from "../scans/scan-seed";
import { duplicateIds, Input, type Problem, schemaProblems } from "../support/problems";
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
  const accountIds = new Set(seed.accounts.map((account) => account.account_id));
  for (const [key, reached] of Object.entries(seed.keys))
    for (const [at, id] of reached.entries())
      if (!accountIds.has(id)) yield { path: ["keys", key, at], message: `there is no account ${id}` };
  yield* duplicateIds(
    seed.accounts.map((account) => account.account_id),
    (at) => ["accounts", at, "account_id"],
  );
  for (const [at, account] of seed.accounts.entries()) yield* contradictionsIn(account, ["accounts", at]);
}

function* contradictionsIn(account: SeedAccount, path: readonly PropertyKey[]): Generator<Problem> {
  for (const list of ["repositories", "analyzers", "custom_policies", "configurations"] as const)
    yield* duplicateIds(
      (account[list] ?? []).map((item) => item.id),
      (at) => [...path, list, at, "id"],
    );
  const live = new Set((account.configurations ?? []).map((configuration) => configuration.id));
  for (const [at, { configuration_id: id }] of (account.repositories ?? []).entries())
    if (typeof id === "string" && !live.has(id))
      yield {
        path: [...path, "repositories", at, "configuration_id"],
        message: `the account has no configuration ${id}`,
      };
  yield* webhookContradictions(account, path);
  yield* scanContradictions(account, new Set((account.repositories ?? []).map(({ id }) => id)), path);
}

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
function* scanContradictions(seed: ScanSeed, repositories: ReadonlySet<string>, path: Path): Generator<Problem> {
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

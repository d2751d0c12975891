import type { TriageCategory } from "../../model/findings";
import { compareText } from "../../model/fingerprint";
import type { ScanSeed, SeedDeepscan, SeedInsights, SeedScan } from "./scan-seed";

/** The scans of one account. Lists are in order of creation; returned objects are immutable. */
export class ScanStore {
  readonly #scans: Map<string, SeedScan>;
  readonly #deepscans: Map<string, SeedDeepscan>;
  readonly #triage: Map<string, TriageCategory>;
  readonly #insights: readonly SeedInsights[];

  /** @param now the current time in milliseconds, to which `scans_as_of` is shifted */
  constructor(seed: ScanSeed, now: number) {
    const { scans = [], deepscans = [], triage = [], insights = [] } = rebaseDates(seed, now);
    this.#scans = new Map(scans.map((scan) => [scan.id, scan]));
    this.#deepscans = new Map(deepscans.map((deepscan) => [deepscan.id, deepscan]));
    this.#triage = new Map(triage.map(({ finding_id: id, category }) => [id, category]));
    this.#insights = insights;
  }

  /** The whole state as a seed. */
  snapshot(): Required<Omit<ScanSeed, "scans_as_of">> {
    return {
      scans: this.scans(),
      deepscans: this.deepscans(),
      triage: [...this.#triage].map(([finding_id, category]) => ({ finding_id, category })),
      insights: this.#insights,
    };
  }

  scans(): readonly SeedScan[] {
    return [...this.#scans.values()];
  }

  scansOf(repositoryId: string): readonly SeedScan[] {
    return this.scans().filter((scan) => scan.repository_id === repositoryId);
  }

  scan(id: string): SeedScan | undefined {
    return this.#scans.get(id);
  }

  addScan(scan: SeedScan): void {
    this.#scans.set(scan.id, scan);
  }

  deepscans(): readonly SeedDeepscan[] {
    return [...this.#deepscans.values()];
  }

  deepscansOf(repositoryId: string): readonly SeedDeepscan[] {
    return this.deepscans().filter((deepscan) => deepscan.repository_id === repositoryId);
  }

  deepscan(id: string): SeedDeepscan | undefined {
    return this.#deepscans.get(id);
  }

  /**
   * Adds a deepscan, or replaces the one with its id in place. A finding that no deepscan has any more loses its
   * triage: a seed with a triage of an unknown finding is refused.
   */
  putDeepscan(deepscan: SeedDeepscan): void {
    const before = this.#deepscans.get(deepscan.id);
    this.#deepscans.set(deepscan.id, deepscan);
    if (before === undefined || this.#triage.size === 0) return;
    const left = new Set(this.deepscans().flatMap(findingsOf));
    for (const id of findingsOf(before)) if (!left.has(id)) this.#triage.delete(id);
  }

  triageOf(findingId: string): TriageCategory | undefined {
    return this.#triage.get(findingId);
  }

  setTriage(findingId: string, category: TriageCategory): void {
    this.#triage.set(findingId, category);
  }

  removeTriage(findingId: string): void {
    this.#triage.delete(findingId);
  }

  /** The insights of a day such as 2026-01-31; of the latest day by default. */
  insights(date: string | undefined): SeedInsights | undefined {
    if (date !== undefined) return this.#insights.find((each) => each.date === date);
    return this.#insights.toSorted((left, right) => (left.date < right.date ? 1 : -1))[0];
  }
}

const findingsOf = ({ results = [], sca_results: scaResults = [] }: SeedDeepscan): readonly string[] =>
  [...results, ...scaResults].map(({ id }) => id);

export const dayMilliseconds = 86_400_000;

/**
 * Shifts the dates of a scan seed to the current time if it has a reference time: see `ScanSeed.scans_as_of`.
 *
 * @param now the current time in milliseconds
 */
export function rebaseDates({ scans_as_of: then, ...seed }: ScanSeed, now: number): Omit<ScanSeed, "scans_as_of"> {
  if (then === undefined) return seed;
  const ahead = now - Date.parse(then);
  const days = Math.floor(now / dayMilliseconds) - Math.floor(Date.parse(then) / dayMilliseconds);
  const later = (date: string): string => new Date(Date.parse(date) + ahead).toISOString();
  const moved = <T extends { readonly created_at: string }>(item: T): T => ({
    ...item,
    created_at: later(item.created_at),
  });
  const completed = (date: string | null | undefined) => (typeof date === "string" ? later(date) : null);
  return {
    scans: seed.scans?.map((scan) => ({
      ...moved(scan),
      completed_at: completed(scan.completed_at),
      findings: (scan.findings ?? []).map(moved),
    })),
    deepscans: seed.deepscans?.map((deepscan) => ({
      ...moved(deepscan),
      completed_at: completed(deepscan.completed_at),
      results: (deepscan.results ?? []).map(moved),
      sca_results: (deepscan.sca_results ?? []).map(moved),
    })),
    triage: seed.triage,
    insights: seed.insights?.map((each) => ({
      ...each,
      date: new Date(Date.parse(each.date) + days * dayMilliseconds).toISOString().slice(0, 10),
    })),
  };
}

/** A scan or deepscan with its times. */
export interface Dated {
  readonly created_at: string;
  readonly completed_at?: string | null;
}

/** The time of completion, or of the start while in progress, in milliseconds. */
export const scanTime = ({ created_at, completed_at }: Dated): number => Date.parse(completed_at ?? created_at);

export const isCompleted = ({ completed_at }: Dated): boolean => typeof completed_at === "string";

/** Oldest first; a stable sort. */
export const oldestFirst = <T extends Dated>(scans: readonly T[]): readonly T[] =>
  scans.toSorted((left, right) => scanTime(left) - scanTime(right));

export const newestFirst = <T extends Dated>(scans: readonly T[]): readonly T[] => oldestFirst(scans).toReversed();

interface Finding {
  readonly id: string;
  readonly created_at: string;
}

/** A total order of findings: newest first, then by id. */
export const byNewest = (left: Finding, right: Finding): number =>
  Date.parse(right.created_at) - Date.parse(left.created_at) || compareText(left.id, right.id);

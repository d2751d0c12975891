import type { TriageCategory } from "../../model/findings";
import { rebaseDates } from "./rebase-dates";
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

/** The ids of all findings of a deepscan. */
const findingsOf = ({ results = [], sca_results: scaResults = [] }: SeedDeepscan): readonly string[] =>
  [...results, ...scaResults].map(({ id }) => id);

import type { Destination } from "./destination";

/** The findings of one pull request that a destination was notified of, in a seed. */
export interface SeedNotified {
  /** Its slug. */
  readonly destination: string;
  readonly repository_id: string;
  readonly pr_number: number;
  /** Keys of findings: `findingKey`. */
  readonly findings: readonly string[];
}

type PullRequest = Pick<SeedNotified, "repository_id" | "pr_number">;
type Entry = Omit<SeedNotified, "findings"> & { readonly findings: Set<string> };

/** The findings that the destinations of one account were notified of, including running deliveries. */
export class NotifiedFindings {
  readonly #notes = new Map<string, Entry>();

  constructor(seed: readonly SeedNotified[]) {
    for (const { destination, findings, ...pullRequest } of seed)
      for (const key of findings) this.findingsOf({ slug: destination }, pullRequest).add(key);
  }

  /** The keys of the findings of a pull request that a destination was notified of, as a mutable set. */
  findingsOf({ slug }: Pick<Destination, "slug">, { repository_id, pr_number }: PullRequest): Set<string> {
    const key = JSON.stringify([slug, repository_id, pr_number]);
    const note = this.#notes.get(key) ?? { destination: slug, repository_id, pr_number, findings: new Set() };
    this.#notes.set(key, note);
    return note.findings;
  }

  forget({ slug }: Pick<Destination, "slug">): void {
    for (const [key, { destination }] of this.#notes) if (destination === slug) this.#notes.delete(key);
  }

  snapshot(): readonly SeedNotified[] {
    return [...this.#notes.values()]
      .filter(({ findings }) => findings.size > 0)
      .map((note) => ({ ...note, findings: [...note.findings] }));
  }
}

import type { Repository } from "../../model/entities";

/** A configuration that is planned to be deleted, and the repositories that have it. */
interface Deletion {
  readonly name: string;
  readonly holders: readonly Repository[];
}

/**
 * The configurations that a plan deletes. Terraform mostly plans a destruction before the rules, which may move the
 * repositories: a deletion that is left with some is found by whichever of the two is planned last.
 */
export class PlannedDeletions {
  readonly #ids = new Set<string>();
  readonly #inUse: Deletion[] = [];
  readonly #routed = new Set<string>();
  #isRefused = false;

  /** @returns how many configurations are deleted by now */
  delete(id: string): number {
    return this.#ids.add(id).size;
  }

  /** There are too many. @returns whether that was not found before: one error says it for the whole plan */
  refuse(): boolean {
    const isFirst = !this.#isRefused;
    this.#isRefused = true;
    return isFirst;
  }

  /** What must not be deleted while repositories have it. */
  deleteUnused(deletion: Deletion): void {
    this.#inUse.push(deletion);
  }

  /** Rules are planned that claimed these repositories before, whatever becomes of them. */
  route(repositories: Iterable<string>): void {
    for (const id of repositories) this.#routed.add(id);
  }

  /** Whether the rules that claimed the repository are planned: where it does not move by now, it will not. */
  isRouted(id: string): boolean {
    return this.#routed.has(id);
  }

  get inUse(): readonly Deletion[] {
    return this.#inUse;
  }
}

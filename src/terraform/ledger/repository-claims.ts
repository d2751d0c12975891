import type { RepositoryId } from "../../model/ids";

/** The repositories that a scanform_repository_assignments assigns. */
export class RepositoryClaims {
  readonly #assigned = new Set<RepositoryId>();

  /** Claims the repositories. @returns those that were claimed before */
  claim(repositories: Iterable<RepositoryId>): readonly RepositoryId[] {
    return [...repositories].filter((id) => this.#assigned.size === this.#assigned.add(id).size);
  }
}

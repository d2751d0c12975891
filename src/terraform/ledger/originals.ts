import type { Configuration, Repository } from "../../model/entities";

/** What this process has changed, as it was before its first change: the account as it was first read. */
export class Originals {
  readonly #configurations = new Map<string, Configuration>();
  readonly #repositories = new Map<string, Repository>();

  /** Before a write. What is known already stays. */
  keep(configurations: readonly Configuration[], repositories: readonly Repository[]): void {
    for (const each of configurations) if (!this.#configurations.has(each.id)) this.#configurations.set(each.id, each);
    for (const each of repositories) if (!this.#repositories.has(each.id)) this.#repositories.set(each.id, each);
  }

  /** A list with what it held before; what was deleted is there again. */
  configurations(now: readonly Configuration[]): readonly Configuration[] {
    if (this.#configurations.size === 0) return now;
    const others = now.filter(({ id }) => !this.#configurations.has(id));
    return [...others, ...this.#configurations.values()];
  }

  /** A list with the configuration that each repository had before. */
  repositories(now: readonly Repository[]): readonly Repository[] {
    if (this.#repositories.size === 0) return now;
    return now.map((each) => this.#repositories.get(each.id) ?? each);
  }
}

import { type Diagnostic, error } from "../../../diagnostics/diagnostic";
import type { Repository } from "../../../model/entities";
import type { RepositoryId } from "../../../model/ids";
import { listed } from "../../../model/suggest";
import type { Value } from "../../value";

/** A repository, and the number of the rule that selects it. */
interface Selected {
  readonly repository: Repository;
  readonly rule: number;
}

/** The repositories that rules select, as this process has planned them, by their digest. */
export class SelectedRepositories {
  readonly #planned = new Map<string, readonly Selected[]>();

  plan(digest: string, selected: readonly Selected[]): void {
    this.#planned.set(digest, selected);
  }

  /** The error where an apply finds others, which says which they are as far as this process has planned them. */
  changed(digest: Value | undefined, now: readonly Selected[]): Diagnostic {
    const planned = typeof digest === "string" ? this.#planned.get(digest) : undefined;
    const what = planned === undefined ? "" : `${differences(planned, now).join("; ")}. `;
    return error("selection-changed", `${what}Nothing was assigned: plan again.`, { attribute: ["rules"] });
  }
}

function differences(planned: readonly Selected[], now: readonly Selected[]): readonly string[] {
  const [before, after] = [byId(planned), byId(now)];
  const otherwise = now.filter(({ repository: { id }, rule }) => (before.get(id)?.rule ?? rule) !== rule);
  const groups: readonly (readonly [one: string, many: string, readonly Selected[]])[] = [
    ["is new", "are new", now.filter(({ repository }) => !before.has(repository.id))],
    ["is gone", "are gone", planned.filter(({ repository }) => !after.has(repository.id))],
    ["is selected by another rule", "are selected by other rules", otherwise],
  ];
  return groups.flatMap(([one, many, of]) => {
    const names = of.map(({ repository: { id, name = id } }) => name);
    return names.length === 0 ? [] : [`${listed(names)} ${names.length === 1 ? one : many}`];
  });
}

const byId = (all: readonly Selected[]): ReadonlyMap<RepositoryId, Selected> =>
  new Map(all.map((each) => [each.repository.id, each]));

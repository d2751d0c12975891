import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import type { RepositoryId } from "../../model/ids";
import { listed } from "../../model/suggest";
import type { Placement } from "./placements";

/** The error where the rules of an apply select other repositories than its plan, with the repositories that differ. */
export function selectionChanged(planned: readonly Placement[], now: readonly Placement[]): Diagnostic {
  const [before, after] = [byId(planned), byId(now)];
  const otherwise = now.filter(({ repository: { id }, rule }) => (before.get(id)?.rule ?? rule) !== rule);
  const groups: readonly (readonly [one: string, many: string, readonly Placement[]])[] = [
    ["is new", "are new", now.filter(({ repository }) => !before.has(repository.id))],
    ["is gone", "are gone", planned.filter(({ repository }) => !after.has(repository.id))],
    ["is selected by another rule", "are selected by other rules", otherwise],
  ];
  const differences = groups.flatMap(([one, many, of]) => {
    const names = of.map(({ repository: { id, name = id } }) => name);
    return names.length === 0 ? [] : [`${listed(names)} ${names.length === 1 ? one : many}`];
  });
  const what = differences.length === 0 ? "" : `${differences.join("; ")}. `;
  return error("selection-changed", `${what}Nothing was assigned: plan again.`, { attribute: ["rules"] });
}

const byId = (all: readonly Placement[]): ReadonlyMap<RepositoryId, Placement> =>
  new Map(all.map((each) => [each.repository.id, each]));

import type { Repository } from "../../model/entities";
import type { CombinedFinding } from "../../model/findings";
import type { RepositoryId } from "../../model/ids";
import type { Concerned } from "./concerned";
import type { ReadFinding } from "./read-findings";
import type { Figure } from "./touches";

/** A finding that was read, and what the effects of the plan may do to it. */
export interface TouchedFinding {
  readonly finding: CombinedFinding;
  /** Its repository, where that is known. */
  readonly repository?: Repository;
  /** The figures that may count it, by the position of the effect among those that are concerned. */
  readonly effects: ReadonlyMap<number, ReadonlySet<Figure>>;
}

/** What the effects may do to each finding in their repositories. */
export function touchedFindings(
  concerned: readonly Concerned[],
  found: readonly ReadFinding[],
): readonly TouchedFinding[] {
  const effectOf = new Map<RepositoryId, number>(
    concerned.flatMap(({ repositories }, at) => repositories.map(({ id }) => [id, at] as const)),
  );
  const touchedBy = (finding: CombinedFinding, at: number): ReadonlySet<Figure> =>
    new Set(concerned[at]?.touches.filter((each) => each.mayCount(finding)).map(({ figure }) => figure));
  return found.flatMap(({ finding, repositories }): readonly TouchedFinding[] => {
    const [only, ...others] = repositories;
    if (only === undefined) return [];
    const positions = new Set(repositories.flatMap(({ id }) => effectOf.get(id) ?? []));
    const effects = new Map([...positions].map((at) => [at, touchedBy(finding, at)]));
    return [{ finding, ...(others.length === 0 ? { repository: only } : {}), effects }];
  });
}
